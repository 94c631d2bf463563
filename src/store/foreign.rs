//! Foreign answers: wrong for their learner's board, and right for a board of another learner.

use super::AttemptId;
use crate::course::{Learner, LearnerId};
use crate::step::{Fingerprint, Nonce, StepNumber, Timestamp};

/// A learner's board of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LearnersBoard {
    /// Whose it is.
    pub learner: LearnerId,
    /// Which of theirs.
    pub nonce: Nonce,
}

/// What identifies a wrong answer that is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrongAnswer {
    /// The step.
    pub step: StepNumber,
    /// The fingerprint of the step.
    pub fingerprint: Fingerprint,
    /// The board that it was sent for.
    pub board: LearnersBoard,
    /// Its [hash](super::answer_hash).
    pub hash: [u8; 16],
}

/// An answer that was wrong for its learner's board and right for that of another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForeignAnswer {
    /// The wrong attempt.
    pub attempt: AttemptId,
    /// Who sent it.
    pub learner: Learner,
    /// When it was judged.
    pub at: Timestamp,
    /// The step.
    pub step: StepNumber,
    /// Whose board it fits: the first that was found.
    pub other: Learner,
    /// The other's first accepted attempt at the board, with its time; none if they have not solved it.
    pub solved: Option<(AttemptId, Timestamp)>,
    /// For how many other learners' boards it is right, as far as that is noted: an answer that is right for many fits by chance.
    pub fits: u32,
}
