//! Attempts: the judged answers of registered learners.

use std::collections::BTreeSet;

use super::LearnerId;
use crate::step::{Fingerprint, Fit, Marks, Nonce, StepNumber, Timestamp};

/// A judged answer of a registered learner, to be recorded. It has everything that is needed to judge it again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewAttempt {
    /// The learner.
    pub learner: LearnerId,
    /// The step.
    pub step: StepNumber,
    /// The fingerprint of the step. Step, fingerprint, learner and nonce identify the task.
    pub fingerprint: Fingerprint,
    /// The nonce of the task.
    pub nonce: Nonce,
    /// The answer as it was sent, lists joined by commas.
    pub raw: String,
    /// The answer in its canonical form, which is the same for every way of writing one answer.
    pub canonical: String,
    /// The verdict.
    pub verdict: StoredVerdict,
    /// What the verdict depends on.
    pub basis: VerdictBasis,
    /// When it was judged.
    pub at: Timestamp,
}

/// A verdict that is stored. Malformed answers are not stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoredVerdict {
    /// Every item is right.
    Accepted,
    /// At least one item is wrong.
    Wrong {
        /// How many items are right, and the first wrong one. None in attempts from before marks were stored, and in those that were
        /// not explained because too many others waited.
        marks: Option<Marks>,
        /// What explains the answer, if something does.
        diagnosis: Option<StoredDiagnosis>,
    },
}

/// A diagnosis by the ids of its causes: their hints are in the catalogues.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredDiagnosis {
    /// What the causes explain.
    pub fit: Fit,
    /// The ids of one cause, or of up to three, of which one is true.
    pub causes: Vec<String>,
}

/// What a verdict depends on. It decides which verdict is kept when the same answer is sent again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VerdictBasis {
    /// The task and the answer. They do not change, so the stored verdict is kept.
    Answer,
    /// Evidence that may change, such as a match that continues after it was first named. The latest verdict is kept.
    Evidence,
}

/// What the store did with an attempt, and the verdict that is stored now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Submitted {
    /// The verdict of this attempt is on disk.
    Recorded(StoredVerdict),
    /// The same answer to the same task was recorded before, and counts once. This is its verdict.
    Repeated(StoredVerdict),
}

impl NewAttempt {
    /// Whether this attempt's verdict replaces the stored verdict on the same answer to the same task.
    ///
    /// A corrected judge may accept what it rejected before; then the answer is accepted. An accepted answer stays accepted.
    #[must_use]
    pub fn supersedes(&self, stored: &StoredVerdict) -> bool {
        match (stored, &self.verdict, self.basis) {
            (StoredVerdict::Accepted, _, _) => false,
            // The second was not explained until now.
            (StoredVerdict::Wrong { .. }, StoredVerdict::Accepted, _)
            | (
                StoredVerdict::Wrong { marks: None, diagnosis: None },
                StoredVerdict::Wrong { marks: Some(_), .. },
                _,
            ) => true,
            (StoredVerdict::Wrong { .. }, StoredVerdict::Wrong { .. }, basis) => {
                basis == VerdictBasis::Evidence
            }
        }
    }
}

/// The progress of a learner.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The steps with an accepted attempt.
    pub solved: BTreeSet<StepNumber>,
    /// The other steps with attempts.
    pub tried: BTreeSet<StepNumber>,
    /// The number of judged attempts, without repeated ones.
    pub attempts: u64,
}

/// A judged answer, as its learner sees it again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastAttempt {
    /// The fingerprint of the step; with the nonce it names the task.
    pub fingerprint: Fingerprint,
    /// The nonce of the task.
    pub nonce: Nonce,
    /// The answer as it was sent, lists joined by commas.
    pub raw: String,
    /// Whether it was accepted.
    pub is_accepted: bool,
    /// When it was judged.
    pub at: Timestamp,
}
