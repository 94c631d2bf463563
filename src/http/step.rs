//! `/step_NN`: the task, and the verdict on an answer.

use std::sync::Arc;

use actix_web::http::{Method, StatusCode};
use actix_web::{HttpRequest, HttpResponse, web};

use super::answer_form::{AnswerForm, StepQuery, Wanted};
use super::auth::Caller;
use super::body::Body;
use super::clock;
use super::entropy::random_bytes;
use super::json;
use super::judging::{JudgedAnswer, identity_of};
use super::origin::ServerAddress;
use super::problem::{Code, Problem};
use super::state::State;
use super::task_reply::TaskReply;
use super::verdict_reply::VerdictReply;
use crate::step::{Catalog, Language, Nonce, Step, Timestamp, Token};

/// `GET /step_NN`: the task; with `ans` in the query, the verdict on it.
pub(super) async fn get(
    request: HttpRequest,
    state: web::Data<State>,
) -> Result<HttpResponse, Problem> {
    let visit = Visit::of(&request, &state).await?;
    match StepQuery::of(&request)? {
        StepQuery::Show(wanted) => visit.show(wanted).await,
        // Whoever asks only for the head does not mean to answer.
        StepQuery::Judge(_) if request.method() == Method::HEAD => {
            Err(Problem::new(Code::MethodUnknown, "HEAD judges nothing; send `ans` by GET or POST"))
        }
        StepQuery::Judge(form) => visit.judge(form).await,
    }
}

/// `POST /step_NN`: the verdict on an answer.
pub(super) async fn post(
    request: HttpRequest,
    state: web::Data<State>,
    payload: web::Payload,
) -> Result<HttpResponse, Problem> {
    let visit = Visit::of(&request, &state).await?;
    if !request.query_string().is_empty() {
        let detail = "a POST has its answer in the body; expected no query";
        return Err(Problem::new(Code::QueryInvalid, detail));
    }
    let body = Body::receive(&request, payload).await?;
    visit.judge(AnswerForm::from_body(&body)?).await
}

/// The step that a request's address names.
pub(super) fn find(catalog: &Catalog, request: &HttpRequest) -> Result<Arc<Step>, Problem> {
    let number = request.match_info().get("number").unwrap_or_default();
    let step = number.parse().ok().and_then(|number| catalog.get(number));
    step.cloned().ok_or_else(|| {
        let known: Vec<_> = catalog.steps().map(|step| step.number.to_string()).collect();
        let shown: String = number.chars().take(20).collect();
        let known = known.join(", ");
        Problem::new(Code::StepUnknown, format!("there is no step {shown:?}; there are {known}"))
    })
}

/// Somebody at a step, at a moment.
struct Visit<'a> {
    state: &'a State,
    catalog: Arc<Catalog>,
    step: Arc<Step>,
    caller: Caller,
    now: Timestamp,
    /// Our own address as the caller knows it.
    server: ServerAddress<'a>,
}

impl<'a> Visit<'a> {
    async fn of(request: &'a HttpRequest, state: &'a State) -> Result<Self, Problem> {
        let catalog = state.catalog();
        let step = find(&catalog, request)?;
        let caller = Caller::of(request, state).await?;
        let server = state.origins.server(request);
        Ok(Self { state, catalog, step, caller, now: clock::now(), server })
    }

    /// Publishes a task.
    async fn show(&self, wanted: Wanted) -> Result<HttpResponse, Problem> {
        let token = self.token(wanted)?;
        let number = self.step.number;
        let task = self.state.task(&self.step, token.task).await?;
        json::reply(
            StatusCode::OK,
            &TaskReply {
                is_success: true,
                step: number,
                kind: self.step.exercise().kind(),
                title: self.step.statement(Language::English).title(),
                fields: task.fields(),
                task: self.state.keyring.sign(&token),
                expires: clock::rfc3339(token.expires()),
                statement: format_args!("{}/step_{number}/statement", self.server),
            },
        )
    }

    /// The token of the task that is asked for: the one that was sent, or a new one.
    fn token(&self, wanted: Wanted) -> Result<Token, Problem> {
        let Self { state, step, caller, now, .. } = self;
        let nonce = match wanted {
            Wanted::Current => Nonce::of_window(*now, state.window),
            Wanted::Fresh => Nonce::random(u64::from_be_bytes(random_bytes()?)),
            Wanted::Named(text) => {
                let token = state.keyring.verify(text.trim())?;
                token.validate(step.number, step.exercise().fingerprint(), caller.subject, *now)?;
                return Ok(token);
            }
        };
        Ok(Token { task: identity_of(step, caller.subject, nonce), issued: *now })
    }

    /// Judges an answer, and records a learner's before anybody is told.
    async fn judge(&self, form: AnswerForm) -> Result<HttpResponse, Problem> {
        let Self { state, catalog, step, caller, now, server } = self;
        let judged = JudgedAnswer::of(state, step, caller.subject, form, *now).await?;
        let reply = match judged.conclude(state, caller.learner.as_ref(), *now).await? {
            None => VerdictReply::accepted(catalog, step, *server),
            Some(wrong) => VerdictReply::wrong(&wrong),
        };
        json::reply(StatusCode::OK, &reply)
    }
}
