//! What a game is to everything that hosts games.
//!
//! A game implements [`TypedGame`], whose moves are the game's own type. [`of`] makes a [`GameSpec`] of it, which knows no types: that
//! is what the [registry](super::registry) lists.

use std::fmt::{Debug, Display};
use std::marker::PhantomData;
use std::ops::RangeInclusive;
use std::str::FromStr;

use rand::rngs::ChaCha8Rng;

use super::drawing::Drawing;
use super::position::{AnyGame, BoardJson, MoveJson, Outcome};
use super::record::{RecordError, Transcript};
use super::seat::{BySeat, Seat, SeatNumber};
use super::setup::{Options, SetupError};

/// A game that can be hosted: all that is known of it before the first move.
pub trait GameSpec: Sync {
    /// The name on the wire.
    fn name(&self) -> &'static str;

    /// The name for people.
    fn title(&self) -> &'static str;

    /// How many seats it may have.
    fn seats(&self) -> RangeInclusive<usize>;

    /// The names of its options.
    fn options(&self) -> &'static [&'static str];

    /// The computers that can play it.
    fn computers(&self) -> Vec<Seat>;

    /// The record formats that it has besides JSON.
    fn formats(&self) -> Vec<TextFormat>;

    /// The game before the first move, with a number of seats that [`GameSpec::seats`] allows. Options that are left out have their default
    /// values.
    fn start(&self, seats: usize, options: &Options) -> Result<AnyGame, SetupError>;
}

/// A record format of one game.
#[derive(Clone, Copy, Debug)]
pub struct TextFormat {
    /// The name on the wire.
    pub name: &'static str,
    /// Whether a text is written in this format; it may still be broken.
    pub recognises: fn(&str) -> bool,
    /// Reads such a text.
    pub read: fn(&str) -> Result<Transcript, RecordError>,
}

/// A record format of a game whose type is known.
pub(super) struct RecordFormat<G> {
    /// How it is read.
    pub(super) text: TextFormat,
    /// Writes a game that these players have played.
    pub(super) write: fn(&G, &BySeat<Seat>) -> String,
}

/// Chooses a move for the player whose turn it is; none when the game is over.
pub(super) type ComputerPlayer<G> = fn(&G, &mut ChaCha8Rng) -> Option<<G as TypedGame>::Move>;

/// A game in progress, with everything that is particular to the game. Seats are numbered in the order in which they move.
pub(super) trait TypedGame: Clone + Debug + Send + Sync + 'static {
    /// The name on the wire: lower-case words with `_` between them.
    const NAME: &'static str;
    /// The name for people.
    const TITLE: &'static str;
    /// How many seats it may have.
    const SEATS: RangeInclusive<usize>;
    /// The names of its options.
    const OPTIONS: &'static [&'static str] = &[];
    /// The computer players besides [`Seat::Random`], which plays every game.
    const COMPUTERS: &'static [(Seat, ComputerPlayer<Self>)] = &[];
    /// The record formats besides JSON.
    const FORMATS: &'static [RecordFormat<Self>] = &[];

    /// A move; its text is how people write it.
    type Move: Copy + Display + FromStr<Err: Display> + Into<MoveJson>;

    /// The game before the first move, with a number of seats that [`TypedGame::SEATS`] allows.
    fn start(seats: usize, options: &Options) -> Result<Self, SetupError>;

    /// The options, each with its value.
    fn options(&self) -> Options {
        Options::default()
    }

    /// How many seats there are.
    fn seats(&self) -> usize;

    /// Makes a move of the player whose turn it is; the text of the error is the rule that forbids it, and the game is then
    /// unchanged. It is called only while the game is open.
    fn play(&mut self, next: Self::Move) -> Result<(), String>;

    /// The moves in the order in which they were made.
    fn moves(&self) -> &[Self::Move];

    /// Whether the game is open, and who has won.
    fn outcome(&self) -> Outcome;

    /// The board as JSON.
    fn board(&self) -> BoardJson;

    /// How many complete lines a player has.
    fn score(&self, player: SeatNumber) -> usize;

    /// The complete lines of a player, in the order in which they were made.
    fn lines_of(&self, player: SeatNumber) -> Vec<Vec<MoveJson>>;

    /// Every legal move, in a fixed order, while the game is open.
    fn legal_moves(&self) -> Vec<Self::Move>;

    /// The position drawn.
    fn drawing(&self) -> Drawing;

    /// What players of this game are called: black, or player 3.
    fn player_name(&self, player: SeatNumber) -> String;

    /// The text beside a player's token: the name, or the score where it decides the game.
    fn standing(&self, player: SeatNumber) -> String;

    /// The board and what wins, in sentences.
    fn description(&self) -> String;
}

/// The spec of a game whose type is known.
pub(super) const fn of<G: TypedGame>() -> &'static dyn GameSpec {
    &Typed::<G>(PhantomData)
}

struct Typed<G>(PhantomData<fn() -> G>);

impl<G: TypedGame> GameSpec for Typed<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn title(&self) -> &'static str {
        G::TITLE
    }

    fn seats(&self) -> RangeInclusive<usize> {
        G::SEATS
    }

    fn options(&self) -> &'static [&'static str] {
        G::OPTIONS
    }

    fn computers(&self) -> Vec<Seat> {
        let own = G::COMPUTERS.iter().map(|(seat, _)| *seat);
        std::iter::once(Seat::Random).chain(own).collect()
    }

    fn formats(&self) -> Vec<TextFormat> {
        G::FORMATS.iter().map(|format| format.text).collect()
    }

    fn start(&self, seats: usize, options: &Options) -> Result<AnyGame, SetupError> {
        G::start(seats, options).map(AnyGame::new)
    }
}
