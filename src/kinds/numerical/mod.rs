//! Steps on the 4×4 board of numerical tic-tac-toe: 11–19.

mod boards;
mod evaluate;
mod line_sums;

pub use evaluate::Evaluate;
pub use line_sums::LineSums;
