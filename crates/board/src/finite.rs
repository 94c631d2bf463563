//! Types with few values, numbered from 0, tables that have an entry for each value, and sets of values.
//!
//! ```
//! use gradus_board::gomoku::Direction;
//! use gradus_board::{Finite, Table};
//!
//! let mut runs: Table<Direction, u32, 4> = Table::default();
//! runs[Direction::Column] += 1;
//! assert_eq!(runs.entries(), &[0, 0, 1, 0]);
//! assert_eq!(Direction::from_index(4), None);
//! ```
//!
//! A set has a bit for each value: the value with the number `i` is bit `i`.
//!
//! ```text
//!   number   16 15 14 13 12 11 10  9  8  7  6  5  4  3  2  1
//!   bit       0  0  0  1  0  0  0  0  0  0  0  0  0  1  1  0      {2, 3, 13}
//! ```
//!
//! The games name their sets: [`NumberSet`](super::numerical::NumberSet) has 16 bits,
//! [`TileSet`](super::lattice::tesseract::TileSet) 128,
//! [`Bitboard`](super::lattice::four_in_a_row::Bitboard) and the points of gomoku have four words of 64.
//!
//! ```
//! use gradus_board::lattice::tesseract::{Tile, TileSet};
//!
//! let set: TileSet = [80, 1, 40].into_iter().filter_map(Tile::new).collect();
//! assert_eq!(set.bits(), 1 << 79 | 1 << 39 | 1);
//! assert_eq!(set.iter().map(Tile::id).collect::<Vec<_>>(), [1, 40, 80]);
//! assert_eq!((set - set.with(set.first().unwrap())).len(), 0);
//! ```

use std::marker::PhantomData;
use std::ops::{BitAnd, BitOr, BitXor, Index, IndexMut, Sub};
use std::{array, iter};

/// A type with at most 256 values, numbered from 0.
pub trait Finite: Copy {
    /// How many values there are.
    const COUNT: usize;

    /// The number of the value, below [`COUNT`](Finite::COUNT).
    fn index(self) -> u8;

    /// The value with this number; `None` from [`COUNT`](Finite::COUNT) on.
    fn from_index(index: u8) -> Option<Self>;
}

/// An entry of type `V` for each of the `N` values of `T`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Table<T, V, const N: usize> {
    entries: [V; N],
    keys: PhantomData<T>,
}

impl<T: Finite, V, const N: usize> Table<T, V, N> {
    /// The table with these entries, by the number of the value.
    pub const fn new(entries: [V; N]) -> Table<T, V, N> {
        const { assert!(N == T::COUNT, "a table has an entry for each value") };
        Table { entries, keys: PhantomData }
    }

    /// The table with the entry that `entry` gives for each value.
    #[expect(clippy::expect_used, reason = "N is COUNT, and there are at most 256 values")]
    pub fn from_fn(mut entry: impl FnMut(T) -> V) -> Table<T, V, N> {
        Table::new(array::from_fn(|index| {
            let key = u8::try_from(index).ok().and_then(T::from_index);
            entry(key.expect("there is a value for every number below COUNT"))
        }))
    }

    /// The entries, by the number of the value.
    pub const fn entries(&self) -> &[V; N] {
        &self.entries
    }

    /// The entries, by the number of the value.
    pub const fn entries_mut(&mut self) -> &mut [V; N] {
        &mut self.entries
    }
}

impl<T: Finite, V: Copy + Default, const N: usize> Default for Table<T, V, N> {
    fn default() -> Table<T, V, N> {
        Table::new([V::default(); N])
    }
}

impl<T: Finite, V, const N: usize> Index<T> for Table<T, V, N> {
    type Output = V;

    #[expect(clippy::indexing_slicing, reason = "a number of a value is below COUNT, which is N")]
    fn index(&self, key: T) -> &V {
        &self.entries[usize::from(key.index())]
    }
}

impl<T: Finite, V, const N: usize> IndexMut<T> for Table<T, V, N> {
    #[expect(clippy::indexing_slicing, reason = "a number of a value is below COUNT, which is N")]
    fn index_mut(&mut self, key: T) -> &mut V {
        &mut self.entries[usize::from(key.index())]
    }
}

/// A set of values of `T`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[must_use]
pub struct BitSet<T, B> {
    bits: B,
    values: PhantomData<T>,
}

impl<T: Finite, B: Bits> BitSet<T, B> {
    /// The set with nothing in it.
    pub const EMPTY: Self = Self::from_bits(B::ZERO);

    /// The set with these bits, of which those that belong to no value must be 0.
    pub const fn from_bits(bits: B) -> Self {
        BitSet { bits, values: PhantomData }
    }

    /// The bits: the value with the number `i` is bit `i`.
    pub const fn bits(self) -> B {
        self.bits
    }

    /// Whether `value` is in the set.
    pub fn contains(self, value: T) -> bool {
        self.bits.has(value.index())
    }

    /// Whether every value of `other` is in the set.
    pub fn contains_all(self, other: Self) -> bool {
        (other - self).is_empty()
    }

    /// Puts `value` into the set.
    pub fn insert(&mut self, value: T) {
        self.bits.set(value.index());
    }

    /// Takes `value` out of the set.
    pub fn remove(&mut self, value: T) {
        self.bits.clear(value.index());
    }

    /// The set with `value` too.
    pub fn with(mut self, value: T) -> Self {
        self.insert(value);
        self
    }

