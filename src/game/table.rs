//! The four games behind one type: moves come and go as text.

use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom as _;
use thiserror::Error;

use super::play::{Outcome, Picture, Play, Written};
use super::rules::Rules;
use super::seat::{Seat, SeatNumber};
use super::tesseract::Contest;
use crate::board::lattice::four_in_a_row;
use crate::board::{gomoku, numerical};

/// A game in progress: one of the four.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "a match has one, which is seldom moved")]
pub enum Table {
    /// Gomoku.
    Gomoku(gomoku::Game),
    /// Numerical tic-tac-toe.
    Numerical(numerical::Game),
    /// Four in a row in four dimensions.
    FourInARow(four_in_a_row::Game),
    /// Tic-tac-toe on a tesseract.
    Tesseract(Contest),
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

/// The same for each of the four games.
macro_rules! each {
    ($table:expr, $game:ident => $value:expr) => {
        match $table {
            Table::Gomoku($game) => $value,
            Table::Numerical($game) => $value,
            Table::FourInARow($game) => $value,
            Table::Tesseract($game) => $value,
        }
    };
}

impl Table {
    /// The game before the first move.
    #[must_use]
    pub fn new(rules: &Rules) -> Self {
        match rules {
            Rules::Gomoku => Self::Gomoku(gomoku::Game::new()),
            Rules::Numerical => Self::Numerical(numerical::Game::new()),
            Rules::FourInARow { end } => Self::FourInARow(four_in_a_row::Game::new(*end)),
            Rules::Tesseract { players, threshold, .. } => {
                Self::Tesseract(Contest::new(*players, *threshold))
            }
        }
    }

    /// Makes a move of the player whose turn it is.
    pub fn play(&mut self, text: &str) -> Result<(), MoveError> {
        each!(self, game => play(game, text))
    }

    /// The move of a computer for the player whose turn it is; none when the game is over, or for a human.
    #[must_use]
    pub fn computers_move(&self, computer: Seat, rng: &mut ChaCha8Rng) -> Option<String> {
        each!(self, game => computers_move(game, computer, rng))
    }

    /// The moves so far, as text.
    #[must_use]
    pub fn history(&self) -> Vec<String> {
        each!(self, game => Play::moves(game).iter().map(ToString::to_string).collect())
    }

    /// The moves so far, as JSON has them.
    #[must_use]
    pub fn written_history(&self) -> Vec<Written> {
        each!(self, game => Play::moves(game).iter().map(|&made| made.into()).collect())
    }

    /// How many moves were made.
    #[must_use]
    pub fn len(&self) -> usize {
        each!(self, game => Play::moves(game).len())
    }

    /// Whether nobody has moved yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How the game stands.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        each!(self, game => Play::outcome(game))
    }

    /// The seat whose turn it is; none when the game is over.
    #[must_use]
    pub fn to_move(&self) -> Option<SeatNumber> {
        let turn = each!(self, game => SeatNumber::after(Play::moves(game).len(), game.players()));
        (self.outcome() == Outcome::Open).then_some(turn)
    }

    /// What lies where.
    #[must_use]
    pub fn board(&self) -> Picture {
        each!(self, game => Play::board(game))
    }

    /// How many complete lines each player has.
    #[must_use]
    pub fn scores(&self) -> Vec<usize> {
        each!(self, game => SeatNumber::first(game.players()).map(|seat| game.score(seat)).collect())
    }

    /// The complete lines of a player, in the order in which they were made.
    #[must_use]
    pub fn lines_of(&self, player: SeatNumber) -> Vec<Vec<Written>> {
        each!(self, game => Play::lines_of(game, player))
    }
}

fn play<G: Play>(game: &mut G, text: &str) -> Result<(), MoveError> {
    let next = text.trim().parse::<G::Move>();
    let next = next.map_err(|error| MoveError::Form(error.to_string()))?;
    if game.outcome() != Outcome::Open {
        return Err(MoveError::Over);
    }
    game.play(next).map_err(MoveError::Illegal)
}

fn computers_move<G: Play>(game: &G, computer: Seat, rng: &mut ChaCha8Rng) -> Option<String> {
    let chosen = match computer {
        _ if game.outcome() != Outcome::Open => None,
        Seat::Human => None,
        Seat::Random => game.choices().choose(rng).copied(),
        Seat::Rules => game.by_rules(rng),
        Seat::Search => game.by_search(rng),
    };
    chosen.map(|chosen| chosen.to_string())
}
