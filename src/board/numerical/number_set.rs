//! Sets of numbers, a bit each.
//!
//! ```text
//!   number   16 15 14 13 12 11 10  9  8  7  6  5  4  3  2  1
//!   bit       0  0  0  1  0  0  0  0  0  0  0  0  0  1  1  0      {2, 3, 13}
//! ```
//!
//! ```
//! use gradus::board::numerical::{Number, NumberSet, Player};
//!
//! let set: NumberSet = [13, 2, 3].into_iter().filter_map(Number::new).collect();
//! assert_eq!(set.to_string(), "2 3 13");
//! assert_eq!(set.intersection(NumberSet::of(Player::Odd)).len(), 2);
//! ```

use std::fmt;

use super::{Number, Player};

/// A set of numbers from 1 to 16.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
// Number `n` is bit `n − 1`.
pub struct NumberSet(u16);

impl NumberSet {
    /// The set with nothing in it.
    pub const EMPTY: NumberSet = NumberSet(0);

    /// The sixteen numbers of the game.
    pub const ALL: NumberSet = NumberSet(u16::MAX);

    /// The eight numbers that `player` places.
    #[must_use]
    pub const fn of(player: Player) -> NumberSet {
        match player {
            Player::Odd => NumberSet(0b0101_0101_0101_0101),
            Player::Even => NumberSet(0b1010_1010_1010_1010),
        }
    }

    /// The set whose bit `n − 1` says whether it has number `n`.
    #[must_use]
    pub const fn from_bits(bits: u16) -> NumberSet {
        NumberSet(bits)
    }

    /// Bit `n − 1` says whether the set has number `n`.
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The set with `number` too.
    #[must_use]
    pub const fn with(self, number: Number) -> NumberSet {
        NumberSet(self.0 | 1 << (number.value() - 1))
    }

    /// The set without `number`.
    #[must_use]
    pub const fn without(self, number: Number) -> NumberSet {
        NumberSet(self.0 & !(1 << (number.value() - 1)))
    }

    /// Whether `number` is in the set.
    #[must_use]
    pub const fn contains(self, number: Number) -> bool {
        self.0 >> (number.value() - 1) & 1 == 1
    }

    /// Whether every number of `other` is in the set.
    #[must_use]
    pub const fn contains_all(self, other: NumberSet) -> bool {
        other.0 & !self.0 == 0
    }

    /// The numbers that are in both sets.
    #[must_use]
    pub const fn intersection(self, other: NumberSet) -> NumberSet {
        NumberSet(self.0 & other.0)
    }

    /// The numbers that are in one of the sets or in both.
    #[must_use]
    pub const fn union(self, other: NumberSet) -> NumberSet {
        NumberSet(self.0 | other.0)
    }

    /// The numbers of this set that are not in `other`.
    #[must_use]
    pub const fn difference(self, other: NumberSet) -> NumberSet {
        NumberSet(self.0 & !other.0)
    }

    /// How many numbers are in the set.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether nothing is in the set.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The sum of the numbers.
    #[must_use]
    pub fn sum(self) -> u8 {
        self.iter().map(Number::value).sum()
    }

    /// The numbers, ascending.
    pub fn iter(self) -> impl Iterator<Item = Number> + Clone {
        let mut rest = self;
        std::iter::from_fn(move || {
            let least = rest.least()?;
            rest = rest.without(least);
            Some(least)
        })
    }

    /// The least number of the set.
    fn least(self) -> Option<Number> {
        // The trailing zeros of no bits at all are 16, and there is no number 17.
        u8::try_from(self.0.trailing_zeros() + 1).ok().and_then(Number::new)
    }
}

impl FromIterator<Number> for NumberSet {
    fn from_iter<I: IntoIterator<Item = Number>>(numbers: I) -> NumberSet {
        numbers.into_iter().fold(NumberSet::EMPTY, NumberSet::with)
    }
}

/// The numbers, ascending, with single spaces; nothing for the empty set.
impl fmt::Display for NumberSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, number) in self.iter().enumerate() {
            let space = if position == 0 { "" } else { " " };
            write!(f, "{space}{number}")?;
        }
        Ok(())
    }
}
