//! A game in progress, whichever it is: moves come and go as text.

use std::fmt;
use std::ops::{Deref, DerefMut};

use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom as _;
use serde::Serialize;
use serde::de::{Deserialize, Deserializer, Error, Visitor};
use thiserror::Error;

use super::drawing::Drawing;
use super::registry::GameName;
use super::seat::{BySeat, Seat, SeatNumber};
use super::setup::Options;
use super::spec::TypedGame;

/// A game in progress. Its methods are in [`Position`].
#[derive(Debug)]
pub struct AnyGame(Box<dyn Position>);

/// The methods of a game in progress, whichever game it is.
pub trait Position: fmt::Debug + Send + Sync {
    /// Which game it is.
    fn name(&self) -> GameName;

    /// The options, each with its value.
    fn options(&self) -> Options;

    /// How many seats there are.
    fn seats(&self) -> usize;

    /// Makes a move of the player whose turn it is.
    fn play(&mut self, text: &str) -> Result<(), MoveError>;

    /// The move of a computer for the player whose turn it is; none when the game is over, and none of a computer that does not
    /// play this game.
    fn computers_move(&self, computer: Seat, rng: &mut ChaCha8Rng) -> Option<String>;

    /// The moves so far, as text.
    fn history(&self) -> Vec<String>;

    /// The moves so far, as JSON.
    fn history_json(&self) -> Vec<MoveJson>;

    /// How many moves were made.
    fn move_count(&self) -> usize;

    /// Whether the game is open, and who has won.
    fn outcome(&self) -> Outcome;

    /// The seat whose turn it is; none when the game is over.
    fn to_move(&self) -> Option<SeatNumber> {
        let turn = SeatNumber::after(self.move_count(), self.seats());
        (self.outcome() == Outcome::Open).then_some(turn)
    }

    /// The board as JSON.
    fn board(&self) -> BoardJson;

    /// How many complete lines each player has.
    fn scores(&self) -> BySeat<usize>;

    /// The complete lines of a player, in the order in which they were made.
    fn lines_of(&self, player: SeatNumber) -> Vec<Vec<MoveJson>>;

    /// The game in one of its own record formats; none if it has no such format.
    fn write(&self, format: &str, seats: &BySeat<Seat>) -> Option<String>;

    /// The position drawn.
    fn drawing(&self) -> Drawing;

    /// What a player is called: black, or player 3.
    fn player_name(&self, player: SeatNumber) -> String;

    /// The text beside a player's token: the name, or the score where it decides the game.
    fn standing(&self, player: SeatNumber) -> String;

    /// The board and what wins, in sentences.
    fn description(&self) -> String;

    /// The same position again.
    fn boxed(&self) -> Box<dyn Position>;
}

/// Whether a game is open, and who has won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It is not over.
    Open,
    /// It is over, and these have won, in their order: one, or none, or all that share the highest score.
    Over(Vec<SeatNumber>),
}

/// Why a move was not made. The game is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MoveError {
    /// The text is not a move of this game.
    #[error("{0}")]
    Form(String),
    /// The rules forbid it.
    #[error("{0}")]
    Illegal(String),
    /// The game is over.
    #[error("the game is over")]
    Over,
}

impl AnyGame {
    pub(super) fn new(game: impl TypedGame) -> Self {
        Self(Box::new(game))
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
        GameName::of::<G>()
    }

    fn options(&self) -> Options {
        TypedGame::options(self)
    }

    fn seats(&self) -> usize {
        TypedGame::seats(self)
    }

    fn play(&mut self, text: &str) -> Result<(), MoveError> {
        let next = text.trim().parse::<G::Move>();
        let next = next.map_err(|error| MoveError::Form(error.to_string()))?;
        if TypedGame::outcome(self) != Outcome::Open {
            return Err(MoveError::Over);
        }
        TypedGame::play(self, next).map_err(MoveError::Illegal)
    }

    fn computers_move(&self, computer: Seat, rng: &mut ChaCha8Rng) -> Option<String> {
        if TypedGame::outcome(self) != Outcome::Open {
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

    fn history(&self) -> Vec<String> {
        TypedGame::moves(self).iter().map(ToString::to_string).collect()
    }

    fn history_json(&self) -> Vec<MoveJson> {
        TypedGame::moves(self).iter().map(|&made| made.into()).collect()
    }

    fn move_count(&self) -> usize {
        TypedGame::moves(self).len()
    }

    fn outcome(&self) -> Outcome {
        TypedGame::outcome(self)
    }

    fn board(&self) -> BoardJson {
        TypedGame::board(self)
    }

    fn scores(&self) -> BySeat<usize> {
        BySeat::from_fn(TypedGame::seats(self), |seat| self.score(seat))
    }

    fn lines_of(&self, player: SeatNumber) -> Vec<Vec<MoveJson>> {
        TypedGame::lines_of(self, player)
    }

    fn write(&self, format: &str, seats: &BySeat<Seat>) -> Option<String> {
        let own = G::FORMATS.iter().find(|own| own.text.name == format)?;
        Some((own.write)(self, seats))
    }

    fn drawing(&self) -> Drawing {
        TypedGame::drawing(self)
    }

    fn player_name(&self, player: SeatNumber) -> String {
        TypedGame::player_name(self, player)
    }

    fn standing(&self, player: SeatNumber) -> String {
        TypedGame::standing(self, player)
    }

    fn description(&self) -> String {
        TypedGame::description(self)
    }

    fn boxed(&self) -> Box<dyn Position> {
        Box::new(self.clone())
    }
}

/// A move or a place in JSON: a text, or a number where the game numbers its places.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum MoveJson {
    /// As `"hh"` or `"5:9"`.
    Text(String),
    /// As `57`.
    Number(u8),
}

impl fmt::Display for MoveJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Number(number) => number.fmt(f),
        }
    }
}

/// A board in JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum BoardJson {
    /// One character a place: `x`, `o` or `.`.
    Text(String),
    /// One number a place; 0 where it is empty.
    Numbers(Vec<u8>),
}

/// A move as a client sends it, a text or a number: `"hh"`, `"57"` or `57`. The game decides whether it is a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveText(pub String);

impl<'de> Deserialize<'de> for MoveText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(MoveVisitor)
    }
}

struct MoveVisitor;

impl Visitor<'_> for MoveVisitor {
    type Value = MoveText;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a move, as a text or a whole number")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<MoveText, E> {
        Ok(MoveText(text.to_owned()))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<MoveText, E> {
        Ok(MoveText(number.to_string()))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<MoveText, E> {
        Ok(MoveText(number.to_string()))
    }
}
