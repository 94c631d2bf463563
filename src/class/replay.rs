//! An attempt again: the board, the answer, and each item beside the reference.

use super::Curriculum;
use crate::drawing::Panel;
use crate::store::{AttemptId, RecordedAttempt, Store, StoreError};

/// An attempt with everything that is known of it.
pub struct Replay {
    /// The attempt.
    pub attempt: RecordedAttempt,
    /// The task as JSON; none if it was not stored.
    pub task: Option<String>,
    /// The boards of the task, drawn; none if today's kind does not read it.
    pub panels: Vec<Panel>,
    /// Item by item, beside the reference; empty where the task alone does not decide what is right, or is not read.
    pub items: Vec<ReplayedItem>,
    /// What today's judge says: whether the answer is accepted; none if it cannot be judged.
    pub is_accepted_today: Option<bool>,
    /// Whether the step's boards have changed since.
    pub is_of_older_boards: bool,
}

/// An item of an answer beside that of the reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayedItem {
    /// Its position, from 1.
    pub position: usize,
    /// What was sent; none if there were fewer items.
    pub sent: Option<String>,
    /// What the reference gives; none if there are fewer items.
    pub expected: Option<String>,
    /// Whether it is right.
    pub is_right: bool,
}

/// An attempt again; none if there is no such attempt.
pub async fn replay(
    store: &dyn Store,
    curriculum: &Curriculum,
    id: AttemptId,
) -> Result<Option<Replay>, StoreError> {
    todo!()
}
