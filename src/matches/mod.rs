//! The service that hosts matches: load, check the seat and the turn, change, save if nobody was faster, publish.
//!
//! | file | what |
//! |---|---|
//! | `service` | [`MatchService`]: everything that can be done with a match |
//! | `loaded` | [`LoadedMatch`]: a match as it was when it was read, and [`LoadedMatch::save`] |
//! | `events` | [`MatchEvents`] carries the news of changes; [`MatchHub`] does so within one process |
//! | `follow` | [`Follower`]: what happens in a match, change by change |
//! | `per_match` | one value for each match that somebody is busy with |
//!
//! The store is the only memory of a match: each request reads it, changes it and saves it, so that a restart is not noticed, and several
//! processes may host the same match. The service knows no HTTP and no clock.

mod events;
mod follow;
mod loaded;
mod per_match;
mod service;

pub use events::{MatchEvent, MatchEvents, MatchHub, Subscription};
pub use follow::{Follower, MatchUpdate, UpdateKind};
pub use loaded::LoadedMatch;
pub use service::{MatchService, PlayedMatch};
use thiserror::Error;

use crate::compute::PoolError;
use crate::game::{MatchId, MoveError, NoComputersTurn, NothingToUndo, SeatNumber};
use crate::step::StepNumber;
use crate::store::StoreError;

/// Why something cannot be done with a match.
#[derive(Debug, Error)]
pub enum MatchError {
    /// There is no such match.
    #[error("there is no match {0}")]
    Unknown(MatchId),
    /// Somebody else has changed it in the meantime.
    #[error("somebody else has changed the match in the meantime")]
    Changed,
    /// No seat's key was sent.
    #[error("the key of a seat is missing")]
    SeatMissing,
    /// The key is that of no human's seat in this match.
    #[error("the key is not that of a human's seat in this match")]
    SeatKey,
    /// Another seat is to move.
    #[error("seat {turn} is to move, and the key is that of seat {seat}")]
    Turn {
        /// The seat that is to move.
        turn: SeatNumber,
        /// The seat whose key was sent.
        seat: SeatNumber,
    },
    /// The move cannot be made.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// There is no move to take back.
    #[error(transparent)]
    Undo(#[from] NothingToUndo),
    /// In a step's match nothing is taken back.
    #[error("this is a match of step {0}, in which nothing is taken back")]
    UndoInStep(StepNumber),
    /// No computer is to move.
    #[error(transparent)]
    Advance(#[from] NoComputersTurn),
    /// The match of a task cannot be set up: a fault of the step.
    #[error("the match of a task cannot be set up: {0}")]
    Task(String),
    /// The stored match cannot be read: a fault of ours.
    #[error("match {id} cannot go on: {reason}")]
    Broken {
        /// The match.
        id: MatchId,
        /// Why.
        reason: String,
    },
    /// The computer has not moved.
    #[error(transparent)]
    Pool(#[from] PoolError),
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
