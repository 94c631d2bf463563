//! Seats: who sits where, and how seats are numbered.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Who has a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Seat {
    /// Somebody with the seat's key.
    Human,
    /// A computer that plays anything.
    Random,
    /// A computer that follows the game's published rules.
    Rules,
    /// A computer that searches.
    Search,
}

impl Seat {
    /// Whether a computer sits there.
    #[must_use]
    pub const fn is_computer(self) -> bool {
        !matches!(self, Self::Human)
    }
}

/// The number of a seat, from 1 in the order in which they move. Whoever has seat N is player N.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct SeatNumber(u8);

impl SeatNumber {
    /// The most seats that a game has.
    pub const MOST: u8 = 4;

    /// The seat with this number, 1 to [`SeatNumber::MOST`].
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if 1 <= number && number <= Self::MOST { Some(Self(number)) } else { None }
    }

    /// The first `count` seats, in their order.
    pub fn first(count: usize) -> impl Iterator<Item = Self> {
        (1..=Self::MOST).take(count).map(Self)
    }

    /// The seat whose turn it is after `moves` moves in a game of `count` seats.
    #[must_use]
    pub fn after(moves: usize, count: usize) -> Self {
        let index = moves % count.clamp(1, Self::MOST.into());
        Self(u8::try_from(index + 1).unwrap_or(Self::MOST))
    }

    /// The number, from 1.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }

    /// The seat's place in a list of all, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize - 1
    }
}

impl fmt::Display for SeatNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
