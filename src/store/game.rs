//! Matches: what is remembered of one.

use crate::game::{GameId, Setup};
use crate::step::{TaskIdentity, Timestamp};

/// A match as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredGame {
    /// Its id.
    pub id: GameId,
    /// What was agreed on.
    pub setup: Setup,
    /// The task that it was made for, if it is a step's match.
    pub task: Option<TaskIdentity>,
    /// The moves, with single blanks between them.
    pub history: String,
    /// How often the moves were changed.
    pub version: u32,
}

/// Other moves for a match, for more were made or some were taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameChange {
    /// The match.
    pub id: GameId,
    /// The version that the change was thought of for: any other is refused.
    pub version: u32,
    /// All moves, with single blanks between them.
    pub history: String,
    /// When.
    pub at: Timestamp,
}
