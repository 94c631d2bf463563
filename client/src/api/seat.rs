//! Who sits at a game: people and computers, and the secret with which a person moves.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Who plays one side of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Seat {
    /// A person, or a program of theirs.
    Human,
    /// The computer that draws its moves.
    Random,
    /// The computer that follows the game's rules of thumb.
    Rules,
    /// The computer that looks ahead.
    Search,
}

impl Seat {
    const ALL: [Self; 4] = [Self::Human, Self::Random, Self::Rules, Self::Search];

    /// Whether a computer sits here.
    #[must_use]
    pub fn is_computer(self) -> bool {
        self != Self::Human
    }

    /// The name that the server knows.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Human => "human",
            Self::Random => "random",
            Self::Rules => "rules",
            Self::Search => "search",
        }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Seat {
    type Err = SeatError;

    fn from_str(text: &str) -> Result<Self, SeatError> {
        let seat = Self::ALL.into_iter().find(|seat| seat.name() == text);
        seat.ok_or_else(|| SeatError(text.to_owned()))
    }
}

/// A text names no kind of player.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no player: human, random, rules or search was expected")]
pub struct SeatError(String);

/// The secret of a human seat: whoever has it moves there. It never shows in debug output.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct SeatKey(String);

impl SeatKey {
    /// A key as it was read from a flag or the environment; blanks around it do not count.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self(text.trim().to_owned())
    }

    /// The key's text, to hand it to the person who plays.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for SeatKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SeatKey(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seat_is_read_by_its_name() {
        for seat in Seat::ALL {
            assert_eq!(seat.name().parse(), Ok(seat));
            assert_eq!(serde_json::to_value(seat).unwrap(), seat.name());
        }
        for junk in ["", "Human", "minimax"] {
            assert_eq!(junk.parse::<Seat>(), Err(SeatError(junk.to_owned())));
        }
    }

    #[test]
    fn a_seat_key_does_not_show_in_debug_output() {
        assert_eq!(format!("{:?}", SeatKey::new("gs_secret")), "SeatKey(…)");
    }
}
