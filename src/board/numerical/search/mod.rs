//! Looking ahead: the value of a position when both players search so many moves deep, and the
//! result of an [`endgame`] with best play.
//!
//! ```text
//!    1  a  a  b        The even player has 120 moves here, but a search tries only 48: symmetries
//!    a  c  d  e        carry the cells with the same letter to each other, and leave the 1 in its
//!    a  d  c  e        place.
//!    b  e  e  f
//! ```

mod budget;
pub mod endgame;
mod ending;
mod minimax;
mod position;
mod safety;
mod standing;
mod transpositions;

pub use minimax::{minimax, minimax_by};
pub use position::Position;
