//! Why an answer is wrong: the smallest set of wrong alternatives that gives the answer on its own board.

use crate::texts;
use std::str::FromStr;

use serde::{Serialize, Serializer};
use thiserror::Error;

use super::form::Form;
use super::verdict::Explanation;

/// An explanation of a wrong or unreadable answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnosis {
    /// What the causes explain.
    pub fit: Fit,
    /// One cause, or up to three, of which one is true.
    pub causes: Vec<Explanation>,
}

impl Diagnosis {
    /// How many causes are told at most: more say nothing.
    pub const MAX_CAUSES: usize = 3;

    /// A diagnosis with these causes; none if there are none, or so many that they say nothing.
    pub(super) fn of(fit: Fit, causes: Vec<Explanation>) -> Option<Self> {
        (1..=Self::MAX_CAUSES).contains(&causes.len()).then_some(Self { fit, causes })
    }

    /// Whether the answer is right but for its form, or for another board.
    #[must_use]
    pub fn is_of_right_answer(&self) -> bool {
        let is_unfinished = |cause: &Explanation| {
            [Form::OneItemForAll, Form::NothingFound].iter().any(|form| form.name() == cause.id)
        };
        match self.fit {
            Fit::Form => !self.causes.iter().any(is_unfinished),
            Fit::Board => true,
            Fit::Whole | Fit::Items => false,
        }
    }

    /// The answer is right for another board of the caller, which was made at this time.
    #[must_use]
    pub fn of_another_board(time: &str) -> Option<Self> {
        // Later, when a stored attempt is told again, the time is not known any more: the hint without it has the same id.
        let hint = texts::board::another_of(time);
        let cause = Explanation { hint, ..Form::AnotherBoard.explanation()? };
        Some(Self { fit: Fit::Board, causes: vec![cause] })
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
    #[must_use]
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
