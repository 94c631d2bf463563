//! A small number for every cell, bit-sliced: plane `k` holds bit `k` of all of them.
//!
//! ```text
//!   numbers    0 1 2 3      plane 0    . 1 . 1      To count a set of cells is to add 1 to each
//!                           plane 1    . . 1 1      of them: the set is the first carry, and
//!                                                   every plane takes what is carried into it.
//! ```
//!
//! The cells with the greatest number are found from the highest plane down: a plane that has any of
//! the cells still in question leaves only those.
//!
//! ```
//! use gradus::board::lattice::four_in_a_row::{Bitboard, Cell, Tally};
//!
//! let set = |ids: &[u8]| ids.iter().copied().map(Cell::new).collect::<Bitboard>();
//! let tally: Tally = [set(&[0, 9, 57]), set(&[9, 57, 85]), set(&[57])].into_iter().collect();
//! assert_eq!(tally.most(), set(&[57]));
//! assert_eq!((tally.exactly_one(), tally.two_or_more()), (set(&[0, 85]), set(&[9, 57])));
//! ```

use std::ops::BitOr;

use super::Bitboard;

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
            let greater = left & plane;
            if greater.is_empty() { left } else { greater }
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
