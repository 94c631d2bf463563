//! The computer players of numerical tic-tac-toe.

mod mobility;
mod rules;
mod search;
mod traps;

pub use rules::rules;
pub use search::search;
