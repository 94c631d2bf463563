//! Steps on the wire: the ladder, a task and which one to ask for, an answer's items, and the verdict.

use std::fmt;

use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::StepNumber;

/// The ladder, `GET /`: all tracks of a server.
#[derive(Clone, Debug, Deserialize)]
pub struct Ladder {
    /// The tracks, in the order of the ladder.
    pub tracks: Vec<Track>,
}

impl Ladder {
    /// The numbers of all steps, in the ladder's order.
    #[must_use]
    pub fn steps(&self) -> Vec<StepNumber> {
        let steps = self.tracks.iter().flat_map(|track| &track.steps);
        steps.map(|step| step.step).collect()
    }
}

/// One game's steps, easy to hard.
#[derive(Clone, Debug, Deserialize)]
pub struct Track {
    /// Its steps.
    pub steps: Vec<LadderStep>,
}

/// A step as the ladder lists it.
#[derive(Clone, Debug, Deserialize)]
pub struct LadderStep {
    /// The step's number.
    pub step: StepNumber,
}

/// One generated instance of a step.
#[derive(Clone, Debug, Deserialize)]
pub struct Task {
    /// The step it belongs to.
    pub step: StepNumber,
    /// The name of its kind, by which its solver is chosen.
    pub kind: String,
    /// The step's title.
    pub title: String,
    /// The signed string that names this task when it is answered.
    #[serde(rename = "task")]
    pub token: TaskToken,
    /// Parts of every reply, and not fields of the kind: without these three names `fields` would collect them.
    #[serde(rename = "is_success", default)]
    _is_success: IgnoredAny,
    #[serde(rename = "expires", default)]
    _expires: IgnoredAny,
    #[serde(rename = "statement", default)]
    _statement: IgnoredAny,
    /// What is asked: the fields that the step's kind gives its tasks.
    #[serde(flatten)]
    pub fields: Fields,
}

/// A task's own fields, a JSON object; each solver reads them as its own type.
#[derive(Clone, Debug, Deserialize)]
#[serde(transparent)]
pub struct Fields(Value);

impl Fields {
    /// The fields as a typed value; fields that the type does not name are ignored.
    ///
    /// # Errors
    /// When a field is missing or has another form.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, serde_json::Error> {
        T::deserialize(&self.0)
    }

    /// All fields with their names.
    pub fn iter(&self) -> impl Iterator<Item = (&String, &Value)> {
        self.0.as_object().into_iter().flatten()
    }
}

impl From<Value> for Fields {
    fn from(fields: Value) -> Self {
        Self(fields)
    }
}

/// The signed string that names a task.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TaskToken(String);

/// A token as it was read from a task or a command line.
impl From<&str> for TaskToken {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl fmt::Display for TaskToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Which of a step's tasks to fetch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TaskChoice {
    /// The one of the current time window: asking again gives the same.
    Current,
    /// A new one.
    Fresh,
    /// One that was served before.
    Again(TaskToken),
}

impl TaskChoice {
    /// The choice as query parameters.
    pub(super) fn query(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::Current => vec![],
            Self::Fresh => vec![("fresh", "1".to_owned())],
            Self::Again(token) => vec![("task", token.to_string())],
        }
    }
}

/// An item of an answer that is itself a list: its parts with single spaces between them, `-` for none.
pub(crate) fn list_item<T: ToString>(parts: impl IntoIterator<Item = T>) -> String {
    let parts: Vec<String> = parts.into_iter().map(|part| part.to_string()).collect();
    if parts.is_empty() { "-".to_owned() } else { parts.join(" ") }
}

/// What the judge says of an answer that it could read. A malformed answer is an [`Error::Problem`](super::Error::Problem).
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "verdict", rename_all = "lowercase")]
pub enum Verdict {
    /// All items are right.
    Accepted(Accepted),
    /// At least one item is wrong.
    Wrong(Wrong),
}

/// The step is solved.
#[derive(Clone, Debug, Deserialize)]
pub struct Accepted {
    /// The step that was solved.
    pub step: StepNumber,
    /// The message for the learner; it names the next address too.
    pub message: String,
    /// The address of the next step; `None` at the end of the ladder.
    pub next: Option<String>,
    /// The receipt, a signed text; `None` without a key.
    pub receipt: Option<String>,
}

/// The answer is wrong, and as much about it as may be said.
#[derive(Clone, Debug, Deserialize)]
pub struct Wrong {
    /// The message for the learner.
    pub message: String,
    /// How many items are right; absent where that would help guessing.
    pub items: Option<Items>,
    /// Why the answer is wrong, as far as the server can tell.
    pub diagnosis: Option<Diagnosis>,
    /// How many more wrong answers of the learner to the task are judged; absent without a key, and where a match is the answer.
    pub tries_left: Option<u32>,
}

