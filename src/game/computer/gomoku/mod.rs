//! The computer players of this game.

mod attack;
mod line;
mod lookahead;
mod point_set;
mod position;
mod ranking;
mod rules;
mod search;

pub use rules::rules;
pub use search::search;
