//! `/instructor`: what instructors see of a class, and what they change.
//!
//! | file | resource |
//! |---|---|
//! | `overview` | `/instructor`: the course with its steps |
//! | `learners` | `/instructor/learners`: who is in the class; rekey, rename, forget |
//! | `roster` | `/instructor/roster`: importing a class list |
//! | `gradebook` | `/instructor/gradebook`: who has solved what, also as CSV |
//! | `attempts` | `/instructor/attempts`: judged answers, and each of them again with its board |
//! | `statistics` | `/instructor/steps`: how the steps go for the class |
//! | `signals` | `/instructor/signals`: answers that fit another learner's board, and who is stuck |
//! | `extensions` | `/instructor/extensions`: dates that are moved for a learner or a section |
//! | `instructors` | `/instructor/instructors`: who runs the class |
//! | `judging_again` | `/instructor/rejudge`, `/instructor/regrade` |
//! | `fields` | the fields that requests have in common |
//!
//! Here the caller is extracted before what the path names: nobody else learns who or what exists.

pub(crate) mod attempts;
pub(crate) mod extensions;
mod fields;
pub(crate) mod gradebook;
pub(crate) mod instructors;
pub(crate) mod judging_again;
pub(crate) mod learners;
pub(crate) mod overview;
pub(crate) mod roster;
pub(super) mod routes;
pub(crate) mod signals;
pub(crate) mod statistics;

use std::sync::Arc;

use serde::Serialize;
use utoipa::ToSchema;

use crate::course::rfc3339;
use crate::course::{Course, Learner, LearnerId, LearnerKey, LearnerName, SectionName};
use crate::pages::frame::Frame;
use crate::pages::instructor::keys::KeyPage;
use crate::pages::view::PageReply;
use crate::step::{Step, StepNumber, Steps, Timestamp, quoted};
use crate::store::StoreError;
use crate::texts;
use crate::wire::problem::{Code, Extension, Problem};

/// A learner in a list of something else.
#[derive(Serialize, ToSchema)]
#[schema(as = LearnerInClass)]
pub(crate) struct NamedLearner {
    id: i64,
    name: String,
}

impl From<&Learner> for NamedLearner {
    fn from(learner: &Learner) -> Self {
        Self { id: learner.id.0, name: learner.name.to_string() }
    }
}

/// The reply to a request that changes something and has nothing to tell.
#[derive(Serialize, ToSchema)]
#[schema(as = Done)]
pub(crate) struct Done {
    is_success: bool,
}

const DONE: Done = Done { is_success: true };

/// A name with its new key.
#[derive(Serialize, ToSchema)]
pub(crate) struct NewKey {
    is_success: bool,
    name: String,
    /// The key. It is shown only in this reply: the server stores its hash.
    key: String,
}

impl NewKey {
    fn of(name: &LearnerName, key: &LearnerKey) -> Self {
        Self { is_success: true, name: name.to_string(), key: key.reveal().to_owned() }
    }

    /// The page that shows it, from which a link leads back.
    fn page(self, frame: Frame, back: String) -> Result<PageReply, Problem> {
        let language = frame.language;
        PageReply::ok(language, &KeyPage::new(frame, self.name, self.key, back))
    }
}

/// A moment that may not be known, in the format of RFC 3339.
fn moment(at: Option<Timestamp>) -> Option<String> {
    at.map(rfc3339)
}

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
        Problem::new(Code::StepUnknown, detail).with(Extension::Steps { known_steps })
    })
}
