//! `/instructor/rejudge`, `/instructor/regrade`: what stored attempts are by today's reference, and by today's rules.

use std::sync::Arc;

use actix_web::Either;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::NamedLearner;
use super::attempts::StoredVerdictName;
use super::extensions::named_learner;
use super::fields::{Field, Flag, LearnerField};
use crate::class::{Regraded, RejudgeReport, Rejudged, Scope, regrade, rejudge};
use crate::course::Credit;
use crate::http::ambient::{now, rfc3339};
use crate::http::body::{ApiBody, BodyTypes, RequestBody};
use crate::http::caller::RequiredInstructor;
use crate::http::extract::NoQuery;
use crate::http::page::{PageReply, View};
use crate::http::problem::{Code, Problem};
use crate::http::reply::Reply;
use crate::http::state::SharedState;
use crate::step::StepNumber;
use crate::web::instructor::again::AgainPage;

/// Which attempts are judged again, and whether the new verdicts are stored.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::http) struct RejudgeForm {
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
pub(in crate::http) struct RejudgeReply {
    is_success: bool,
    /// How many attempts were judged again.
    judged: u64,
    /// How many cannot be judged again.
    skipped: u64,
    /// Whether the new verdicts are stored.
    applied: bool,
    /// The attempts with another verdict.
    changed: Vec<RejudgedReply>,
}

/// An attempt with another verdict.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct RejudgedReply {
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
pub(in crate::http) async fn post_rejudge(
    RequiredInstructor(instructor): RequiredInstructor,
    _: NoQuery,
    view: View,
    ApiBody(form): ApiBody<RejudgeForm>,
    state: SharedState,
) -> Result<Either<PageReply, Reply<RejudgeReply>>, Problem> {
    let scope = Scope { step: form.step.map(|Field(step)| step), learner: None };
    let curriculum = Arc::clone(&state.curriculum());
    let is_applied = form.apply.is_set();
    let apply = is_applied.then(|| (instructor.name.as_str(), now()));
    let report = rejudge(&*state.store, &curriculum, &scope, apply).await?;
    if is_applied {
        state.class_changed().await;
    }
    match view {
        View::Page(frame) => {
            let frame = frame.seen_by(&instructor);
            let page = AgainPage::rejudged(frame, &curriculum, &scope, &report, is_applied);
            PageReply::ok(page.frame.language, &page).map(Either::Left)
        }
        View::Data => RejudgeReply::of(&report, is_applied).map(Reply::ok).map(Either::Right),
    }
}

impl RejudgeReply {
    fn of(report: &RejudgeReport, applied: bool) -> Result<Self, Problem> {
        let RejudgeReport { judged, skipped, changed } = report;
        let changed = changed.iter().map(RejudgedReply::of).collect::<Result<_, _>>()?;
        Ok(Self { is_success: true, judged: *judged, skipped: *skipped, applied, changed })
    }
}

impl RejudgedReply {
    fn of(rejudged: &Rejudged) -> Result<Self, Problem> {
        Ok(Self {
            attempt: rejudged.attempt.0,
            learner: rejudged.learner.as_ref().map(NamedLearner::from),
            step: rejudged.step,
            at: rfc3339(rejudged.at)?,
            was: StoredVerdictName::of(rejudged.was_accepted),
            is: StoredVerdictName::of(rejudged.is_accepted),
        })
    }
}

/// Which attempts are graded again, and whether the new grades are stored.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::http) struct RegradeForm {
    /// Only those at this step.
    #[schema(value_type = Option<String>)]
    step: Option<Field<StepNumber>>,
    /// Only those of this learner: the id as a number, or a text with `#` and the id, or with the name.
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
pub(in crate::http) struct RegradeReply {
    is_success: bool,
    /// Whether the new grades are stored.
    applied: bool,
    /// The attempts with another grade.
    changed: Vec<RegradedReply>,
}

/// An attempt with another grade.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct RegradedReply {
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
pub(in crate::http) async fn post_regrade(
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
    let scope = Scope { step: form.step.map(|Field(step)| step), learner };
    let is_applied = form.apply.is_set();
    let (curriculum, extensions) =
        (Arc::clone(&state.curriculum()), Arc::clone(&state.extensions()));
    let changed = regrade(&*state.store, &curriculum, &extensions, &scope, is_applied).await?;
    if is_applied {
        state.class_changed().await;
    }
    match view {
        View::Page(frame) => {
            let frame = frame.seen_by(&instructor);
            let page = AgainPage::regraded(frame, &curriculum, &scope, &changed, is_applied);
            PageReply::ok(page.frame.language, &page).map(Either::Left)
        }
        View::Data => RegradeReply::of(&changed, is_applied).map(Reply::ok).map(Either::Right),
    }
}

impl RegradeReply {
    fn of(changed: &[Regraded], applied: bool) -> Result<Self, Problem> {
        let changed = changed.iter().map(RegradedReply::of).collect::<Result<_, _>>()?;
        Ok(Self { is_success: true, applied, changed })
    }
}

impl RegradedReply {
    fn of(regraded: &Regraded) -> Result<Self, Problem> {
        Ok(Self {
            attempt: regraded.attempt.0,
            learner: (&regraded.learner).into(),
            step: regraded.step,
            at: rfc3339(regraded.at)?,
            accepted: regraded.is_accepted,
            before: regraded.before,
            after: regraded.after,
        })
    }
}
