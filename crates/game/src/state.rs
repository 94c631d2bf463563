//! A match: a game, and who plays it; and the id of a match.

use std::fmt;
use std::str::FromStr;

use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;
use serde::{Serialize, Serializer};
use thiserror::Error;

use super::rejection::UnknownName;
use super::seat::{Seat, SeatNumber};
use super::setup::{GameSeed, Setup};
use super::spec::{AnyGame, MoveError};
use super::typed_game::{AppliedRule, MoveJson, Outcome, Rejection};
use crate::texts;
use gradus_step::MatchResult;

/// A match in progress. It is pure: the same setup and the same human moves give the same match on every machine.
///
/// ```
/// use gradus_game::{Match, Setup};
///
/// let setup: Setup = serde_json::from_str(r#"{"game":"gomoku","seats":["human","random"],"seed":7}"#)?;
/// let mut played = Match::new(setup);
/// played.play("hh")?;
/// played.let_computers_move();
/// assert_eq!((played.game().move_count(), played.to_move().map(|seat| seat.get())), (2, Some(1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    setup: Setup,
    game: AnyGame,
}

/// No computer is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NoComputersTurn {
    /// A human is to move.
    #[error("seat {0} is to move and is not played by a computer")]
    Human(SeatNumber),
    /// The game is over.
    #[error("the game is over")]
    Over,
}

/// Why moves cannot be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum UndoError {
    /// The seat has not moved.
    #[error("seat {0} has not moved yet")]
    NotMoved(SeatNumber),
    /// There are not so many moves.
    #[error("{asked} moves cannot be taken back of {made}")]
    TooMany {
        /// How many were to be taken back.
        asked: usize,
        /// How many were made.
        made: usize,
    },
    /// A move of another person would be taken back.
    #[error("seat {0} has moved since, and is another person's")]
    OfOther(SeatNumber),
}

/// A move that the computer [`Seat::Rules`] made, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Why {
    /// The seat that made it.
    pub seat: SeatNumber,
    /// The move.
    pub made: MoveJson,
    /// The rule that the computer applied, and the moves that it allowed.
    pub rule: AppliedRule<MoveJson>,
}

impl Match {
    /// The match before the first move.
    pub fn new(setup: Setup) -> Self {
        Self { game: setup.start().clone(), setup }
    }

    /// The match in which these moves were made.
    pub fn resume<'a>(
        setup: Setup,
        history: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, Rejection> {
        let mut resumed = Self::new(setup);
        for (text, number) in history.into_iter().zip(1..) {
            resumed.game.play(text).map_err(|reason| {
                let found: String = text.chars().take(20).collect();
                let found = format!("{found:?}");
                let message = texts::matches::history(number, found, reason.message());
                match reason {
                    MoveError::Form(_) => Rejection::Form(message),
                    MoveError::Illegal(_) | MoveError::Over => Rejection::Illegal(message),
                }
            })?;
        }
        Ok(resumed)
    }

    /// The game with its options, the players, and the seed.
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The game itself.
    pub const fn game(&self) -> &AnyGame {
        &self.game
    }

    /// The seat whose turn it is; none when the game is over.
    pub fn to_move(&self) -> Option<SeatNumber> {
        self.game.to_move()
    }

    /// The seat whose turn it is, if a computer has it.
    pub fn computer_to_move(&self) -> Option<Seat> {
        self.to_move().map(|seat| *self.setup.seats().of(seat)).filter(|seat| seat.is_computer())
    }

    /// Whether a human is waiting for a computer: a computer is to move, and humans play too.
    pub fn awaits_computer(&self) -> bool {
        self.setup.seats().contains(&Seat::Human) && self.computer_to_move().is_some()
    }

    /// Makes a move of the seat whose turn it is.
    pub fn play(&mut self, text: &str) -> Result<(), MoveError> {
        self.game.play(text)
    }

