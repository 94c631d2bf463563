//! What a step is: the machinery around the kinds, which knows none of them.
//!
//! A [`Folder`] of challenges becomes a [`Step`] of the [`Catalog`], with an [`Exercise`] whose [`Kind`] the [`Registry`]
//! knows. An exercise is a [`Puzzle`], or a match to be won. The puzzle makes a [`PosedTask`] from the seed of a [`TaskIdentity`]; the task judges a [`Submission`] and
//! gives a [`Verdict`].

mod catalog;
mod check;
mod coherence;
mod exercise;
mod fault;
mod folder;
mod identity;
mod kind;
mod language;
mod manifest;
mod marks;
mod matches;
mod number;
mod params;
mod question;
mod registry;
mod settings;
mod statement;
mod submission;
mod timestamp;
mod token;
mod verdict;

pub use catalog::{Catalog, Step};
pub use check::{
    Cost, Costs, ENVELOPE, Rarity, StepReport, Stopwatch, TimeBudget, Trial, check, trial_seed,
};
pub use exercise::{Exercise, Fields, PosedTask, Puzzle};
pub use fault::{Fault, FaultCode};
pub use folder::Folder;
pub use identity::{Keyring, Nonce, NotASecret, Secret, Seed, Subject, SubjectId, TaskIdentity};
pub use kind::{Kind, Misconception};
pub use language::Language;
pub use marks::{Feedback, Marks};
pub use matches::{
    MatchExercise, MatchKind, MatchResult, MatchTask, Opponent, Testimony, judge_match,
};
pub use number::{NotAStepNumber, StepNumber};
pub use params::{Count, Span};
pub use question::Question;
pub use registry::Registry;
pub use statement::{Fence, Statement};
pub use submission::{Expected, Malformed, Submission};
pub use timestamp::Timestamp;
pub use token::{TOKEN_LIFETIME, Token, TokenError};
pub use verdict::{Explanation, JudgeError, Verdict, Wrong};

#[cfg(test)]
mod tests;
