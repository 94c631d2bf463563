//! `/instructor/attempts`: judged answers, and each of them again with its board.

use actix_web::dev::Payload;
use actix_web::{Either, HttpRequest};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;
use utoipa::ToSchema;

use super::fields::{Field, Flag, Id};
use super::{ID_PATTERN, NamedLearner, id, known_step};
use crate::app::authentication::RequiredInstructor;
use crate::app::class::{Replay, Replayable, ReplayedItem};
use crate::app::compute::CallerKey;
use crate::app::state::{SharedState, State};
use crate::course::rfc3339;
use crate::course::{Credit, LearnerId};
use crate::pages::instructor::attempts::{AttemptsPage, ReplayPage};
use crate::pages::picture::Svg;
use crate::pages::picture::of_task;
use crate::pages::view::{PageReply, View};
use crate::step::{Language, Step, StepNumber, Steps, explanation};
use crate::store::{self, AttemptId, AttemptPage, RecordedAttempt, StoredVerdict};
use crate::wire::base_url::BaseUrl;
use crate::wire::extract::{ApiQuery, Extract, NoQuery, QueryFields, path_part, read_field};
use crate::wire::language::ReplyLanguage;
use crate::wire::openapi::Operation;
use crate::wire::problem::{Code, Problem};
use crate::wire::reply::{Reply, TextReply};

/// Which attempts are listed: the latest first.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = AttemptsQuery)]
pub(crate) struct AttemptsFields {
    /// Only those of the learner with this id.
    #[schema(value_type = Option<i64>)]
    learner: Option<Id<LearnerId>>,
    /// Only those at this step.
    #[schema(value_type = Option<String>)]
    step: Option<Field<StepNumber>>,
    /// Only those before the attempt with this id.
    #[schema(value_type = Option<i64>)]
    before: Option<Id<AttemptId>>,
    /// At most so many, up to 500; without it 100.
    #[serde(default)]
    #[schema(value_type = Option<u32>)]
    limit: Limit,
}

impl QueryFields for AttemptsFields {
    const IS_SPARSE: bool = true;
}

/// How many attempts a reply has at most.
struct Limit(u32);

impl Default for Limit {
    fn default() -> Self {
        Self(100)
    }
}

impl<'de> Deserialize<'de> for Limit {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let read = |text: &str| text.parse().ok().filter(|limit| (1..=500).contains(limit));
        read_field(deserializer, read, "a number from 1 to 500").map(Self)
    }
}

/// A page of attempts, the latest first.
#[derive(Serialize, ToSchema)]
pub(crate) struct AttemptList {
    is_success: bool,
    attempts: Vec<AttemptReply>,
    /// The address of the next page; null after the last one.
    next: Option<String>,
}

/// A judged answer.
#[derive(Serialize, ToSchema)]
pub(crate) struct AttemptReply {
    id: i64,
    /// Who has sent it; null if they are forgotten.
    learner: Option<NamedLearner>,
    #[schema(value_type = String)]
    step: StepNumber,
    /// The kind that the step had; empty in attempts from before it was stored.
    kind: String,
    verdict: StoredVerdictName,
    /// What explains a wrong answer: one cause, or up to three, of which one is true.
    causes: Vec<CauseReply>,
    /// How many items of a wrong answer are right; null if it was not stored.
    right: Option<usize>,
    /// How many items the answer has; null if it was not stored.
    total: Option<usize>,
    /// What it earns if it is accepted.
    #[schema(value_type = f64)]
    worth: Credit,
    /// Whether it was late.
    late: bool,
    /// When it was judged, in the format of RFC 3339.
    at: String,
    /// The earlier verdicts, if it was judged again: the latest last.
    rejudged: Vec<EarlierVerdict>,
    url: String,
}

/// A verdict that is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = StoredVerdict)]
pub(crate) enum StoredVerdictName {
    Accepted,
    Wrong,
}

impl StoredVerdictName {
    /// The verdict that accepts, or does not.
    pub(crate) fn of(is_accepted: bool) -> Self {
        if is_accepted { Self::Accepted } else { Self::Wrong }
    }
}

/// What explains a wrong answer.
#[derive(Serialize, ToSchema)]
#[schema(as = StoredCause)]
pub(crate) struct CauseReply {
    id: String,
    /// In the language of the reply; null if the step does not know the cause any more.
    hint: Option<String>,
}

/// A verdict that was replaced when the answer was judged again.
#[derive(Serialize, ToSchema)]
pub(crate) struct EarlierVerdict {
    was: StoredVerdictName,
    /// When it was judged again, in the format of RFC 3339.
    at: String,
    /// Who let it be judged again.
    by: String,
}

