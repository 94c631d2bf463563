//! `/instructor/attempts/{id}`: an attempt again, with its board.

use actix_web::HttpRequest;
use actix_web::dev::Payload;
use askama::Template;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use utoipa::ToSchema;

use super::attempts::{AttemptReply, path_of};
use super::fields::Flag;
use super::requested::{ID_PATTERN, id};
use crate::app::authentication::RequiredInstructor;
use crate::app::caller::Caller;
use crate::app::class::{Replay, Replayable, ReplayedItem};
use crate::app::state::{SharedState, State};
use crate::drawing::Panel;
use crate::pages::frame::Frame;
use crate::pages::models::in_lines;
use crate::pages::picture::{
    ShownItem, Svg, TaskBoard, inline_answer, inline_task, legend_of_task, of_task,
};
use crate::pages::view::{Shown, View};
use crate::step::{Language, Step, Steps};
use crate::store::AttemptId;
use crate::wire::accept::ReplyLanguage;
use crate::wire::base_url::BaseUrl;
use crate::wire::body::Form;
use crate::wire::extract::{ApiQuery, Extract, NoQuery, QueryFields, path_part};
use crate::wire::openapi::Operation;
use crate::wire::problem::{Code, Problem};
use crate::wire::reply::TextReply;

/// The attempt that an address names, again.
pub(crate) struct RequestedReplay(Replay);

impl Extract for RequestedReplay {
    async fn extract(request: &HttpRequest, payload: &mut Payload) -> Result<Self, Problem> {
        let (state, text) = (State::of(request), path_part(request, "id"));
        let unknown = || Problem::unknown_attempt(text);
        let id = AttemptId(id(text).ok_or_else(unknown)?);
        let stored = Replayable::read(&*state.store, &state.curriculum(), id).await?;
        let stored = stored.ok_or_else(unknown)?;
        let caller = Caller::extract(request, payload).await?.key;
        Ok(Self(state.pool.run(caller, move || stored.replay()).await?))
    }

    fn describe(operation: &mut Operation) {
        operation.has_path_part("id", "The id of the attempt.", ID_PATTERN, "1");
        let codes = [Code::AttemptUnknown, Code::LimitBusy, Code::LimitCaller, Code::StoreFailed];
        operation.may_fail(&codes);
    }
}

/// An attempt again: the board, the answer, and each item beside the reference.
#[derive(Serialize, ToSchema)]
pub(crate) struct ReplayReply {
    is_success: bool,
    #[serde(flatten)]
    attempt: AttemptReply,
    /// The task's fields; null if they were not stored.
    #[schema(value_type = Option<Object>)]
    task: Option<Box<RawValue>>,
    /// The answer as it was sent, lists joined by commas, or the beginning of one that is very long.
    answer: String,
    /// Whether only the beginning of the answer is stored.
    shortened: bool,
    /// Item by item, beside the reference; empty where the task alone does not decide what is right, or cannot be read any more.
    items: Vec<ReplayedItem>,
    /// Whether today's judge accepts the answer; null if it cannot be judged.
    accepted_today: Option<bool>,
    /// Whether the step's boards have changed since.
    older_boards: bool,
    /// The address of the board's picture; null if it cannot be drawn.
    picture: Option<String>,
}

