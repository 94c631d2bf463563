//! `/instructor/rejudge`, `/instructor/regrade`: what stored attempts are by today's reference, and by today's rules.

use std::sync::Arc;

use askama::Template;
use serde::Deserialize;
use utoipa::ToSchema;

use super::fields::{Field, Flag, LearnerField};
use super::requested::{known_step, named_learner};
use crate::app::ambient::now;
use crate::app::authentication::RequiredInstructor;
use crate::app::class::{Curriculum, RegradeReport, RejudgeReport, Scope, regrade, rejudge};
use crate::app::state::{Rejudging, SharedState, State};
use crate::course::LearnerId;
use crate::pages::frame::Frame;
use crate::pages::view::{Shown, View};
use crate::step::StepNumber;
use crate::wire::body::{ApiBody, RequestBody};
use crate::wire::extract::NoQuery;
use crate::wire::problem::{Code, Problem};

/// How many attempts that change are listed at most.
const LISTED: usize = 500;

/// The attempts of a step and of a learner, if a form names them.
fn scope(
    step: Option<&Field<StepNumber>>,
    learner: Option<LearnerId>,
    curriculum: &Curriculum,
) -> Result<Scope, Problem> {
    let step = step.map(|Field(step)| *step);
    if let Some(step) = step {
        known_step(&curriculum.steps, step.as_str())?;
    }
    Ok(Scope { step, learner, limit: Some(LISTED) })
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
    const IS_SPARSE: bool = true;
}

/// What judging again has found or changed.
#[derive(Template)]
#[template(path = "instructor/rejudge.html")]
struct RejudgePage {
    frame: Frame,
    scope: Scope,
    report: RejudgeReport,
}

/// `POST /instructor/rejudge`: judges stored attempts again with today's reference.
pub(crate) async fn post_rejudge(
    RequiredInstructor(instructor): RequiredInstructor,
    _: NoQuery,
    view: View,
    ApiBody(form): ApiBody<RejudgeForm>,
    state: SharedState,
) -> Result<Shown<RejudgeReport>, Problem> {
    let curriculum = Arc::clone(&state.curriculum());
    let scope = scope(form.step.as_ref(), None, &curriculum)?;
    let (Flag(applied), by) = (form.apply, instructor.name.clone());
    let work = async move |state: &State| {
        let apply = applied.then(|| (by.as_str(), now()));
        rejudge(&*state.store, &curriculum, &scope, apply).await
    };
    let report = Rejudging::run(Arc::clone(&state), applied, work).await?;
    view.show(&instructor, report, |frame, report| RejudgePage { frame, scope, report })
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
    const IS_SPARSE: bool = true;
}

/// What grading again has found or changed.
#[derive(Template)]
#[template(path = "instructor/regrade.html")]
struct RegradePage {
    frame: Frame,
    scope: Scope,
    report: RegradeReport,
}

/// `POST /instructor/regrade`: grades stored attempts by today's rules.
pub(crate) async fn post_regrade(
    RequiredInstructor(instructor): RequiredInstructor,
    _: NoQuery,
    view: View,
    ApiBody(form): ApiBody<RegradeForm>,
    state: SharedState,
) -> Result<Shown<RegradeReport>, Problem> {
    let learner = match &form.learner {
        Some(LearnerField(named)) => Some(named_learner(&state, named).await?.learner.id),
        None => None,
    };
    let curriculum = Arc::clone(&state.curriculum());
    let scope = scope(form.step.as_ref(), learner, &curriculum)?;
    let Flag(applied) = form.apply;
    let work = async move |state: &State| {
        let extensions = Arc::clone(&state.class.extensions());
        regrade(&*state.store, &curriculum, &extensions, &scope, applied).await
    };
    let report = Rejudging::run(Arc::clone(&state), applied, work).await?;
    view.show(&instructor, report, |frame, report| RegradePage { frame, scope, report })
}
