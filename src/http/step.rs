//! `/step_NN`: the task, and the verdict on an answer.

use actix_web::http::header::{self, ContentType};
use actix_web::{HttpRequest, HttpResponse, web};
use serde::{Deserialize, Serialize};

use super::answer_form::{AnswerForm, StepQuery};
use super::auth::Caller;
use super::body::Body;
use super::clock;
use super::entropy::random_bytes;
use super::judging::{Judged, identity_of};
use super::problem::{Code, Problem};
use super::state::State;
use crate::step::{
    Catalog, Explanation, Language, Marks, Nonce, Step, Timestamp, Token, Verdict, Wrong,
};
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

/// What surrounds the kind's own fields in a task.
#[derive(Serialize)]
struct Head<'a> {
    is_success: bool,
    step: String,
    title: &'a str,
}

#[derive(Serialize)]
struct Tail {
    task: String,
    expires: String,
    statement: String,
}

fn show(
    request: &HttpRequest,
    state: &State,
    step: &Step,
    token: &Token,
) -> Result<HttpResponse, Problem> {
    let posed = state.task(step, token.task)?;
    let server = state.origins.server(request);
    let head = Head {
        is_success: true,
        step: step.number.to_string(),
        title: step.statement(Language::English).title(),
    };
    let tail = Tail {
        task: state.keyring.seal(token),
        expires: clock::rfc3339(token.expires()),
        statement: format!("{server}/step_{}/statement", step.number),
    };
    let body = join_objects(&head, posed.fields(), &tail)
        .map_err(|error| Problem::new(Code::ServerError, error.to_string()))?;
    Ok(HttpResponse::Ok()
        .content_type(ContentType::json())
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .body(body))
}

/// One JSON object with the fields of all three; the middle one is written already.
fn join_objects(
    head: &impl Serialize,
    middle: &str,
    tail: &impl Serialize,
) -> serde_json::Result<Vec<u8>> {
    let mut body = Vec::with_capacity(middle.len() + 512);
    serde_json::to_writer(&mut body, head)?;
    body.pop();
    body.push(b',');
    body.extend_from_slice(middle.as_bytes());
    let seam = body.len();
    serde_json::to_writer(&mut body, tail)?;
    if let Some(brace) = body.get_mut(seam) {
        *brace = b',';
    }
    Ok(body)
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
            (Outcome::Accepted, Reply::accepted(&state.catalog, step, &server))
        }
        Verdict::Wrong(wrong) => {
            let misconception = wrong.misconception.map(|known| known.id.to_owned());
            (Outcome::Wrong { misconception }, Reply::wrong(wrong))
        }
        Verdict::Malformed(malformed) => return Err(malformed.clone().into()),
        Verdict::JudgeError(error) => return Err(error.clone().into()),
    };
    if let Some(learner) = &caller.learner {
        state.store.record_attempt(judged.attempt(learner, outcome, now)?).await?;
    }
    Ok(HttpResponse::Ok().insert_header((header::CACHE_CONTROL, "no-store")).json(reply))
}

/// The reply to an answer that was judged.
#[derive(Serialize)]
#[serde(untagged)]
enum Reply {
    Accepted {
        is_success: bool,
        verdict: &'static str,
        step: String,
        message: String,
        next: Option<String>,
    },
    Wrong {
        is_success: bool,
        verdict: &'static str,
        message: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        items: Option<Items>,
        #[serde(skip_serializing_if = "Option::is_none")]
        misconception: Option<Hint>,
    },
}

#[derive(Serialize)]
struct Items {
    right: usize,
    total: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    first_wrong: Option<usize>,
}

#[derive(Serialize)]
struct Hint {
    id: &'static str,
    hint: &'static str,
}

impl Reply {
    fn accepted(catalog: &Catalog, step: &Step, server: &str) -> Self {
        let next = catalog.after(step.number).map(|next| format!("{server}/step_{}", next.number));
        let message = match &next {
            Some(url) => format!("Step {} is solved. The next step is at {url}", step.number),
            None => format!("Step {} is solved. It was the last one.", step.number),
        };
        Self::Accepted {
            is_success: true,
            verdict: "accepted",
            step: step.number.to_string(),
            message,
            next,
        }
    }

    fn wrong(wrong: &Wrong) -> Self {
        let Wrong { marks, misconception } = *wrong;
        Self::Wrong {
            is_success: false,
            verdict: "wrong",
            message: message(marks, misconception),
            items: marks.map(|Marks { right, total, first_wrong }| Items {
                right,
                total,
                first_wrong,
            }),
            misconception: misconception.map(|Explanation { id, hint }| Hint { id, hint }),
        }
    }
}

fn message(marks: Option<Marks>, misconception: Option<Explanation>) -> String {
    let mut message = match marks {
        None => "The answer is wrong.".to_owned(),
        Some(Marks { right, total, first_wrong: None }) => {
            format!("{right} of {total} items are right.")
        }
        Some(Marks { right, total, first_wrong: Some(position) }) => {
            format!("{right} of {total} items are right; item {position} is the first wrong one.")
        }
    };
    if let Some(Explanation { hint, .. }) = misconception {
        message.push(' ');
        message.push_str(hint);
    }
    message
}
