//! `/instructor/rejudge`, `/instructor/regrade`: what stored attempts are by today's reference, and by today's rules.

use std::sync::Arc;
use std::time::Duration;

use actix_web::{Either, rt};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::attempts::StoredVerdictName;
use super::extensions::named_learner;
use super::fields::{Field, Flag, LearnerField};
use super::{NamedLearner, known_step};
use crate::app::ambient::now;
use crate::app::authentication::RequiredInstructor;
use crate::app::class::{
    Curriculum, RegradeReport, Regraded, RejudgeReport, Rejudged, Scope, regrade, rejudge,
};
use crate::app::compute::PoolError;
use crate::app::state::SharedState;
use crate::course::Credit;
use crate::course::rfc3339;
use crate::pages::instructor::again::AgainPage;
use crate::pages::view::{PageReply, View};
use crate::step::StepNumber;
use crate::store::StoreError;
use crate::wire::body::{ApiBody, RequestBody};
use crate::wire::extract::NoQuery;
use crate::wire::openapi::BodyTypes;
use crate::wire::problem::{Code, Problem};
use crate::wire::reply::Reply;

/// How many attempts that change are listed at most.
const LISTED: usize = 500;

/// After which time it may be tried again while another request judges or grades again.
const WAIT: Duration = Duration::from_secs(10);

/// Judges or grades again, one request at a time. It goes on if the client leaves: proxies wait for a minute only, and a class should not
/// be left half done. `applies` says whether it changes the class.
async fn alone<T: 'static>(
    state: &SharedState,
    applies: bool,
    work: impl Future<Output = Result<T, StoreError>> + 'static,
) -> Result<T, Problem> {
    let state = SharedState::clone(state);
    let task = rt::spawn(async move {
        let Ok(_alone) = state.judging_again.try_lock() else {
            return Err(Problem::from(PoolError::Busy(WAIT)));
        };
        let result = work.await;
        // Also after a failure: what was stored before it stays.
        if applies {
            state.class_changed().await;
        }
        result.map_err(Problem::from)
    });
    task.await.map_err(|error| Problem::internal(Code::ServerError, error.to_string()))?
}

/// The step that a form names, if it names one.
fn known(
    step: Option<&Field<StepNumber>>,
    curriculum: &Curriculum,
) -> Result<Option<StepNumber>, Problem> {
    let Some(Field(step)) = step else { return Ok(None) };
    known_step(&curriculum.steps, step.as_str())?;
    Ok(Some(*step))
}

/// Which attempts are judged again, and whether the new verdicts are stored.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RejudgeForm {
    /// Only those at this step.
    #[schema(value_type = Option<String>)]
    step: Option<Field<StepNumber>>,
    /// Whether the new verdicts are stored; otherwise it is only said which they would be.
    #[serde(default)]
    #[schema(value_type = bool)]
    apply: Flag,
}

impl RequestBody for RejudgeForm {
    const INVALID: Code = Code::ClassForm;
    const EXAMPLE: &'static str = "{\"step\": \"07\", \"apply\": false}";
    const TYPES: BodyTypes = BodyTypes::JsonAndSparseForms;
}

/// What judging again has found.
#[derive(Serialize, ToSchema)]
#[schema(as = RejudgeReport)]
pub(crate) struct RejudgeReply {
    is_success: bool,
    /// How many attempts were judged again.
    judged: u64,
    /// How many cannot be judged again.
    skipped: u64,
    /// Whether the new verdicts are stored.
    applied: bool,
    /// The attempts with another verdict, the earliest first, at most 500.
    changed: Vec<RejudgedReply>,
    /// How many have another verdict.
    changed_total: u64,
}

/// An attempt with another verdict.
#[derive(Serialize, ToSchema)]
pub(crate) struct RejudgedReply {
    /// The id of the attempt.
    attempt: i64,
    /// Whose it is; null if they are forgotten.
    learner: Option<NamedLearner>,
    #[schema(value_type = String)]
    step: StepNumber,
    /// When it was judged first, in the format of RFC 3339.
    at: String,
    /// The verdict before.
    was: StoredVerdictName,
    /// The verdict today.
    is: StoredVerdictName,
}

/// `POST /instructor/rejudge`: judges stored attempts again with today's reference.
pub(crate) async fn post_rejudge(
    RequiredInstructor(instructor): RequiredInstructor,
    _: NoQuery,
    view: View,
    ApiBody(form): ApiBody<RejudgeForm>,
    state: SharedState,
) -> Result<Either<PageReply, Reply<RejudgeReply>>, Problem> {
    let curriculum = Arc::clone(&state.curriculum());
    let step = known(form.step.as_ref(), &curriculum)?;
    let scope = Scope { step, learner: None, limit: Some(LISTED) };
    let is_applied = form.apply.is_set();
    let work = {
        let (store, curriculum) = (Arc::clone(&state.store), Arc::clone(&curriculum));
        let by = instructor.name.to_string();
        async move {
            let apply = is_applied.then(|| (by.as_str(), now()));
            rejudge(&*store, &curriculum, &scope, apply).await
        }
    };
    let report = alone(&state, is_applied, work).await?;
    match view {
        View::Page(frame) => {
            let frame = frame.seen_by(&instructor);
            let page = AgainPage::rejudged(frame, &curriculum, &scope, &report, is_applied);
            PageReply::ok(page.frame.language, &page).map(Either::Left)
        }
        View::Data => Ok(Either::Right(Reply::ok(RejudgeReply::of(&report, is_applied)))),
    }
}

