//! What a game implements to be hosted: [`GameView`] for what can be seen of it, and [`TypedGame`] for its moves.
//!
//! A game is a module in `crates/game/src` with a type that implements both traits, and a line in `spec.rs`. All types that an
//! implementation needs can be imported from here; shapes to draw with are in [`drawing`](gradus_board::drawing). The test at the end of
//! this file has a whole game.

use std::fmt::{self, Debug, Display};
use std::ops::RangeInclusive;
use std::str::FromStr;

use rand::rngs::ChaCha8Rng;
use serde::Serialize;

pub(super) use super::options::{Accepted, OptionSpec, Options};
pub(super) use super::rejection::Rejection;
pub(super) use super::seat::{BySeat, SearchDepth, Seat, SeatNumber};
use crate::texts;
use gradus_board::drawing::{Drawing, Look, Node, stones};
use gradus_board::gomoku::Stone;
pub(super) use gradus_step::Text;

/// The side of the square that a player's token fits into.
pub const TOKEN: i32 = 24;

/// What can be seen of a game in progress.
///
/// The value has all that decides what may follow: the options, the number of seats, and the moves so far. Seats are numbered from
/// 1 in the order in which they move, so after `n` moves it is the turn of `SeatNumber::after(n, seats)`.
pub trait GameView: Debug + Send + Sync {
    /// The options, each with its value.
    fn options(&self) -> Options {
        Options::default()
    }

    /// How many seats this game has.
    fn seats(&self) -> usize {
        2
    }

    /// Whether the game is open, and who has won.
    fn outcome(&self) -> Outcome;

    /// The board as JSON, place by place.
    fn board(&self) -> BoardJson;

    /// The complete lines of a player, in the order in which they were made, each as its places from one end to the other.
    fn lines_of(&self, _player: SeatNumber) -> Vec<Vec<MoveJson>> {
        Vec::new()
    }

    /// How many complete lines a player has.
    fn score(&self, player: SeatNumber) -> usize {
        self.lines_of(player).len()
    }

    /// The position drawn, with the last move and the complete lines marked: [`WIDTH`](gradus_board::drawing::WIDTH) units wide. It is made of
    /// `rectangle(corner, size, radius)`, `circle(centre, radius)`, `path(commands)` and `text(place, size, words)`, which a `group()`
    /// holds; `fill`, `stroke` and `stroke_width` colour them with a [`Paint`](gradus_board::drawing::Paint).
    fn drawing(&self, look: &Look) -> Drawing;

    /// The piece of a player, around (0, 0) and within [`TOKEN`] units: it is shown beside the player's name.
    fn token(&self, player: SeatNumber, look: &Look) -> Node;

    /// What a player of this game is called, with a capital letter: black, or player 3.
    fn player_name(&self, player: SeatNumber) -> Text {
        texts::matches::player(player)
    }

    /// Whether the numbers of complete lines decide the game, so that they are shown while it is played.
    fn is_scored(&self) -> bool {
        false
    }

    /// The pieces that may be placed now, in a game whose moves name one beside the place; none in games of one piece.
    fn pieces(&self) -> Option<Vec<u8>> {
        None
    }

    /// What wins, in a few words.
    fn aim(&self) -> Text;

    /// The board in sentences, for those who do not see the drawing.
    fn description(&self, look: &Look) -> Text;
}

