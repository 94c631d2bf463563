//! The four lines through a point.
//!
//! ```text
//!   ╲ │ ╱        Row —            read from left to right
//!   — + —        Diagonal ╲       read downwards, to the right
//!   ╱ │ ╲        Column │         read downwards
//!                AntiDiagonal ╱   read downwards, to the left
//! ```
//!
//! ```
//! use gradus::board::gomoku::{Direction, Point};
//!
//! let point: Point = "hh".parse()?;
//! let (d_row, d_column) = Direction::AntiDiagonal.step();
//! assert_eq!(point.offset(d_row, d_column), Some("ig".parse()?));
//! # Ok::<(), gradus::board::gomoku::ParsePointError>(())
//! ```

use super::Point;
use super::board::WIDTH;

/// The direction of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Direction {
    /// —
    Row,
    /// ╲
    Diagonal,
    /// │
    Column,
    /// ╱
    AntiDiagonal,
}

impl Direction {
    /// All four, in the order of the public course on gomoku (AI五子棋, step 07): — ╲ │ ╱.
    pub const ALL: [Direction; 4] =
        [Direction::Row, Direction::Diagonal, Direction::Column, Direction::AntiDiagonal];

    /// The rows and columns from a point to the next one of the line.
    #[must_use]
    pub const fn step(self) -> (i8, i8) {
        match self {
            Direction::Row => (0, 1),
            Direction::Diagonal => (1, 1),
            Direction::Column => (1, 0),
            Direction::AntiDiagonal => (1, -1),
        }
    }

    /// From a point to the next one in the memory of a board.
    pub(super) const fn stride(self) -> usize {
        match self {
            Direction::Row => 1,
            Direction::Diagonal => WIDTH + 1,
            Direction::Column => WIDTH,
            Direction::AntiDiagonal => WIDTH - 1,
        }
    }

    /// How many points of the line come before `point` and how many after it, up to the border.
    #[must_use]
    pub fn room(self, point: Point) -> (u8, u8) {
        let (up, left) = (point.row(), point.column());
        let (down, right) = (Point::SIDE - 1 - up, Point::SIDE - 1 - left);
        match self {
            Direction::Row => (left, right),
            Direction::Diagonal => (up.min(left), down.min(right)),
            Direction::Column => (up, down),
            Direction::AntiDiagonal => (up.min(right), down.min(left)),
        }
    }
}
