//! `/step_NN`: the task, and the verdict on an answer.

use actix_web::http::{Method, StatusCode};
use actix_web::{HttpRequest, HttpResponse, web};

use super::answer_form::{AnswerForm, StepQuery, Wanted};
use super::auth::Caller;
use super::body::Body;
use super::clock;
use super::entropy::random_bytes;
use super::json;
use super::judging::{Judged, identity_of};
use super::origin::ServerAddress;
use super::problem::{Code, Problem};
use super::state::State;
use super::task_reply::TaskReply;
use super::verdict_reply::VerdictReply;
use crate::step::{Catalog, Exercise, Language, Nonce, Step, Timestamp, Token, Verdict};
use crate::store::{StoredVerdict, Submitted};

/// `GET /step_NN`: the task; with `ans` in the query, the verdict on it.
pub(super) async fn get(
    request: HttpRequest,
    state: web::Data<State>,
) -> Result<HttpResponse, Problem> {
    let visit = Visit::of(&request, &state).await?;
    match StepQuery::of(&request)? {
        StepQuery::Show(wanted) => visit.show(wanted),
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
pub(super) fn find<'a>(catalog: &'a Catalog, request: &HttpRequest) -> Result<&'a Step, Problem> {
    let number = request.match_info().get("number").unwrap_or_default();
    let step = number.parse().ok().and_then(|number| catalog.get(number));
    step.ok_or_else(|| {
        let known: Vec<_> = catalog.steps().map(|step| step.number.to_string()).collect();
        let shown: String = number.chars().take(20).collect();
        let known = known.join(", ");
        Problem::new(Code::StepUnknown, format!("there is no step {shown:?}; there are {known}"))
    })
}

/// Somebody at a step, at a moment.
struct Visit<'a> {
    state: &'a State,
    step: &'a Step,
    caller: Caller,
    now: Timestamp,
    /// Our own address as the caller knows it.
    server: ServerAddress<'a>,
}

impl<'a> Visit<'a> {
    async fn of(request: &'a HttpRequest, state: &'a State) -> Result<Self, Problem> {
        let step = find(&state.catalog, request)?;
        let caller = Caller::of(request, state).await?;
        let server = state.origins.server(request);
        Ok(Self { state, step, caller, now: clock::now(), server })
    }

    /// Publishes a task.
    fn show(&self, wanted: Wanted) -> Result<HttpResponse, Problem> {
        let token = self.token(wanted)?;
        let number = self.step.number;
        let (posed, written);
        let fields = match self.step.exercise() {
            Exercise::Puzzle(puzzle) => {
                posed = self.state.task(&**puzzle, token.task)?;
                posed.fields()
            }
            Exercise::Match(exercise) => {
                written = exercise.pose(&self.state.keyring.seed(&token.task)).fields();
                &written
            }
        };
        json::reply(
            StatusCode::OK,
            &TaskReply {
                is_success: true,
                step: number,
                kind: self.step.exercise().kind(),
                title: self.step.statement(Language::English).title(),
                fields,
                task: self.state.keyring.seal(&token),
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
                let token = state.keyring.open(text.trim())?;
                token.claim(step.number, step.revision, caller.subject, *now)?;
                return Ok(token);
            }
        };
        Ok(Token { task: identity_of(step, caller, nonce), issued: *now })
    }

    /// Judges an answer, and records a learner's before anybody is told.
    async fn judge(&self, form: AnswerForm) -> Result<HttpResponse, Problem> {
        let Self { state, step, caller, now, server } = self;
        let judged = Judged::of(state, step, caller, form, *now).await?;
        let fresh = match &judged.verdict {
            Verdict::Accepted => None,
            Verdict::Wrong(wrong) => Some(*wrong),
            Verdict::Malformed(malformed) => return Err(malformed.clone().into()),
            Verdict::JudgeError(error) => return Err(error.clone().into()),
        };
        let wrong = match &caller.learner {
            None => fresh,
            Some(learner) => {
                let verdict = fresh.map_or(StoredVerdict::Accepted, |wrong| StoredVerdict::Wrong {
                    marks: Some(wrong.marks),
                    misconception: wrong.misconception.map(|known| known.id.to_owned()),
                });
                let attempt = judged.attempt(learner, verdict, *now)?;
                let (Submitted::Recorded(stored) | Submitted::Repeated(stored)) =
                    state.store.submit_attempt(attempt).await?;
                match (stored, fresh) {
                    (StoredVerdict::Wrong { marks, misconception }, Some(fresh)) => {
                        Some(judged.as_stored(fresh, marks, misconception.as_deref()))
                    }
                    // What was accepted once, or is now, is accepted.
                    (StoredVerdict::Accepted, _) | (_, None) => None,
                }
            }
        };
        let reply = match wrong {
            None => VerdictReply::accepted(&state.catalog, step, *server),
            Some(wrong) => VerdictReply::wrong(&wrong),
        };
        json::reply(StatusCode::OK, &reply)
    }
}