/// The message, which says how many items are right, the names of the causes, and how many tries are left.
impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        if let Some(diagnosis) = &self.diagnosis {
            write!(f, " [{diagnosis}]")?;
        }
        match self.tries_left {
            Some(1) => f.write_str(" (1 try left)"),
            Some(count) => write!(f, " ({count} tries left)"),
            None => Ok(()),
        }
    }
}

/// How many items of an answer are right.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Items {
    /// The number of right items.
    pub right: u32,
    /// The number of items asked for.
    pub total: u32,
    /// The position of the first wrong item, as the server counts.
    pub first_wrong: Option<u32>,
}

/// Why an answer is wrong. The message of the reply has the hints.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnosis {
    /// What the causes explain: `whole`, `form`, `board` or `items`.
    pub fit: String,
    /// One cause, or up to three, of which one is true.
    pub causes: Vec<Cause>,
}

/// A cause of a wrong answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cause {
    /// Its stable name.
    pub id: String,
    /// What to look at in one's program.
    pub hint: String,
}

/// The names: `whole: counted-from-one`, `items: colours-swapped or window-of-five`.
impl fmt::Display for Diagnosis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let causes: Vec<&str> = self.causes.iter().map(|cause| cause.id.as_str()).collect();
        write!(f, "{}: {}", self.fit, causes.join(" or "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ladder_is_read_and_unknown_fields_are_ignored() {
        let json = r#"{"is_success":true,"name":"Gradus","motto":"per gradus","tracks":[
            {"track":"Gomoku","steps":[
                {"step":"01","title":"Hello","points":5,"url":"http://h/step_01"},
                {"step":"07","title":"Lines","points":9,"url":"http://h/step_07","solved":true}]},
            {"track":"Tesseract","steps":[]}]}"#;
        let ladder: Ladder = serde_json::from_str(json).unwrap();
        let numbers: Vec<String> = ladder.steps().iter().map(ToString::to_string).collect();
        assert_eq!(numbers, ["01", "07"]);
    }

    #[test]
    fn a_task_keeps_its_kinds_fields_apart() {
        let json = r#"{"is_success":true,"step":"07","kind":"gomoku/line-patterns","title":"Line patterns","board":"HHJH","coord":["ig"],
            "task":"AbC","expires":"2026-01-31T12:00:00Z","statement":"http://h/step_07/statement"}"#;
        let task: Task = serde_json::from_str(json).unwrap();
        assert_eq!(
            (task.token, task.kind.as_str()),
            (TaskToken::from("AbC"), "gomoku/line-patterns")
        );
        let names: Vec<&str> = task.fields.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["board", "coord"]);
    }

    fn wrong(json: &str) -> String {
        match serde_json::from_str(json).unwrap() {
            Verdict::Wrong(wrong) => wrong.to_string(),
            Verdict::Accepted(_) => panic!("accepted"),
        }
    }

    #[test]
    fn the_last_steps_acceptance_has_no_next() {
        let json =
            r#"{"is_success":true,"verdict":"accepted","step":"39","message":"Done.","next":null}"#;
        let Verdict::Accepted(accepted) = serde_json::from_str(json).unwrap() else {
            panic!("wrong");
        };
        assert_eq!(accepted.next, None);
    }

    #[test]
    fn a_wrong_verdict_is_displayed_with_the_names_of_its_causes() {
        let bare = r#"{"is_success":false,"verdict":"wrong","message":"No."}"#;
        assert_eq!(wrong(bare), "No.");
        let counted = r#"{"verdict":"wrong","message":"No.","tries_left":1}"#;
        assert_eq!(wrong(counted), "No. (1 try left)");
        let full = r#"{"verdict":"wrong","tries_left":9,"message":"34 of 36 items are right; item 7 is the first wrong one. One of these explains it: (1) Row first. (2) From 0.",
            "items":{"right":34,"total":36,"first_wrong":7},
            "diagnosis":{"fit":"whole","causes":[{"id":"swapped","hint":"Row first."},{"id":"shifted","hint":"From 0."}]}}"#;
        assert_eq!(
            wrong(full),
            "34 of 36 items are right; item 7 is the first wrong one. One of these explains it: (1) Row first. (2) From 0. [whole: swapped or shifted] (9 tries left)"
        );
    }

    #[test]
    fn an_empty_list_is_a_dash() {
        assert_eq!(list_item([3, 3, 1]), "3 3 1");
        assert_eq!(list_item::<u8>([]), "-");
    }
}
