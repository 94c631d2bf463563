//! An attempt on its way into the tables.

use crate::store::guessing::WrongRun;
use crate::store::{AttemptId, NewAttempt};

/// An attempt to be recorded, and what is known then.
pub(super) struct NewRow<'a> {
    pub(super) id: AttemptId,
    pub(super) attempt: &'a NewAttempt,
    /// The wrong answers to the step before it.
    pub(super) run: WrongRun,
    /// Whether its task was stored with an earlier one.
    pub(super) is_task_stored: bool,
}
