//! What a step is: the machinery around the kinds, which knows none of them.
//!
//! A [`Folder`] of challenges becomes a [`Step`], one of the [`Steps`], with an [`Exercise`] of a kind that the [`Registry`] knows.
//! The exercise makes a [`TaskInstance`] from the seed of a [`TaskIdentity`]; the task judges a [`Submission`] and gives a
//! [`Verdict`]. [`check`] proves all that of a step.

mod check;
mod diagnosis;
mod diagnostic;
mod exercise;
mod explain;
mod folder;
mod form;
mod frequencies;
mod given;
mod identity;
mod keyring;
mod kind;
mod kind_exercise;
mod manifest;
mod number;
mod pairing;
mod params;
mod quoted;
mod reading;
mod receipt_key;
mod registry;
mod secret;
mod solution;
mod solved;
mod statement;
mod steering;
mod steps;
mod submission;
mod token;
mod toml_reader;
mod verdict;

/// What learners read.
#[deny(dead_code)]
mod texts {
    include!(concat!(env!("OUT_DIR"), "/texts.rs"));
}

pub use check::{
    Cost, Costs, ENVELOPE, Explanations, MIN_TASKS, Rarity, Share, StepReport, Stopwatch,
    TimeLimits, Trial, check, check_kind, trial_seed,
};
pub use diagnosis::{Diagnosis, Fit};
pub use diagnostic::{Diagnostic, DiagnosticCode};
pub use exercise::{
    ComparedItem, Evidence, EvidenceRequest, Exercise, Fields, MatchEvidence, MatchPurpose,
    MatchResult, MatchTerms, TaskInstance, UnreadableTask, WorkedAnswer, Workload, Workloads,
};
pub use explain::explanation;
pub use folder::{Folder, Step};
pub use form::format_hint;
pub use gradus_text::{Language, Template, Text};
pub use identity::{Fingerprint, Nonce, SubjectId, TaskIdentity, Timestamp, canonical_json};
pub use keyring::{Keyring, Seed, Subject, SubjectIds};
pub use kind::Kind;
pub use number::{NotAStepNumber, StepNumber};
pub use params::{Count, Span};
pub use quoted::quoted;
pub use reading::{Aspect, Aspects};
pub use receipt_key::ReceiptKey;
pub use registry::Registry;
pub use secret::{NotASecret, Secret};
pub use solution::{AnyOf, Choice, One, Question, Solution};
pub use statement::{Fence, Statement};
pub use steering::Steering;
pub use steps::Steps;
pub use submission::{Malformed, Submission};
pub use texts::ALL as TEXTS;
pub use token::{TOKEN_LIFETIME, Token, TokenError};
pub use toml_reader::TomlReader;
pub use toml_reader::{ParamsReader, RefusedParam};
pub use verdict::{Explanation, Feedback, JudgeError, Marks, TRIES, Verdict, Wrong};

#[cfg(test)]
mod tests;
