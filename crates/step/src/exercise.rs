//! The seam of the steps: what the server, `check` and `sample` know of a kind with its parameters.
//!
//! ```text
//! step.toml ─▶ Exercise ─▶ TaskInstance ─▶ Verdict
//!               + seed       + Answer (+ Evidence, where the answer names something that happened elsewhere)
//! ```
//!
//! Everything that crosses the seam is owned text, so that an exercise may be made at run time. A kind that is written in Rust
//! becomes an exercise through an adapter, see [`Kind`](super::Kind).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use thiserror::Error;

use super::answer::{Answer, Malformed};
use super::identity::Fingerprint;
use super::keyring::Seed;
use super::solution::{Choice, Question};
use super::verdict::{Diagnosis, Explanation, JudgeError, Verdict};
use gradus_board::drawing::Panel;

/// The fields of a task as JSON, written once: every request for the task sends them.
pub struct Fields(String);

impl Fields {
    /// The fields of a task, which is written as a JSON object.
    pub fn of(task: &impl Serialize) -> serde_json::Result<Self> {
        let json = serde_json::to_string(task)?;
        let by_name: BTreeMap<String, &RawValue> = serde_json::from_str(&json)?;
        serde_json::to_string(&by_name).map(Self)
    }

    /// The JSON object, its members in the order of their names.
    pub fn as_json(&self) -> &str {
        &self.0
    }

    /// The members of the JSON object without its braces.
    #[expect(clippy::expect_used, reason = "it is written as an object")]
    pub fn members(&self) -> &str {
        let members = self.0.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
        members.expect("an object has braces")
    }

    /// The fields by name, each value as JSON text.
    #[expect(clippy::expect_used, reason = "it is written as an object")]
    pub fn by_name(&self) -> BTreeMap<String, &RawValue> {
        serde_json::from_str(&self.0).expect("the fields are a JSON object")
    }
}

/// A kind with a step's parameters.
pub trait Exercise: Send + Sync {
    /// The name of the kind, which clients choose their solver by.
    fn kind(&self) -> &str;

    /// The version of the kind, which is raised when the same parameters and the same seed give another task.
    fn version(&self) -> u32;

    /// The parameters as [canonical JSON](super::canonical_json).
    fn params(&self) -> &str;

    /// Changes exactly when the same seed could give another task: with the kind, its version, or the parameters.
    fn fingerprint(&self) -> Fingerprint;

    /// How much work it is to make a task, and to judge an answer.
    fn workloads(&self) -> Workloads;

    /// The mistakes that can be named.
    fn misconceptions(&self) -> &[Explanation];

    /// How many decisions in the rule the [misconceptions](Exercise::misconceptions) are about.
    fn aspects(&self) -> usize {
        self.misconceptions().len()
    }

    /// How many [misconceptions](Exercise::misconceptions) `check` asks for.
    fn min_misconceptions(&self) -> usize;

    /// Makes the task of a seed: one on which every misconception is rejected.
    fn instantiate(&self, seed: &Seed) -> Result<Box<dyn TaskInstance>, JudgeError>;

    /// Does what would otherwise be done for the first wrong answer, while other explanations wait.
    fn prepare(&self) {}

    /// Reads a task from its JSON, as a statement shows it.
    fn parse_task(&self, json: &str) -> Result<Box<dyn TaskInstance>, UnreadableTask>;

    /// The places of a board that an item of an answer names, as they are called in [`TaskInstance::panels`]; none where items name no
    /// places.
    fn places_of<'a>(&self, _item: &'a str) -> Vec<&'a str> {
        Vec::new()
    }
}

/// How much work something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Workload {
    /// At most 0.5 ms on all tasks but one in a hundred: it is done where the request is served.
    Light,
    /// More: it is done on threads of its own, so that no request waits behind it.
    Heavy,
}

/// How much work an exercise is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Workloads {
    /// To make a task.
    pub generate: Workload,
    /// To judge an answer.
    pub judge: Workload,
}

/// Why a text is not a task of an exercise: the end of a sentence that begins with "the task cannot be read".
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct UnreadableTask(pub String);

/// One task, ready to be shown and answered.
pub trait TaskInstance: Send + Sync {
    /// The task's fields, written once.
    fn fields(&self) -> &Fields;

