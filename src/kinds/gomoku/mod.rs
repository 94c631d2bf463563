//! Steps on the 15×15 board of gomoku: 01–09.

mod best_move;
mod coordinates;
mod five;
mod hello;
mod line_patterns;
mod positions;
mod reach;
mod replay;
mod stones;

pub use best_move::BestMove;
pub use coordinates::Coordinates;
pub use five::Five;
pub use hello::Hello;
pub use line_patterns::LinePatterns;
pub use reach::Reach;
pub use replay::Replay;
pub use stones::Stones;
