//! A match: a game, and who plays it.

use std::str::FromStr;

use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;
use thiserror::Error;

use super::seat::{Seat, SeatNumber};
use super::setup::{GameSeed, Setup};
use super::spec::{AnyGame, MoveError};
use super::typed_game::{AppliedRule, MoveJson, Outcome};
use crate::texts;
use gradus_step::Text;

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

/// Moves cannot have been made one after the other.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", self.told().english())]
pub struct IllegalHistory {
    /// The first impossible move, from 1.
    pub number: usize,
    /// Its beginning.
    pub found: String,
    /// What is wrong with it.
    pub reason: MoveError,
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

/// The seat has no move to take back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("seat {0} has not moved yet")]
pub struct NothingToUndo(pub SeatNumber);

/// There are not so many moves to take back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{asked} moves cannot be taken back of {made}")]
pub struct TooManyMoves {
    /// How many were to be taken back.
    pub asked: usize,
    /// How many were made.
    pub made: usize,
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

/// A move was not made by the computer [`Seat::Rules`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("move {number} was not made by the computer `rules`")]
pub struct NotByRules {
    /// The number of the move, from 1.
    pub number: usize,
}

impl IllegalHistory {
    /// Which move is impossible, and why.
    #[must_use]
    pub fn told(&self) -> Text {
        let found = format!("{:?}", self.found);
        let reason = self.reason.told();
        texts::matches::history(self.number, found, reason)
    }
}

impl Match {
    /// The match before the first move.
    #[must_use]
    pub fn new(setup: Setup) -> Self {
        Self { game: setup.start().clone(), setup }
    }

    /// The match in which these moves were made.
    pub fn resume<'a>(
        setup: Setup,
        history: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, IllegalHistory> {
        let mut resumed = Self::new(setup);
        for (text, number) in history.into_iter().zip(1..) {
            resumed.game.play(text).map_err(|reason| {
                let found = text.chars().take(20).collect();
                IllegalHistory { number, found, reason }
            })?;
        }
        Ok(resumed)
    }

    /// The game with its options, the players, and the seed.
    #[must_use]
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The game itself.
    #[must_use]
    pub const fn game(&self) -> &AnyGame {
        &self.game
    }

    /// The seat whose turn it is; none when the game is over.
    #[must_use]
    pub fn to_move(&self) -> Option<SeatNumber> {
        self.game.to_move()
    }

    /// The seat whose turn it is, if a computer has it.
    #[must_use]
    pub fn computer_to_move(&self) -> Option<Seat> {
        self.to_move().map(|seat| self.setup.seats()[seat]).filter(|seat| seat.is_computer())
    }

    /// Whether a human is waiting for a computer: a computer is to move, and humans play too.
    #[must_use]
    pub fn awaits_computer(&self) -> bool {
        self.setup.seats().as_slice().contains(&Seat::Human) && self.computer_to_move().is_some()
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

    /// Takes everything back from the last move of a seat on.
    pub fn undo(&mut self, seat: SeatNumber) -> Result<(), NothingToUndo> {
        let seats = self.setup.seats().len();
        let is_own = |&turn: &usize| SeatNumber::after(turn, seats) == seat;
        let kept = (0..self.game.move_count()).rev().find(is_own).ok_or(NothingToUndo(seat))?;
        *self = self.until(kept);
        Ok(())
    }

    /// Takes back this many moves, whoever made them: at least one.
    pub fn take_back(&mut self, moves: usize) -> Result<(), TooManyMoves> {
        let made = self.game.move_count();
        let kept = made.checked_sub(moves).filter(|_| moves > 0);
        *self = self.until(kept.ok_or(TooManyMoves { asked: moves, made })?);
        Ok(())
    }

    /// Why the computer [`Seat::Rules`] made the move with this number, from 1. It is found again from the position before the move, so
    /// a move that somebody else made on the computer's seat, in a record, is refused too unless the rule allows it.
    pub fn why(&self, number: usize) -> Result<Why, NotByRules> {
        let explain = || {
            let before = self.until(number.checked_sub(1)?);
            let seat = before.to_move()?;
            let text = self.game.history().into_iter().nth(number - 1)?;
            let made = self.game.history_json().into_iter().nth(number - 1)?;
            let is_by_rules = self.setup.seats()[seat] == Seat::Rules;
            let rule = is_by_rules.then(|| before.game.applied_rule(&text))??;
            Some(Why { seat, made, rule })
        };
        explain().ok_or(NotByRules { number })
    }

    /// The match as it was after this many moves.
    #[must_use]
    #[expect(
        clippy::expect_used,
        clippy::missing_panics_doc,
        reason = "the rules of a game do not change while it is played"
    )]
    pub fn until(&self, moves: usize) -> Self {
        let history = self.game.history();
        let earlier = history.iter().take(moves).map(String::as_str);
        Self::resume(self.setup.clone(), earlier).expect("the moves of a legal game are legal")
    }

    /// Whether the match is open, and how it ended.
    #[must_use]
    pub fn status(&self) -> MatchStatus {
        match self.game.outcome() {
            Outcome::Open => MatchStatus::Open,
            Outcome::Over(winners) if is_draw(&winners, self.setup.seats().len()) => {
                MatchStatus::Draw
            }
            Outcome::Over(_) => MatchStatus::Won,
        }
    }

    /// The result of the match for a seat.
    #[must_use]
    pub fn result(&self, seat: SeatNumber) -> SeatResult {
        match self.game.outcome() {
            Outcome::Open => SeatResult::Open,
            Outcome::Over(winners) if is_draw(&winners, self.setup.seats().len()) => {
                SeatResult::Drawn
            }
            Outcome::Over(winners) if winners.contains(&seat) => SeatResult::Won,
            Outcome::Over(_) => SeatResult::Lost,
        }
    }

    /// Whether the game is over and all seats have the same result.
    #[must_use]
    pub fn is_draw(&self) -> bool {
        match self.game.outcome() {
            Outcome::Open => false,
            Outcome::Over(winners) => is_draw(&winners, self.setup.seats().len()),
        }
    }
}

/// No seat has won, or all have.
fn is_draw(winners: &[SeatNumber], seats: usize) -> bool {
    winners.is_empty() || winners.len() == seats
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
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Won => "won",
            Self::Draw => "draw",
        }
    }
}

/// No status has this name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no status {0:?}")]
pub struct NoSuchStatus(String);

impl FromStr for MatchStatus {
    type Err = NoSuchStatus;

    fn from_str(name: &str) -> Result<Self, NoSuchStatus> {
        let mut all = [Self::Open, Self::Won, Self::Draw].into_iter();
        all.find(|status| status.as_str() == name).ok_or_else(|| NoSuchStatus(name.to_owned()))
    }
}

/// The result of a match for one of its seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatResult {
    /// It is not over.
    Open,
    /// The seat has won, perhaps with others.
    Won,
    /// No seat has won, or all have.
    Drawn,
    /// Others have won.
    Lost,
}

/// The random source of the computer that makes the next move. It depends only on the seed and the number of moves, so that an
/// interrupted match continues as it would have.
fn random_source(seed: GameSeed, moves: usize) -> ChaCha8Rng {
    let mut hasher = blake3::Hasher::new_derive_key("gradus 2026-11 computers' moves");
    hasher.update(&seed.get().to_be_bytes()).update(&(moves as u64).to_be_bytes());
    ChaCha8Rng::from_seed(*hasher.finalize().as_bytes())
}
