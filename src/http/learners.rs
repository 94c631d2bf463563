//! `/learners` and `/me`: registration and progress.

use actix_web::Either;
use actix_web::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::ambient::{now, random_bytes};
use super::base_url::BaseUrl;
use super::body::{ApiBody, RequestBody};
use super::caller::RequiredLearner;
use super::extract::NoQuery;
use super::messages::{LANG, Message, ReplyLanguage, text};
use super::page::{PageReply, View};
use super::problem::{Code, Problem};
use super::reply::Reply;
use super::session;
use super::state::SharedState;
use crate::step::StepNumber;
use crate::store::{LearnerKey, LearnerName};
use crate::web::frame::Frame;
use crate::web::pages::RegisteredPage;

/// A request to register a learner.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Registration {
    name: String,
}

impl RequestBody for Registration {
    const INVALID: Code = Code::LearnerName;
    const EXAMPLE: &'static str = "{\"name\": NAME}";
}

/// A learner with their key.
#[derive(Serialize, ToSchema)]
pub(super) struct Registered {
    is_success: bool,
    name: String,
    /// The key. It is shown only in this reply: the server stores its hash.
    key: String,
    message: String,
}

/// `POST /learners`: registers a name and shows its key, once.
pub(super) async fn post(
    _: NoQuery,
    ReplyLanguage(language): ReplyLanguage,
    view: View,
    ApiBody(registration): ApiBody<Registration>,
    (base_url, state): (BaseUrl, SharedState),
) -> Result<Either<PageReply, Reply<Registered>>, Problem> {
    let name: LearnerName = registration.name.parse()?;
    let key = LearnerKey::from_bytes(random_bytes()?);
    let learner = state.store.register_learner(&name, key.hash(), now()).await?;
    let (key, message) = (key.reveal().to_owned(), text(language, Message::LearnerKey, &[]));
    if let View::Page(frame) = view {
        // There is no page to go back to at this address.
        let address = format!("/session?{LANG}");
        let frame = Frame { address, ..frame.seen_by(Some(&learner)) };
        let cookie = session::cookie(key.clone(), &base_url);
        let page = PageReply::ok(language, &RegisteredPage { frame, message, key })?;
        return Ok(Either::Left(page.with_status(StatusCode::CREATED).with_cookie(cookie)));
    }
    let name = learner.name.to_string();
    Ok(Either::Right(Reply::created(Registered { is_success: true, name, key, message })))
}

/// A learner's progress.
#[derive(Serialize, ToSchema)]
pub(super) struct Me {
    is_success: bool,
    name: String,
    /// The numbers of the solved steps.
    #[schema(value_type = Vec<String>)]
    solved: Vec<StepNumber>,
    steps: Vec<SolvedStep>,
    points: u32,
    /// The number of judged answers.
    attempts: u64,
    /// The address of the first unsolved step; null if all are solved.
    next: Option<String>,
}

/// A step that the learner has solved.
#[derive(Serialize, ToSchema)]
pub(super) struct SolvedStep {
    /// The step's number, two digits.
    #[schema(value_type = String)]
    step: StepNumber,
    kind: String,
    points: u32,
}

/// `GET /me`: what the caller has solved, and the first unsolved step.
pub(super) async fn me(
    RequiredLearner(learner): RequiredLearner,
    _: NoQuery,
    base_url: BaseUrl,
    state: SharedState,
) -> Result<Reply<Me>, Problem> {
    let progress = state.store.progress(learner.id).await?;
    let catalog = state.catalog();
    let (solved, open): (Vec<_>, Vec<_>) =
        catalog.steps().partition(|step| progress.solved.contains(&step.number));
    let steps = solved.iter().map(|step| SolvedStep {
        step: step.number,
        kind: step.exercise().kind().to_owned(),
        points: step.points,
    });
    Ok(Reply::ok(Me {
        is_success: true,
        name: learner.name.to_string(),
        solved: solved.iter().map(|step| step.number).collect(),
        steps: steps.collect(),
        points: solved.iter().map(|step| step.points).sum(),
        attempts: progress.attempts,
        next: open.first().map(|step| format!("{base_url}/step_{}", step.number)),
    }))
}