/// `GET /instructor/attempts`: a page of attempts.
pub(crate) async fn list(
    RequiredInstructor(instructor): RequiredInstructor,
    ApiQuery(query): ApiQuery<AttemptsFields>,
    ReplyLanguage(language): ReplyLanguage,
    view: View,
    base_url: BaseUrl,
    state: SharedState,
) -> Result<Either<PageReply, Reply<AttemptList>>, Problem> {
    let page = query.page();
    let (attempts, next) = read(&state, &page).await?;
    let curriculum = state.curriculum();
    if attempts.is_empty() {
        check_filter(&state, &curriculum.steps, &page).await?;
    }
    match view {
        View::Page(frame) => {
            let roster = state.store.roster().await?;
            let (frame, next) = (frame.seen_by(&instructor), next.as_ref().map(path_of_page));
            let filter = (page.learner, page.step);
            let page = AttemptsPage::new(frame, &curriculum, &roster, filter, &attempts, next);
            PageReply::ok(language, &page).map(Either::Left)
        }
        View::Data => {
            let attempts = attempts
                .into_iter()
                .map(|attempt| AttemptReply::of(attempt, &curriculum.steps, language, &base_url));
            Ok(Either::Right(Reply::ok(AttemptList {
                is_success: true,
                attempts: attempts.collect(),
                next: next.map(|next| format!("{base_url}{}", path_of_page(&next))),
            })))
        }
    }
}

impl AttemptsFields {
    fn page(self) -> AttemptPage {
        AttemptPage {
            learner: self.learner.map(|Id(learner)| learner),
            step: self.step.map(|Field(step)| step),
            before: self.before.map(|Id(before)| before),
            after: None,
            limit: self.limit.0,
        }
    }
}

/// The attempts of a page, and the next page.
async fn read(
    state: &State,
    page: &AttemptPage,
) -> Result<(Vec<RecordedAttempt>, Option<AttemptPage>), Problem> {
    let one_more = AttemptPage { limit: page.limit + 1, ..page.clone() };
    let mut attempts = state.store.recorded_attempts(one_more).await?;
    let has_more = attempts.len() > page.limit as usize;
    attempts.truncate(page.limit as usize);
    let last = attempts.last().filter(|_| has_more);
    let next = last.map(|last| AttemptPage { before: Some(last.id), ..page.clone() });
    Ok((attempts, next))
}

/// Refuses a learner or a step that does not exist. A step that no longer exists may have attempts, so this is asked where there are none.
async fn check_filter(state: &State, steps: &Steps, page: &AttemptPage) -> Result<(), Problem> {
    if let Some(step) = page.step {
        known_step(steps, step.as_str())?;
    }
    let Some(id) = page.learner else { return Ok(()) };
    let entry = state.store.roster_entry(id).await?;
    entry.map(drop).ok_or_else(|| Problem::unknown_learner(&id.0.to_string()))
}

/// Where a page of attempts is, on this server.
pub(crate) fn path_of_page(page: &AttemptPage) -> String {
    let mut query = form_urlencoded::Serializer::new("/instructor/attempts?".to_owned());
    let fields = [
        ("learner", page.learner.map(|LearnerId(id)| id.to_string())),
        ("step", page.step.map(|step| step.to_string())),
        ("before", page.before.map(|AttemptId(id)| id.to_string())),
        ("limit", Some(page.limit.to_string())),
    ];
    for (name, value) in fields {
        if let Some(value) = value {
            query.append_pair(name, &value);
        }
    }
    query.finish()
}

/// Where an attempt is, on this server.
pub(crate) fn path_of(AttemptId(id): AttemptId) -> String {
    format!("/instructor/attempts/{id}")
}

impl AttemptReply {
    fn of(attempt: RecordedAttempt, steps: &Steps, language: Language, base_url: &BaseUrl) -> Self {
        let step = steps.get(attempt.step).map(|step| &**step);
        let rejudged = attempt.rejudged.into_iter().map(EarlierVerdict::from);
        let (marks, diagnosis) = match attempt.verdict {
            StoredVerdict::Accepted => (None, None),
            StoredVerdict::Wrong { marks, ref diagnosis } => (marks, diagnosis.as_ref()),
        };
        let causes = diagnosis.map(|diagnosis| diagnosis.causes.as_slice()).unwrap_or_default();
        let is_accepted = attempt.verdict == StoredVerdict::Accepted;
        Self {
            id: attempt.id.0,
            learner: attempt.learner.as_ref().map(NamedLearner::from),
            step: attempt.step,
            verdict: StoredVerdictName::of(is_accepted),
            causes: causes.iter().map(|id| CauseReply::of(id, step, language)).collect(),
            right: marks.map(|marks| marks.right),
            total: marks.map(|marks| marks.total),
            worth: attempt.worth,
            late: attempt.late,
            at: rfc3339(attempt.at),
            rejudged: rejudged.collect(),
            url: format!("{base_url}{}", path_of(attempt.id)),
            kind: attempt.kind,
        }
    }
}

