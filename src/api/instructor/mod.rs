//! `/instructor`: what instructors see of a class, and what they change.
//!
//! | file | resource |
//! |---|---|
//! | `overview` | `/instructor`: the course with its steps |
//! | `learners` | `/instructor/learners`: who is in the class; rekey, rename, forget |
//! | `roster` | `/instructor/roster`: importing a class list |
//! | `gradebook` | `/instructor/gradebook`: who has solved what, also as CSV |
//! | `attempts`, `replay` | `/instructor/attempts`: judged answers, and each of them again with its board |
//! | `statistics` | `/instructor/steps`: how the steps go for the class; `/instructor/signals`: what may need a talk |
//! | `extensions` | `/instructor/extensions`: dates that are moved for a learner or a section |
//! | `instructors` | `/instructor/instructors`: who runs the class |
//! | `rejudge` | `/instructor/rejudge`, `/instructor/regrade` |
//! | `keys`, `fields` | new keys; the fields that requests have in common |
//!
//! Here the caller is extracted before what the path names: nobody else learns who or what exists.

pub(crate) mod attempts;
pub(crate) mod extensions;
mod fields;
pub(crate) mod gradebook;
pub(crate) mod instructors;
pub(crate) mod keys;
pub(crate) mod learners;
pub(crate) mod overview;
pub(crate) mod rejudge;
pub(crate) mod replay;
pub(crate) mod roster;
pub(super) mod routes;
pub(crate) mod statistics;

use std::sync::Arc;

use serde::Serialize;
use utoipa::ToSchema;

use crate::course::{Course, LearnerId, SectionName};
use crate::step::{Step, StepNumber, Steps, quoted};
use crate::store::StoreError;
use crate::texts;
use crate::wire::problem::{Code, Members, Problem};

/// The reply to a request that changes something and has nothing to tell.
#[derive(Serialize, ToSchema)]
#[schema(as = Done)]
pub(crate) struct Done {
    is_success: bool,
}

const DONE: Done = Done { is_success: true };

/// The form of a number that names something in an address.
const ID_PATTERN: &str = "^[0-9]{1,19}$";

/// The number that names something in an address.
fn id(text: &str) -> Option<i64> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_number)
}

/// What the store said of a change to a learner, who may be forgotten in the meantime.
fn of_class_learner<T>(learner: LearnerId, said: Result<T, StoreError>) -> Result<T, Problem> {
    said.map_err(|error| match error {
        StoreError::LearnerUnknown => Problem::unknown_learner(&learner.0.to_string()),
        error => error.into(),
    })
}

/// Refuses to put anybody into a section that the course does not have. A course that names none has any.
fn check_section(course: &Course, section: &SectionName) -> Result<(), Problem> {
    if course.sections.is_empty() { Ok(()) } else { is_one_of(&course.sections, section) }
}

/// Refuses to list a section that neither the course has nor anybody is in.
fn check_listed(known: &[SectionName], section: Option<&SectionName>) -> Result<(), Problem> {
    section.map_or(Ok(()), |section| is_one_of(known, section))
}

fn is_one_of(known: &[SectionName], section: &SectionName) -> Result<(), Problem> {
    if known.contains(section) {
        return Ok(());
    }
    let found = quoted(section.as_str());
    let names: Vec<&str> = known.iter().map(SectionName::as_str).collect();
    let detail = if names.is_empty() {
        texts::class::no_section(found)
    } else {
        texts::class::section(found, names.join(", "))
    };
    Err(Problem::new(Code::SectionUnknown, detail))
}

/// The step with this number, open or not.
fn known_step(steps: &Steps, text: &str) -> Result<Arc<Step>, Problem> {
    let step = text.parse().ok().and_then(|number| steps.get(number).cloned());
    step.ok_or_else(|| {
        let known_steps: Vec<StepNumber> = steps.iter().map(|step| step.number).collect();
        let known: Vec<&str> = known_steps.iter().map(|step| step.as_str()).collect();
        let detail = texts::step::unknown(quoted(text), known.join(", "));
        Problem::new(Code::StepUnknown, detail)
            .with(Members { known_steps: Some(known_steps), ..Members::default() })
    })
}
