//! Numerical tic-tac-toe on 4×4 cells: one player places odd numbers, the other even ones, each
//! number once. The player who completes a line of four numbers with sum 34 wins, no matter who placed
//! the other three.
//!
//! ```text
//!    0  1  2  3          16  3  2 13        The odd player moves first.
//!    4  5  6  7           5  .  .  .
//!    8  9 10 11           .  .  .  .        16 + 3 + 2 + 13 = 34: the first row is complete,
//!   12 13 14 15           .  .  .  .        and the player who moved last has won.
//!      cells              numbers
//! ```
//!
//! From text to a legal game: [`Cell`] and [`Number`] → [`Move`] → [`Board`]. A board that exists
//! is one that the two players can have filled turn by turn.
//!
//! ```
//! use gradus_board::numerical::{Board, Outcome, Player};
//!
//! let mut board = Board::from_cells([16, 3, 2, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])?;
//! assert_eq!(board.to_move(), Player::Odd);
//! board = board.play("3:13".parse()?)?;
//! assert_eq!(board.outcome(), Outcome::Won(Player::Odd));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod cell;
mod game;
mod lines;
mod moves;
mod number;
pub mod search;
mod symmetry;

pub use board::{Board, IllegalBoard, IllegalMove, Outcome};
pub use cell::Cell;
pub use game::Game;
pub use lines::{LINES, WINNING_SETS, evaluate, pair_value};
pub use moves::{Move, ParseMoveError};
pub use number::{Number, NumberSet, Player};
