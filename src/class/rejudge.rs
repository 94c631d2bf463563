//! Judging stored attempts again, and grading them again.

use super::Curriculum;
use crate::course::{Credit, Extensions, Learner, LearnerId};
use crate::step::{StepNumber, Timestamp};
use crate::store::{AttemptId, Store, StoreError};

/// Which attempts are meant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scope {
    /// Only those at this step.
    pub step: Option<StepNumber>,
    /// Only those of this learner.
    pub learner: Option<LearnerId>,
}

/// An attempt whose verdict is another one today.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejudged {
    /// The attempt.
    pub attempt: AttemptId,
    /// Whose it is; none if they are forgotten.
    pub learner: Option<Learner>,
    /// The step.
    pub step: StepNumber,
    /// When it was judged.
    pub at: Timestamp,
    /// Whether it was accepted.
    pub was_accepted: bool,
    /// Whether it is accepted today.
    pub is_accepted: bool,
}

/// What judging again found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RejudgeReport {
    /// How many attempts were judged again.
    pub judged: u64,
    /// How many cannot be: no stored task, another kind today, a task that today's kind does not read, or evidence that is not stored.
    pub skipped: u64,
    /// Those with another verdict.
    pub changed: Vec<Rejudged>,
}

/// Judges attempts again with today's reference, from the stored tasks. With `apply` the new verdicts are stored, and the old ones kept on record; an attempt keeps what it is worth.
pub async fn rejudge(
    store: &dyn Store,
    curriculum: &Curriculum,
    scope: &Scope,
    apply: Option<(&str, Timestamp)>,
) -> Result<RejudgeReport, StoreError> {
    todo!()
}

/// An attempt that is worth something else today.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Regraded {
    /// The attempt.
    pub attempt: AttemptId,
    /// Whose it is.
    pub learner: Learner,
    /// The step.
    pub step: StepNumber,
    /// When it was judged.
    pub at: Timestamp,
    /// Whether it is accepted: only then the learner's points change.
    pub is_accepted: bool,
    /// What it was worth.
    pub before: Credit,
    /// What it is worth by today's rules.
    pub after: Credit,
}

/// Grades attempts by today's rules, as if these had been in force when they were made. With `apply` it is stored.
pub async fn regrade(
    store: &dyn Store,
    curriculum: &Curriculum,
    extensions: &Extensions,
    scope: &Scope,
    apply: bool,
) -> Result<Vec<Regraded>, StoreError> {
    todo!()
}
