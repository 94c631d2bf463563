//! `/`: all steps, by track.

use serde::Serialize;
use utoipa::ToSchema;

use super::base_url::BaseUrl;
use super::caller::Caller;
use super::extract::NoQuery;
use super::messages::ReplyLanguage;
use super::problem::Problem;
use super::reply::Reply;
use super::state::SharedState;
use crate::step::{Language, Step, StepNumber};
use crate::store::Progress;

/// All steps, by track.
#[derive(Serialize, ToSchema)]
pub(super) struct Ladder {
    is_success: bool,
    name: &'static str,
    /// The name of the learner, if the caller is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    learner: Option<String>,
    tracks: Vec<Track>,
}

/// The steps of one game, easy to hard.
#[derive(Serialize, ToSchema)]
pub(super) struct Track {
    track: String,
    steps: Vec<LadderStep>,
}

/// One step of the ladder.
#[derive(Serialize, ToSchema)]
pub(super) struct LadderStep {
    /// The step's number, two digits.
    #[schema(value_type = String)]
    step: StepNumber,
    kind: String,
    /// In the language of the reply.
    title: String,
    points: u32,
    /// Whether the learner has solved it; absent for an anonymous caller.
    #[serde(skip_serializing_if = "Option::is_none")]
    solved: Option<bool>,
    url: String,
    statement: String,
}

/// `GET /`: the ladder, with the solved steps of a known learner.
pub(super) async fn get(
    caller: Caller,
    _: NoQuery,
    ReplyLanguage(language): ReplyLanguage,
    base_url: BaseUrl,
    state: SharedState,
) -> Result<Reply<Ladder>, Problem> {
    let progress = match &caller.learner {
        Some(learner) => Some(state.store.progress(learner.id).await?),
        None => None,
    };
    let mut tracks: Vec<Track> = Vec::new();
    for step in state.catalog().steps() {
        let shown = LadderStep::of(step, progress.as_ref(), &base_url, language);
        match tracks.iter_mut().find(|track| track.track == step.track) {
            Some(track) => track.steps.push(shown),
            None => tracks.push(Track { track: step.track.clone(), steps: vec![shown] }),
        }
    }
    let learner = caller.learner.map(|learner| learner.name.to_string());
    Ok(Reply::ok(Ladder { is_success: true, name: "Gradus", learner, tracks }))
}

impl LadderStep {
    fn of(
        step: &Step,
        progress: Option<&Progress>,
        base_url: &BaseUrl,
        language: Language,
    ) -> Self {
        let url = format!("{base_url}/step_{}", step.number);
        Self {
            step: step.number,
            kind: step.exercise().kind().to_owned(),
            title: step.statement(language).title().to_owned(),
            points: step.points,
            solved: progress.map(|progress| progress.solved.contains(&step.number)),
            statement: format!("{url}/statement"),
            url,
        }
    }
}
