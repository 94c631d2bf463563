//! The cells of the board.
//!
//! ```text
//!    0  1  2  3
//!    4  5  6  7
//!    8  9 10 11
//!   12 13 14 15
//! ```
//!
//! ```
//! use gradus_board::numerical::Cell;
//!
//! assert_eq!("11".parse::<Cell>()?.index(), 11);
//! assert!("16".parse::<Cell>().is_err());
//! # Ok::<(), gradus_board::text::ParseError>(())
//! ```

use std::fmt;
use std::str::FromStr;

use crate::text::{ParseError, decimal};
use crate::{BitSet, Finite, Table};

/// A cell of the board, numbered row by row from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// Every cell, row by row.
    #[rustfmt::skip]
    pub const ALL: [Cell; 16] = [
        Cell(0), Cell(1), Cell(2), Cell(3),
        Cell(4), Cell(5), Cell(6), Cell(7),
        Cell(8), Cell(9), Cell(10), Cell(11),
        Cell(12), Cell(13), Cell(14), Cell(15),
    ];

    /// The cell with this number; `None` from 16 on.
    pub const fn new(index: u8) -> Option<Cell> {
        if index < 16 { Some(Cell(index)) } else { None }
    }

    /// The number of the cell, 0 to 15.
    pub const fn index(self) -> u8 {
        self.0
    }
}

impl Finite for Cell {
    const COUNT: usize = Cell::ALL.len();

    fn index(self) -> u8 {
        self.0
    }

    fn from_index(index: u8) -> Option<Cell> {
        Cell::new(index)
    }
}

/// A set of cells.
pub(super) type CellSet = BitSet<Cell, u16>;

/// A value for each cell.
pub(crate) type ByCell<V> = Table<Cell, V, 16>;

impl FromStr for Cell {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Cell, ParseError> {
        decimal(text)
            .and_then(Cell::new)
            .ok_or_else(|| ParseError::of_text("a cell from 0 to 15", text))
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
