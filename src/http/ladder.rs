//! `/`: all steps, by track.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use serde::Serialize;

use super::auth::Caller;
use super::json;
use super::origin::ServerAddress;
use super::problem::Problem;
use super::state::State;
use crate::step::{Language, Step, StepNumber};
use crate::store::Progress;

#[derive(Serialize)]
struct Ladder<'a> {
    is_success: bool,
    name: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    learner: Option<&'a str>,
    tracks: Vec<Track<'a>>,
}

#[derive(Serialize)]
struct Track<'a> {
    track: &'a str,
    steps: Vec<Rung<'a>>,
}

#[derive(Serialize)]
struct Rung<'a> {
    step: StepNumber,
    kind: &'a str,
    title: &'a str,
    points: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    solved: Option<bool>,
    url: String,
    statement: String,
}

/// `GET /`: the ladder, and for a known learner what is solved.
pub(super) async fn get(
    request: HttpRequest,
    state: web::Data<State>,
) -> Result<HttpResponse, Problem> {
    let caller = Caller::of(&request, &state).await?;
    let progress = match &caller.learner {
        Some(learner) => Some(state.store.progress(learner.id).await?),
        None => None,
    };
    let server = state.origins.server(&request);
    let mut tracks: Vec<Track> = Vec::new();
    let catalog = state.catalog();
    for step in catalog.steps() {
        let rung = Rung::of(step, progress.as_ref(), server);
        match tracks.iter_mut().find(|track| track.track == step.track) {
            Some(track) => track.steps.push(rung),
            None => tracks.push(Track { track: &step.track, steps: vec![rung] }),
        }
    }
    let learner = caller.learner.as_ref().map(|learner| learner.name.as_str());
    let ladder = Ladder { is_success: true, name: "Gradus", learner, tracks };
    json::reply(StatusCode::OK, &ladder)
}

impl<'a> Rung<'a> {
    fn of(step: &'a Step, progress: Option<&Progress>, server: ServerAddress) -> Self {
        let url = format!("{server}/step_{}", step.number);
        Self {
            step: step.number,
            kind: step.exercise().kind(),
            title: step.statement(Language::English).title(),
            points: step.points,
            solved: progress.map(|progress| progress.solved.contains(&step.number)),
            statement: format!("{url}/statement"),
            url,
        }
    }
}
