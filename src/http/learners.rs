//! `/learners` and `/me`: registering, and what a learner has done.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use serde::{Deserialize, Serialize};

use super::auth::Caller;
use super::body::{Body, from_json, unknown_field};
use super::clock;
use super::entropy::random_bytes;
use super::json;
use super::problem::{Code, Problem};
use super::state::State;
use crate::step::StepNumber;
use crate::store::{LearnerKey, LearnerName};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Registration {
    name: String,
}

impl Registration {
    fn from_body(body: &Body) -> Result<Self, Problem> {
        match body {
            Body::Json(bytes) => from_json(bytes, Code::LearnerName),
            Body::Form(bytes) => Self::from_fields(bytes),
        }
    }

    fn from_fields(bytes: &[u8]) -> Result<Self, Problem> {
        let mut name = None;
        for (key, value) in form_urlencoded::parse(bytes) {
            match &*key {
                "name" => name = Some(value.into_owned()),
                other => return Err(unknown_field(other, bytes, "`name`", Code::LearnerName)),
            }
        }
        name.map(|name| Self { name })
            .ok_or_else(|| Problem::new(Code::LearnerName, "the field `name` is missing"))
    }
}

#[derive(Serialize)]
struct Registered<'a> {
    is_success: bool,
    name: &'a str,
    key: &'a str,
    message: &'static str,
}

/// `POST /learners`: registers a name and shows its key, once.
pub(super) async fn post(
    request: HttpRequest,
    state: web::Data<State>,
    payload: web::Payload,
) -> Result<HttpResponse, Problem> {
    let registration = Registration::from_body(&Body::receive(&request, payload).await?)?;
    let name: LearnerName = registration.name.parse()?;
    let key = LearnerKey::from_bytes(random_bytes()?);
    let learner = state.store.register_learner(&name, key.hash(), clock::now()).await?;
    let reply = Registered {
        is_success: true,
        name: learner.name.as_str(),
        key: key.reveal(),
        message: "Keep the key: it is shown only now. Send it as `Authorization: Bearer KEY`, or as the password of HTTP Basic.",
    };
    json::reply(StatusCode::CREATED, &reply)
}

#[derive(Serialize)]
struct Me<'a> {
    is_success: bool,
    name: &'a str,
    solved: Vec<StepNumber>,
    steps: Vec<SolvedStep<'a>>,
    points: u32,
    attempts: u64,
    next: Option<String>,
}

/// A step that the learner has solved.
#[derive(Serialize)]
struct SolvedStep<'a> {
    step: StepNumber,
    kind: &'a str,
    points: u32,
}

/// `GET /me`: what the caller has solved, and the first step that they have not.
pub(super) async fn me(
    request: HttpRequest,
    state: web::Data<State>,
) -> Result<HttpResponse, Problem> {
    let learner = Caller::of(&request, &state).await?.require_learner()?;
    let progress = state.store.progress(learner.id).await?;
    let server = state.origins.server(&request);
    let catalog = state.catalog();
    let (solved, open): (Vec<_>, Vec<_>) =
        catalog.steps().partition(|step| progress.solved.contains(&step.number));
    let reply = Me {
        is_success: true,
        name: learner.name.as_str(),
        solved: solved.iter().map(|step| step.number).collect(),
        steps: solved
            .iter()
            .map(|step| SolvedStep {
                step: step.number,
                kind: step.exercise().kind(),
                points: step.points,
            })
            .collect(),
        points: solved.iter().map(|step| step.points).sum(),
        attempts: progress.attempts,
        next: open.first().map(|step| format!("{server}/step_{}", step.number)),
    };
    json::reply(StatusCode::OK, &reply)
}
