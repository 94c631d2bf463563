//! `/`: all steps, by track.

use actix_web::Either;
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::ambient::now;
use crate::app::caller::Caller;
use crate::app::caller_steps::CallerSteps;
use crate::app::state::SharedState;
use crate::course::{Course, Phase, StepRules};
use crate::game::GameName;
use crate::pages::frame::Frame;
use crate::pages::models::{LadderPage, StepState, StepView, TrackView};
use crate::pages::step_dates::{StepDates, in_words};
use crate::pages::view::{PageReply, View};
use crate::step::{Language, Step, StepNumber};
use crate::store::Progress;
use crate::texts::Pages;
use crate::wire::base_url::BaseUrl;
use crate::wire::extract::NoQuery;
use crate::wire::language::ReplyLanguage;
use crate::wire::problem::Problem;
use crate::wire::reply::Reply;

/// All steps, by track.
#[derive(Serialize, ToSchema)]
pub(crate) struct Ladder {
    is_success: bool,
    name: &'static str,
    /// The name of the learner, if the caller is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    learner: Option<String>,
    /// The name of the instructor, if the caller is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    instructor: Option<String>,
    tracks: Vec<Track>,
}

/// The steps of one game, easy to hard.
#[derive(Serialize, ToSchema)]
pub(crate) struct Track {
    #[serde(rename = "track")]
    wire_name: String,
    #[serde(skip)]
    name: String,
    #[serde(skip)]
    game: Option<GameName>,
    steps: Vec<LadderStep>,
}

/// One step of the ladder.
#[derive(Serialize, ToSchema)]
pub(crate) struct LadderStep {
    /// The step's number, two digits.
    #[schema(value_type = String)]
    step: StepNumber,
    kind: String,
    /// In the language of the reply.
    title: String,
    points: u32,
    #[serde(flatten)]
    dates: StepDates,
    /// Whether the learner has solved it; absent for an anonymous caller.
    #[serde(skip_serializing_if = "Option::is_none")]
    solved: Option<bool>,
    #[serde(skip)]
    is_tried: bool,
    #[serde(skip)]
    is_closed: bool,
    /// The dates in words, on a page.
    #[serde(skip)]
    in_words: Option<String>,
    url: String,
    statement: String,
}

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
    let mut tracks: Vec<Track> = Vec::new();
    for (step, rules) in steps.iter() {
        let mut shown = LadderStep::of(step, &rules, progress.as_ref(), &base_url, language);
        shown.is_closed = rules.phase(now) == Phase::Closed;
        if let View::Page(frame) = &view {
            shown.in_words = in_words(&rules, now, &curriculum.course, frame.texts());
        }
        match tracks.iter_mut().find(|track| track.wire_name == step.track) {
            Some(track) => track.steps.push(shown),
            None => tracks.push(Track {
                wire_name: step.track.clone(),
                name: track_name(step, language),
                game: game_of(step),
                steps: vec![shown],
            }),
        }
    }
    if let View::Page(frame) = view {
        let page = page(frame.seen_by(&caller), tracks, &curriculum.course, &base_url);
        return PageReply::ok(language, &page).map(Either::Left);
    }
    Ok(Either::Right(Reply::ok(Ladder {
        is_success: true,
        name: "Gradus",
        learner: caller.learner.as_ref().map(|learner| learner.name.to_string()),
        instructor: caller.instructor.as_ref().map(|instructor| instructor.name.to_string()),
        tracks,
    })))
}

/// The game that a step is about: kinds are named after it.
pub(crate) fn game_of(step: &Step) -> Option<GameName> {
    let (game, _) = step.exercise().kind().split_once('/')?;
    game.replace('-', "_").parse().ok()
}

/// The name of a step's track. Instructors name tracks in one language; in the others the track of a game has the game's name.
pub(crate) fn track_name(step: &Step, language: Language) -> String {
    match game_of(step).filter(|_| language != Language::ENGLISH) {
        Some(game) => game.spec().title().render(language).into_owned(),
        None => step.track.clone(),
    }
}

/// The ladder as a page.
fn page(frame: Frame, tracks: Vec<Track>, course: &Course, base_url: &BaseUrl) -> LadderPage {
    let texts = frame.texts();
    let steps = || tracks.iter().flat_map(|track| &track.steps);
    let has_dates = steps().any(|step| step.in_words.is_some());
    let zone = || texts.times_of_zone(course.zone_name());
    let next = steps().find(|step| step.solved != Some(true) && !step.is_closed);
    let next = next.filter(|_| frame.learner.is_some()).map(|step| step.step);
    let first = tracks.first().and_then(|track| track.steps.first());
    LadderPage {
        base_url: base_url.to_string(),
        first: first.map(|step| step.step.to_string()).unwrap_or_default(),
        times: has_dates.then(zone),
        tracks: tracks.into_iter().map(|track| track.view(texts, next)).collect(),
        frame,
    }
}

impl Track {
    fn view(self, texts: Pages, next: Option<StepNumber>) -> TrackView {
        let Self { name, game, steps, .. } = self;
        let solved = || steps.iter().filter(|step| step.solved == Some(true));
        let has_learner = steps.iter().any(|step| step.solved.is_some());
        let points: u32 = solved().map(|step| step.points).sum();
        let all: u32 = steps.iter().map(|step| step.points).sum();
        let summary = if has_learner {
            texts.progress(solved().count(), steps.len(), points, all)
        } else {
            texts.track_total(steps.len(), all)
        };
        TrackView {
            name,
            game: game.map(GameName::as_str),
            solved: has_learner.then(|| solved().count()),
            summary,
            steps: steps.into_iter().map(|step| step.view(texts, next)).collect(),
        }
    }
}

impl LadderStep {
    fn view(self, texts: Pages, next: Option<StepNumber>) -> StepView {
        let state = match self.solved {
            Some(true) => StepState::Solved,
            _ if next == Some(self.step) => StepState::Next,
            _ if self.is_tried => StepState::Tried,
            _ => StepState::Open,
        };
        let points = texts.points(self.points);
        StepView { number: self.step, title: self.title, points, dates: self.in_words, state }
    }

    fn of(
        step: &Step,
        rules: &StepRules,
        progress: Option<&Progress>,
        base_url: &BaseUrl,
        language: Language,
    ) -> Self {
        let url = format!("{base_url}/step_{}", step.number);
        let (number, kind) = (step.number, step.exercise().kind());
        Self {
            step: number,
            kind: kind.to_owned(),
            title: step.statement(language).title().to_owned(),
            points: rules.points,
            dates: StepDates::of(rules),
            solved: progress.map(|progress| progress.has_solved(number, kind)),
            is_tried: progress.is_some_and(|progress| progress.has_tried(number, kind)),
            is_closed: false,
            in_words: None,
            statement: format!("{url}/statement"),
            url,
        }
    }
}