/// An attempt again, with its boards.
#[derive(Template)]
#[template(path = "instructor/replay.html")]
struct ReplayPage {
    frame: Frame,
    replay: ReplayReply,
    title: String,
    boards: Vec<TaskBoard>,
    legend: Vec<(String, &'static str)>,
    /// The same boards with the reference's answer; empty where an answer is nothing that can be drawn.
    solution: Vec<TaskBoard>,
    /// The length of the part of the answer that is not stored.
    rest: Option<usize>,
    /// The form that voids the attempt.
    form: Form,
}

/// `GET /instructor/attempts/{id}`: an attempt again.
pub(crate) async fn get(
    RequiredInstructor(instructor): RequiredInstructor,
    RequestedReplay(mut replay): RequestedReplay,
    _: NoQuery,
    ReplyLanguage(language): ReplyLanguage,
    view: View,
    (base_url, state): (BaseUrl, SharedState),
) -> Result<Shown<ReplayReply>, Problem> {
    let (panels, wrong) = (std::mem::take(&mut replay.panels), replay.first_wrong());
    let rest = replay.attempt.raw.rest.as_ref().map(|rest| rest.length);
    let picture = (!panels.is_empty())
        .then(|| format!("{base_url}{}/picture.svg", path_of(replay.attempt.id)));
    let shown = ReplayReply::of(replay, picture, &state.curriculum().steps, language, &base_url)?;
    view.show(&instructor, shown, |frame, replay| {
        ReplayPage::new(frame, replay, &panels, wrong, rest)
    })
}

impl ReplayReply {
    fn of(
        replay: Replay,
        picture: Option<String>,
        steps: &Steps,
        language: Language,
        base_url: &BaseUrl,
    ) -> Result<Self, Problem> {
        let Replay { attempt, task, items, is_accepted_today, is_of_older_boards, .. } = replay;
        let task = task.map(RawValue::from_string).transpose().map_err(|error| {
            Problem::internal(Code::ServerError, format!("a stored task is not JSON: {error}"))
        })?;
        Ok(Self {
            is_success: true,
            task,
            answer: attempt.raw.beginning.clone(),
            shortened: attempt.raw.rest.is_some(),
            attempt: AttemptReply::of(attempt, steps, language, base_url),
            items,
            accepted_today: is_accepted_today,
            older_boards: is_of_older_boards,
            picture,
        })
    }

    /// Whether today's judge says something else than the stored verdict.
    fn has_other_verdict_today(&self) -> bool {
        self.accepted_today.is_some_and(|today| today != self.attempt.verdict.is_accepted())
    }

    /// The items of an answer, each with whether it is right, as they are shown on the boards of a step.
    fn shown<'a>(
        &'a self,
        step: Option<&Step>,
        shown: fn(&'a ReplayedItem) -> (Option<&'a str>, bool),
    ) -> Vec<Option<ShownItem<'a>>> {
        let item = |(text, is_right): (Option<&'a str>, bool)| {
            let text = text?;
            let places = step.map_or_else(Vec::new, |step| step.exercise().places_of(text));
            Some(ShownItem { text, places, is_right })
        };
        self.items.iter().map(shown).map(item).collect()
    }

    /// The task with each of its members in a line.
    fn task_in_lines(&self) -> Option<String> {
        self.task.as_ref().map(|task| in_lines(task.get().as_bytes()))
    }
}

impl ReplayPage {
    /// `wrong` is the place of the first wrong item, from 0.
    fn new(
        frame: Frame,
        replay: ReplayReply,
        panels: &[Panel],
        wrong: Option<usize>,
        rest: Option<usize>,
    ) -> Self {
        let (number, language) = (replay.attempt.step, frame.language);
        let title = frame.step_title(number);
        let step = frame.curriculum.steps.get(number).map(|step| &**step);
        let sent = replay.shown(step, |item| (item.sent.as_deref(), item.is_right));
        let expected = replay.shown(step, |item| (item.expected.as_deref(), true));
        let boards = inline_answer(&title, panels, &sent, language);
        let boards = boards.unwrap_or_else(|| inline_task(&title, panels, wrong, language));
        let solution = inline_answer(&title, panels, &expected, language).unwrap_or_default();
        let legend = legend_of_task(panels, wrong, language);
        let form = Form::default();
        Self { frame, replay, title, boards, legend, solution, rest, form }
    }
}

/// How the board of an attempt is drawn.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ReplayPictureQuery)]
pub(crate) struct PictureFields {
    /// Whether nothing is marked, as learners see the board; otherwise the first wrong item is.
    #[serde(default)]
    #[schema(value_type = bool)]
    plain: Flag,
}

impl QueryFields for PictureFields {}

/// `GET /instructor/attempts/{id}/picture.svg`: the board of an attempt, drawn.
pub(crate) async fn picture(
    _: RequiredInstructor,
    RequestedReplay(replay): RequestedReplay,
    ApiQuery(PictureFields { plain: Flag(is_plain) }): ApiQuery<PictureFields>,
    ReplyLanguage(language): ReplyLanguage,
    state: SharedState,
) -> Result<TextReply<Svg>, Problem> {
    let step = replay.attempt.step;
    let curriculum = state.curriculum();
    let title = curriculum.steps.get(step).map(|step| step.statement(language).title());
    let wrong = replay.first_wrong().filter(|_| !is_plain);
    let svg = of_task(title.unwrap_or(step.as_str()), &replay.panels, wrong, language);
    Ok(TextReply::ok(svg))
}
