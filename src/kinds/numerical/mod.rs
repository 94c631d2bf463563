//! Steps on the 4×4 board of numerical tic-tac-toe: 11–19.

mod completions;
mod endgame;
mod evaluate;
mod free_numbers;
mod line_sums;
mod minimax;
mod outcome;
mod positions;
mod win_in_one;

pub use completions::Completions;
pub use endgame::Endgame;
pub use evaluate::Evaluate;
pub use free_numbers::FreeNumbers;
pub use line_sums::LineSums;
pub use minimax::Minimax;
pub use outcome::Outcomes;
pub use win_in_one::WinInOne;
