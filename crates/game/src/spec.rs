//! Games without their types: what everything that hosts games works with.
//!
//! A [`GameName`] gives the [`GameSpec`], the spec starts an [`AnyGame`], and moves come and go as text. All three are made from a
//! game's `TypedGame`.

use std::fmt;
use std::ops::{Deref, DerefMut, RangeInclusive};
use std::str::FromStr;
use std::sync::LazyLock;

use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom as _;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use thiserror::Error;

use super::rejection::UnknownName;
use super::typed_game::{
    AppliedRule, BySeat, GameView, MoveJson, OptionSpec, Options, Outcome, Rejection, Seat,
    SeatNumber, TextFormat, TypedGame,
};
use super::{four_in_a_row, gomoku, numerical, tesseract};
use crate::json::{Members, Scalar, read_scalar};
use crate::texts;
use gradus_step::Text;

/// Every game that is hosted, in the order of the tracks.
static GAMES: LazyLock<Vec<GameSpec>> = LazyLock::new(|| {
    vec![
        GameSpec::of::<gomoku::Game>(),
        GameSpec::of::<numerical::Game>(),
        GameSpec::of::<four_in_a_row::Game>(),
        GameSpec::of::<tesseract::Game>(),
    ]
});

/// A game that can be hosted, before its first move.
#[derive(Debug)]
pub struct GameSpec {
    /// The name on the wire.
    pub name: GameName,
    /// The name for people.
    pub title: Text,
    /// How many seats it may have.
    pub seats: RangeInclusive<usize>,
    /// Its options.
    pub options: &'static [OptionSpec],
    /// The computers that can play it.
    pub computers: Vec<Seat>,
    /// The record formats that it has besides JSON.
    pub formats: Vec<TextFormat>,
    start: fn(usize, &Options) -> Result<AnyGame, Rejection>,
}

impl GameSpec {
    fn of<G: TypedGame>() -> Self {
        const { assert!(1 <= *G::SEATS.start() && *G::SEATS.end() <= SeatNumber::MAX as usize) }
        let own = G::COMPUTERS.iter().map(|(seat, _)| *seat);
        Self {
            name: GameName(G::NAME),
            title: G::title(),
            seats: G::SEATS,
            options: G::OPTIONS,
            computers: std::iter::once(Seat::Random).chain(own).collect(),
            formats: G::FORMATS.iter().map(|format| format.text).collect(),
            start: |seats, options| G::start(seats, options).map(|game| AnyGame(Box::new(game))),
        }
    }

    /// The game before the first move, with a number of seats that [`GameSpec::seats`] allows. Options that are left out have
    /// their default values.
    pub fn start(&self, seats: usize, options: &Options) -> Result<AnyGame, Rejection> {
        (self.start)(seats, options)
    }
}

/// The name of a registered game: it gives access to the game's [spec](GameSpec).
///
/// ```
/// use gradus_game::GameName;
///
/// assert!(GameName::all().any(|game| game.as_str() == "gomoku"));
/// assert!("gomoku".parse::<GameName>().is_ok() && "chess".parse::<GameName>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
pub struct GameName(&'static str);

impl GameName {
    /// All of them, in the order of the tracks.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        GAMES.iter().map(|spec| spec.name)
    }

    /// The name on the wire.
    pub const fn as_str(self) -> &'static str {
        self.0
    }

    /// The game's spec.
    #[expect(clippy::expect_used, reason = "names are made of specs alone")]
    pub fn spec(self) -> &'static GameSpec {
        GAMES.iter().find(|spec| spec.name == self).expect("every name is one of a spec")
    }
}

impl fmt::Display for GameName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl FromStr for GameName {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        Self::all().find(|game| game.0 == name).ok_or_else(|| UnknownName::new("game", name))
    }
}

impl<'de> Deserialize<'de> for GameName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        static NAMES: LazyLock<Vec<&'static str>> =
            LazyLock::new(|| GameName::all().map(GameName::as_str).collect());
        read_scalar(deserializer, "the name of a game", &NAMES, |sent| match sent {
            Scalar::Text(name) => name.parse().ok(),
            Scalar::Number(_) => None,
        })
    }
}

/// A name that no game knows is an unknown field; `null` means that an option is left out. Numbers and lists may be written as texts.
impl<'de> Deserialize<'de> for Options {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        static NAMES: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
            let options = GameName::all().flat_map(|game| game.spec().options);
            options.map(|option| option.name).collect()
        });
        let mut options = Self::default();
        for (name, value) in Members::deserialize(deserializer)?.0 {
            let (option, _) =
                option_named(&name).ok_or_else(|| D::Error::unknown_field(&name, &NAMES))?;
            if options.value(option.name).is_some() {
                return Err(D::Error::duplicate_field(option.name));
            }
            options = match value {
                Value::Null => options,
                Value::String(text) => {
                    options.with(option.name, (option.accepts)().value_of_text(text))
                }
                value => options.with(option.name, value),
            };
        }
        Ok(options)
    }
}

/// The option of this name, and the game that has it.
pub(super) fn option_named(name: &str) -> Option<(&'static OptionSpec, GameName)> {
    GameName::all().find_map(|game| {
        let option = game.spec().options.iter().find(|option| option.name == name)?;
        Some((option, game))
    })
}

/// A game in progress. Its methods are in [`Position`].
#[derive(Debug)]
pub struct AnyGame(Box<dyn Position>);

/// What the server can do with a game in progress, besides showing it ([`GameView`]).
pub trait Position: GameView {
    /// Which game it is.
    fn name(&self) -> GameName;

