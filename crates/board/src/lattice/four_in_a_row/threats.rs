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
//! use gradus_board::lattice::four_in_a_row::{Bitboard, Board, Cell, Stone};
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
//! # Ok::<(), gradus_board::lattice::four_in_a_row::ParseBoardError>(())
//! ```
//!
//! The lines through every cell are counted in a [`Tally`]: a small number for every cell, bit-sliced, so that plane `k`
//! holds bit `k` of all of them.
//!
//! ```text
//!   numbers    0 1 2 3      plane 0    . 1 . 1      To count a set of cells is to add 1 to each
//!                           plane 1    . . 1 1      of them: the set is the first carry, and
//!                                                   every plane adds the carry of the one before.
//! ```
//!
//! The cells with the highest number are found from the highest plane down: a plane that has any of
//! the remaining cells leaves only those.
//!
//! ```
//! use gradus_board::lattice::four_in_a_row::{Bitboard, Cell, Tally};
//!
//! let set = |ids: &[u8]| ids.iter().copied().map(Cell::new).collect::<Bitboard>();
//! let tally: Tally = [set(&[0, 9, 57]), set(&[9, 57, 85]), set(&[57])].into_iter().collect();
//! assert_eq!(tally.most(), set(&[57]));
//! assert_eq!((tally.exactly_one(), tally.two_or_more()), (set(&[0, 85]), set(&[9, 57])));
//! ```

use std::ops::BitOr;

use super::{Bitboard, Board, LineCounts, Stone};

/// How often each cell was counted, from 0 to 15: as many lines as a cell can be on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    planes: [Bitboard; 4],
}

impl Tally {
    /// Counts the cells of a set once more.
    pub fn add(&mut self, set: Bitboard) {
        let mut carry = set;
        for plane in &mut self.planes {
            (*plane, carry) = (*plane ^ carry, *plane & carry);
        }
    }

    /// Takes back one count of the cells of a set, each of which has been counted.
    pub(super) fn remove(&mut self, set: Bitboard) {
        let mut borrow = set;
        for plane in &mut self.planes {
            (*plane, borrow) = (*plane ^ borrow, !*plane & borrow);
        }
    }

    /// The cells counted at all.
    #[must_use]
    pub fn counted(&self) -> Bitboard {
        self.planes.into_iter().fold(Bitboard::EMPTY, BitOr::bitor)
    }

    /// The cells counted once.
    #[must_use]
    pub fn exactly_one(&self) -> Bitboard {
        let [ones, ..] = self.planes;
        ones & !self.two_or_more()
    }

    /// The cells counted twice or more often.
    #[must_use]
    pub fn two_or_more(&self) -> Bitboard {
        let [_, twos, fours, eights] = self.planes;
        twos | fours | eights
    }

    /// The cells counted most often; none if no cell was counted.
    #[must_use]
    pub fn most(&self) -> Bitboard {
        self.planes.into_iter().rev().fold(self.counted(), |left, plane| {
            let higher = left & plane;
            if higher.is_empty() { left } else { higher }
        })
    }
}

impl FromIterator<Bitboard> for Tally {
    fn from_iter<I: IntoIterator<Item = Bitboard>>(sets: I) -> Tally {
        let mut tally = Tally::default();
        sets.into_iter().for_each(|set| tally.add(set));
        tally
    }
}

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

    /// For every empty cell, how many lines through it have exactly this number of stones of `side` and none of the
    /// opponent's.
    #[must_use]
    pub fn open_cells(&self, side: Stone, stones: u8) -> Tally {
        LineCounts::of(self).tally(self.empty_cells(), side, stones)
    }
}

impl LineCounts {
    /// For each of these cells, how many lines through it have exactly this number of stones of `side` and none of the
    /// opponent's: [`Board::open_cells`] for lines that are counted already.
    #[must_use]
    pub fn tally(&self, cells: Bitboard, side: Stone, stones: u8) -> Tally {
        self.lines_with(side, stones, 0).map(|line| line.mask() & cells).collect()
    }
}
