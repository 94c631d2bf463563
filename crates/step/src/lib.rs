//! What a step is: the machinery around the kinds, which knows none of them.
//!
//! A [`Folder`] of challenges becomes a [`Step`], one of the [`Steps`], with an [`Exercise`] of a kind that the [`Registry`] knows.
//! The exercise makes a [`TaskInstance`] from the seed of a [`TaskIdentity`]; the task judges an [`Answer`] and gives a
//! [`Verdict`]. [`check`] proves all that of a step.

mod answer;
mod check;
mod date_help;
mod diagnostic;
mod exercise;
mod explain;
mod form;
mod formula;
mod given;
mod identity;
mod keyring;
mod kind;
mod kind_exercise;
mod manifest;
mod near_miss;
mod outline;
mod params;
mod picture;
mod reading;
mod secret;
mod solution;
mod solved;
mod statement;
mod steering;
mod steps;
mod token;
mod toml_reader;
mod verdict;

/// What learners read.
#[deny(dead_code)]
mod texts {
    include!(concat!(env!("OUT_DIR"), "/texts.rs"));
}

pub use answer::{Answer, Malformed, quoted};
pub use check::{
    Cost, Costs, ENVELOPE, Explanations, MIN_TASKS, Rarity, Share, StepReport, Stopwatch,
    TimeLimits, Trial, check, check_kind, trial_seed,
};
pub use date_help::date_instead_of;
pub use diagnostic::{Diagnostic, DiagnosticCode};
pub use exercise::{
    ComparedItem, Evidence, EvidenceRequest, Exercise, Fields, MatchEvidence, MatchPurpose,
    MatchResult, MatchTerms, TaskInstance, UnreadableTask, WorkedAnswer, Workload, Workloads,
};
pub use explain::explanation;
pub use form::format_hint;
pub use gradus_text::{Language, Template, Text};
pub use identity::{
    Fingerprint, Nonce, NotAStepNumber, StepNumber, SubjectId, TaskIdentity, Timestamp,
    canonical_json,
};
pub use keyring::{Keyring, ReceiptKey, Seed, Subject, SubjectIds};
pub use kind::Kind;
pub use manifest::Registry;
pub use near_miss::near_miss;
pub use params::{Count, Span};
pub use picture::{PICTURE_LIMIT, Picture};
pub use reading::{Aspect, Aspects};
pub use secret::{NotASecret, Secret};
pub use solution::{AnyOf, Choice, One, Question, Solution};
pub use statement::{Fence, Statement};
pub use steering::Steering;
pub use steps::{Folder, Step, Steps};
pub use texts::ALL as TEXTS;
pub use token::{TOKEN_LIFETIME, Token, TokenError};
pub use toml_reader::{ParamsReader, RefusedParam, TomlReader};
pub use verdict::{Diagnosis, Explanation, Feedback, Fit, JudgeError, Marks, TRIES, Verdict};

#[cfg(test)]
mod tests;