    /// Makes one move of the computer whose turn it is.
    #[expect(
        clippy::expect_used,
        clippy::missing_panics_doc,
        reason = "a computer that finds no move is a bug"
    )]
    pub fn advance(&mut self) -> Result<(), NoComputersTurn> {
        let seat = self.to_move().ok_or(NoComputersTurn::Over)?;
        let computer = self.computer_to_move().ok_or(NoComputersTurn::Human(seat))?;
        let mut rng = random_source(self.setup.seed(), self.game.move_count());
        let chosen = self.game.computers_move(computer, &mut rng);
        let chosen = chosen.expect("an open game has a legal move, and its computers choose one");
        self.game.play(&chosen).expect("a computer chooses a legal move");
        Ok(())
    }

    /// Lets computers move until a human's turn or the end. In a match without humans nothing moves.
    pub fn let_computers_move(&mut self) {
        while self.awaits_computer() && self.advance().is_ok() {}
    }

    /// Takes everything back from the last move of a seat on, unless another person has moved since.
    pub fn undo(&mut self, seat: SeatNumber) -> Result<(), UndoError> {
        let seats = self.setup.seats().len();
        let is_own = |&turn: &usize| SeatNumber::after(turn, seats) == seat;
        let kept =
            (0..self.game.move_count()).rev().find(is_own).ok_or(UndoError::NotMoved(seat))?;
        self.take_back_to(kept, seat)
    }

    /// Takes back this many moves of a seat and of computers: at least one.
    pub fn take_back(&mut self, moves: usize, seat: SeatNumber) -> Result<(), UndoError> {
        let made = self.game.move_count();
        let kept = made.checked_sub(moves).filter(|_| moves > 0);
        self.take_back_to(kept.ok_or(UndoError::TooMany { asked: moves, made })?, seat)
    }

    fn take_back_to(&mut self, kept: usize, seat: SeatNumber) -> Result<(), UndoError> {
        let seats = self.setup.seats();
        let movers =
            (kept..self.game.move_count()).map(|turn| SeatNumber::after(turn, seats.len()));
        let mut others = movers.filter(|&mover| mover != seat && *seats.of(mover) == Seat::Human);
        if let Some(other) = others.next() {
            return Err(UndoError::OfOther(other));
        }
        *self = self.until(kept);
        Ok(())
    }

    /// Why the computer [`Seat::Rules`] made the move with this number, from 1; none if it did not. It is found again from the position
    /// before the move, so a move that somebody else made on the computer's seat, in a record, is refused too unless the rule allows it.
    pub fn why(&self, number: usize) -> Option<Why> {
        let before = self.until(number.checked_sub(1)?);
        let seat = before.to_move()?;
        let text = self.game.history().into_iter().nth(number - 1)?;
        let made = self.game.history_json().into_iter().nth(number - 1)?;
        let is_by_rules = *self.setup.seats().of(seat) == Seat::Rules;
        let rule = is_by_rules.then(|| before.game.applied_rule(&text))??;
        Some(Why { seat, made, rule })
    }

    /// The match as it was after this many moves.
    #[expect(
        clippy::expect_used,
        clippy::missing_panics_doc,
        reason = "the rules of a game do not change while it is played"
    )]
    #[must_use]
    pub fn until(&self, moves: usize) -> Self {
        let history = self.game.history();
        let earlier = history.iter().take(moves).map(String::as_str);
        Self::resume(self.setup.clone(), earlier).expect("the moves of a legal game are legal")
    }

    /// Whether the match is open, and how it ended.
    pub fn status(&self) -> MatchStatus {
        match self.game.outcome() {
            Outcome::Open => MatchStatus::Open,
            Outcome::Over(winners) if [0, self.setup.seats().len()].contains(&winners.len()) => {
                MatchStatus::Draw
            }
            Outcome::Over(_) => MatchStatus::Won,
        }
    }

    /// Who has won, perhaps several; none while the match is open, and after a draw.
    pub fn winners(&self) -> Vec<SeatNumber> {
        match self.game.outcome() {
            Outcome::Over(winners) if self.status() == MatchStatus::Won => winners,
            _ => Vec::new(),
        }
    }

    /// The result of the match for a seat.
    pub fn result(&self, seat: SeatNumber) -> MatchResult {
        match self.status() {
            MatchStatus::Open => MatchResult::Open,
            MatchStatus::Draw => MatchResult::Drawn,
            MatchStatus::Won if self.winners().contains(&seat) => MatchResult::Won,
            MatchStatus::Won => MatchResult::Lost,
        }
    }
}

/// Whether a match is open, and how it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchStatus {
    /// It is not over.
    Open,
    /// A seat has won, or some share the win.
    Won,
    /// No seat has won, or all have.
    Draw,
}

impl MatchStatus {
    /// The name on the wire and in databases.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Won => "won",
            Self::Draw => "draw",
        }
    }
}

impl FromStr for MatchStatus {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        let mut all = [Self::Open, Self::Won, Self::Draw].into_iter();
        all.find(|status| status.as_str() == name).ok_or_else(|| UnknownName::new("status", name))
    }
}

/// The random source of the computer that makes the next move. It depends only on the seed and the number of moves, so that an
/// interrupted match continues as it would have.
fn random_source(seed: GameSeed, moves: usize) -> ChaCha8Rng {
    let mut hasher = blake3::Hasher::new_derive_key("gradus 2026-11 computers' moves");
    hasher.update(&seed.get().to_be_bytes()).update(&(moves as u64).to_be_bytes());
    ChaCha8Rng::from_seed(*hasher.finalize().as_bytes())
}

/// The 32 digits of an id, without the letters that are easily taken for a digit.
const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// The characters of an id.
const LENGTH: usize = 16;

/// The id of a match: 16 digits and lower-case letters, 80 bits, which cannot be guessed.
///
/// ```
/// use gradus_game::MatchId;
///
/// let id = MatchId::from_bytes([0xff; 10]);
/// assert_eq!(id.to_string(), "zzzzzzzzzzzzzzzz");
/// assert_eq!("ZZZZzzzzZZZZzzzz".parse(), Ok(id));
/// assert!("zzzz".parse::<MatchId>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MatchId([u8; LENGTH]);

impl MatchId {
    /// An id from 10 bytes that a cryptographic random source gave.
    #[expect(clippy::indexing_slicing, reason = "five bits are an index of 32 digits")]
    pub fn from_bytes(bytes: [u8; 10]) -> Self {
        let mut bits = bytes.into_iter().fold(0_u128, |bits, byte| bits << 8 | u128::from(byte));
        Self([(); LENGTH].map(|()| {
            let digit = DIGITS[(bits & 31) as usize];
            bits >>= 5;
            digit
        }))
    }

    /// The id as text.
    #[expect(
        clippy::expect_used,
        clippy::missing_panics_doc,
        reason = "both constructors take ASCII alone"
    )]
    pub fn as_str(&self) -> &str {
        str::from_utf8(&self.0).expect("the digits are ASCII")
    }
}

/// In either case of letters.
impl FromStr for MatchId {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        let lower = text.to_ascii_lowercase();
        let digits = lower.as_bytes().as_array::<LENGTH>();
        let digits = digits.filter(|digits| digits.iter().all(|digit| DIGITS.contains(digit)));
        digits.map(|digits| Self(*digits)).ok_or_else(|| UnknownName::new("match", text))
    }
}

impl fmt::Display for MatchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for MatchId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}
