//! Threats: cells that complete a line, and cells that make two such cells at once.
//!
//! ```text
//!   x x . x      0  1  2  3       2 completes the row for black. White's three in the last row leads to
//!   . . . .      4  5  6  7       nothing: its fourth cell is taken.
//!   o . . .      8  9 10 11
//!   o o o x     12 13 14 15
//! ```
//!
//! The opponent can answer one threat, not two. So a cell on two lines that have two stones of a side
//! and no other stone wins for it: a stone there makes both into threes. In this picture it is 0.
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

use super::{Bitboard, Board, LineCounts, Stone, Tally};

impl Board {
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

    /// For every empty cell, how many lines through it have so many stones of `side` and none of the opponent's.
    #[must_use]
    pub fn open_cells(&self, side: Stone, stones: u8) -> Tally {
        let empty = self.empty_cells();
        LineCounts::of(self).lines_with(side, stones, 0).map(|line| line.mask() & empty).collect()
    }
}
