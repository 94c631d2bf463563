//! Attempts: what is remembered of a judged answer.

use std::collections::BTreeSet;

use super::LearnerId;
use crate::step::{Fingerprint, Nonce, StepNumber, Timestamp};

/// One judged answer of a registered learner: enough to judge it again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
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
    pub outcome: Outcome,
    /// When it was judged.
    pub at: Timestamp,
}

/// What the judge said of an attempt. Malformed answers are no attempts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Every item is right.
    Accepted,
    /// Some item is wrong.
    Wrong {
        /// The id of the misconception that explains the answer, if exactly one does.
        misconception: Option<String>,
    },
}

/// Whether an attempt was news.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recorded {
    /// It is on disk now.
    New,
    /// The same answer to the same task was on disk already: it counts once.
    Repeated,
}

/// What a learner has done so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The steps with an accepted attempt.
    pub solved: BTreeSet<StepNumber>,
    /// How many attempts were judged, repeated ones not counted.
    pub attempts: u64,
}
