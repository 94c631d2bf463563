//! `GET /step_NN`: the task of a step, as JSON or on a page. With `ans` in the query, the verdict on an answer.

use actix_web::Either;
use actix_web::http::Method;
use serde::{Deserialize, Deserializer};
use serde_json::json;
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::answer::AnswerForm;
use crate::app::step_request::{StepRequest, TaskChoice};
use crate::app::tasks::Purpose;
use crate::pages::view::{PageReply, View};
use crate::step::{Answer, Fields, Language, StepNumber, TaskInstance, Token};
use crate::texts;
use crate::wire::accept::ReplyLanguage;
use crate::wire::base_url::BaseUrl;
use crate::wire::body::RequestBody as _;
use crate::wire::decision::LearnersDecision;
use crate::wire::extract::{ApiQuery, QueryFields, read_field};
use crate::wire::problem::{Code, Members, Problem};
use crate::wire::reply::Reply;
use crate::wire::verdict::VerdictReply;

/// The request in the query of a step's address.
#[derive(Deserialize)]
#[serde(try_from = "StepFields")]
pub(crate) enum StepQuery {
    /// Show a task.
    Show(TaskChoice),
    /// Judge an answer.
    Judge(AnswerForm),
}

impl PartialSchema for StepQuery {
    fn schema() -> RefOr<Schema> {
        StepFields::schema()
    }
}

impl ToSchema for StepQuery {}

impl QueryFields for StepQuery {
    /// An answer has the same code in a query and in a body.
    fn code_of(field: &str) -> Code {
        if field == "ans" { AnswerForm::INVALID } else { Code::QueryInvalid }
    }
}

/// The query of a step's address: `fresh`, or `task`, or `ans` and perhaps the `task` that it answers.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = StepQuery)]
struct StepFields {
    /// The items, with commas between them, or a JSON list.
    #[schema(value_type = Option<String>)]
    ans: Option<Answer>,
    /// The token of a task.
    task: Option<String>,
    /// Whether to make a new task.
    #[serde(default)]
    #[schema(value_type = bool)]
    fresh: Fresh,
}

/// Whether to make a new task: `?fresh`, `?fresh=1`.
#[derive(Default)]
struct Fresh(bool);

impl<'de> Deserialize<'de> for Fresh {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let read = |text: &str| match text {
            "0" | "false" => Some(Self(false)),
            "" | "1" | "true" => Some(Self(true)),
            _ => None,
        };
        read_field(deserializer, read, "`fresh=1`")
    }
}

impl TryFrom<StepFields> for StepQuery {
    /// What the JSON reader of [`game`](crate::game::json) has a text for.
    type Error = &'static str;

    fn try_from(StepFields { ans, task, fresh }: StepFields) -> Result<Self, Self::Error> {
        match (ans, task, fresh) {
            (None, None, Fresh(true)) => Ok(Self::Show(TaskChoice::Fresh)),
            (_, _, Fresh(true)) => Err("fresh-combined"),
            (Some(ans), task, _) => Ok(Self::Judge(AnswerForm { task, ans })),
            (None, token, _) => Ok(Self::Show(token.into())),
        }
    }
}

/// `GET /step_NN`: the task; with `ans` in the query, the verdict on it.
pub(crate) async fn get(
    request: StepRequest,
    ApiQuery(query): ApiQuery<StepQuery>,
    ReplyLanguage(language): ReplyLanguage,
    view: View,
    method: Method,
) -> Result<StepReply, Problem> {
    match (query, view) {
        // HEAD is safe: judging would record an attempt.
        (StepQuery::Judge(_), _) if method == Method::HEAD => {
            Err(Problem::new(Code::MethodUnknown, texts::method::head())
                .with(Members { allowed: Some(vec!["GET", "POST"]), ..Members::default() }))
        }
        (StepQuery::Show(choice), View::Data) => {
            request.task(choice, language).await.map(Either::Left).map(Either::Left)
        }
        // Boxed, so that requests for tasks need no room for the others.
        (StepQuery::Judge(form), view) => Box::pin(request.answer(form, view, language)).await,
        (StepQuery::Show(choice), View::Page(frame)) => {
            Box::pin(request.page(choice, *frame)).await.map(Either::Right)
        }
    }
}

/// A task, a verdict, or the page with both.
pub(crate) type StepReply =
    Either<Either<Reply<TaskReply<'static>>, Reply<VerdictReply>>, PageReply>;

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
    /// What instructors have decided about the learner's result; absent if nothing is.
    #[schema(value_type = Option<Vec<LearnersDecision>>)]
    decisions: String,
}

impl TaskReply<'_> {
    /// Writes the object. Requests for tasks are the most frequent ones, and most of a task is written already, so the object is
    /// put together from its parts. Only the title may have characters that JSON escapes.
    pub(crate) fn to_json(&self) -> Vec<u8> {
        let Self {
            is_success, step, kind, title, fields, task, expires, statement, picture, ..
        } = self;
        let decisions = &self.decisions;
        let is_success = if *is_success { "true" } else { "false" };
        let parts: [&str; 29] = [
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
            if fields.members().is_empty() { "" } else { "," },
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
            r#"""#,
            if decisions.is_empty() { "" } else { r#","decisions":"# },
            decisions,
            "}",
        ];
        parts.concat().into_bytes()
    }
}

impl StepRequest {
    /// The task, as JSON.
    async fn task(
        &self,
        choice: TaskChoice,
        language: Language,
    ) -> Result<Reply<TaskReply<'static>>, Problem> {
        let Self { state, step, caller, .. } = self;
        let token = self.token(choice)?;
        let task = state.tasks.get(step, token.task, Purpose::Show, caller).await?;
        Ok(Reply::written(self.task_reply(&token, &*task, language).to_json()))
    }

    pub(crate) fn task_reply<'a>(
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
            expires: token.expires().to_string(),
            task: state.keyring.sign(token),
            statement: base_url,
            picture: base_url,
            decisions: self.decisions_as_json(),
        }
    }

    /// What instructors have decided about the learner's result.
    pub(crate) fn decisions(&self) -> Vec<LearnersDecision> {
        let Self { state, step, rules, caller, .. } = self;
        let Some(learner) = &caller.learner else { return Vec::new() };
        let of_step = (step.number, step.exercise().kind(), rules.points);
        let result = state.class.decisions().result(learner.in_section(), of_step, []);
        LearnersDecision::all(&result).collect()
    }

    /// The same as JSON; empty if nothing is decided.
    fn decisions_as_json(&self) -> String {
        let decisions = self.decisions();
        if decisions.is_empty() { String::new() } else { json!(decisions).to_string() }
    }
}
