//! Everything that is agreed on before the first move.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::name::GameName;
use super::rules::{NoSuchRules, Options, Rules};
use super::seat::{Seat, SeatNumber};

/// The game, who plays, and what the computers draw from.
///
/// ```
/// use gradus::game::Setup;
///
/// let setup: Setup = serde_json::from_str(r#"{"game":"gomoku","seats":["human","rules"],"seed":7}"#)?;
/// assert_eq!(setup.seats().len(), 2);
/// let unfit = serde_json::from_str::<Setup>(r#"{"game":"gomoku","seats":["human"],"seed":7}"#).unwrap_err();
/// assert_eq!(unfit.to_string(), "1 seats; gomoku has two");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Written")]
pub struct Setup {
    rules: Rules,
    seats: Vec<Seat>,
    seed: GameSeed,
}

/// What all that computers draw in a game comes from: 0 to 2⁵³ − 1, which every JSON reader keeps exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "u64", into = "u64")]
pub struct GameSeed(u64);

/// The number is too great for a seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("`seed` is {0}; expected a whole number from 0 to 9007199254740991")]
pub struct NotASeed(u64);

impl GameSeed {
    const BITS: u32 = 53;

    /// A seed from random bits, of which 53 are used.
    #[must_use]
    pub const fn random(bits: u64) -> Self {
        Self(bits >> (u64::BITS - Self::BITS))
    }

    /// The number.
    #[must_use]
    pub const fn get(self) -> u64 {
        self.0
    }
}

impl TryFrom<u64> for GameSeed {
    type Error = NotASeed;

    fn try_from(number: u64) -> Result<Self, NotASeed> {
        if number >> Self::BITS == 0 { Ok(Self(number)) } else { Err(NotASeed(number)) }
    }
}

impl From<GameSeed> for u64 {
    fn from(seed: GameSeed) -> Self {
        seed.0
    }
}

impl Setup {
    /// The setup of a game with these options.
    pub fn new(
        game: GameName,
        seats: Vec<Seat>,
        options: Options,
        seed: GameSeed,
    ) -> Result<Self, NoSuchRules> {
        Ok(Self { rules: Rules::new(game, seats.len(), options)?, seats, seed })
    }

    /// The game and its options.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Who has which seat.
    #[must_use]
    pub fn seats(&self) -> &[Seat] {
        &self.seats
    }

    /// Who has this seat; none if there is no such seat.
    #[must_use]
    pub fn seat(&self, number: SeatNumber) -> Option<Seat> {
        self.seats.get(number.index()).copied()
    }

    /// What the computers draw from.
    #[must_use]
    pub const fn seed(&self) -> GameSeed {
        self.seed
    }
}

/// A setup as JSON has it.
#[derive(Serialize, Deserialize)]
struct Written {
    game: GameName,
    seats: Vec<Seat>,
    seed: GameSeed,
    #[serde(flatten)]
    options: Options,
}

impl TryFrom<Written> for Setup {
    type Error = NoSuchRules;

    fn try_from(Written { game, seats, seed, options }: Written) -> Result<Self, NoSuchRules> {
        Self::new(game, seats, options, seed)
    }
}

impl From<Setup> for Written {
    fn from(Setup { rules, seats, seed }: Setup) -> Self {
        Self { game: rules.name(), seats, seed, options: rules.options() }
    }
}
