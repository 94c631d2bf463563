//! The setup of a match: the game with its options, who plays, and the seed.

use std::fmt;

use serde::de::{Deserializer, Error, Unexpected, Visitor};
use serde::{Deserialize, Serialize};

use super::options::{OptionError, Options};
use super::registry::option_named;
use super::seat::{BySeat, Seat};
use super::spec::{AnyGame, GameName};
use crate::texts;
use gradus_step::{Text, quoted};

/// The game with its options, who plays, and the seed of the computers' random choices.
///
/// ```
/// use gradus_game::Setup;
///
/// let setup: Setup = serde_json::from_str(r#"{"game":"gomoku","seats":["human","rules"],"seed":7}"#)?;
/// assert_eq!(setup.seats().len(), 2);
/// let unfit = serde_json::from_str::<Setup>(r#"{"game":"gomoku","seats":["human"],"seed":7}"#).unwrap_err();
/// assert_eq!(unfit.to_string(), "gomoku has two seats, not 1");
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct GameSeed(u64);

/// Why no match can be set up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupError {
    /// An option of another game.
    Option {
        /// The option.
        option: &'static str,
        /// The game that has it.
        owner: GameName,
        /// The game that was asked for.
        game: GameName,
    },
    /// The value of an option.
    Value(OptionError),
    /// The game cannot be played with this number of seats.
    Seats {
        /// The game.
        game: GameName,
        /// How many seats there are.
        found: usize,
    },
    /// The game has no player of this name.
    Player {
        /// The game.
        game: GameName,
        /// The name.
        found: String,
    },
    /// The game has no such computer player.
    Computer {
        /// The game.
        game: GameName,
        /// The computer that was asked for.
        computer: Seat,
    },
}

impl SetupError {
    /// What is wrong with the setup.
    #[must_use]
    pub fn told(&self) -> Text {
        match self {
            Self::Option { option, owner, game } => texts::matches::option(option, owner, game),
            Self::Value(OptionError::Form(told) | OptionError::Unplayable(told)) => told.clone(),
            Self::Seats { game, found } => {
                let expected = &allowed_seats(*game);
                texts::matches::seats(game, expected, found)
            }
            Self::Player { game, found } => {
                let known = format!("{}, {}", Seat::Human.as_str(), computers_of(*game));
                texts::matches::no_player(game, quoted(found), known)
            }
            Self::Computer { game, computer } => {
                texts::matches::computer(computer.as_str(), game, computers_of(*game))
            }
        }
    }
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.told().english())
    }
}

impl std::error::Error for SetupError {}

impl From<OptionError> for SetupError {
    fn from(error: OptionError) -> Self {
        Self::Value(error)
    }
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

impl<'de> Deserialize<'de> for GameSeed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(SeedVisitor)
    }
}

struct SeedVisitor;

impl Visitor<'_> for SeedVisitor {
    type Value = GameSeed;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a whole number from 0 to 9007199254740991")
    }

    /// As a form has it, or a program that writes numbers as texts.
    fn visit_str<E: Error>(self, text: &str) -> Result<GameSeed, E> {
        match text.trim().parse() {
            Ok(number) => self.visit_u64(number),
            Err(_) => Err(E::invalid_value(Unexpected::Str(text), &self)),
        }
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<GameSeed, E> {
        if number >> GameSeed::BITS == 0 {
            Ok(GameSeed(number))
        } else {
            Err(E::invalid_value(Unexpected::Unsigned(number), &self))
        }
    }
}

impl Setup {
    /// The setup of a game with these players and options.
    #[expect(
        clippy::expect_used,
        reason = "options are read by their names, and `GameName::of` limits the seats"
    )]
    pub fn new(
        game: GameName,
        seats: Vec<Seat>,
        options: &Options,
        seed: GameSeed,
    ) -> Result<Self, SetupError> {
        let spec = game.spec();
        let is_own = |name: &&str| spec.options().iter().any(|own| own.name == *name);
        if let Some(option) = options.names().find(|name| !is_own(name)) {
            let (_, owner) = option_named(option).expect("every option is one of a game");
            return Err(SetupError::Option { option, owner, game });
        }
        check_seat_count(game, seats.len())?;
        let seats = BySeat::new(seats).expect("the seats of a game are seats of a match");
        let computers = spec.computers();
        let is_absent = |seat: &&Seat| seat.is_computer() && !computers.contains(*seat);
        if let Some(&computer) = seats.iter().find(is_absent) {
            return Err(SetupError::Computer { game, computer });
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

/// Whether a game can be played with this number of seats.
pub(super) fn check_seat_count(game: GameName, found: usize) -> Result<(), SetupError> {
    let is_allowed = game.spec().seats().contains(&found);
    if is_allowed { Ok(()) } else { Err(SetupError::Seats { game, found }) }
}

/// The computer players of a game, in words.
fn computers_of(game: GameName) -> String {
    let computers = game.spec().computers();
    computers.iter().map(|computer| computer.as_str()).collect::<Vec<_>>().join(", ")
}

/// How many seats a game may have: two, or two to eight.
fn allowed_seats(game: GameName) -> Text {
    let allowed = game.spec().seats();
    let [min, max] = [*allowed.start(), *allowed.end()].map(in_words);
    if min == max { min } else { texts::matches::range(min, max) }
}

/// The number of seats of a match: a word in English, a digit in the other languages.
fn in_words(seats: usize) -> Text {
    match seats {
        1 => texts::number::one(),
        2 => texts::number::two(),
        3 => texts::number::three(),
        4 => texts::number::four(),
        5 => texts::number::five(),
        6 => texts::number::six(),
        7 => texts::number::seven(),
        8 => texts::number::eight(),
        more => more.into(),
    }
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
