//! A move: a number and the cell where it goes.
//!
//! ```
//! use gradus_board::numerical::Move;
//!
//! let placed: Move = "5:9".parse()?;
//! assert_eq!((placed.cell.index(), placed.number.value()), (5, 9));
//! assert_eq!(placed.to_string(), "5:9");
//! # Ok::<(), gradus_board::numerical::ParseMoveError>(())
//! ```

use std::fmt;
use std::str::FromStr;

use super::{Cell, Number};
use crate::text::{ParseError, quoted};

/// A number for a cell, written `cell:number`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// Where the number goes.
    pub cell: Cell,
    /// What goes there.
    pub number: Number,
}

/// The text is not a move.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParseMoveError {
    /// There is no colon.
    #[error("expected cell:number; found {found}")]
    Colon {
        /// What there is, quoted.
        found: String,
    },
    /// The text before the colon is not a cell.
    #[error(transparent)]
    Cell(ParseError),
    /// The text after the colon is not a number from 1 to 16.
    #[error(transparent)]
    Number(ParseError),
}

impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Move, ParseMoveError> {
        let (cell, number) =
            text.split_once(':').ok_or_else(|| ParseMoveError::Colon { found: quoted(text) })?;
        let cell = cell.parse().map_err(ParseMoveError::Cell)?;
        Ok(Move { cell, number: number.parse().map_err(ParseMoveError::Number)? })
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.cell, self.number)
    }
}
