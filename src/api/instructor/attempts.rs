//! `/instructor/attempts`: judged answers.

use actix_web::Either;
use askama::Template;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

use super::fields::{Field, Id};
use super::requested::known_step;
use crate::app::authentication::RequiredInstructor;
use crate::app::class::NamedLearner;
use crate::app::state::{SharedState, State};
use crate::course::{AttemptId, Credit, DecisionId, LearnerId, RosterEntry};
use crate::pages::frame::Frame;
use crate::pages::instructor::with_query;
use crate::pages::view::{PageReply, Shown, View};
use crate::step::{Language, Step, StepNumber, Steps, Timestamp, explanation};
use crate::store::{AttemptPage, RecordedAttempt, Rejudged, StoredVerdict};
use crate::wire::accept::ReplyLanguage;
use crate::wire::base_url::BaseUrl;
use crate::wire::extract::{ApiQuery, QueryFields, read_field};
use crate::wire::problem::Problem;
use crate::wire::reply::Reply;

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
    #[serde(default = "usual_limit", deserialize_with = "read_limit")]
    #[schema(value_type = Option<u32>)]
    limit: u32,
}

impl QueryFields for AttemptsFields {
    const IS_SPARSE: bool = true;
}

fn usual_limit() -> u32 {
    100
}

fn read_limit<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    let read = |text: &str| text.parse().ok().filter(|limit| (1..=500).contains(limit));
    read_field(deserializer, read, "a number from 1 to 500")
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
    #[schema(value_type = i64)]
    pub(super) id: AttemptId,
    /// Who has sent it; null if they are forgotten.
    pub(super) learner: Option<NamedLearner>,
    #[schema(value_type = String)]
    pub(super) step: StepNumber,
    /// The kind that the step had; empty in attempts from before it was stored.
    pub(super) kind: String,
    pub(super) verdict: StoredVerdict,
    /// What explains a wrong answer: one cause, or up to three, of which one is true.
    pub(super) causes: Vec<CauseReply>,
    /// How many items of a wrong answer are right; null if it was not stored.
    right: Option<usize>,
    /// How many items the answer has; null if it was not stored.
    total: Option<usize>,
    /// What it earns if it is accepted.
    #[schema(value_type = f64)]
    pub(super) worth: Credit,
    /// Whether it was late.
    pub(super) late: bool,
    /// When it was judged, in the format of RFC 3339.
    #[schema(value_type = String)]
    pub(super) at: Timestamp,
    /// The id of the latest decision that voids it; null if it counts.
    #[schema(value_type = Option<i64>)]
    pub(super) voided_by: Option<DecisionId>,
    /// The earlier verdicts, if it was judged again: the latest last.
    pub(super) rejudged: Vec<EarlierVerdict>,
    url: String,
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
    pub(super) was: StoredVerdict,
    /// When it was judged again, in the format of RFC 3339.
    #[schema(value_type = String)]
    pub(super) at: Timestamp,
    /// Who let it be judged again.
    pub(super) by: String,
}

/// Attempts of a learner, at a step, or of all.
#[derive(Template)]
#[template(path = "instructor/attempts.html")]
struct AttemptsPage {
    frame: Frame,
    attempts: Vec<AttemptReply>,
    /// The learners that can be chosen.
    roster: Vec<RosterEntry>,
    /// Which attempts are listed.
    filter: AttemptPage,
    /// The path of the page with earlier ones.
    next: Option<String>,
}

/// `GET /instructor/attempts`: a page of attempts.
pub(crate) async fn list(
    RequiredInstructor(instructor): RequiredInstructor,
    ApiQuery(query): ApiQuery<AttemptsFields>,
    ReplyLanguage(language): ReplyLanguage,
    view: View,
    base_url: BaseUrl,
    state: SharedState,
) -> Result<Shown<AttemptList>, Problem> {
    let filter = query.page();
    let (attempts, next) = read(&state, &filter).await?;
    let curriculum = state.curriculum();
    if attempts.is_empty() {
        check_filter(&state, &curriculum.steps, filter.learner, filter.step).await?;
    }
    let reply = |attempt| AttemptReply::of(attempt, &curriculum.steps, language, &base_url);
    let attempts = attempts.into_iter().map(reply).collect();
    let next = next.as_ref().map(path_of_page);
    if let View::Page(frame) = view {
        let (frame, roster) = (frame.seen_by(&instructor), state.store.roster().await?);
        let page = AttemptsPage { frame, attempts, roster, filter, next };
        return PageReply::ok(language, &page).map(Either::Left);
    }
    let next = next.map(|path| format!("{base_url}{path}"));
    Ok(Either::Right(Reply::new(AttemptList { is_success: true, attempts, next })))
}