    /// The set without `value`.
    pub fn without(mut self, value: T) -> Self {
        self.remove(value);
        self
    }

    /// How many values are in the set.
    pub fn len(self) -> u32 {
        self.bits.count()
    }

    /// Whether nothing is in the set.
    pub fn is_empty(self) -> bool {
        self.bits == B::ZERO
    }

    /// The value with the lowest number.
    pub fn first(self) -> Option<T> {
        self.iter().next()
    }

    /// The values, by number.
    pub fn iter(self) -> impl Iterator<Item = T> + Clone {
        self.bits.ones().filter_map(T::from_index)
    }
}

impl<T: Finite, B: Bits> Default for BitSet<T, B> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<T: Finite, B: Bits> FromIterator<T> for BitSet<T, B> {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
        values.into_iter().fold(Self::EMPTY, Self::with)
    }
}

/// The values that are in both sets.
impl<T: Finite, B: Bits> BitAnd for BitSet<T, B> {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self::from_bits(self.bits.and(other.bits))
    }
}

/// The values that are in one of the sets or in both.
impl<T: Finite, B: Bits> BitOr for BitSet<T, B> {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self::from_bits(self.bits.or(other.bits))
    }
}

/// The values that are in exactly one of the sets.
impl<T: Finite, B: Bits> BitXor for BitSet<T, B> {
    type Output = Self;

    fn bitxor(self, other: Self) -> Self {
        Self::from_bits(self.bits.xor(other.bits))
    }
}

/// The values of the first set that are not in the second.
impl<T: Finite, B: Bits> Sub for BitSet<T, B> {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self::from_bits(self.bits.and_not(other.bits))
    }
}

/// An integer, or an array of words, that holds the bits of a set.
pub trait Bits: Copy + Eq {
    /// No bit is set.
    const ZERO: Self;

    /// Whether the bit with this number is set.
    fn has(self, index: u8) -> bool;

    /// Sets a bit.
    fn set(&mut self, index: u8);

    /// Clears a bit.
    fn clear(&mut self, index: u8);

    /// How many bits are set.
    fn count(self) -> u32;

    /// The numbers of the bits that are set, ascending.
    fn ones(self) -> impl Iterator<Item = u8> + Clone;

    /// The bits that are set in both.
    #[must_use]
    fn and(self, other: Self) -> Self;

    /// The bits that are set in one or in both.
    #[must_use]
    fn or(self, other: Self) -> Self;

    /// The bits that are set in exactly one.
    #[must_use]
    fn xor(self, other: Self) -> Self;

    /// The bits that are set here and not in `other`.
    #[must_use]
    fn and_not(self, other: Self) -> Self;
}

macro_rules! bits_of_an_integer {
    ($integer:ty) => {
        impl Bits for $integer {
            const ZERO: Self = 0;

            fn has(self, index: u8) -> bool {
                self >> index & 1 == 1
            }

            fn set(&mut self, index: u8) {
                *self |= 1 << index;
            }

            fn clear(&mut self, index: u8) {
                *self &= !(1 << index);
            }

            fn count(self) -> u32 {
                self.count_ones()
            }

            #[expect(clippy::cast_possible_truncation, reason = "an integer has at most 128 bits")]
            fn ones(self) -> impl Iterator<Item = u8> + Clone {
                let lowest_removed = |&left: &Self| Some(left & left.wrapping_sub(1));
                let left = iter::successors(Some(self), lowest_removed);
                left.take_while(|&left| left != 0).map(|left| left.trailing_zeros() as u8)
            }

            fn and(self, other: Self) -> Self {
                self & other
            }

            fn or(self, other: Self) -> Self {
                self | other
            }

            fn xor(self, other: Self) -> Self {
                self ^ other
            }

            fn and_not(self, other: Self) -> Self {
                self & !other
            }
        }
    };
}

bits_of_an_integer!(u16);
bits_of_an_integer!(u64);
bits_of_an_integer!(u128);

/// Bit `i` is bit `i % 64` of word `i / 64`.
#[expect(clippy::indexing_slicing, reason = "a byte divided by 64 is below 4")]
impl Bits for [u64; 4] {
    const ZERO: Self = [0; 4];

    fn has(self, index: u8) -> bool {
        self[usize::from(index / 64)].has(index % 64)
    }

    fn set(&mut self, index: u8) {
        self[usize::from(index / 64)].set(index % 64);
    }

    fn clear(&mut self, index: u8) {
        self[usize::from(index / 64)].clear(index % 64);
    }

    fn count(self) -> u32 {
        self.into_iter().map(u64::count_ones).sum()
    }

    fn ones(self) -> impl Iterator<Item = u8> + Clone {
        let words = [0, 64, 128, 192].into_iter().zip(self);
        words.flat_map(|(first, word)| word.ones().map(move |bit| first + bit))
    }

    fn and(self, other: Self) -> Self {
        zip(self, other, BitAnd::bitand)
    }

    fn or(self, other: Self) -> Self {
        zip(self, other, BitOr::bitor)
    }

    fn xor(self, other: Self) -> Self {
        zip(self, other, BitXor::bitxor)
    }

    fn and_not(self, other: Self) -> Self {
        zip(self, other, |word, other| word & !other)
    }
}

/// The words of both, pair by pair made into one.
fn zip(mut words: [u64; 4], others: [u64; 4], combine: impl Fn(u64, u64) -> u64) -> [u64; 4] {
    words.iter_mut().zip(others).for_each(|(word, other)| *word = combine(*word, other));
    words
}
