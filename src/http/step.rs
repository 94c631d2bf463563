//! `/step_NN`: the task of a step, and the verdict on an answer.

use std::ops::Deref;
use std::sync::Arc;

use actix_web::dev::Payload;
use actix_web::http::Method;
use actix_web::{Either, FromRequest, HttpRequest, web};
use futures_util::future::LocalBoxFuture;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::ToSchema;

use super::ambient::{now, random_bytes, rfc3339};
use super::answer::{AnswerForm, VerdictReply};
use super::base_url::BaseUrl;
use super::body::{ApiBody, InOrder};
use super::caller::Caller;
use super::judging::{JudgedAnswer, identity_of};
use super::problem::{Code, Extension, Problem};
use super::query::{ApiQuery, NoQuery, path_part};
use super::reply::Reply;
use super::state::State;
use crate::step::{
    Catalog, Language, Nonce, Step, StepNumber, Submission, TaskInstance, Timestamp, Token,
};

/// `GET /step_NN`: the task; with `ans` in the query, the verdict on it.
pub(super) async fn get(
    request: StepRequest,
    method: Method,
    ApiQuery(query): ApiQuery<StepQuery>,
) -> Result<Either<Reply<TaskReply>, Reply<VerdictReply>>, Problem> {
    match query {
        StepQuery::Show(choice) => request.show(choice).await.map(Either::Left),
        // HEAD is safe: judging would record an attempt.
        StepQuery::Judge(_) if method == Method::HEAD => Err(Problem::new(
            Code::MethodUnknown,
            "HEAD does not judge answers; send `ans` by GET or POST",
        )
        .with(Extension::Methods { allowed: &["GET", "POST"] })),
        StepQuery::Judge(form) => request.judge(form).await.map(Either::Right),
    }
}

/// `POST /step_NN`: the verdict on an answer.
pub(super) async fn post(
    _: NoQuery,
    InOrder(request, ApiBody(form)): InOrder<StepRequest, ApiBody<AnswerForm>>,
) -> Result<Reply<VerdictReply>, Problem> {
    request.judge(form).await
}

/// The request in the query of a step's address.
#[derive(Deserialize)]
#[serde(try_from = "StepFields")]
pub(super) enum StepQuery {
    /// Show a task.
    Show(TaskChoice),
    /// Judge an answer.
    Judge(AnswerForm),
}

/// Which task to show.
pub(super) enum TaskChoice {
    /// The task of the current window.
    Current,
    /// A new task.
    Fresh,
    /// The task that a token names.
    Named(String),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StepFields {
    ans: Option<Submission>,
    task: Option<String>,
    #[serde(default)]
    fresh: Fresh,
}

/// Whether to make a new task: `?fresh`, `?fresh=1`.
#[derive(Clone, Copy, Default)]
enum Fresh {
    Yes,
    #[default]
    No,
}

impl<'de> Deserialize<'de> for Fresh {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match &*String::deserialize(deserializer)? {
            "0" | "false" => Ok(Self::No),
            "" | "1" | "true" => Ok(Self::Yes),
            other => {
                let shown: String = other.chars().take(20).collect();
                let message = format!("found {shown:?}; expected `fresh=1`");
                Err(serde::de::Error::custom(message))
            }
        }
    }
}

impl TryFrom<StepFields> for StepQuery {
    type Error = &'static str;

    fn try_from(fields: StepFields) -> Result<Self, Self::Error> {
        let StepFields { ans, task, fresh } = fields;
        match (ans, task, fresh) {
            (None, None, Fresh::No) => Ok(Self::Show(TaskChoice::Current)),
            (None, None, Fresh::Yes) => Ok(Self::Show(TaskChoice::Fresh)),
            (None, Some(token), Fresh::No) => Ok(Self::Show(TaskChoice::Named(token))),
            (Some(ans), task, Fresh::No) => Ok(Self::Judge(AnswerForm { task, ans })),
            (_, _, Fresh::Yes) => Err(
                "`fresh` makes a new task and cannot be combined with other fields; expected `ans` with the `task` that it answers",
            ),
        }
    }
}

/// The step that an address names, with the catalogue that was current when the request arrived.
pub(super) struct RequestedStep {
    catalog: Arc<Catalog>,
    step: Arc<Step>,
}

