//! Games without their types: what everything that hosts games works with.
//!
//! A [`GameName`] gives the [`GameSpec`], the spec starts an [`AnyGame`], and moves come and go as text. All three are made from a
//! game's `TypedGame`.

use crate::typed_game::ErrorText;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut, RangeInclusive};

use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom as _;
use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::{Serialize, Serializer};
use thiserror::Error;

use super::typed_game::{
    AppliedRule, BoardJson, BySeat, MoveJson, OptionError, OptionSpec, Options, Outcome, Seat,
    SeatNumber, TextFormat, TypedGame,
};
use crate::texts;
use gradus_board::drawing::{Drawing, Look, Node};
use gradus_step::Text;

/// The name of a registered game: it gives access to the game's [spec](GameSpec).
#[derive(Clone, Copy)]
pub struct GameName(&'static dyn GameSpec);

/// A game that can be hosted, before its first move.
pub trait GameSpec: Sync {
    /// The name on the wire.
    fn name(&self) -> &'static str;

    /// The name for people.
    fn title(&self) -> Text;

    /// How many seats it may have.
    fn seats(&self) -> RangeInclusive<usize>;

    /// Its options.
    fn options(&self) -> &'static [OptionSpec];

    /// The computers that can play it.
    fn computers(&self) -> Vec<Seat>;

    /// The record formats that it has besides JSON.
    fn formats(&self) -> Vec<TextFormat>;

    /// The game before the first move, with a number of seats that [`GameSpec::seats`] allows. Options that are left out have
    /// their default values.
    fn start(&self, seats: usize, options: &Options) -> Result<AnyGame, OptionError>;
}

impl GameName {
    /// The name of a game whose type is known.
    pub(super) const fn of<G: TypedGame>() -> Self {
        const { assert!(1 <= *G::SEATS.start() && *G::SEATS.end() <= SeatNumber::MAX as usize) }
        Self(&Typed::<G>(PhantomData))
    }

    /// The name on the wire.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.0.name()
    }

    /// The game's spec.
    #[must_use]
    pub const fn spec(self) -> &'static dyn GameSpec {
        self.0
    }
}

impl PartialEq for GameName {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for GameName {}

impl Hash for GameName {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

impl fmt::Debug for GameName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GameName({})", self.as_str())
    }
}

impl fmt::Display for GameName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for GameName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

struct Typed<G>(PhantomData<fn() -> G>);

impl<G: TypedGame> GameSpec for Typed<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn title(&self) -> Text {
        G::title()
    }

    fn seats(&self) -> RangeInclusive<usize> {
        G::SEATS
    }

    fn options(&self) -> &'static [OptionSpec] {
        G::OPTIONS
    }

    fn computers(&self) -> Vec<Seat> {
        let own = G::COMPUTERS.iter().map(|(seat, _)| *seat);
        std::iter::once(Seat::Random).chain(own).collect()
    }

    fn formats(&self) -> Vec<TextFormat> {
        G::FORMATS.iter().map(|format| format.text).collect()
    }

    fn start(&self, seats: usize, options: &Options) -> Result<AnyGame, OptionError> {
        G::start(seats, options).map(AnyGame::new)
    }
}

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

    /// The rule by which the computer [`Seat::Rules`] made this move here, with the moves that it allows; none when it cannot have made
    /// the move.
    fn applied_rule(&self, made: &str) -> Option<AppliedRule<MoveJson>>;

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
    fn drawing(&self, look: &Look) -> Drawing;

    /// The piece of a player.
    fn token(&self, player: SeatNumber, look: &Look) -> Node;

    /// What a player is called: black, or player 3.
    fn player_name(&self, player: SeatNumber) -> Text;

    /// Whether the numbers of complete lines decide the game.
    fn is_scored(&self) -> bool;

    /// The pieces that may be placed now, in a game whose moves name one beside the place.
    fn pieces(&self) -> Option<Vec<u8>>;

    /// What wins, in a few words.
    fn aim(&self) -> Text;

    /// The board in sentences.
    fn description(&self, look: &Look) -> Text;

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
    #[must_use]
    pub fn told(&self) -> Text {
        match self {
            Self::Form(told) | Self::Illegal(told) => told.clone(),
            Self::Over => texts::matches::over(),
        }
    }
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
        let next = next.map_err(|error| MoveError::Form(error.error_text()))?;
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

    fn applied_rule(&self, made: &str) -> Option<AppliedRule<MoveJson>> {
        let made = made.parse::<G::Move>().ok()?;
        let is_open = TypedGame::outcome(self) == Outcome::Open;
        let applied = is_open.then(|| TypedGame::applied_rule(self, made))??;
        let AppliedRule { number, text, allowed } = applied;
        let allowed = allowed.contains(&made).then_some(allowed)?;
        Some(AppliedRule { number, text, allowed: allowed.into_iter().map(Into::into).collect() })
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

    fn drawing(&self, look: &Look) -> Drawing {
        TypedGame::drawing(self, look)
    }

    fn token(&self, player: SeatNumber, look: &Look) -> Node {
        TypedGame::token(self, player, look)
    }

    fn player_name(&self, player: SeatNumber) -> Text {
        TypedGame::player_name(self, player)
    }

    fn is_scored(&self) -> bool {
        TypedGame::is_scored(self)
    }

    fn pieces(&self) -> Option<Vec<u8>> {
        TypedGame::pieces(self)
    }

    fn aim(&self) -> Text {
        TypedGame::aim(self)
    }

    fn description(&self, look: &Look) -> Text {
        TypedGame::description(self, look)
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