impl CauseReply {
    fn of(id: &str, step: Option<&Step>, language: Language) -> Self {
        let hint = step.and_then(|step| hint(step, id, language));
        Self { id: id.to_owned(), hint }
    }
}

/// What a cause says in a language; none if the step does not know it any more.
pub(crate) fn hint(step: &Step, id: &str, language: Language) -> Option<String> {
    let cause = explanation(step.exercise(), id)?;
    Some(cause.hint.render(language).into_owned())
}

impl From<store::Rejudged> for EarlierVerdict {
    fn from(store::Rejudged { was_accepted, at, by }: store::Rejudged) -> Self {
        Self { was: StoredVerdictName::of(was_accepted), at: rfc3339(at), by }
    }
}

/// The attempt that an address names, again.
pub(crate) struct RequestedReplay(Replay);

impl Extract for RequestedReplay {
    async fn extract(request: &HttpRequest, _: &mut Payload) -> Result<Self, Problem> {
        let (state, text) = (State::of(request), path_part(request, "id"));
        let unknown = || Problem::unknown_attempt(text);
        let id = AttemptId(id(text).ok_or_else(unknown)?);
        let stored = Replayable::read(&*state.store, &state.curriculum(), id).await?;
        let stored = stored.ok_or_else(unknown)?;
        let caller = CallerKey::at(state.addresses.client(request));
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
    items: Vec<ItemReply>,
    /// Whether today's judge accepts the answer; null if it cannot be judged.
    accepted_today: Option<bool>,
    /// Whether the step's boards have changed since.
    older_boards: bool,
    /// The address of the board's picture; null if it cannot be drawn.
    picture: Option<String>,
}

/// An item of an answer beside that of the reference.
#[derive(Serialize, ToSchema)]
pub(crate) struct ItemReply {
    /// From 1.
    position: usize,
    /// What was sent; null if there were fewer items.
    sent: Option<String>,
    /// What the reference gives; null if it has fewer items.
    expected: Option<String>,
    /// Whether the item is right.
    right: bool,
}

impl From<ReplayedItem> for ItemReply {
    fn from(ReplayedItem { position, sent, expected, is_right }: ReplayedItem) -> Self {
        Self { position, sent, expected, right: is_right }
    }
}

/// `GET /instructor/attempts/{id}`: an attempt again.
pub(crate) async fn get(
    RequiredInstructor(instructor): RequiredInstructor,
    RequestedReplay(replay): RequestedReplay,
    _: NoQuery,
    ReplyLanguage(language): ReplyLanguage,
    view: View,
    (base_url, state): (BaseUrl, SharedState),
) -> Result<Either<PageReply, Reply<ReplayReply>>, Problem> {
    let curriculum = state.curriculum();
    match view {
        View::Page(frame) => {
            let page = ReplayPage::new(frame.seen_by(&instructor), &curriculum, replay);
            PageReply::ok(language, &page).map(Either::Left)
        }
        View::Data => {
            let steps = &curriculum.steps;
            ReplayReply::of(replay, steps, language, &base_url).map(Reply::ok).map(Either::Right)
        }
    }
}

impl ReplayReply {
    fn of(
        replay: Replay,
        steps: &Steps,
        language: Language,
        base_url: &BaseUrl,
    ) -> Result<Self, Problem> {
        let Replay { attempt, task, panels, items, is_accepted_today, is_of_older_boards } = replay;
        let path = path_of(attempt.id);
        let raw = attempt.raw.clone();
        let task = task.map(RawValue::from_string).transpose().map_err(|error| {
            Problem::internal(Code::ServerError, format!("a stored task is not JSON: {error}"))
        })?;
        Ok(Self {
            is_success: true,
            attempt: AttemptReply::of(attempt, steps, language, base_url),
            task,
            shortened: raw.rest.is_some(),
            answer: raw.beginning,
            items: items.into_iter().map(ItemReply::from).collect(),
            accepted_today: is_accepted_today,
            older_boards: is_of_older_boards,
            picture: (!panels.is_empty()).then(|| format!("{base_url}{path}/picture.svg")),
        })
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
    ApiQuery(PictureFields { plain }): ApiQuery<PictureFields>,
    ReplyLanguage(language): ReplyLanguage,
    state: SharedState,
) -> Result<TextReply<Svg>, Problem> {
    let step = replay.attempt.step;
    let curriculum = state.curriculum();
    let title = curriculum.steps.get(step).map(|step| step.statement(language).title());
    let wrong = replay.first_wrong().filter(|_| !plain.is_set());
    let svg = of_task(title.unwrap_or(step.as_str()), &replay.panels, wrong, language);
    Ok(TextReply::ok(svg))
}
