//! The computer players of numerical tic-tac-toe.
//!
//! [`rules`] looks one move ahead. [`search`] looks as far as it pays, and in three ways:
//!
//! ```text
//!   empty cells   16  15  14  13  12  11  10   9 …  1
//!   room          ├───────────┤                           how many safe moves are left
//!   traps                         ├───────────────┤       where the opponent is likely to err
//!   proof                             ├───────────┤       what best play brings
//! ```
//!
//! A move is *safe* if the opponent cannot win at once after it. The game is about safe moves: they
//! become fewer with every number, and whoever has none left must let the other win. With best play
//! that is nearly always the odd player. So with even numbers it is enough to take the room away; with
//! odd ones best play brings a draw at the most, and wins come from opponents who do not see far
//! enough. Whatever is proven, a draw or a win, is kept all the same: traps only choose among the
//! moves that give nothing away.
//!
//! ```
//! use gradus::board::numerical::Board;
//! use gradus::game::computer::numerical::{rules, search};
//! use rand::SeedableRng as _;
//! use rand::rngs::ChaCha8Rng;
//!
//! let mut rng = ChaCha8Rng::seed_from_u64(1);
//! // 7 on cell 10 makes two threats at once.
//! let board = Board::from_cells([12, 16, 2, 1, 3, 0, 0, 9, 8, 5, 0, 0, 15, 13, 14, 4])?;
//! assert_eq!(search(&board, &mut rng), Some("10:7".parse()?));
//! // The first row lacks 13.
//! let board = Board::from_cells([16, 3, 2, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])?;
//! assert_eq!(rules(&board, &mut rng), Some("3:13".parse()?));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod proof;
mod room;
mod rules;
mod search;
#[cfg(test)]
mod tests;
mod traps;

pub use rules::rules;
pub use search::search;
