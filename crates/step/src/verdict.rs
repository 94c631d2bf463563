//! The judge's verdict on an answer, and the diagnosis of a wrong one: the smallest set of wrong alternatives that gives the answer.

use std::str::FromStr;

use serde::{Serialize, Serializer};
use thiserror::Error;
use utoipa::ToSchema;

use super::answer::Malformed;
use crate::texts;
use gradus_text::Text;

/// The four possible results of judging an answer.
#[derive(Debug)]
pub enum Verdict {
    /// Every item is right.
    Accepted,
    /// The answer can be read, and some item is wrong.
    Wrong {
        /// Which items are right. A reply shows as much of it as [`Feedback::shown`] allows.
        marks: Marks,
        /// How much of the marks a reply may show.
        feedback: Feedback,
    },
    /// The answer cannot be read: it costs nothing.
    Malformed(Malformed),
    /// The server cannot judge the answer: this costs the learner nothing.
    JudgeError(JudgeError),
}

impl Verdict {
    /// Whether every item is right.
    pub fn is_accepted(&self) -> bool {
        matches!(self, Self::Accepted)
    }
}

/// A task to which a learner has sent so many wrong answers is closed for them.
pub const TRIES: u32 = 10;

/// How many items of an answer are right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Items)]
pub struct Marks {
    /// How many items are right.
    pub right: usize,
    /// How many items there are.
    pub total: usize,
    /// The position of the first wrong item, from 1. A reply has it if the step shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_wrong: Option<usize>,
}

impl Marks {
    /// Whether every item is right.
    pub fn all_right(&self) -> bool {
        self.right == self.total
    }
}

/// Collects, for each item in order, whether it is right.
impl FromIterator<bool> for Marks {
    fn from_iter<I: IntoIterator<Item = bool>>(items: I) -> Self {
        let mut marks = Self { right: 0, total: 0, first_wrong: None };
        for right in items {
            marks.total += 1;
            if right {
                marks.right += 1;
            } else {
                marks.first_wrong = marks.first_wrong.or(Some(marks.total));
            }
        }
        marks
    }
}

/// How much a reply to a wrong answer may show, so that items cannot be found by trying.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feedback {
    /// How many items are right, and the position of the first wrong one.
    Located,
    /// How many items are right, of the first few wrong answers to a task.
    Counted,
    /// Nothing.
    Silent,
}

impl Feedback {
    /// For so many wrong answers to a task, replies with [`Feedback::Counted`] show how many items are right. With the counts of nine replies,
    /// items of few values can be found without an idea of the rule, as in the game Mastermind; `gradus check` proves that with two they cannot.
    pub const COUNTED_REPLIES: u32 = 2;

    /// The part of the marks that a reply may show to a learner who has sent so many wrong answers to the task before.
    pub fn shown(self, marks: Marks, earlier_wrong: u32) -> Option<Marks> {
        match self {
            Self::Located => Some(marks),
            Self::Counted if earlier_wrong < Self::COUNTED_REPLIES => {
                Some(Marks { first_wrong: None, ..marks })
            }
            Self::Counted | Self::Silent => None,
        }
    }
}

/// The name of a cause, and the hint that learners read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// Its stable name. Those of several wrong alternatives at once are joined by `+`.
    pub id: String,
    /// What is wrong, without the answer.
    pub hint: Text,
}

impl Explanation {
    /// This cause and another one at once.
    #[must_use]
    pub fn and(self, other: &Self) -> Self {
        let hint = texts::sentence::next(self.hint, &other.hint);
        Self { id: format!("{}+{}", self.id, other.id), hint }
    }
}

/// An error of the server, never of the learner.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum JudgeError {
    /// Every task that was drawn is solved by some misconception too, not necessarily the same one each time.
    #[error(
        "{kind}: each of {draws} tasks is solved by some misconception, most often by {misconception}"
    )]
    Undiscriminated {
        /// The kind's name.
        kind: String,
        /// How many tasks were drawn.
        draws: u32,
        /// The misconception that passed on most of them; the first in the kind's list of those that did.
        misconception: String,
    },
    /// The kind panicked.
    #[error("{kind}: panicked while {doing}")]
    Panicked {
        /// The kind's name.
        kind: String,
        /// What it was doing.
        doing: &'static str,
    },
    /// The task is not a JSON object.
    #[error("{kind}: the task cannot be written as JSON: {reason}")]
    Unwritable {
        /// The kind's name.
        kind: String,
        /// What the serialiser says.
        reason: String,
    },
    /// The answer needs evidence to be judged, and there is none.
    #[error("{kind}: judged without the evidence that it needs")]
    NoEvidence {
        /// The kind's name.
        kind: String,
    },
}

impl JudgeError {
    /// How many tasks were drawn without success, as far as is known; at least 1.
    pub const fn draws(&self) -> u32 {
        match self {
            Self::Undiscriminated { draws, .. } => *draws,
            Self::Panicked { .. } | Self::Unwritable { .. } | Self::NoEvidence { .. } => 1,
        }
    }
}

/// An explanation of a wrong or unreadable answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnosis {
    /// What the causes explain.
    pub fit: Fit,
    /// One cause, or up to three, of which one is true.
    pub causes: Vec<Explanation>,
}

impl Diagnosis {
    /// A diagnosis has at most so many causes: more say nothing.
    pub const MAX_CAUSES: usize = 3;

    /// A diagnosis with these causes; none if there are none, or so many that they say nothing.
    pub(super) fn of(fit: Fit, causes: Vec<Explanation>) -> Option<Self> {
        (1..=Self::MAX_CAUSES).contains(&causes.len()).then_some(Self { fit, causes })
    }
}

/// What a diagnosis explains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fit {
    /// A wrong reading gives the whole answer.
    Whole,
    /// The answer is right, and written in another way; or it has one item for all questions, as of a program that is not finished.
    Form,
    /// The answer is right for another board of the caller.
    Board,
    /// A wrong reading gives every wrong item.
    Items,
}

impl Fit {
    const ALL: [Self; 4] = [Self::Whole, Self::Form, Self::Board, Self::Items];

    /// The name on the wire and in the store.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Whole => "whole",
            Self::Form => "form",
            Self::Board => "board",
            Self::Items => "items",
        }
    }
}

/// There is no fit of this name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no fit {0:?}")]
pub struct UnknownFit(String);

impl FromStr for Fit {
    type Err = UnknownFit;

    fn from_str(name: &str) -> Result<Self, UnknownFit> {
        let known = Self::ALL.into_iter().find(|fit| fit.as_str() == name);
        known.ok_or_else(|| UnknownFit(name.to_owned()))
    }
}

impl Serialize for Fit {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_right_when_every_item_is() {
        let all: Marks = [true; 3].into_iter().collect();
        assert_eq!(all, Marks { right: 3, total: 3, first_wrong: None });
        assert!(all.all_right());
        let marks: Marks = [true, false, true, false].into_iter().collect();
        assert_eq!(marks, Marks { right: 2, total: 4, first_wrong: Some(2) });
    }

    #[test]
    fn a_count_is_shown_for_the_first_wrong_answers() {
        let marks = Marks { right: 1, total: 3, first_wrong: Some(2) };
        let is_shown = |feedback: Feedback| {
            [0, 1, 2, 9].map(|earlier| feedback.shown(marks, earlier).is_some())
        };
        assert_eq!(is_shown(Feedback::Located), [true; 4]);
        assert_eq!(is_shown(Feedback::Counted), [true, true, false, false]);
        assert_eq!(is_shown(Feedback::Silent), [false; 4]);
    }
}
