//! A task as the server shows it.

use gradus_client::api::Fields;
use gradus_client::solvers;
use serde::Deserialize;
use serde_json::{Map, Value};

/// One board with its questions.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct Task {
    pub(crate) step: String,
    pub(crate) kind: String,
    pub(crate) title: String,
    #[serde(rename = "task")]
    pub(crate) token: String,
    pub(crate) expires: String,
    pub(crate) statement: String,
    pub(crate) picture: String,
    is_success: bool,
    /// What the step's kind asks.
    #[serde(flatten)]
    pub(crate) fields: Map<String, Value>,
}

impl Task {
    /// The path at which it is answered.
    pub(crate) fn path(&self) -> String {
        format!("/step_{}", self.step)
    }

    /// The items of the right answer, by the client's solver: it shares no code with the server.
    pub(crate) fn solution(&self) -> Vec<String> {
        let solve = solvers::solver(&self.kind).unwrap();
        solve(&Fields::from(Value::Object(self.fields.clone()))).unwrap()
    }
}
