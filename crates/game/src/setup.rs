//! The setup of a match: the game with its options, who plays, and the seed.

use serde::{Deserialize, Deserializer, Serialize};
use thiserror::Error;

use super::options::Options;
use super::seat::{BySeat, Seat};
use super::spec::{AnyGame, GameName, option_named};
use super::typed_game::Rejection;
use crate::json::{read_scalar, whole_number};
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
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(transparent)]
pub struct SetupError(#[from] pub Rejection);

impl SetupError {
    const fn illegal(message: Text) -> Self {
        Self(Rejection::Illegal(message))
    }

    /// The game has no player of this name.
    pub fn no_player(game: GameName, found: &str) -> Self {
        let known = format!("{}, {}", Seat::Human.as_str(), computers_of(game));
        Self::illegal(texts::matches::no_player(game, quoted(found), known))
    }

    /// The game cannot be played with this number of seats.
    fn seats(game: GameName, found: usize) -> Self {
        let allowed = &game.spec().seats;
        let [min, max] = [*allowed.start(), *allowed.end()].map(in_words);
        let expected = if min == max { min } else { texts::matches::range(min, max) };
        Self::illegal(texts::matches::seats(game, expected, found))
    }
}

impl GameSeed {
    const BITS: u32 = 53;

    /// A seed from random bits, of which 53 are used.
    pub const fn random(bits: u64) -> Self {
        Self(bits >> (u64::BITS - Self::BITS))
    }

    /// The number.
    pub const fn get(self) -> u64 {
        self.0
    }
}

/// A form has the number as a text, and so may a program.
impl<'de> Deserialize<'de> for GameSeed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read_scalar(deserializer, "a whole number from 0 to 9007199254740991", &[], |sent| {
            whole_number(sent).filter(|number| number >> Self::BITS == 0).map(Self)
        })
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
        let is_own = |name: &&str| spec.options.iter().any(|own| own.name == *name);
        if let Some(option) = options.names().find(|name| !is_own(name)) {
            let (_, owner) = option_named(option).expect("every option is one of a game");
            return Err(SetupError::illegal(texts::matches::option(option, owner, game)));
        }
        check_seat_count(game, seats.len())?;
        let seats = BySeat::new(seats).expect("the seats of a game are seats of a match");
        let is_absent = |seat: &&Seat| seat.is_computer() && !spec.computers.contains(*seat);
        if let Some(computer) = seats.iter().find(is_absent) {
            let message = texts::matches::computer(computer.as_str(), game, computers_of(game));
            return Err(SetupError::illegal(message));
        }
        Ok(Self { start: spec.start(seats.len(), options)?, seats, seed })
    }

    /// The game that is played.
    pub fn game(&self) -> GameName {
        self.start.name()
    }

    /// The game before the first move.
    pub const fn start(&self) -> &AnyGame {
        &self.start
    }

    /// Who has which seat.
    pub const fn seats(&self) -> &BySeat<Seat> {
        &self.seats
    }

    /// The seed of the computers' random choices.
    pub const fn seed(&self) -> GameSeed {
        self.seed
    }
}

/// Whether a game can be played with this number of seats.
pub(super) fn check_seat_count(game: GameName, found: usize) -> Result<(), SetupError> {
    let is_allowed = game.spec().seats.contains(&found);
    if is_allowed { Ok(()) } else { Err(SetupError::seats(game, found)) }
}

/// The computer players of a game, in words.
fn computers_of(game: GameName) -> String {
    let computers = &game.spec().computers;
    computers.iter().map(|computer| computer.as_str()).collect::<Vec<_>>().join(", ")
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
        Self { game, seats: setup.seats.to_vec(), seed: setup.seed, options }
    }
}
