//! A match: a game, and who sits at it.

use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;
use thiserror::Error;

use super::play::Outcome;
use super::seat::{Seat, SeatNumber};
use super::setup::{GameSeed, Setup};
use super::table::{MoveError, Table};

/// A match in progress. It is pure: the same setup and the same human moves give the same match on every machine.
///
/// ```
/// use gradus::game::{Match, Setup};
///
/// let setup: Setup = serde_json::from_str(r#"{"game":"gomoku","seats":["human","random"],"seed":7}"#)?;
/// let mut game = Match::new(setup);
/// game.play("hh")?;
/// game.let_computers_move();
/// assert_eq!((game.table().len(), game.to_move().map(|seat| seat.get())), (2, Some(1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    setup: Setup,
    table: Table,
}

/// Moves cannot have been made one after the other.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("move {number}, {found:?}: {reason}")]
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
    /// A human is.
    #[error("seat {0} is to move, which is no computer's")]
    Human(SeatNumber),
    /// Nobody is.
    #[error("the game is over")]
    Over,
}

/// The seat has no move to take back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("seat {0} has not moved yet")]
pub struct NothingToUndo(pub SeatNumber);

impl Match {
    /// The match before the first move.
    #[must_use]
    pub fn new(setup: Setup) -> Self {
        Self { table: Table::new(setup.rules()), setup }
    }

    /// The match in which these moves were made.
    pub fn resume<'a>(
        setup: Setup,
        history: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, IllegalHistory> {
        let mut resumed = Self::new(setup);
        for (text, number) in history.into_iter().zip(1..) {
            resumed.table.play(text).map_err(|reason| {
                let found = text.chars().take(20).collect();
                IllegalHistory { number, found, reason }
            })?;
        }
        Ok(resumed)
    }

    /// What was agreed on.
    #[must_use]
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The game itself.
    #[must_use]
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// The seat whose turn it is; none when the game is over.
    #[must_use]
    pub fn to_move(&self) -> Option<SeatNumber> {
        self.table.to_move()
    }

    /// The seat whose turn it is, if a computer has it.
    #[must_use]
    pub fn computer_to_move(&self) -> Option<Seat> {
        self.to_move().and_then(|seat| self.setup.seat(seat)).filter(|seat| seat.is_computer())
    }

    /// Whether somebody has to wait for computers now: one is to move, and humans play too.
    #[must_use]
    pub fn awaits_computer(&self) -> bool {
        self.setup.seats().contains(&Seat::Human) && self.computer_to_move().is_some()
    }

    /// Makes a move of the seat whose turn it is.
    pub fn play(&mut self, text: &str) -> Result<(), MoveError> {
        self.table.play(text)
    }

    /// Makes one move of the computer whose turn it is.
    pub fn advance(&mut self) -> Result<(), NoComputersTurn> {
        let seat = self.to_move().ok_or(NoComputersTurn::Over)?;
        let computer = self.computer_to_move().ok_or(NoComputersTurn::Human(seat))?;
        let mut rng = random_source(self.setup.seed(), self.table.len());
        let chosen = self.table.computers_move(computer, &mut rng);
        // An open game has a legal move, and a computer chooses one.
        chosen.and_then(|text| self.table.play(&text).ok()).ok_or(NoComputersTurn::Over)
    }

    /// Lets computers move until a human's turn or the end. Without a human nothing moves by itself.
    pub fn let_computers_move(&mut self) {
        while self.awaits_computer() && self.advance().is_ok() {}
    }

    /// Takes everything back from the last move of a seat on.
    pub fn undo(&mut self, seat: SeatNumber) -> Result<(), NothingToUndo> {
        let seats = self.setup.seats().len();
        let is_own = |&turn: &usize| SeatNumber::after(turn, seats) == seat;
        let kept = (0..self.table.len()).rev().find(is_own).ok_or(NothingToUndo(seat))?;
        *self = self.until(kept);
        Ok(())
    }

    /// The match as it was after so many moves.
    #[must_use]
    pub fn until(&self, moves: usize) -> Self {
        let history = self.table.history();
        let mut earlier = Self::new(self.setup.clone());
        for text in history.iter().take(moves) {
            // The moves of a legal game are legal again.
            let _ = earlier.table.play(text);
        }
        earlier
    }

    /// How a seat has fared.
    #[must_use]
    pub fn fate(&self, seat: SeatNumber) -> Fate {
        match self.table.outcome() {
            Outcome::Open => Fate::Open,
            Outcome::Over(winners) if is_draw(&winners, self.setup.seats().len()) => Fate::Drawn,
            Outcome::Over(winners) if winners.contains(&seat) => Fate::Won,
            Outcome::Over(_) => Fate::Lost,
        }
    }

    /// Whether the game is over without telling anybody apart.
    #[must_use]
    pub fn is_draw(&self) -> bool {
        match self.table.outcome() {
            Outcome::Open => false,
            Outcome::Over(winners) => is_draw(&winners, self.setup.seats().len()),
        }
    }
}

/// Nobody has won, or all have.
fn is_draw(winners: &[SeatNumber], seats: usize) -> bool {
    winners.is_empty() || winners.len() == seats
}

/// How a match stands for one of its seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It goes on.
    Open,
    /// The seat has won, perhaps with others.
    Won,
    /// Nobody has won, or all have.
    Drawn,
    /// Others have won.
    Lost,
}

/// The random source of the computer that makes the next move: it depends on the seed and the number of moves alone, so that a
/// match that was interrupted goes on as it would have.
fn random_source(seed: GameSeed, moves: usize) -> ChaCha8Rng {
    let mut hasher = blake3::Hasher::new_derive_key("gradus 2026-11 computers' moves");
    hasher.update(&seed.get().to_be_bytes()).update(&(moves as u64).to_be_bytes());
    ChaCha8Rng::from_seed(*hasher.finalize().as_bytes())
}
