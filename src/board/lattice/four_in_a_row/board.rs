//! The stones on the cells, and the cells that threaten to complete a line.
//!
//! ```
//! use gradus::board::lattice::four_in_a_row::{Board, Cell, Stone};
//!
//! let mut board = Board::empty();
//! board.place(Cell::new(2), Stone::White);
//! assert_eq!(board.at(Cell::new(2)), Some(Stone::White));
//!
//! let picture = board.to_string();
//! assert!(picture.starts_with("..o.") && picture.len() == 256);
//! assert_eq!(picture.parse(), Ok(board));
//! ```
//!
//! ```text
//!   x x . x      0  1  2  3       2 completes the row for black. White's three in the last row leads to
//!   . . . .      4  5  6  7       nothing: its fourth cell is taken.
//!   o . . .      8  9 10 11
//!   o o o x     12 13 14 15
//! ```
//!
//! The opponent can answer one threat, not two. So a cell on two lines that have two stones of a side
//! and no other stone wins for that side: a stone there makes both into threes. In this picture it is 0.
//!
//! ```text
//!   . x x .      0  1  2  3
//!   x . . .      4  5  6  7
//!   . . o .      8  9 10 11
//!   x . . .     12 13 14 15
//! ```
//!
//! ```
//! use gradus::board::lattice::four_in_a_row::{Bitboard, Board, Cell, Stone};
//!
//! let board = |picture: &str| format!("{picture:.<256}").parse::<Board>();
//! let cells = |ids: &[u8]| ids.iter().copied().map(Cell::new).collect::<Bitboard>();
//!
//! let first = board("xx.x....o...ooox")?;
//! assert_eq!(first.completing_cells(Stone::Black), cells(&[2]));
//! assert_eq!(first.completing_cells(Stone::White), Bitboard::EMPTY);
//!
//! let second = board(".xx.x.....o.x...")?;
//! assert_eq!(second.double_threats(Stone::Black), cells(&[0]));
//! # Ok::<(), gradus::board::lattice::four_in_a_row::ParseBoardError>(())
//! ```

use std::fmt::{self, Write as _};
use std::str::FromStr;

use super::{Bitboard, ByColor, Cell, LineCounts, Stone, Tally};

/// The stones on the cells: a picture, which need not come from a legal game. [`Game`](super::Game)
/// holds one that does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
// No cell is in both sets.
pub struct Board {
    stones: ByColor<Bitboard>,
}

impl Board {
    /// The board before the first move.
    #[must_use]
    pub const fn empty() -> Board {
        Board { stones: ByColor { black: Bitboard::EMPTY, white: Bitboard::EMPTY } }
    }

    /// The stone on `cell`, if there is one.
    #[must_use]
    pub fn at(&self, cell: Cell) -> Option<Stone> {
        Stone::ALL.into_iter().find(|&stone| self.stones(stone).contains(cell))
    }

    /// Puts a stone on `cell`, instead of what is there.
    pub fn place(&mut self, cell: Cell, stone: Stone) {
        self.stones[stone].insert(cell);
        self.stones[stone.other()].remove(cell);
    }

    /// The cells with a stone of `side`.
    #[must_use]
    pub const fn stones(&self, side: Stone) -> Bitboard {
        *self.stones.get(side)
    }

    /// The cells with no stone.
    #[must_use]
    pub fn empty_cells(&self) -> Bitboard {
        !(self.stones.black | self.stones.white)
    }

    /// The empty cells where a stone of `side` completes a line.
    #[must_use]
    pub fn completing_cells(&self, side: Stone) -> Bitboard {
        self.open_cells(side, 3).counted()
    }

    /// The empty cells on two or more lines that have two stones of `side` and two empty cells. Where the side has no
    /// [completing cell](Board::completing_cells) yet, these are the cells that give it two or more at once.
    #[must_use]
    pub fn double_threats(&self, side: Stone) -> Bitboard {
        self.open_cells(side, 2).two_or_more()
    }

    /// For every empty cell, how many lines through it have exactly this number of stones of `side` and none of the
    /// opponent's.
    #[must_use]
    pub fn open_cells(&self, side: Stone, stones: u8) -> Tally {
        let empty = self.empty_cells();
        LineCounts::of(self).lines_with(side, stones, 0).map(|line| line.mask() & empty).collect()
    }
}

/// The text is not a board.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParseBoardError {
    /// There are too many or too few characters.
    #[error("expected 256 characters, one a cell; found {found}")]
    Length {
        /// How many there are.
        found: usize,
    },
    /// A character stands for nothing.
    #[error("expected x, o or . at cell {cell}; found {found:?}")]
    Symbol {
        /// Where it is.
        cell: Cell,
        /// What it is.
        found: char,
    },
}

impl FromStr for Board {
    type Err = ParseBoardError;

    fn from_str(text: &str) -> Result<Board, ParseBoardError> {
        let found = text.chars().count();
        if found != Cell::all().count() {
            return Err(ParseBoardError::Length { found });
        }
        let mut board = Board::empty();
        for (cell, symbol) in Cell::all().zip(text.chars()) {
            let place = Stone::from_symbol(symbol);
            if let Some(stone) = place.ok_or(ParseBoardError::Symbol { cell, found: symbol })? {
                board.place(cell, stone);
            }
        }
        Ok(board)
    }
}

/// 256 characters, by id.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Cell::all().try_for_each(|cell| f.write_char(Stone::symbol_of(self.at(cell))))
    }
}