impl RejudgeReply {
    fn of(report: &RejudgeReport, applied: bool) -> Self {
        Self {
            is_success: true,
            judged: report.judged,
            skipped: report.skipped,
            applied,
            changed: report.changed.iter().map(RejudgedReply::from).collect(),
            changed_total: report.changed_total,
        }
    }
}

impl From<&Rejudged> for RejudgedReply {
    fn from(rejudged: &Rejudged) -> Self {
        Self {
            attempt: rejudged.attempt.0,
            learner: rejudged.learner.as_ref().map(NamedLearner::from),
            step: rejudged.step,
            at: rfc3339(rejudged.at),
            was: StoredVerdictName::of(rejudged.was_accepted),
            is: StoredVerdictName::of(rejudged.is_accepted),
        }
    }
}

/// Which attempts are graded again, and whether the new grades are stored.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RegradeForm {
    /// Only those at this step.
    #[schema(value_type = Option<String>)]
    step: Option<Field<StepNumber>>,
    /// Only those of this learner: the id as a number, or a text with the name or the id; `#37` is always the id.
    #[schema(value_type = Option<Value>)]
    learner: Option<LearnerField>,
    /// Whether the new grades are stored; otherwise it is only said which they would be.
    #[serde(default)]
    #[schema(value_type = bool)]
    apply: Flag,
}

impl RequestBody for RegradeForm {
    const INVALID: Code = Code::ClassForm;
    const EXAMPLE: &'static str = "{\"step\": \"07\", \"apply\": false}";
    const TYPES: BodyTypes = BodyTypes::JsonAndSparseForms;
}

/// What grading again has found.
#[derive(Serialize, ToSchema)]
#[schema(as = RegradeReport)]
pub(crate) struct RegradeReply {
    is_success: bool,
    /// Whether the new grades are stored.
    applied: bool,
    /// The attempts with another grade, the earliest first, at most 500.
    changed: Vec<RegradedReply>,
    /// How many have another grade.
    changed_total: u64,
}

/// An attempt with another grade.
#[derive(Serialize, ToSchema)]
pub(crate) struct RegradedReply {
    /// The id of the attempt.
    attempt: i64,
    /// Whose it is.
    learner: NamedLearner,
    #[schema(value_type = String)]
    step: StepNumber,
    /// When it was judged, in the format of RFC 3339.
    at: String,
    /// Whether it is accepted: only then the learner's points change.
    accepted: bool,
    /// What it was worth.
    #[schema(value_type = f64)]
    before: Credit,
    /// What it is worth by today's rules.
    #[schema(value_type = f64)]
    after: Credit,
}

/// `POST /instructor/regrade`: grades stored attempts by today's rules.
pub(crate) async fn post_regrade(
    RequiredInstructor(instructor): RequiredInstructor,
    _: NoQuery,
    view: View,
    ApiBody(form): ApiBody<RegradeForm>,
    state: SharedState,
) -> Result<Either<PageReply, Reply<RegradeReply>>, Problem> {
    let learner = match &form.learner {
        Some(LearnerField(named)) => Some(named_learner(&state, named).await?.learner.id),
        None => None,
    };
    let curriculum = Arc::clone(&state.curriculum());
    let step = known(form.step.as_ref(), &curriculum)?;
    let scope = Scope { step, learner, limit: Some(LISTED) };
    let is_applied = form.apply.is_set();
    let work = {
        let (store, curriculum) = (Arc::clone(&state.store), Arc::clone(&curriculum));
        let extensions = Arc::clone(&state.class.extensions());
        async move { regrade(&*store, &curriculum, &extensions, &scope, is_applied).await }
    };
    let report = alone(&state, is_applied, work).await?;
    match view {
        View::Page(frame) => {
            let frame = frame.seen_by(&instructor);
            let page = AgainPage::regraded(frame, &curriculum, &scope, &report, is_applied);
            PageReply::ok(page.frame.language, &page).map(Either::Left)
        }
        View::Data => Ok(Either::Right(Reply::ok(RegradeReply::of(&report, is_applied)))),
    }
}

impl RegradeReply {
    fn of(report: &RegradeReport, applied: bool) -> Self {
        let changed = report.changed.iter().map(RegradedReply::from).collect();
        Self { is_success: true, applied, changed, changed_total: report.changed_total }
    }
}

impl From<&Regraded> for RegradedReply {
    fn from(regraded: &Regraded) -> Self {
        Self {
            attempt: regraded.attempt.0,
            learner: (&regraded.learner).into(),
            step: regraded.step,
            at: rfc3339(regraded.at),
            accepted: regraded.is_accepted,
            before: regraded.before,
            after: regraded.after,
        }
    }
}
