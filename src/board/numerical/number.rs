//! The numbers that are placed.
//!
//! ```
//! use gradus::board::numerical::{Number, Player};
//!
//! let number: Number = "7".parse()?;
//! assert_eq!((number.value(), number.player()), (7, Player::Odd));
//! assert_eq!(Number::new(17), None);
//! # Ok::<(), gradus::board::numerical::ParseNumberError>(())
//! ```

use std::fmt;
use std::num::NonZeroU8;
use std::str::FromStr;

use super::Player;
use crate::board::text::{decimal, quoted};

/// A number from 1 to 16.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
// Never zero, so that an empty cell, `None`, takes no space of its own: boards are copied by the
// million.
pub struct Number(NonZeroU8);

impl Number {
    /// The greatest number.
    pub const GREATEST: u8 = 16;

    /// The number of this value; `None` for 0 and from 17 on.
    #[must_use]
    pub const fn new(value: u8) -> Option<Number> {
        match NonZeroU8::new(value) {
            Some(nonzero) if value <= Self::GREATEST => Some(Number(nonzero)),
            _ => None,
        }
    }

    /// Its value, 1 to 16.
    #[must_use]
    pub const fn value(self) -> u8 {
        self.0.get()
    }

    /// The only player who may place it.
    #[must_use]
    pub const fn player(self) -> Player {
        if self.value().is_multiple_of(2) { Player::Even } else { Player::Odd }
    }
}

/// The text is not a number from 1 to 16.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected a number from 1 to 16; found {found}")]
pub struct ParseNumberError {
    found: String,
}

impl FromStr for Number {
    type Err = ParseNumberError;

    fn from_str(text: &str) -> Result<Number, ParseNumberError> {
        decimal(text).and_then(Number::new).ok_or_else(|| ParseNumberError { found: quoted(text) })
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
