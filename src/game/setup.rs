//! The setup of a match: the game with its options, who plays, and the seed.

use std::fmt;

use serde::de::{DeserializeOwned, Deserializer, Error as _, MapAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;
use thiserror::Error;

use super::position::AnyGame;
use super::registry::{GameName, games};
use super::seat::{BySeat, Seat};

/// The game with its options, who plays, and the seed of the computers' random choices.
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
#[serde(try_from = "SetupJson", into = "SetupJson")]
pub struct Setup {
    /// The game before the first move: every setup has a game that can be played.
    start: AnyGame,
    seats: BySeat<Seat>,
    seed: GameSeed,
}

/// The seed of all that computers draw in a match: 0 to 2⁵³ − 1, which every JSON reader keeps exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "u64", into = "u64")]
pub struct GameSeed(u64);

/// The number is too large for a seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("`seed` is {0}; expected a whole number from 0 to 9007199254740991")]
pub struct NotASeed(u64);

/// Why no match can be set up.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SetupError {
    /// An option of another game.
    #[error("`{option}` is an option of {owner}, not of {game}")]
    Option {
        /// The option.
        option: &'static str,
        /// The game that has it.
        owner: GameName,
        /// The game that was asked for.
        game: GameName,
    },
    /// The value of an option has the wrong form.
    #[error("`{option}`: {reason}")]
    Value {
        /// The option.
        option: &'static str,
        /// What was found, and what was expected.
        reason: String,
    },
    /// The value of an option has the right form, but the game cannot be played with it.
    #[error("{0}")]
    Unplayable(String),
    /// The game cannot be played with this number of seats.
    #[error("{found} seats; {game} has {expected}")]
    Seats {
        /// The game.
        game: GameName,
        /// How many seats there are.
        found: usize,
        /// How many there may be.
        expected: String,
    },
    /// The game has no such computer player.
    #[error("the computer `{computer}` does not play {game}; expected {expected}", computer = .computer.as_str())]
    Computer {
        /// The game.
        game: GameName,
        /// The computer that was asked for.
        computer: Seat,
        /// Those that there are.
        expected: String,
    },
}

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
    /// The setup of a game with these players and options.
    pub fn new(
        game: GameName,
        seats: Vec<Seat>,
        options: &Options,
        seed: GameSeed,
    ) -> Result<Self, SetupError> {
        let spec = game.spec();
        if let Some(option) = options.names().find(|option| !spec.options().contains(option)) {
            let owner = owner_of(option).map_or(game, |(_, owner)| owner);
            return Err(SetupError::Option { option, owner, game });
        }
        let (found, allowed) = (seats.len(), spec.seats());
        let expected = || {
            let [least, most] = [*allowed.start(), *allowed.end()].map(number_word);
            if least == most { least.to_owned() } else { format!("{least} to {most}") }
        };
        let seats = BySeat::new(seats).filter(|seats| allowed.contains(&seats.len()));
        let seats = seats.ok_or_else(|| SetupError::Seats { game, found, expected: expected() })?;
        let computers = spec.computers();
        let is_absent = |seat: &&Seat| seat.is_computer() && !computers.contains(*seat);
        if let Some(&computer) = seats.iter().find(is_absent) {
            let known: Vec<&str> = computers.iter().map(|computer| computer.as_str()).collect();
            let expected = known.join(", ");
            return Err(SetupError::Computer { game, computer, expected });
        }
        Ok(Self { start: spec.start(seats.len(), options)?, seats, seed })
    }

    /// The game that is played.
    #[must_use]
    pub fn game(&self) -> GameName {
        self.start.name()
    }

    /// The game before the first move.
    #[must_use]
    pub const fn start(&self) -> &AnyGame {
        &self.start
    }

    /// Who has which seat.
    #[must_use]
    pub const fn seats(&self) -> &BySeat<Seat> {
        &self.seats
    }

    /// The seed of the computers' random choices.
    #[must_use]
    pub const fn seed(&self) -> GameSeed {
        self.seed
    }
}

/// A small number in words.
fn number_word(number: usize) -> &'static str {
    let words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight"];
    words.get(number).copied().unwrap_or("many")
}

/// A setup in JSON.
#[derive(Serialize, Deserialize)]
struct SetupJson {
    game: GameName,
    seats: Vec<Seat>,
    seed: GameSeed,
    #[serde(flatten)]
    options: Options,
}

impl TryFrom<SetupJson> for Setup {
    type Error = SetupError;

    fn try_from(SetupJson { game, seats, seed, options }: SetupJson) -> Result<Self, SetupError> {
        Self::new(game, seats, &options, seed)
    }
}

impl From<Setup> for SetupJson {
    fn from(setup: Setup) -> Self {
        let (game, options) = (setup.game(), setup.start.options());
        Self { game, seats: setup.seats.into_iter().collect(), seed: setup.seed, options }
    }
}

/// Options of registered games by their names, in the order in which they were given.
///
/// Every name is an option of some game. Whether it is one of the game that is played, and what its value means, is decided when a
/// [`Setup`] is made.
///
/// ```
/// use gradus::game::Options;
///
/// let options: Options = serde_json::from_str(r#"{"threshold":5}"#)?;
/// assert_eq!(serde_json::to_string(&options)?, r#"{"threshold":5}"#);
/// assert!(serde_json::from_str::<Options>(r#"{"colour":"red"}"#).is_err());
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options(Vec<(&'static str, Value)>);

impl Options {
    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The names of those that are given.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.0.iter().map(|(name, _)| *name)
    }

    /// The value of an option; none where it is not given.
    pub(super) fn get<T: DeserializeOwned>(
        &self,
        name: &'static str,
    ) -> Result<Option<T>, SetupError> {
        let Some((_, value)) = self.0.iter().find(|(given, _)| *given == name) else {
            return Ok(None);
        };
        let read = T::deserialize(value).map(Some);
        read.map_err(|error| SetupError::Value { option: name, reason: error.to_string() })
    }

    /// The options with one more.
    pub(super) fn with(mut self, name: &'static str, value: impl Into<Value>) -> Self {
        self.0.push((name, value.into()));
        self
    }
}

/// The game that has an option of this name, and the game's own static name.
fn owner_of(option: &str) -> Option<(&'static str, GameName)> {
    GameName::all().find_map(|game| {
        let name = game.spec().options().iter().find(|name| **name == option)?;
        Some((*name, game))
    })
}

impl Serialize for Options {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

/// A name that no game knows is an unknown field; `null` means that an option is left out.
impl<'de> Deserialize<'de> for Options {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(OptionsVisitor)
    }
}

struct OptionsVisitor;

impl<'de> Visitor<'de> for OptionsVisitor {
    type Value = Options;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("options of a game")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Options, A::Error> {
        let mut options = Options::default();
        while let Some(name) = map.next_key::<String>()? {
            let Some((name, _)) = owner_of(&name) else {
                let known: Vec<&str> =
                    games().iter().flat_map(|game| game.options()).copied().collect();
                let shown: String = name.chars().take(40).collect();
                let known = known.join("`, `");
                return Err(A::Error::custom(format_args!(
                    "unknown field `{shown}`; the options of games are `{known}`"
                )));
            };
            if options.names().any(|given| given == name) {
                return Err(A::Error::duplicate_field(name));
            }
            match map.next_value::<Value>()? {
                Value::Null => {}
                value => options.0.push((name, value)),
            }
        }
        Ok(options)
    }
}
