//! Gomoku, freestyle: on a board of 15×15 points, the first to get five **or more** stones in a row
//! wins.
//!
//! ```text
//!       a b c d e f g h i j k l m n o
//!   e   . . . . . . . . . . . . . . .
//!   f   . . . . . . . . . . . . . . .      A point is its row, then its column:
//!   g   . . . . . . . . o . . . . . .      the white stone is `gi`.
//!   h   . . . . . . . x . . . . . . .      Black moves first: this game is `hhgi`.
//! ```
//!
//! From text to a legal game: [`Point`] → [`Game`] → [`Board`], from a board to the four [`Window`]s
//! around a point, and to the score of the point: [`Scoring`].
//!
//! ```
//! use gradus_board::gomoku::{Direction, Game, Point};
//!
//! let game: Game = "hhgi".parse()?;
//! let point: Point = "ii".parse()?;
//! let windows = Direction::ALL.map(|direction| game.board().window(point, direction).to_string());
//! assert_eq!(windows, [".........", "...x.....", "..o......", "........."]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod game;
mod point;
mod score;
mod window;

pub use crate::stone::{ByColor, Stone};
pub use board::{Board, ParseBoardError};
pub use game::{Game, IllegalMove, ParseGameError};
pub use point::{ByPoint, Point, PointSet};
pub use score::{LineScore, Scoring};
pub use window::{Direction, Window};
