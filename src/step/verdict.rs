//! What the judge says.

use thiserror::Error;

use super::marks::{Feedback, Marks};
use super::submission::Malformed;

/// The four things that can become of an answer.
#[derive(Debug)]
pub enum Verdict {
    /// Every item is right.
    Accepted,
    /// It was read, and some item is wrong.
    Wrong(Wrong),
    /// It could not be read: it costs nothing.
    Malformed(Malformed),
    /// We could not judge it: never the learner's loss.
    JudgeError(JudgeError),
}

/// What is known of a wrong answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// How many items are right, and where the first wrong one stands: see [`Wrong::told`].
    pub marks: Marks,
    /// How much of the marks the learner may be told.
    pub feedback: Feedback,
    /// The mistake that gives exactly this answer, if exactly one known mistake does.
    pub misconception: Option<Explanation>,
}

impl Wrong {
    /// What of the marks the learner may be told.
    #[must_use]
    pub fn told(&self) -> Option<Marks> {
        match self.feedback {
            Feedback::Located => Some(self.marks),
            Feedback::Counted => Some(Marks { first_wrong: None, ..self.marks }),
            Feedback::Silent => None,
        }
    }
}

/// A misconception without its solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// Its stable name.
    pub id: &'static str,
    /// What is wrong, without the answer.
    pub hint: &'static str,
}

/// A fault of ours.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum JudgeError {
    /// Every task that was drawn is solved by a wrong solver too, though not by the same one on all.
    #[error(
        "{kind}: each of {draws} tasks is solved by some misconception, most often by {misconception}"
    )]
    Undiscriminated {
        /// The kind's name.
        kind: &'static str,
        /// How many tasks were drawn.
        draws: u32,
        /// The misconception that passed on most of them; the first in the kind's list of those that did.
        misconception: &'static str,
    },
    /// The kind panicked.
    #[error("{kind}: panicked while {doing}")]
    Panicked {
        /// The kind's name.
        kind: &'static str,
        /// What it was doing.
        doing: &'static str,
    },
    /// The task is no JSON object.
    #[error("{kind}: its task cannot be written: {reason}")]
    Unwritable {
        /// The kind's name.
        kind: &'static str,
        /// What the serialiser says.
        reason: String,
    },
}

impl JudgeError {
    /// How many tasks were drawn in vain, as far as is known: 1 at the least.
    #[must_use]
    pub const fn draws(&self) -> u32 {
        match self {
            Self::Undiscriminated { draws, .. } => *draws,
            Self::Panicked { .. } | Self::Unwritable { .. } => 1,
        }
    }
}
