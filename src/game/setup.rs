//! The setup of a match: the game with its options, who plays, and the seed.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::options::{OptionError, Options};
use super::registry::option_named;
use super::seat::{BySeat, Seat};
use super::spec::{AnyGame, GameName};

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
    /// The value of an option.
    #[error(transparent)]
    Value(#[from] OptionError),
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
        if let Some(option) = options.names().find(|option| !spec.options().contains(option)) {
            let (_, owner) = option_named(option).expect("every option is one of a game");
            return Err(SetupError::Option { option, owner, game });
        }
        check_seat_count(game, seats.len())?;
        let seats = BySeat::new(seats).expect("the seats of a game are seats of a match");
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

/// Whether a game can be played with this number of seats.
pub(super) fn check_seat_count(game: GameName, found: usize) -> Result<(), SetupError> {
    let allowed = game.spec().seats();
    if allowed.contains(&found) {
        return Ok(());
    }
    let [min, max] = [*allowed.start(), *allowed.end()].map(in_words);
    let expected = if min == max { min.to_owned() } else { format!("{min} to {max}") };
    Err(SetupError::Seats { game, found, expected })
}

/// The number of seats of a match, in words.
#[expect(clippy::expect_used, reason = "`GameName::of` limits the seats")]
fn in_words(seats: usize) -> &'static str {
    let words = ["one", "two", "three", "four"];
    seats.checked_sub(1).and_then(|index| words.get(index)).expect("one to four seats")
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
