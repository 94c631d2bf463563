//! What instructors' requests name: learners, steps and sections.

use std::sync::Arc;

use actix_web::HttpRequest;
use actix_web::dev::Payload;

use crate::app::class::find_learner;
use crate::app::state::State;
use crate::course::{Course, LearnerId, RosterEntry, SectionName};
use crate::step::{Step, StepNumber, Steps, quoted};
use crate::texts;
use crate::wire::extract::{Extract, path_part};
use crate::wire::openapi::Operation;
use crate::wire::problem::{Code, Members, Problem};

/// The form of a number that names something in an address.
pub(super) const ID_PATTERN: &str = "^[0-9]{1,19}$";

/// The number that names something in an address.
pub(super) fn id(text: &str) -> Option<i64> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_number)
}

/// The learner that an address names.
pub(crate) struct RequestedLearner(pub(super) RosterEntry);

impl Extract for RequestedLearner {
    async fn extract(request: &HttpRequest, _: &mut Payload) -> Result<Self, Problem> {
        let text = path_part(request, "id");
        let unknown = || Problem::unknown_learner(text);
        let id = LearnerId(id(text).ok_or_else(unknown)?);
        let entry = State::of(request).store.roster_entry(id).await?;
        entry.map(Self).ok_or_else(unknown)
    }

    fn describe(operation: &mut Operation) {
        operation.has_path_part("id", "The id of the learner.", ID_PATTERN, "1");
        operation.may_fail(&[Code::LearnerUnknown, Code::StoreFailed]);
    }
}

/// The learner whom an instructor names in a body.
pub(super) async fn named_learner(state: &State, named: &str) -> Result<RosterEntry, Problem> {
    let found = find_learner(&*state.store, named).await?;
    found.ok_or_else(|| Problem::nobody_named(named))
}

/// Refuses to put anybody into a section that the course does not have. A course that names none has any.
pub(super) fn check_section(course: &Course, section: &SectionName) -> Result<(), Problem> {
    if course.sections.is_empty() {
        return Ok(());
    }
    Problem::check_section(&course.sections, section.as_str())
}

/// The step with this number, open or not.
pub(super) fn known_step(steps: &Steps, text: &str) -> Result<Arc<Step>, Problem> {
    let step = text.parse().ok().and_then(|number| steps.get(number).cloned());
    step.ok_or_else(|| {
        let known_steps: Vec<StepNumber> = steps.iter().map(|step| step.number).collect();
        let known: Vec<&str> = known_steps.iter().map(|step| step.as_str()).collect();
        let detail = texts::step::unknown(quoted(text), known.join(", "));
        Problem::new(Code::StepUnknown, detail)
            .with(Members { known_steps: Some(known_steps), ..Members::default() })
    })
}
