//! `/step_NN`: the task, and the verdict on an answer.

use actix_web::http::header::{self, ContentType};
use actix_web::{HttpRequest, HttpResponse, web};
use serde::Deserialize;

use super::answer_form::{AnswerForm, StepQuery};
use super::auth::Caller;
use super::body::Body;
use super::clock;
use super::entropy::random_bytes;
use super::judging::{Judged, identity_of};
use super::problem::{Code, Problem};
use super::state::State;
use super::task_reply::Surroundings;
use super::verdict_reply::VerdictReply;
use crate::step::{Catalog, Nonce, Step, Timestamp, Token, Verdict};
use crate::store::Outcome;

/// `GET /step_NN`: the task; with `ans` in the query, the verdict on it.
pub(super) async fn get(
    request: HttpRequest,
    state: web::Data<State>,
    path: web::Path<StepPath>,
) -> Result<HttpResponse, Problem> {
    let step = find(&state.catalog, &path)?;
    let query = StepQuery::of(&request)?;
    let caller = Caller::of(&request, &state).await?;
    let now = clock::now();
    if let Some(ans) = query.ans {
        let form = AnswerForm { task: query.task, ans };
        return judge(&request, &state, step, &caller, form, now).await;
    }
    let token = wanted(&state, step, &caller, &query, now)?;
    show(&request, &state, step, &token)
}

/// `POST /step_NN`: the verdict on an answer.
pub(super) async fn post(
    request: HttpRequest,
    state: web::Data<State>,
    path: web::Path<StepPath>,
    payload: web::Payload,
) -> Result<HttpResponse, Problem> {
    let step = find(&state.catalog, &path)?;
    let caller = Caller::of(&request, &state).await?;
    let form = AnswerForm::from_body(&Body::receive(&request, payload).await?)?;
    judge(&request, &state, step, &caller, form, clock::now()).await
}

/// What an address under `/step_NN` names.
#[derive(Deserialize)]
pub(super) struct StepPath {
    number: String,
}

/// The step that an address names.
pub(super) fn find<'a>(catalog: &'a Catalog, path: &StepPath) -> Result<&'a Step, Problem> {
    let number = &path.number;
    let step = number.parse().ok().and_then(|number| catalog.get(number));
    step.ok_or_else(|| {
        let known: Vec<_> = catalog.steps().map(|step| step.number.to_string()).collect();
        let shown: String = number.chars().take(20).collect();
        let known = known.join(", ");
        Problem::new(Code::StepUnknown, format!("there is no step {shown:?}; there are {known}"))
    })
}

/// The task that a query asks for: that of a token, a fresh one, or that of the window.
fn wanted(
    state: &State,
    step: &Step,
    caller: &Caller,
    query: &StepQuery,
    now: Timestamp,
) -> Result<Token, Problem> {
    if let Some(text) = &query.task {
        let token = state.keyring.open(text.trim())?;
        token.claim(step.number, step.revision, caller.subject, now)?;
        return Ok(token);
    }
    let nonce = if query.fresh {
        Nonce::random(u64::from_be_bytes(random_bytes()?))
    } else {
        Nonce::of_window(now, state.window)
    };
    Ok(Token { task: identity_of(step, caller, nonce), issued: now })
}

/// The task that a token names.
fn show(
    request: &HttpRequest,
    state: &State,
    step: &Step,
    token: &Token,
) -> Result<HttpResponse, Problem> {
    let task = state.task(step, token.task)?;
    let surroundings = Surroundings {
        step,
        server: &state.origins.server(request),
        token: state.keyring.seal(token),
        expires: token.expires(),
    };
    let body = surroundings
        .around(task.fields())
        .map_err(|error| Problem::new(Code::ServerError, error.to_string()))?;
    Ok(HttpResponse::Ok()
        .content_type(ContentType::json())
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .body(body))
}

async fn judge(
    request: &HttpRequest,
    state: &State,
    step: &Step,
    caller: &Caller,
    form: AnswerForm,
    now: Timestamp,
) -> Result<HttpResponse, Problem> {
    let judged = Judged::of(state, step, caller, form, now)?;
    let (outcome, reply) = match &judged.verdict {
        Verdict::Accepted => {
            let server = state.origins.server(request);
            (Outcome::Accepted, VerdictReply::accepted(&state.catalog, step, &server))
        }
        Verdict::Wrong(wrong) => {
            let misconception = wrong.misconception.map(|known| known.id.to_owned());
            (Outcome::Wrong { misconception }, VerdictReply::wrong(wrong))
        }
        Verdict::Malformed(malformed) => return Err(malformed.clone().into()),
        Verdict::JudgeError(error) => return Err(error.clone().into()),
    };
    if let Some(learner) = &caller.learner {
        state.store.record_attempt(judged.attempt(learner, outcome, now)?).await?;
    }
    Ok(HttpResponse::Ok().insert_header((header::CACHE_CONTROL, "no-store")).json(reply))
}