    /// How many tasks were drawn to find this one; 1 is the least.
    fn draws(&self) -> u32;

    /// The canonical form of an answer that can be read: two ways of writing one answer share it.
    fn canonical(&self, answer: &Answer) -> Result<Answer, Malformed>;

    /// What has to be known to judge this answer, besides the answer; none for most, and for one that cannot be read.
    fn needs(&self, _submission: &Answer) -> Option<EvidenceRequest> {
        None
    }

    /// Judges an answer, with the evidence that [`TaskInstance::needs`] asks for.
    fn judge(&self, answer: &Answer, evidence: &Evidence) -> Verdict;

    /// An answer beside a right one, item by item; nothing for an answer that cannot be read, and where the task alone does not decide what
    /// is right.
    fn compare(&self, _submission: &Answer) -> Vec<ComparedItem> {
        Vec::new()
    }

    /// Explains an answer that is not accepted; none if nothing that is known does. It takes longer than judging.
    fn diagnose(
        &self,
        answer: &Answer,
        evidence: &Evidence,
    ) -> Result<Option<Diagnosis>, JudgeError>;

    /// An answer that is accepted.
    fn solution(&self) -> WorkedAnswer;

    /// What every misconception answers; several answers of one that leaves a choice.
    fn wrong_solutions(&self) -> Vec<(Explanation, WorkedAnswer)>;

    /// What two misconceptions at once answer, with the places of both in the list. The pairs have numbers, which begin again after
    /// the last pair; none if there are no pairs.
    fn compound_solution(&self, _number: usize) -> Option<([usize; 2], Answer)> {
        None
    }

    /// The answer of these misconceptions together, each given by its place in the list; none if two of them exclude each other. Without
    /// any, it is the answer of the right reading. `choice` says which of several answers to a question is taken.
    fn misread(&self, _misconceptions: &[usize], _choice: Choice) -> Option<Answer> {
        None
    }

    /// Whether the right reading gives the same answer as the reference.
    fn follows_rule(&self) -> bool {
        true
    }

    /// The boards of the task, drawn; none where there is nothing to draw.
    fn panels(&self) -> Vec<Panel> {
        Vec::new()
    }

    /// What a blind guess has to hit; none where the task alone does not decide what is right.
    fn questions(&self) -> Vec<Question>;

    /// The match that has to be played before the task can be answered.
    fn match_terms(&self) -> Option<&MatchTerms> {
        None
    }
}

/// An item of an answer beside a right one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComparedItem {
    /// The item that was sent, in its canonical form.
    pub given: String,
    /// What is right in its place. Where several items are right, it is one of them; where the items of a question may come in any order, the
    /// given one if that is right, otherwise one that is missing.
    pub expected: String,
    /// Whether the item is right.
    pub is_right: bool,
}

/// An answer together with the evidence that it is judged with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkedAnswer {
    /// The answer.
    pub answer: Answer,
    /// What is known besides.
    pub evidence: Evidence,
}

impl From<Answer> for WorkedAnswer {
    fn from(answer: Answer) -> Self {
        Self { answer, evidence: Evidence::None }
    }
}

/// Something that judging has to know and the answer does not say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EvidenceRequest {
    /// The result of the match with this id, in its canonical form.
    Match(String),
}

/// What is known beside the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// Nothing.
    None,
    /// The result of a match; none if there is no such match.
    Match(Option<MatchEvidence>),
}

/// What is known of a match that is named as an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchEvidence {
    /// What it was made for.
    pub purpose: MatchPurpose,
    /// The result for the learner.
    pub result: MatchResult,
}

/// What a match was made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchPurpose {
    /// The task that is answered.
    ThisTask,
    /// Another task, or none.
    Other,
}

/// The result of a match for the learner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchResult {
    /// It is not over.
    Open,
    /// The learner has won.
    Won,
    /// It is a draw.
    Drawn,
    /// The opponent has won.
    Lost,
}

/// The match that a task asks for: a game for two.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchTerms {
    /// The name of the game.
    pub game: String,
    /// The name of the computer player in the other seat.
    pub opponent: String,
    /// The learner's seat: 1, who moves first, or 2.
    pub seat: u8,
}
