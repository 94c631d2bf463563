//! The service that hosts matches: load, check the seat and the turn, change, save unless the match has changed, publish.
//!
//! | file | what |
//! |---|---|
//! | `service` | [`MatchService`]: the operations on matches |
//! | `loaded` | [`LoadedMatch`]: a match with its version, and [`LoadedMatch::save`] |
//! | `events` | [`MatchHub`] delivers changed matches; a [`Follower`] receives the changes one by one |
//! | `metrics` | how many matches are started, played and ended |
//!
//! Matches are only in the store: each request reads the match, changes it and saves it. So a match continues after a restart, and
//! several processes may host it. The service knows no HTTP and no clock.

mod events;
mod loaded;
mod metrics;
mod service;

pub use events::{Follower, MatchHub, MatchUpdate, Subscription, UpdateKind};
pub use loaded::{LoadedMatch, NewMatch};
pub use service::{AuthorizedSeat, MatchService, PlayedMatch, Undo};
use thiserror::Error;

use crate::app::compute::PoolError;
use crate::game::{MatchId, MoveError, NoComputersTurn, SeatNumber, UndoError};
use crate::step::StepNumber;
use crate::store::StoreError;

/// Why an operation on a match failed.
#[derive(Debug, Error)]
pub enum MatchError {
    /// There is no such match.
    #[error("there is no match {0}")]
    Unknown(MatchId),
    /// Another request has changed the match since it was read.
    #[error("the match has changed in the meantime")]
    Changed,
    /// No seat's key was sent.
    #[error("the key of a seat is missing")]
    SeatMissing,
    /// The key belongs to no human's seat of this match.
    #[error("the key belongs to no human's seat of this match")]
    SeatKey,
    /// It is another seat's turn.
    #[error("it is the turn of seat {turn}, and the key belongs to seat {seat}")]
    Turn {
        /// The seat whose turn it is.
        turn: SeatNumber,
        /// The seat whose key was sent.
        seat: SeatNumber,
    },
    /// The move is malformed or illegal.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// There are not so many moves to take back.
    #[error(transparent)]
    Undo(#[from] UndoError),
    /// A step's match has no undo.
    #[error("this is a match of step {0}, and a step's match has no undo")]
    UndoInStep(StepNumber),
    /// It is not a computer's turn.
    #[error(transparent)]
    Advance(#[from] NoComputersTurn),
    /// The terms of a match step are wrong: a bug of the kind.
    #[error("the match of a task cannot be set up: {0}")]
    Task(String),
    /// The stored match cannot be replayed.
    #[error("match {id} cannot be replayed: {reason}")]
    Broken {
        /// The match.
        id: MatchId,
        /// Why.
        reason: String,
    },
    /// The computer's move was not computed.
    #[error(transparent)]
    Pool(#[from] PoolError),
    /// Saving panicked, or the process is stopping.
    #[error("the match was not saved: {0}")]
    Unsaved(String),
    /// The store failed.
    #[error(transparent)]
    Store(StoreError),
}

impl From<StoreError> for MatchError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::MatchChanged => Self::Changed,
            other => Self::Store(other),
        }
    }
}