impl AttemptsFields {
    fn page(self) -> AttemptPage {
        AttemptPage {
            learner: self.learner.map(|Id(learner)| learner),
            step: self.step.map(|Field(step)| step),
            before: self.before.map(|Id(before)| before),
            after: None,
            limit: self.limit,
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
pub(super) async fn check_filter(
    state: &State,
    steps: &Steps,
    learner: Option<LearnerId>,
    step: Option<StepNumber>,
) -> Result<(), Problem> {
    if let Some(step) = step {
        known_step(steps, step.as_str())?;
    }
    let Some(id) = learner else { return Ok(()) };
    let entry = state.store.roster_entry(id).await?;
    entry.map(drop).ok_or_else(|| Problem::unknown_learner(&id.0))
}

/// Where a page of attempts is, on this server.
fn path_of_page(page: &AttemptPage) -> String {
    let fields = [
        ("learner", page.learner.map(|LearnerId(id)| id.to_string())),
        ("step", page.step.map(|step| step.to_string())),
        ("before", page.before.map(|AttemptId(id)| id.to_string())),
        ("limit", Some(page.limit.to_string())),
    ];
    let fields = fields.into_iter().filter_map(|(name, value)| Some((name, value?)));
    with_query("/instructor/attempts", fields)
}

/// Where an attempt is, on this server.
pub(crate) fn path_of(AttemptId(id): AttemptId) -> String {
    format!("/instructor/attempts/{id}")
}

impl AttemptReply {
    pub(super) fn of(
        attempt: RecordedAttempt,
        steps: &Steps,
        language: Language,
        base_url: &BaseUrl,
    ) -> Self {
        let step = steps.get(attempt.step);
        let (marks, diagnosis) = attempt.verdict.parts();
        let causes = diagnosis.map_or_else(Vec::new, |diagnosis| diagnosis.causes.clone());
        let cause = |id: String| {
            let hint = step.and_then(|step| hint(step, &id, language));
            CauseReply { id, hint }
        };
        Self {
            id: attempt.id,
            learner: attempt.learner.as_ref().map(NamedLearner::from),
            step: attempt.step,
            kind: attempt.kind,
            verdict: attempt.verdict,
            causes: causes.into_iter().map(cause).collect(),
            right: marks.map(|marks| marks.right),
            total: marks.map(|marks| marks.total),
            worth: attempt.worth,
            late: attempt.late,
            at: attempt.at,
            voided_by: attempt.voided_by,
            rejudged: attempt.rejudged.into_iter().map(Into::into).collect(),
            url: format!("{base_url}{}", path_of(attempt.id)),
        }
    }

    /// How many items of a wrong answer are right, of how many: `34/36`; empty if it was not stored.
    pub(super) fn right_items(&self) -> String {
        let marks = self.right.zip(self.total);
        marks.map(|(right, total)| format!("{right}/{total}")).unwrap_or_default()
    }
}

impl CauseReply {
    /// The hint, or the id if the step does not know the cause any more.
    pub(super) fn text(&self) -> String {
        self.hint.clone().unwrap_or_else(|| format!("`{}`", self.id))
    }
}

/// What a cause says in a language; none if the step does not know it any more.
pub(crate) fn hint(step: &Step, id: &str, language: Language) -> Option<String> {
    let cause = explanation(step.exercise(), id)?;
    Some(cause.hint.render(language).into_owned())
}

impl From<Rejudged> for EarlierVerdict {
    fn from(Rejudged { was_accepted, at, by }: Rejudged) -> Self {
        // Of an earlier wrong verdict nothing else is stored.
        let wrong = StoredVerdict::Wrong { marks: None, diagnosis: None };
        Self { was: if was_accepted { StoredVerdict::Accepted } else { wrong }, at, by }
    }
}
