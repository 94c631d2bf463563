//! The answer that a request sends.

use serde::Deserialize;
use utoipa::ToSchema;

use crate::http::body::RequestBody;
use crate::http::problem::Code;
use crate::step::Submission;

/// An answer and the task that it answers.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, expecting = "an object with `ans` and perhaps `task`")]
pub(in crate::http) struct AnswerForm {
    /// The task's token. Without one the answer belongs to the caller's task of the current or the previous window.
    #[serde(default)]
    pub(super) task: Option<String>,
    /// The items: a text with commas between them, or a list of texts and numbers, nested in any way.
    #[schema(value_type = Value)]
    pub(super) ans: Submission,
}

impl RequestBody for AnswerForm {
    const INVALID: Code = Code::AnswerForm;
    const EXAMPLE: &'static str = "{\"task\": TOKEN, \"ans\": [ITEM, ITEM, …]}";
}
