//! What lies on each point.
//!
//! ```
//! use gradus::board::gomoku::{Board, Point, Stone};
//!
//! let mut board = Board::empty();
//! let point: Point = "ac".parse()?;
//! board.place(point, Stone::White);
//! assert_eq!(board.at(point), Some(Stone::White));
//!
//! let picture = board.to_string();
//! assert!(picture.starts_with("..o...") && picture.len() == 225);
//! assert_eq!(picture.parse(), Ok(board));
//! # Ok::<(), gradus::board::gomoku::ParsePointError>(())
//! ```

use std::fmt::{self, Write as _};
use std::str::FromStr;

use super::{Point, Stone};

/// The stones on the points: a picture, which need not come from a legal game. [`Game`](super::Game) holds one that does.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    places: [Option<Stone>; Point::COUNT as usize],
}

impl Board {
    /// The board before the first move.
    #[must_use]
    pub const fn empty() -> Board {
        Board { places: [None; Point::COUNT as usize] }
    }

    /// The stone on `point`, if there is one.
    #[must_use]
    pub fn at(&self, point: Point) -> Option<Stone> {
        self.places.get(usize::from(point.index())).copied().flatten()
    }

    /// Puts a stone on `point`, instead of what is there.
    pub fn place(&mut self, point: Point, stone: Stone) {
        if let Some(place) = self.places.get_mut(usize::from(point.index())) {
            *place = Some(stone);
        }
    }

    /// What lies on the points, row by row.
    pub(super) const fn places(&self) -> &[Option<Stone>; Point::COUNT as usize] {
        &self.places
    }
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
    /// A character stands for nothing.
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
        let mut board = Board::empty();
        let found = text.chars().count();
        if found != board.places.len() {
            return Err(ParseBoardError::Length { found });
        }
        for ((point, place), symbol) in Point::all().zip(&mut board.places).zip(text.chars()) {
            *place = Stone::from_symbol(symbol)
                .ok_or(ParseBoardError::Symbol { point, found: symbol })?;
        }
        Ok(board)
    }
}

/// 225 characters, row by row, with no line breaks.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.places.iter().try_for_each(|&place| f.write_char(Stone::symbol_of(place)))
    }
}

/// Fifteen lines, for the eye.
impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.places.chunks(usize::from(Point::SIDE)) {
            f.write_char('\n')?;
            row.iter().try_for_each(|&place| f.write_char(Stone::symbol_of(place)))?;
        }
        Ok(())
    }
}
