//! Searches: the score of a position when both players look a given number of moves ahead ([`minimax`]), and the result of
//! an [`endgame`] with best play.
//!
//! ```text
//!    1  a  a  b        The even player has 120 moves here, but a search tries only 48: symmetries
//!    a  c  d  e        map the cells with the same letter to each other, and leave the 1 in its
//!    a  d  c  e        place.
//!    b  e  e  f
//! ```

pub mod endgame;
mod ending;
mod minimax;
mod position;
mod transposition_table;

pub use minimax::{minimax, minimax_by};
pub use position::Position;
