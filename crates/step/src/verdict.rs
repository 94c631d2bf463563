//! The judge's verdict on an answer.

use thiserror::Error;

use super::submission::Malformed;
use crate::texts;
use gradus_text::Text;

/// The four possible results of judging an answer.
#[derive(Debug)]
pub enum Verdict {
    /// Every item is right.
    Accepted,
    /// It was read, and some item is wrong.
    Wrong(Wrong),
    /// It could not be read: it costs nothing.
    Malformed(Malformed),
    /// The server could not judge it: this costs the learner nothing.
    JudgeError(JudgeError),
}

impl Verdict {
    /// Whether every item is right.
    #[must_use]
    pub fn is_accepted(&self) -> bool {
        matches!(self, Self::Accepted)
    }
}

/// Which items of a wrong answer are right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// How many items are right, and the position of the first wrong one: see [`Wrong::visible_marks`].
    pub marks: Marks,
    /// How much of the marks the reply may reveal.
    pub feedback: Feedback,
}

/// A task to which a learner has sent so many wrong answers is closed for them.
pub const TRIES: u32 = 10;

impl Wrong {
    /// The same as the reply may reveal it to somebody who has sent so many wrong answers to the task before: what is only counted is told of
    /// the [first ones](Feedback::COUNTED_REPLIES).
    #[must_use]
    pub fn after(self, earlier: u32) -> Self {
        match self.feedback {
            Feedback::Counted if earlier >= Feedback::COUNTED_REPLIES => {
                Self { feedback: Feedback::Silent, ..self }
            }
            _ => self,
        }
    }

    /// The part of the marks that the reply may reveal.
    #[must_use]
    pub fn visible_marks(&self) -> Option<Marks> {
        match self.feedback {
            Feedback::Located => Some(self.marks),
            Feedback::Counted => Some(Marks { first_wrong: None, ..self.marks }),
            Feedback::Silent => None,
        }
    }
}

/// Which items of an answer are right: the result of comparing it with another one, item by item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Marks {
    /// How many items are right.
    pub right: usize,
    /// How many items there are.
    pub total: usize,
    /// The position of the first wrong item, from 1.
    pub first_wrong: Option<usize>,
}

impl Marks {
    /// Compares two answers item by item; an item that only one of them has is wrong.
    pub fn of_equal_items<T: PartialEq>(expected: &[T], given: &[T]) -> Self {
        let mut marks: Self = expected.iter().zip(given).map(|(a, b)| a == b).collect();
        let shared = marks.total;
        marks.total = expected.len().max(given.len());
        if marks.total > shared {
            marks.first_wrong = marks.first_wrong.or(Some(shared + 1));
        }
        marks
    }

    /// Whether every item is right.
    #[must_use]
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

/// How much a reply to a wrong answer may tell, so that items cannot be found by trying.
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
    /// To so many wrong answers to a task is told how many items are right where this is counted. With the counts of nine replies, items of
    /// few values can be found without an idea of the rule, as in the game Mastermind; `gradus check` proves that with two they cannot.
    pub const COUNTED_REPLIES: u32 = 2;
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
    #[must_use]
    pub const fn draws(&self) -> u32 {
        match self {
            Self::Undiscriminated { draws, .. } => *draws,
            Self::Panicked { .. } | Self::Unwritable { .. } | Self::NoEvidence { .. } => 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_right_when_every_item_is() {
        let all = Marks { right: 3, total: 3, first_wrong: None };
        assert_eq!(Marks::of_equal_items(&[1, 2, 3], &[1, 2, 3]), all);
        assert!(all.all_right());
        let marks = Marks::of_equal_items(&[1, 2, 3, 4], &[1, 0, 3, 0]);
        assert_eq!(marks, Marks { right: 2, total: 4, first_wrong: Some(2) });
    }

    #[test]
    fn a_count_is_told_of_the_first_wrong_answers() {
        let marks = Marks { right: 1, total: 3, first_wrong: Some(2) };
        let told = |feedback| {
            let visible = |earlier| Wrong { marks, feedback }.after(earlier).visible_marks();
            [0, 1, 2, 9].map(|earlier| visible(earlier).is_some())
        };
        assert_eq!(told(Feedback::Located), [true; 4]);
        assert_eq!(told(Feedback::Counted), [true, true, false, false]);
        assert_eq!(told(Feedback::Silent), [false; 4]);
    }

    #[test]
    fn an_item_without_a_partner_is_wrong() {
        let marks = Marks { right: 2, total: 3, first_wrong: Some(3) };
        assert_eq!(Marks::of_equal_items(&[1, 2, 3], &[1, 2]), marks);
        assert_eq!(Marks::of_equal_items(&[1, 2], &[1, 2, 3]), marks);
    }
}
