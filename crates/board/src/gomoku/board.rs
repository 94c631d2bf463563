//! What lies on each point.
//!
//! ```
//! use gradus_board::gomoku::{Board, Point, Stone};
//!
//! let mut board = Board::empty();
//! let point: Point = "ac".parse()?;
//! board.place(point, Stone::White);
//! assert_eq!(board.at(point), Some(Stone::White));
//!
//! let picture = board.to_string();
//! assert!(picture.starts_with("..o...") && picture.len() == 225);
//! assert_eq!(picture.parse(), Ok(board));
//! # Ok::<(), gradus_board::text::ParseError>(())
//! ```

use std::fmt::{self, Write as _};
use std::str::FromStr;

use super::{Point, Stone};

/// The width of the border. A line can be followed this far from any point without leaving the array, so no
/// step needs a check.
pub(super) const BORDER: usize = 4;

/// From a cell to the one below it. The border right of a row is also the one left of the next.
pub(super) const WIDTH: usize = Point::SIDE as usize + BORDER;

/// The rows, the border's above and below with them, and the end of the last row's border.
const SIZE: usize = (BORDER + Point::SIDE as usize + BORDER) * WIDTH + BORDER;

/// What the border holds.
const OFF_BOARD: u8 = b' ';

/// The stones on the points: a picture, which need not come from a legal game;
/// [`Game`](super::Game) holds one that does.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
// A symbol a point: `x`, `o` or `.`; and `OFF_BOARD` around them.
pub struct Board {
    symbols: [u8; SIZE],
}

impl Board {
    /// The board before the first move.
    pub const fn empty() -> Board {
        const EMPTY: Board = Board::make_empty();
        EMPTY
    }

    #[expect(
        clippy::indexing_slicing,
        reason = "runs in the compiler, which refuses an index out of range"
    )]
    const fn make_empty() -> Board {
        let mut symbols = [OFF_BOARD; SIZE];
        let mut index = 0;
        while let Some(point) = Point::from_index(index) {
            symbols[position(point)] = b'.';
            index += 1;
        }
        Board { symbols }
    }

    /// The stone on `point`, if there is one.
    pub fn at(&self, point: Point) -> Option<Stone> {
        Stone::from_symbol(self.symbol(position(point)).into()).flatten()
    }

    /// Puts a stone on `point`, replacing what is there.
    pub fn place(&mut self, point: Point, stone: Stone) {
        #[expect(clippy::indexing_slicing, reason = "a point lies within the border")]
        let symbol = &mut self.symbols[position(point)];
        *symbol = match stone {
            Stone::Black => b'x',
            Stone::White => b'o',
        };
    }

    /// The symbol at a position of the array.
    #[expect(clippy::indexing_slicing, reason = "the border is as wide as a window reaches")]
    pub(super) fn symbol(&self, position: usize) -> u8 {
        self.symbols[position]
    }
}

/// The position of a point in the array.
pub(super) const fn position(point: Point) -> usize {
    (point.row() as usize + BORDER) * WIDTH + point.column() as usize + BORDER
}

/// The text is not a board.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParseBoardError {
    /// There are too many or too few characters.
    #[error("expected 225 characters, 15 rows of 15; found {found}")]
    Length {
        /// How many there are.
        found: usize,
    },
    /// A character has no meaning.
    #[error("expected x, o or . at {point}; found {found:?}")]
    Symbol {
        /// Where it is.
        point: Point,
        /// What it is.
        found: char,
    },
}

impl FromStr for Board {
    type Err = ParseBoardError;

    fn from_str(text: &str) -> Result<Board, ParseBoardError> {
        let found = text.chars().count();
        if found != Point::all().len() {
            return Err(ParseBoardError::Length { found });
        }
        let mut board = Board::empty();
        for (point, symbol) in Point::all().zip(text.chars()) {
            let stone = Stone::from_symbol(symbol);
            if let Some(stone) = stone.ok_or(ParseBoardError::Symbol { point, found: symbol })? {
                board.place(point, stone);
            }
        }
        Ok(board)
    }
}

/// 225 characters, row by row, with no line breaks.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Point::all().try_for_each(|point| f.write_char(self.symbol(position(point)).into()))
    }
}

/// Fifteen lines, one for each row.
impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Point::all().try_for_each(|point| {
            let line_break = if point.column() == 0 { "\n" } else { "" };
            write!(f, "{line_break}{}", char::from(self.symbol(position(point))))
        })
    }
}