/// A game with everything that is particular to it.
pub(super) trait TypedGame: GameView + Clone + 'static {
    /// The name on the wire: lower-case words with `_` between them. The kind of the game's match steps has `-` instead: the game
    /// `four_in_a_row` has `four-in-a-row/match`.
    const NAME: &'static str;
    /// How many seats it may have, within 1 to [`SeatNumber::MAX`].
    const SEATS: RangeInclusive<usize> = 2..=2;
    /// Its options. No two games share the name of one.
    const OPTIONS: &'static [OptionSpec] = &[];
    /// The computer players besides [`Seat::Random`], which plays every game. With [`Seat::Rules`] among them, requests and match
    /// steps need not name an opponent.
    const COMPUTERS: &'static [(Seat, ComputerPlayer<Self>)] = &[];
    /// The record formats besides JSON, which every game has. No two games share a name.
    const FORMATS: &'static [RecordFormat<Self>] = &[];

    /// A move: `"hh"`, `57`. People write its text, and it is stored as that; it is read in the same form, and clients get it as
    /// [`MoveJson`].
    type Move: Copy + PartialEq + Display + FromStr + Into<MoveJson>;

    /// What is wrong with a text that is not a move, and what is expected.
    fn unreadable(error: <Self::Move as FromStr>::Err) -> Text;

    /// The name for people.
    fn title() -> Text;

    /// The game before the first move, with a number of seats within [`TypedGame::SEATS`]. Options that are left out have their
    /// default values.
    fn start(seats: usize, options: &Options) -> Result<Self, Rejection>;

    /// Makes a move of the player whose turn it is. It is called only while the game is open. The text of the error is the rule
    /// that forbids the move, as `a stone lies there already`; the game is then unchanged.
    fn play(&mut self, next: Self::Move) -> Result<(), Text>;

    /// The moves in the order in which they were made.
    fn moves(&self) -> &[Self::Move];

    /// Every legal move, in a fixed order; at least one while the game is open.
    fn legal_moves(&self) -> Vec<Self::Move>;

    /// The rule that the computer [`Seat::Rules`] applies for the player whose turn it is, explained for a move that it may have made;
    /// none if the game has no such computer. It is called only while the game is open.
    fn applied_rule(&self, _made: Self::Move) -> Option<AppliedRule<Self::Move>> {
        None
    }
}

/// Chooses a legal move for the player whose turn it is; none when the game is over. A search is limited by nodes, not by time, and
/// takes all its random numbers from the argument: the same game and the same numbers give the same move on every machine.
pub(super) type ComputerPlayer<G> = fn(&G, &mut ChaCha8Rng) -> Option<<G as TypedGame>::Move>;

/// A rule of the computer [`Seat::Rules`] in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppliedRule<M> {
    /// The number of the rule, from 1. The first rule that allows a move is applied.
    pub number: u8,
    /// Why it allows the move that was made.
    pub text: Text,
    /// All moves that it allows: the computer makes one of them at random.
    pub allowed: Vec<M>,
}

/// Whether a game is open, and who has won.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub enum Outcome {
    /// It is not over.
    Open,
    /// It is over, and these have won, in their order: one, or none, or all that share the highest score.
    Over(Vec<SeatNumber>),
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

impl From<u8> for MoveJson {
    fn from(place: u8) -> Self {
        Self::Number(place)
    }
}

impl Display for MoveJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Number(number) => Display::fmt(number, f),
        }
    }
}

/// A board in JSON, place by place in the order of their numbers, or row by row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum BoardJson {
    /// One character a place: `x` for player 1, `o` for player 2, or `.`.
    Text(String),
    /// One number a place, 0 where it is empty: the piece, or the player who has the place.
    Numbers(Vec<u8>),
}

/// A record format of a game.
pub(super) struct RecordFormat<G> {
    /// How it is read.
    pub(super) text: TextFormat,
    /// Writes a game that these players have played.
    pub(super) write: fn(&G, &BySeat<Seat>) -> String,
}

/// How a record format of one game is recognised and read.
#[derive(Clone, Copy, Debug)]
pub struct TextFormat {
    /// The name on the wire.
    pub name: &'static str,
    /// Short records in this format, with `⏎` for line breaks, for messages.
    pub example: &'static str,
    /// Whether a text is written in this format; it may still be broken. A text is read in the first format that recognises it.
    pub recognises: fn(&str) -> bool,
    /// Reads such a text.
    pub read: fn(&str) -> Result<Transcript, Rejection>,
}

/// The contents of a record, in any format. The game decides whether its moves are legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transcript {
    /// The options that the text names.
    pub options: Options,
    /// The players.
    pub seats: Seats,
    /// The moves as texts.
    pub history: Vec<String>,
}

/// The players in a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seats {
    /// Who they are.
    Known(Vec<Seat>),
    /// How many they are.
    Counted(usize),
}

/// The side that has a seat in a game of black and white; black has seat 1.
pub(super) fn side_of(seat: SeatNumber) -> Stone {
    Stone::to_move_after(seat.index())
}

