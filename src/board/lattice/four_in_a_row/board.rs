//! The stones on the cells.
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

use std::fmt::{self, Write as _};
use std::str::FromStr;

use super::{Bitboard, ByColor, Cell, Stone};

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
    /// A character has no meaning.
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
