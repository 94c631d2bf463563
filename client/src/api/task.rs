//! A task: one instance of a step, and which one to ask for.

use std::fmt;

use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::StepNumber;

/// One generated instance of a step.
#[derive(Clone, Debug, Deserialize)]
pub struct Task {
    /// The step it belongs to.
    pub step: StepNumber,
    /// The step's title.
    pub title: String,
    /// The signed string that names this task when it is answered.
    #[serde(rename = "task")]
    pub token: TaskToken,
    /// Until when an answer is taken, as `2026-01-31T12:00:00Z`.
    pub expires: String,
    /// The address of the step's statement.
    pub statement: String,
    /// The address of the board as a picture, where there is one.
    pub picture: Option<String>,
    /// Every reply says so; named here so that it is not taken for one of the kind's fields.
    #[serde(rename = "is_success", default)]
    _is_success: IgnoredAny,
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

impl TaskToken {
    /// A token as it was read from a task or a command line.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
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

/// The language of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// English.
    English,
    /// Chinese.
    Chinese,
    /// Japanese.
    Japanese,
}

impl Language {
    /// The language's code in an address.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Chinese => "zh",
            Self::Japanese => "ja",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_task_keeps_its_kinds_fields_apart() {
        let json = r#"{"is_success":true,"step":"07","title":"Line patterns","board":"HHJH","coord":["ig"],
            "task":"AbC","expires":"2026-01-31T12:00:00Z","statement":"http://h/step_07/statement"}"#;
        let task: Task = serde_json::from_str(json).unwrap();
        assert_eq!(task.token, TaskToken::new("AbC"));
        let names: Vec<&str> = task.fields.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["board", "coord"]);
    }
}
