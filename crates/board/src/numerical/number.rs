//! The two players, the numbers that they place, and sets of numbers.
//!
//! ```
//! use gradus_board::numerical::{Number, NumberSet, Player};
//!
//! let number: Number = "7".parse()?;
//! assert_eq!((number.value(), number.player()), (7, Player::Odd));
//! assert_eq!(Number::new(17), None);
//!
//! let set: NumberSet = [13, 2, 3].into_iter().filter_map(Number::new).collect();
//! assert_eq!(set.to_string(), "2 3 13");
//! assert_eq!((set & NumberSet::of(Player::Odd)).len(), 2);
//! # Ok::<(), gradus_board::text::ParseError>(())
//! ```

use std::fmt;
use std::num::NonZeroU8;
use std::str::FromStr;

use crate::text::{ParseError, decimal};
use crate::{BitSet, Finite};

/// A player, named by the numbers that he places. The odd player moves first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Player {
    /// Places 1, 3, 5, …, 15.
    Odd,
    /// Places 2, 4, 6, …, 16.
    Even,
}

impl Player {
    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Player {
        match self {
            Player::Odd => Player::Even,
            Player::Even => Player::Odd,
        }
    }
}

/// `odd` or `even`.
impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Player::Odd => "odd",
            Player::Even => "even",
        })
    }
}

/// A number from 1 to 16.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
// Never zero, so that an empty cell, `None`, takes no space of its own: boards are copied by the
// million.
pub struct Number(NonZeroU8);

impl Number {
    /// The highest number.
    pub const MAX: u8 = 16;

    /// The number of this value; `None` for 0 and from 17 on.
    pub const fn new(value: u8) -> Option<Number> {
        match NonZeroU8::new(value) {
            Some(nonzero) if value <= Self::MAX => Some(Number(nonzero)),
            _ => None,
        }
    }

    /// Its value, 1 to 16.
    pub const fn value(self) -> u8 {
        self.0.get()
    }

    /// The only player who may place it.
    pub const fn player(self) -> Player {
        if self.value().is_multiple_of(2) { Player::Even } else { Player::Odd }
    }
}

impl FromStr for Number {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Number, ParseError> {
        decimal(text)
            .and_then(Number::new)
            .ok_or_else(|| ParseError::of_text("a number from 1 to 16", text))
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Finite for Number {
    const COUNT: usize = Number::MAX as usize;

    fn index(self) -> u8 {
        self.value() - 1
    }

    fn from_index(index: u8) -> Option<Number> {
        Number::new(index + 1)
    }
}

/// A set of numbers; number `n` is bit `n − 1`.
pub type NumberSet = BitSet<Number, u16>;

impl NumberSet {
    /// The sixteen numbers of the game.
    pub const ALL: NumberSet = NumberSet::from_bits(u16::MAX);

    /// The eight numbers that `player` places.
    pub const fn of(player: Player) -> NumberSet {
        NumberSet::from_bits(match player {
            Player::Odd => 0b0101_0101_0101_0101,
            Player::Even => 0b1010_1010_1010_1010,
        })
    }

    /// The sum of the numbers.
    pub fn sum(self) -> u8 {
        self.iter().map(Number::value).sum()
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
