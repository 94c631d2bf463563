//! The points of the board.
//!
//! ```text
//!       a   b   c  …  o
//!   a   0   1   2  …  14
//!   b  15  16  17  …  29        `bc` is row 1, column 2: index 1·15 + 2 = 17
//!   …
//!   o 210 211 212  … 224
//! ```
//!
//! ```
//! use gradus_board::gomoku::Point;
//!
//! let point: Point = "BC".parse()?;
//! assert_eq!((point.row(), point.column(), point.index()), (1, 2, 17));
//! assert_eq!(point.to_string(), "bc");
//! assert_eq!(point.transposed().to_string(), "cb");
//! assert_eq!(point.offset(-2, 0), None);
//! # Ok::<(), gradus_board::text::ParseError>(())
//! ```

use std::fmt;
use std::str::FromStr;

use crate::text::ParseError;
use crate::{BitSet, Finite, Table};

/// A point of the board. Ordered by row, then by column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(u8);

impl Point {
    /// How many rows the board has, and how many columns.
    pub const SIDE: u8 = 15;

    /// How many points the board has.
    pub const COUNT: u8 = Self::SIDE * Self::SIDE;

    /// The point at `row` and `column`, both from 0; `None` if that is off the board.
    pub const fn new(row: u8, column: u8) -> Option<Point> {
        if row < Self::SIDE && column < Self::SIDE {
            Some(Point(row * Self::SIDE + column))
        } else {
            None
        }
    }

    /// The point with this row-major index; `None` from 225 on.
    pub const fn from_index(index: u8) -> Option<Point> {
        if index < Self::COUNT { Some(Point(index)) } else { None }
    }

    /// Every point, row by row.
    pub fn all() -> impl ExactSizeIterator<Item = Point> + Clone {
        (0..Self::COUNT).map(Point)
    }

    /// The row, from 0 at the top.
    pub const fn row(self) -> u8 {
        self.0 / Self::SIDE
    }

    /// The column, from 0 on the left.
    pub const fn column(self) -> u8 {
        self.0 % Self::SIDE
    }

    /// The row-major index: `row * 15 + column`.
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The point with row and column exchanged.
    #[must_use]
    pub const fn transposed(self) -> Point {
        Point(self.column() * Self::SIDE + self.row())
    }

    /// The point `d_row` rows further down and `d_column` columns further right; `None` if that is off the board.
    pub fn offset(self, d_row: i8, d_column: i8) -> Option<Point> {
        Point::new(
            self.row().checked_add_signed(d_row)?,
            self.column().checked_add_signed(d_column)?,
        )
    }
}

impl Finite for Point {
    const COUNT: usize = Point::COUNT as usize;

    fn index(self) -> u8 {
        self.0
    }

    fn from_index(index: u8) -> Option<Point> {
        Point::from_index(index)
    }
}

/// A set of points.
pub type PointSet = BitSet<Point, [u64; 4]>;

/// A value for each point.
pub type ByPoint<V> = Table<Point, V, 225>;

impl FromStr for Point {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Point, ParseError> {
        let mut letters = text.chars();
        match (
            letters.next().and_then(from_letter),
            letters.next().and_then(from_letter),
            letters.next(),
        ) {
            (Some(row), Some(column), None) => Point::new(row, column),
            _ => None,
        }
        .ok_or_else(|| {
            ParseError::of_text("two letters from a to o, the row and then the column", text)
        })
    }
}

/// The distance of a letter from `a`, in either case.
fn from_letter(letter: char) -> Option<u8> {
    u8::try_from(letter.to_ascii_lowercase()).ok()?.checked_sub(b'a')
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.row()), char::from(b'a' + self.column()))
    }
}
