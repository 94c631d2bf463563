//! Steps on the 15×15 board of gomoku: 01–09.

mod hello;
mod line_patterns;
mod positions;
mod replay;

pub use hello::Hello;
pub use line_patterns::LinePatterns;
pub use replay::Replay;