/// The seat that a side has.
pub(super) fn seat_of(side: Stone) -> SeatNumber {
    SeatNumber::after(usize::from(side == Stone::White), 2)
}

/// What the player of a seat is called in a game of black and white.
pub(super) fn name_of(seat: SeatNumber) -> Text {
    match side_of(seat) {
        Stone::Black => texts::matches::black(),
        Stone::White => texts::matches::white(),
    }
}

/// The stone of a player, around (0, 0).
pub(super) fn stone_of(player: SeatNumber) -> Node {
    stones(side_of(player), TOKEN / 2 - 2, [[0, 0]])
}

#[cfg(test)]
mod tests {
    use std::num::ParseIntError;

    use super::*;
    use gradus_board::drawing::{Paint, WIDTH, circle, group, rectangle};

    /// Nim with one heap: take 1 to 3 of 12 counters; the player who takes the last one wins.
    #[derive(Clone, Debug)]
    struct Nim {
        moves: Vec<u8>,
    }

    impl Nim {
        fn left(&self) -> u8 {
            12 - self.moves.iter().sum::<u8>()
        }

        /// Leaves a multiple of 4 if that is possible.
        fn rules(&self, _: &mut ChaCha8Rng) -> Option<u8> {
            let moves = self.legal_moves();
            let best = moves.iter().find(|&&taken| (self.left() - taken).is_multiple_of(4));
            best.or(moves.first()).copied()
        }
    }

    impl GameView for Nim {
        fn outcome(&self) -> Outcome {
            match self.left() {
                0 => Outcome::Over(vec![SeatNumber::after(self.moves.len() - 1, 2)]),
                _ => Outcome::Open,
            }
        }

        fn board(&self) -> BoardJson {
            BoardJson::Numbers(vec![self.left()])
        }

        fn drawing(&self, _: &Look) -> Drawing {
            let board = rectangle([0, 0], [WIDTH, 40], 6).fill(Paint::Wood);
            let counters = (0..self.left()).map(|step| circle([20 + 40 * i32::from(step), 20], 15));
            let counters = group().fill(Paint::White).stroke(Paint::WhiteEdge).holding(counters);
            Drawing::new(40, group().holding([board, counters]))
        }

        fn token(&self, player: SeatNumber, _: &Look) -> Node {
            circle([0, 0], TOKEN / 2 - 1).fill(Paint::PlayerStrong(player.paint()))
        }

        fn aim(&self) -> Text {
            Text::from("Whoever takes the last counter wins")
        }

        fn description(&self, _: &Look) -> Text {
            Text::from(format!("A heap of {} counters.", self.left()))
        }
    }

    impl TypedGame for Nim {
        const NAME: &'static str = "nim";
        const COMPUTERS: &'static [(Seat, ComputerPlayer<Self>)] = &[(Seat::Rules, Self::rules)];

        type Move = u8;

        fn unreadable(error: ParseIntError) -> Text {
            Text::from(error.to_string())
        }

        fn title() -> Text {
            Text::from("Nim")
        }

        fn start(_: usize, _: &Options) -> Result<Self, Rejection> {
            Ok(Self { moves: Vec::new() })
        }

        fn play(&mut self, taken: u8) -> Result<(), Text> {
            if !self.legal_moves().contains(&taken) {
                let rule = "take 1 to 3 of the counters that are left";
                return Err(Text::from(rule));
            }
            self.moves.push(taken);
            Ok(())
        }

        fn moves(&self) -> &[u8] {
            &self.moves
        }

        fn legal_moves(&self) -> Vec<u8> {
            (1..=self.left().min(3)).collect()
        }
    }

    #[test]
    fn a_game_without_lines_and_options_leaves_most_to_the_defaults() {
        let mut nim = Nim::start(2, &Options::default()).unwrap();
        for taken in [3, 1, 3, 2] {
            nim.play(taken).unwrap();
        }
        assert!(nim.play(4).is_err());
        nim.play(3).unwrap();
        let first = SeatNumber::after(0, nim.seats());
        assert_eq!((nim.outcome(), nim.score(first)), (Outcome::Over(vec![first]), 0));
        assert_eq!(nim.player_name(first).english(), "Player 1");
        assert_eq!((nim.is_scored(), nim.options()), (false, Options::default()));
    }
}
