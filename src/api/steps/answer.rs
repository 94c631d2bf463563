//! The answer that a request sends.

use serde::Deserialize;
use utoipa::ToSchema;

use crate::step::Submission;
use crate::wire::body::RequestBody;
use crate::wire::problem::Code;

/// An answer and the task that it answers.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, expecting = "an object with `ans` and perhaps `task`")]
pub(crate) struct AnswerForm {
    /// The task's token. Without one the answer belongs to the caller's task of the current or the previous window.
    #[serde(default)]
    pub(crate) task: Option<String>,
    /// The items: a text with commas between them, or a list of texts and numbers, nested in any way.
    #[schema(value_type = Value)]
    pub(crate) ans: Submission,
}

impl RequestBody for AnswerForm {
    const INVALID: Code = Code::AnswerForm;
    const EXAMPLE: &'static str = "{\"task\": TOKEN, \"ans\": [ITEM, ITEM, …]}";
}
