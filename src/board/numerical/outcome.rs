//! How a game stands.
//!
//! ```text
//!   10 16 12  6        No line of this full board adds up to 34: a draw.
//!    3 13 11 14
//!    1  9 15  2
//!    5  4  7  8
//! ```
//!
//! ```
//! use gradus::board::numerical::{Board, Outcome};
//!
//! let board = Board::from_cells([10, 16, 12, 6, 3, 13, 11, 14, 1, 9, 15, 2, 5, 4, 7, 8])?;
//! assert_eq!(board.outcome(), Outcome::Draw);
//! # Ok::<(), gradus::board::numerical::IllegalBoard>(())
//! ```

use std::fmt;

use super::Player;

/// How a game stands; [`Board::outcome`](super::Board::outcome) tells it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// A line of four numbers adds up to 34. The player who moved last completed it and has won,
    /// whoever placed the other numbers.
    Won(Player),
    /// The board is full and nobody has won.
    Draw,
    /// The game goes on.
    Open,
}

/// `odd`, `even`, `draw` or `open`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Won(player) => player.fmt(f),
            Outcome::Draw => f.write_str("draw"),
            Outcome::Open => f.write_str("open"),
        }
    }
}
