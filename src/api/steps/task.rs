//! The task of a step, as JSON.

use utoipa::ToSchema;

use super::query::TaskChoice;
use super::request::StepRequest;
use crate::app::tasks::Purpose;
use crate::course::rfc3339;
use crate::step::{Fields, Language, StepNumber, TaskInstance, Token};
use crate::wire::base_url::BaseUrl;
use crate::wire::problem::Problem;
use crate::wire::reply::Reply;

/// A task: the kind's fields are at the top level, beside those of the server.
// The names of the server's fields are also in `step::ENVELOPE`, so that no kind has one of them.
#[derive(ToSchema)]
pub(crate) struct TaskReply<'a> {
    is_success: bool,
    /// The step's number, two digits.
    #[schema(value_type = String)]
    step: StepNumber,
    /// The name of the kind, by which clients choose a solver.
    kind: &'a str,
    // As JSON text, with its quotation marks.
    title: &'a str,
    /// The board and the questions.
    #[schema(value_type = std::collections::BTreeMap<String, serde_json::Value>)]
    #[serde(flatten)]
    fields: &'a Fields,
    /// The token that names the task.
    pub(crate) task: String,
    /// When the token expires, in the format of RFC 3339.
    expires: String,
    // Of both addresses the beginning: the rest is made of the other fields.
    /// The address of the statement.
    #[schema(value_type = String)]
    statement: &'a BaseUrl,
    /// The address of the task's boards, drawn.
    #[schema(value_type = String)]
    picture: &'a BaseUrl,
}

impl TaskReply<'_> {
    /// Writes the object. Tasks are asked for more often than anything else, and most of a task is written already, so the object is
    /// put together from its parts. Only in the title there may be characters that JSON escapes.
    pub(crate) fn to_json(&self) -> Vec<u8> {
        let Self { is_success, step, kind, title, fields, task, expires, statement, picture } =
            self;
        let is_success = if *is_success { "true" } else { "false" };
        let parts: [&str; 25] = [
            r#"{"is_success":"#,
            is_success,
            r#","step":""#,
            step.as_str(),
            r#"","kind":""#,
            kind,
            r#"","title":"#,
            title,
            ",",
            fields.members(),
            r#""task":""#,
            task,
            r#"","expires":""#,
            expires,
            r#"","statement":""#,
            statement.as_str(),
            "/step_",
            step.as_str(),
            r#"/statement","picture":""#,
            picture.as_str(),
            "/step_",
            step.as_str(),
            "/picture.svg?task=",
            task,
            r#""}"#,
        ];
        parts.concat().into_bytes()
    }
}

impl StepRequest {
    /// Shows a task.
    pub(crate) async fn show(
        &self,
        choice: TaskChoice,
        language: Language,
    ) -> Result<Reply<TaskReply<'static>>, Problem> {
        let Self { state, step, caller, .. } = self;
        let token = self.token(choice)?;
        let task = state.tasks.get(step, token.task, Purpose::Show, caller).await?;
        Ok(Reply::written(self.reply(&token, &*task, language).to_json()))
    }

    pub(crate) fn reply<'a>(
        &'a self,
        token: &Token,
        task: &'a dyn TaskInstance,
        language: Language,
    ) -> TaskReply<'a> {
        let Self { state, step, base_url, .. } = self;
        TaskReply {
            is_success: true,
            step: step.number,
            kind: step.exercise().kind(),
            title: step.statement(language).title_as_json(),
            fields: task.fields(),
            expires: rfc3339(token.expires()),
            task: state.keyring.sign(token),
            statement: base_url,
            picture: base_url,
        }
    }
}
