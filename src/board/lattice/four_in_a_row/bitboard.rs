//! Sets of cells, a bit each.
//!
//! ```text
//!   word 0          word 1          word 2          word 3
//!   w = 0           w = 1           w = 2           w = 3
//!   cells 0…63      64…127          128…191         192…255       bit z·16 + y·4 + x of word w
//! ```
//!
//! ```
//! use gradus::board::lattice::four_in_a_row::{Bitboard, Cell};
//!
//! let set: Bitboard = [255, 0, 57].into_iter().map(Cell::new).collect();
//! assert_eq!(set.iter().map(Cell::id).collect::<Vec<_>>(), [0, 57, 255]);
//! assert_eq!(set.words()[0], 1 << 57 | 1);
//! assert_eq!((!set).len(), 253);
//! ```

use std::iter;
use std::ops::{BitAnd, BitOr, BitXor, Not};

use super::Cell;

/// A set of cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bitboard([u64; 4]);

impl Bitboard {
    /// The set with nothing in it.
    pub const EMPTY: Bitboard = Bitboard([0; 4]);

    /// The bits: cell `id` is bit `id % 64` of word `id / 64`.
    #[must_use]
    pub const fn words(self) -> [u64; 4] {
        self.0
    }

    /// Whether `cell` is in the set.
    #[must_use]
    pub fn contains(self, cell: Cell) -> bool {
        self.0.get(word(cell)).is_some_and(|word| word >> (cell.id() % 64) & 1 == 1)
    }

    /// Puts `cell` into the set.
    pub fn insert(&mut self, cell: Cell) {
        if let Some(word) = self.0.get_mut(word(cell)) {
            *word |= 1 << (cell.id() % 64);
        }
    }

    /// Takes `cell` out of the set.
    pub fn remove(&mut self, cell: Cell) {
        if let Some(word) = self.0.get_mut(word(cell)) {
            *word &= !(1 << (cell.id() % 64));
        }
    }

    /// Whether every cell of `other` is in the set.
    #[must_use]
    pub fn contains_all(self, other: Bitboard) -> bool {
        (other & !self).is_empty()
    }

    /// How many cells are in the set.
    #[must_use]
    pub fn len(self) -> u32 {
        self.0.into_iter().map(u64::count_ones).sum()
    }

    /// Whether nothing is in the set.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        let [a, b, c, d] = self.0;
        a | b | c | d == 0
    }

    /// The cell with the lowest id.
    #[must_use]
    pub fn first(self) -> Option<Cell> {
        self.iter().next()
    }

    /// The cells, by id.
    pub fn iter(self) -> impl Iterator<Item = Cell> + Clone {
        [0, 64, 128, 192].into_iter().zip(self.0).flat_map(|(first, word)| {
            let bits = iter::successors(Some(word), |&left| Some(left & left.wrapping_sub(1)));
            bits.take_while(|&left| left != 0).map(move |left| Cell::new(first + lowest_bit(left)))
        })
    }

    /// The words of both sets, pair by pair made into one.
    fn zip(self, other: Bitboard, combine: impl Fn(u64, u64) -> u64) -> Bitboard {
        let mut words = self.0;
        for (word, other) in words.iter_mut().zip(other.0) {
            *word = combine(*word, other);
        }
        Bitboard(words)
    }
}

/// The place of the lowest bit of a word that has one.
#[expect(clippy::cast_possible_truncation, reason = "a word has 64 bits")]
const fn lowest_bit(word: u64) -> u8 {
    word.trailing_zeros() as u8
}

const fn word(cell: Cell) -> usize {
    cell.id() as usize / 64
}

impl FromIterator<Cell> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Bitboard {
        let mut set = Bitboard::EMPTY;
        cells.into_iter().for_each(|cell| set.insert(cell));
        set
    }
}

impl BitAnd for Bitboard {
    type Output = Bitboard;

    fn bitand(self, other: Bitboard) -> Bitboard {
        self.zip(other, BitAnd::bitand)
    }
}

impl BitOr for Bitboard {
    type Output = Bitboard;

    fn bitor(self, other: Bitboard) -> Bitboard {
        self.zip(other, BitOr::bitor)
    }
}

impl BitXor for Bitboard {
    type Output = Bitboard;

    fn bitxor(self, other: Bitboard) -> Bitboard {
        self.zip(other, BitXor::bitxor)
    }
}

impl Not for Bitboard {
    type Output = Bitboard;

    fn not(self) -> Bitboard {
        Bitboard(self.0.map(|word| !word))
    }
}
