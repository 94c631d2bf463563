//! The cells of the board, and sets of them.
//!
//! ```text
//!   id = w·64 + z·16 + y·4 + x        57 = 0·64 + 3·16 + 2·4 + 1 is the cell (1, 2, 3, 0)
//!
//!   word 0          word 1          word 2          word 3
//!   w = 0           w = 1           w = 2           w = 3
//!   cells 0…63      64…127          128…191         192…255       bit z·16 + y·4 + x of word w
//! ```
//!
//! ```
//! use gradus_board::lattice::four_in_a_row::{Bitboard, Cell};
//!
//! let cell: Cell = "57".parse()?;
//! assert_eq!(cell.coordinates(), [1, 2, 3, 0]);
//! assert_eq!(Cell::from_coordinates([1, 2, 3, 0]), Some(cell));
//! assert_eq!(Cell::from_coordinates([4, 0, 0, 0]), None);
//!
//! let set: Bitboard = [255, 0, 57].into_iter().map(Cell::new).collect();
//! assert_eq!(set.iter().map(Cell::id).collect::<Vec<_>>(), [0, 57, 255]);
//! assert_eq!(set.bits()[0], 1 << 57 | 1);
//! assert_eq!((!set).len(), 253);
//! # Ok::<(), gradus_board::text::ParseError>(())
//! ```

use std::fmt;
use std::ops::Not;
use std::str::FromStr;

use crate::text::{ParseError, decimal};
use crate::{BitSet, Finite, Table};

/// A cell of the board. There are 256, so every byte is the id of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// The cell with this id.
    pub const fn new(id: u8) -> Cell {
        Cell(id)
    }

    /// The cell at (x, y, z, w), each 0 to 3; `None` if one of them is greater.
    pub fn from_coordinates(coordinates: [u8; 4]) -> Option<Cell> {
        let id = coordinates.into_iter().rev().fold(0, |id, coordinate| id << 2 | coordinate & 3);
        coordinates.iter().all(|&coordinate| coordinate < 4).then_some(Cell(id))
    }

    /// Every cell, by id.
    pub fn all() -> impl DoubleEndedIterator<Item = Cell> + Clone {
        (0..=u8::MAX).map(Cell)
    }

    /// The id, `w * 64 + z * 16 + y * 4 + x`.
    pub const fn id(self) -> u8 {
        self.0
    }

    /// (x, y, z, w), each 0 to 3.
    pub const fn coordinates(self) -> [u8; 4] {
        [self.0 & 3, self.0 >> 2 & 3, self.0 >> 4 & 3, self.0 >> 6]
    }
}

impl Finite for Cell {
    const COUNT: usize = 256;

    fn index(self) -> u8 {
        self.0
    }

    fn from_index(index: u8) -> Option<Cell> {
        Some(Cell(index))
    }
}

/// A set of cells.
pub type Bitboard = BitSet<Cell, [u64; 4]>;

/// The cells that are not in the set: every bit is a cell.
impl Not for Bitboard {
    type Output = Bitboard;

    fn not(self) -> Bitboard {
        Bitboard::from_bits(self.bits().map(|word| !word))
    }
}

/// A value for each cell.
pub type ByCell<V> = Table<Cell, V, 256>;

impl FromStr for Cell {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Cell, ParseError> {
        decimal(text).map(Cell).ok_or_else(|| ParseError::of_text("a cell from 0 to 255", text))
    }
}

impl TryFrom<[u8; 4]> for Cell {
    type Error = ParseError;

    fn try_from(coordinates: [u8; 4]) -> Result<Cell, ParseError> {
        Cell::from_coordinates(coordinates)
            .ok_or_else(|| ParseError::of_numbers("x, y, z and w from 0 to 3", coordinates))
    }
}

impl From<Cell> for [u8; 4] {
    fn from(cell: Cell) -> [u8; 4] {
        cell.coordinates()
    }
}

impl From<u8> for Cell {
    fn from(id: u8) -> Cell {
        Cell(id)
    }
}

impl From<Cell> for u8 {
    fn from(cell: Cell) -> u8 {
        cell.0
    }
}

/// The id.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
