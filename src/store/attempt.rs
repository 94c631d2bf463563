//! Attempts: what is remembered of a judged answer.

use std::collections::BTreeSet;

use super::LearnerId;
use crate::step::{Fingerprint, Marks, Nonce, StepNumber, Timestamp};

/// A judged answer of a registered learner, to be recorded: enough to judge it again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewAttempt {
    /// Who answered.
    pub learner: LearnerId,
    /// The step.
    pub step: StepNumber,
    /// What makes the step's tasks; with step, learner and nonce it makes this one again.
    pub fingerprint: Fingerprint,
    /// Which of the learner's tasks it was.
    pub nonce: Nonce,
    /// The answer as it came, lists joined by commas.
    pub raw: String,
    /// The answer in its canonical form: two ways of writing one answer share it.
    pub canonical: String,
    /// What the judge said.
    pub verdict: StoredVerdict,
    /// What the judge looked at.
    pub basis: VerdictBasis,
    /// When it was judged.
    pub at: Timestamp,
}

/// A verdict that is stored. Malformed answers are no attempts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoredVerdict {
    /// Every item is right.
    Accepted,
    /// Some item is wrong.
    Wrong {
        /// How many items are right, and the first wrong one. None in attempts that were recorded before marks were.
        marks: Option<Marks>,
        /// The id of the misconception that explains the answer, if exactly one does.
        misconception: Option<String>,
    },
}

/// What a verdict was made from: it says which verdict stands when the same answer comes again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VerdictBasis {
    /// The task and the answer. They do not change, so the stored verdict stands.
    Answer,
    /// Evidence from outside, as a match that goes on after it was first named. The latest verdict stands.
    Evidence,
}

/// What the store did with an attempt, and the verdict that is stored now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Submitted {
    /// The verdict of this attempt is on disk.
    Recorded(StoredVerdict),
    /// The same answer to the same task was recorded before and counts once: this is the verdict it got.
    Repeated(StoredVerdict),
}

impl NewAttempt {
    /// Whether this attempt's verdict takes the place of the one that is stored for the same answer to the same task.
    ///
    /// A judge that was corrected may accept what it rejected before, and then the answer is accepted. An accepted answer stays
    /// accepted.
    #[must_use]
    pub fn supersedes(&self, stored: &StoredVerdict) -> bool {
        match (stored, &self.verdict, self.basis) {
            (StoredVerdict::Accepted, _, _) => false,
            (StoredVerdict::Wrong { .. }, StoredVerdict::Accepted, _) => true,
            (StoredVerdict::Wrong { .. }, StoredVerdict::Wrong { .. }, basis) => {
                basis == VerdictBasis::Evidence
            }
        }
    }
}

/// What a learner has done so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The steps with an accepted attempt.
    pub solved: BTreeSet<StepNumber>,
    /// How many attempts were judged, repeated ones not counted.
    pub attempts: u64,
}