    /// Makes a move of the player whose turn it is.
    fn play(&mut self, text: &str) -> Result<(), MoveError>;

    /// The move of a computer for the player whose turn it is; none when the game is over, and none of a computer that does not
    /// play this game.
    fn computers_move(&self, computer: Seat, rng: &mut ChaCha8Rng) -> Option<String>;

    /// The rule by which the computer [`Seat::Rules`] made this move here, with the moves that it allows; none when it cannot have made
    /// the move.
    fn applied_rule(&self, made: &str) -> Option<AppliedRule<MoveJson>>;

    /// The moves so far, as text.
    fn history(&self) -> Vec<String>;

    /// The moves so far, as JSON.
    fn history_json(&self) -> Vec<MoveJson>;

    /// How many moves were made.
    fn move_count(&self) -> usize;

    /// The seat whose turn it is; none when the game is over.
    fn to_move(&self) -> Option<SeatNumber> {
        let turn = SeatNumber::after(self.move_count(), self.seats());
        (self.outcome() == Outcome::Open).then_some(turn)
    }

    /// How many complete lines each player has.
    fn scores(&self) -> BySeat<usize> {
        BySeat::from_fn(self.seats(), |seat| self.score(seat))
    }

    /// The game in one of its own record formats; none if it has no such format.
    fn write(&self, format: &str, seats: &BySeat<Seat>) -> Option<String>;

    /// The same position again.
    fn boxed(&self) -> Box<dyn Position>;
}

/// Why a move was not made. The game is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MoveError {
    /// The text is not a move of this game.
    #[error("{}", .0.english())]
    Form(Text),
    /// The rules forbid it.
    #[error("{}", .0.english())]
    Illegal(Text),
    /// The game is over.
    #[error("{}", texts::matches::over().english())]
    Over,
}

impl MoveError {
    /// What is wrong with the move.
    pub fn message(&self) -> Text {
        match self {
            Self::Form(message) | Self::Illegal(message) => message.clone(),
            Self::Over => texts::matches::over(),
        }
    }
}

impl Deref for AnyGame {
    type Target = dyn Position;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

impl DerefMut for AnyGame {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut *self.0
    }
}

impl Clone for AnyGame {
    fn clone(&self) -> Self {
        Self(self.0.boxed())
    }
}

/// Two positions with equal options, seats and moves are equal.
impl PartialEq for AnyGame {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
            && self.options() == other.options()
            && self.seats() == other.seats()
            && self.history() == other.history()
    }
}

impl Eq for AnyGame {}

impl<G: TypedGame> Position for G {
    fn name(&self) -> GameName {
        GameName(G::NAME)
    }

    fn play(&mut self, text: &str) -> Result<(), MoveError> {
        let next = text.trim().parse::<G::Move>();
        let next = next.map_err(|error| MoveError::Form(G::unreadable(error)))?;
        if self.outcome() != Outcome::Open {
            return Err(MoveError::Over);
        }
        TypedGame::play(self, next).map_err(MoveError::Illegal)
    }

    fn computers_move(&self, computer: Seat, rng: &mut ChaCha8Rng) -> Option<String> {
        if self.outcome() != Outcome::Open {
            return None;
        }
        let chosen = if computer == Seat::Random {
            self.legal_moves().choose(rng).copied()
        } else {
            let (_, player) = G::COMPUTERS.iter().find(|(seat, _)| *seat == computer)?;
            player(self, rng)
        };
        chosen.map(|chosen| chosen.to_string())
    }

    fn applied_rule(&self, made: &str) -> Option<AppliedRule<MoveJson>> {
        let made = made.parse::<G::Move>().ok()?;
        let is_open = self.outcome() == Outcome::Open;
        let applied = is_open.then(|| TypedGame::applied_rule(self, made))??;
        let AppliedRule { number, text, allowed } = applied;
        let allowed = allowed.contains(&made).then_some(allowed)?;
        Some(AppliedRule { number, text, allowed: allowed.into_iter().map(Into::into).collect() })
    }

    fn history(&self) -> Vec<String> {
        self.moves().iter().map(ToString::to_string).collect()
    }

    fn history_json(&self) -> Vec<MoveJson> {
        self.moves().iter().map(|&made| made.into()).collect()
    }

    fn move_count(&self) -> usize {
        self.moves().len()
    }

    fn write(&self, format: &str, seats: &BySeat<Seat>) -> Option<String> {
        let own = G::FORMATS.iter().find(|own| own.text.name == format)?;
        Some((own.write)(self, seats))
    }

    fn boxed(&self) -> Box<dyn Position> {
        Box::new(self.clone())
    }
}

/// A move as a client sends it, a text or a number: `"hh"`, `"57"` or `57`. The game decides whether it is a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveText(pub String);

impl<'de> Deserialize<'de> for MoveText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read_scalar(deserializer, "a move, as a text or a whole number", &[], |sent| {
            Some(Self(match sent {
                Scalar::Text(text) => text.to_owned(),
                Scalar::Number(number) => number.to_string(),
            }))
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn no_two_games_share_a_name_an_option_or_a_format() {
        let names: Vec<&str> = GAMES
            .iter()
            .flat_map(|spec| {
                let formats = spec.formats.iter().map(|format| format.name);
                let options = spec.options.iter().map(|option| option.name);
                std::iter::once(spec.name.as_str()).chain(options).chain(formats)
            })
            .collect();
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len(), "{names:?}");
    }
}
