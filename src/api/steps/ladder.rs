//! `/`: all steps, by track.

use actix_web::Either;

use crate::app::ambient::now;
use crate::app::caller::Caller;
use crate::app::caller_steps::CallerSteps;
use crate::app::state::SharedState;
use crate::course::{Phase, StepResult};
use crate::game::GameName;
use crate::pages::ladder::{Ladder, LadderPage, LadderStep, Track};
use crate::pages::step_dates::{StepDates, in_words};
use crate::pages::view::{PageReply, View};
use crate::step::{Language, Step};
use crate::wire::accept::ReplyLanguage;
use crate::wire::base_url::BaseUrl;
use crate::wire::decision::LearnersDecision;
use crate::wire::extract::NoQuery;
use crate::wire::problem::Problem;
use crate::wire::reply::Reply;

/// `GET /`: the ladder of the steps that exist for the caller, with the solved steps of a known learner.
pub(crate) async fn get(
    caller: Caller,
    _: NoQuery,
    ReplyLanguage(language): ReplyLanguage,
    view: View,
    base_url: BaseUrl,
    state: SharedState,
) -> Result<Either<PageReply, Reply<Ladder>>, Problem> {
    let progress = match &caller.learner {
        Some(learner) => Some(state.store.progress(learner.id).await?),
        None => None,
    };
    let (curriculum, now) = (state.curriculum(), now());
    let steps = CallerSteps::of(Some(&caller), &curriculum, &state, now);
    let decisions = state.class.decisions();
    let mut tracks: Vec<Track> = Vec::new();
    for (step, rules) in steps.iter() {
        let (number, kind) = (step.number, step.exercise().kind());
        let url = format!("{base_url}/step_{number}");
        let progress_of = caller.learner.as_ref().zip(progress.as_ref());
        let result = progress_of.map(|(learner, progress)| {
            progress.result(learner, (number, kind, rules.points), &decisions)
        });
        let shown = LadderStep {
            step: number,
            kind: kind.to_owned(),
            title: step.statement(language).title().to_owned(),
            points: rules.points,
            dates: StepDates::of(&rules),
            decisions: result.iter().flat_map(LearnersDecision::all).collect(),
            is_excused: result.as_ref().is_some_and(StepResult::is_excused),
            solved: result.as_ref().map(|result| result.solved_at.is_some()),
            is_tried: progress.as_ref().is_some_and(|progress| progress.has_tried(number, kind)),
            is_closed: rules.phase(now) == Phase::Closed,
            in_words: match &view {
                View::Page(frame) => in_words(&rules, now, &curriculum.course, frame.texts()),
                View::Data => None,
            },
            statement: format!("{url}/statement"),
            url,
        };
        match tracks.iter_mut().find(|track| track.id == step.track) {
            Some(track) => track.steps.push(shown),
            None => tracks.push(Track {
                id: step.track.clone(),
                name: track_name(step, language),
                game: game_of(step),
                steps: vec![shown],
            }),
        }
    }
    if let View::Page(frame) = view {
        let frame = frame.seen_by(&caller);
        let mut steps = tracks.iter().flat_map(|track| &track.steps);
        let has_dates = steps.clone().any(|step| step.in_words.is_some());
        let next =
            steps.find(|step| step.solved == Some(false) && !step.is_closed && !step.is_excused);
        let page = LadderPage {
            base_url: base_url.to_string(),
            times: has_dates.then(|| frame.texts().times_of_zone(curriculum.course.zone_name())),
            next: next.filter(|_| frame.learner.is_some()).map(|step| step.step),
            tracks,
            frame,
        };
        return PageReply::ok(language, &page).map(Either::Left);
    }
    Ok(Either::Right(Reply::new(Ladder {
        is_success: true,
        name: "Gradus",
        learner: caller.learner.as_ref().map(|learner| learner.name.to_string()),
        instructor: caller.instructor.as_ref().map(|instructor| instructor.name.to_string()),
        tracks,
    })))
}

/// The game that a step is about: kinds are named after it.
pub(super) fn game_of(step: &Step) -> Option<GameName> {
    let (game, _) = step.exercise().kind().split_once('/')?;
    game.replace('-', "_").parse().ok()
}

/// The name of a step's track. Instructors name tracks in one language; in the others the track of a game has the game's name.
pub(super) fn track_name(step: &Step, language: Language) -> String {
    match game_of(step).filter(|_| language != Language::ENGLISH) {
        Some(game) => game.spec().title.render(language).into_owned(),
        None => step.track.clone(),
    }
}