impl RequestedStep {
    pub(super) fn of(request: &HttpRequest) -> Result<Self, Problem> {
        let catalog = State::of(request).catalog();
        let text = path_part(request, "number");
        let step = text.parse().ok().and_then(|number| catalog.get(number).cloned());
        match step {
            Some(step) => Ok(Self { catalog, step }),
            None => Err(unknown(&catalog, text)),
        }
    }
}

impl Deref for RequestedStep {
    type Target = Step;

    fn deref(&self) -> &Step {
        &self.step
    }
}

fn unknown(catalog: &Catalog, text: &str) -> Problem {
    let known_steps: Vec<StepNumber> = catalog.steps().map(|step| step.number).collect();
    let known: Vec<String> = known_steps.iter().map(ToString::to_string).collect();
    let shown: String = text.chars().take(20).collect();
    let detail = format!("there is no step {shown:?}; expected one of {}", known.join(", "));
    Problem::new(Code::StepUnknown, detail).with(Extension::Steps { known_steps })
}

/// A request to a step: the step, the caller and the time.
pub(super) struct StepRequest {
    state: web::Data<State>,
    step: RequestedStep,
    caller: Caller,
    now: Timestamp,
    base_url: BaseUrl,
}

impl FromRequest for StepRequest {
    type Error = Problem;
    type Future = LocalBoxFuture<'static, Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let step = RequestedStep::of(request);
        let caller = Caller::from_request(request, payload);
        let state = web::Data::clone(State::of(request));
        let base_url = state.addresses.base_url(request);
        Box::pin(async move {
            Ok(Self { state, step: step?, caller: caller.await?, now: now(), base_url })
        })
    }
}

/// A task: the kind's fields are at the top level, beside those of the server.
#[derive(Serialize, ToSchema)]
pub(super) struct TaskReply {
    is_success: bool,
    /// The step's number, two digits.
    #[schema(value_type = String)]
    step: StepNumber,
    /// The name of the kind, by which clients choose a solver.
    kind: String,
    title: String,
    /// The board and the questions.
    #[serde(flatten)]
    #[schema(value_type = std::collections::BTreeMap<String, Value>)]
    fields: TaskFields,
    /// The token that names the task.
    task: String,
    /// When the token expires, in the format of RFC 3339.
    expires: String,
    /// The address of the statement.
    statement: String,
}

/// The fields of a task, serialized from the cached task.
struct TaskFields(Arc<dyn TaskInstance>);

impl Serialize for TaskFields {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.fields().serialize(serializer)
    }
}

impl StepRequest {
    /// Shows a task.
    async fn show(&self, choice: TaskChoice) -> Result<Reply<TaskReply>, Problem> {
        let Self { state, step, base_url, .. } = self;
        let token = self.token(choice)?;
        let task = state.task(&step.step, token.task).await?;
        Ok(Reply::ok(TaskReply {
            is_success: true,
            step: step.number,
            kind: step.exercise().kind().to_owned(),
            title: step.statement(Language::English).title().to_owned(),
            fields: TaskFields(task),
            task: state.keyring.sign(&token),
            expires: rfc3339(token.expires())?,
            statement: format!("{base_url}/step_{}/statement", step.number),
        }))
    }

    /// The token of the chosen task: the caller's, or a new one.
    fn token(&self, choice: TaskChoice) -> Result<Token, Problem> {
        let Self { state, step, caller, now, .. } = self;
        let nonce = match choice {
            TaskChoice::Current => Nonce::of_window(*now, state.window),
            TaskChoice::Fresh => Nonce::random(u64::from_be_bytes(random_bytes()?)),
            TaskChoice::Named(text) => {
                let token = state.keyring.verify(text.trim())?;
                let fingerprint = step.exercise().fingerprint();
                token.validate(step.number, fingerprint, caller.subject, *now)?;
                return Ok(token);
            }
        };
        Ok(Token { task: identity_of(step, caller.subject, nonce), issued: *now })
    }

    /// Judges an answer. A learner's attempt is recorded before the reply is sent.
    async fn judge(&self, form: AnswerForm) -> Result<Reply<VerdictReply>, Problem> {
        let Self { state, step, caller, now, base_url } = self;
        let judged = JudgedAnswer::of(state, &step.step, caller.subject, form, *now).await?;
        Ok(Reply::ok(match judged.record(state, caller.learner.as_ref(), *now).await? {
            None => VerdictReply::accepted(&step.catalog, step, base_url),
            Some(wrong) => VerdictReply::wrong(&wrong),
        }))
    }
}
