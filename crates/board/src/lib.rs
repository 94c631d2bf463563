//! The boards and rules of the four games. Nothing here reads a clock, a file or the environment,
//! and nothing draws at random.
//!
//! | module | game | board |
//! |---|---|---|
//! | [`gomoku`] | five in a row | 15×15 |
//! | [`numerical`] | numerical tic-tac-toe: a line of four numbers with sum 34 | 4×4 |
//! | [`lattice::four_in_a_row`] | four in a row in four dimensions | 4×4×4×4 |
//! | [`lattice::tesseract`] | tic-tac-toe on a tesseract, two to eight players | 3×3×3×3 without its centre |
//!
//! [`drawing`] has the boards as elements of SVG.
//!
//! Each game has a ladder of types from text to a legal position. What is off the board or against the rules fails at the
//! conversion, never later: a [`gomoku::Point`] that exists is on the board, a
//! [`numerical::Board`] is one that the two players can have filled, a `Game` was played by the
//! rules from its first move.
//!
//! ```
//! use gradus_board::gomoku::{Game, Stone};
//!
//! let game: Game = "hhahhiaihjajhkakhl".parse()?;
//! assert_eq!((game.winner(), game.won_at()), (Some(Stone::Black), Some(9)));
//! # Ok::<(), gradus_board::gomoku::ParseGameError>(())
//! ```

pub mod drawing;
pub mod gomoku;
pub mod lattice;
pub mod numerical;

mod finite;
mod stone;
pub mod text;

pub use finite::{BitSet, Bits, Finite, Table};
