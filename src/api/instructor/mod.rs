//! `/instructor`: what instructors see of a class, and what they change.
//!
//! | file | resource |
//! |---|---|
//! | `overview` | `/instructor`: the course with its steps |
//! | `learners` | `/instructor/learners`: who is in the class; rekey, rename, forget |
//! | `roster` | `/instructor/roster`: importing a class list |
//! | `gradebook` | `/instructor/gradebook`: who has solved what, also as CSV |
//! | `attempts`, `replay` | `/instructor/attempts`: judged answers, and each of them again with its board |
//! | `statistics` | `/instructor/steps`: how the steps go for the class |
//! | `signals` | `/instructor/signals`: what may need a talk |
//! | `extensions` | `/instructor/extensions`: dates that are moved for a learner, a section or everybody |
//! | `decisions` | `/instructor/decisions`: results that are set, excused or void |
//! | `audience` | whom an extension or a decision is for |
//! | `instructors` | `/instructor/instructors`: who runs the class |
//! | `rejudge` | `/instructor/rejudge`, `/instructor/regrade` |
//! | `requested`, `fields` | what requests name; the fields that they have in common |
//!
//! Here the caller is extracted before what the path names: nobody else learns who or what exists.

pub(crate) mod attempts;
mod audience;
pub(crate) mod decisions;
pub(crate) mod extensions;
mod fields;
pub(crate) mod gradebook;
pub(crate) mod instructors;
pub(crate) mod learners;
pub(crate) mod overview;
pub(crate) mod rejudge;
pub(crate) mod replay;
mod requested;
pub(crate) mod roster;
pub(crate) mod signals;
pub(crate) mod statistics;

use crate::wire::openapi::about;
use crate::wire::problem::Code;
use crate::wire::routes::{Address, Group, at};

pub(crate) fn group() -> Group {
    let mut addresses = vec![
        at("/instructor").get(overview::get, about("See the course with its steps")),
        at("/instructor/learners")
            .get(learners::list, about("List the class").codes(&[&[Code::SectionUnknown]])),
        at("/instructor/learners/{id}")
            .get(learners::get, about("See a learner's results"))
            .post(
                learners::post,
                about("Change what is known of a learner")
                    .more("What is missing in the body stays as it is; an empty text takes away.")
                    .codes(&[&[
                        Code::LearnerName,
                        Code::LearnerTaken,
                        Code::MemberTaken,
                        Code::SectionUnknown,
                    ]]),
            ),
        at("/instructor/learners/{id}/rekey").post(
            learners::rekey,
            about("Give a learner a new key")
                .more("The old one is no longer valid. The new one is shown in this reply and nowhere else."),
        ),
        at("/instructor/learners/{id}/forget").post(
            learners::forget,
            about("Forget a learner").codes(&[&[Code::ForgetConfirm]]),
        ),
        at("/instructor/roster").post(
            roster::post,
            about("Import a class list")
                .more("The keys of those who are new are shown in this reply and nowhere else.")
                .codes(&[&[Code::RosterInvalid, Code::LimitBusy, Code::LimitCaller]]),
        ),
        at("/instructor/gradebook").get(
            gradebook::get,
            about("Read the gradebook, as JSON or as a file").codes(&[&[Code::SectionUnknown]]),
        ),
        at("/instructor/attempts").get(
            attempts::list,
            about("List judged answers").codes(&[&[Code::StepUnknown, Code::LearnerUnknown]]),
        ),
        at("/instructor/attempts/{id}")
            .get(replay::get, about("See an attempt again, item by item")),
        at("/instructor/attempts/{id}/picture.svg")
            .get(replay::picture, about("Look at the board of an attempt")),
        at("/instructor/steps")
            .get(statistics::list, about("See how the steps go for the class")),
        at("/instructor/steps/{number}")
            .get(statistics::get, about("See how a step goes for the class")),
        at("/instructor/steps/{number}/preview").get(
            statistics::preview,
            about("Go to a step").more("Instructors see it before it opens."),
        ),
        at("/instructor/signals").get(
            signals::get,
            about("See what may need a talk: signs of copying, and who needs help")
                .codes(&[&[Code::StepUnknown, Code::LearnerUnknown]]),
        ),
        at("/instructor/instructors")
            .get(instructors::list, about("List the instructors"))
            .post(
                instructors::post,
                about("Add an instructor")
                    .more("The key is shown in this reply and nowhere else.")
                    .codes(&[&[Code::LearnerName, Code::LearnerTaken, Code::InstructorTaken]]),
            ),
        at("/instructor/instructors/{id}/remove")
            .post(instructors::remove, about("Remove an instructor")),
        at("/instructor/instructors/{id}/rekey").post(
            instructors::rekey,
            about("Give an instructor a new key")
                .more("The old one is no longer valid. The new one is shown in this reply and nowhere else."),
        ),
    ];
    addresses.extend(exceptions());
    addresses.extend(rejudging());
    Group {
        tag: "Instructors",
        description: "The class: its list, gradebook, answers, dates and instructors.",
        addresses,
    }
}

/// What is otherwise for a learner, a section or everybody: other dates, and other results.
fn exceptions() -> [Address; 4] {
    [
        at("/instructor/extensions")
            .get(extensions::list, about("List the extensions"))
            .post(
                extensions::post,
                about("Give an extension").codes(&[&[
                    Code::StepUnknown,
                    Code::LearnerUnknown,
                    Code::SectionUnknown,
                ]]),
            ),
        at("/instructor/extensions/{id}/remove")
            .post(extensions::remove, about("Take an extension back")),
        at("/instructor/decisions")
            .get(decisions::list, about("List the decisions, also those that were taken back"))
            .post(
                decisions::post,
                about("Set, excuse or void a result")
                    .more("For a learner, a section or everybody. The decision counts until it is taken back.")
                    .codes(&[&[
                        Code::StepUnknown,
                        Code::LearnerUnknown,
                        Code::SectionUnknown,
                        Code::AttemptUnknown,
                    ]]),
            ),
        at("/instructor/decisions/{id}/take-back")
            .post(decisions::post_take_back, about("Take a decision back")),
    ]
}

/// What judges and grades the class's answers again.
fn rejudging() -> [Address; 2] {
    [
        at("/instructor/rejudge").post(
            rejudge::post_rejudge,
            about("Judge stored answers again")
                .more("With today's reference. Without `apply` it is only said what would change.")
                .codes(&[&[Code::StepUnknown, Code::LimitBusy]]),
        ),
        at("/instructor/regrade").post(
            rejudge::post_regrade,
            about("Grade stored answers again")
                .more("By today's points and dates. Without `apply` it is only said what would change.")
                .codes(&[&[Code::StepUnknown, Code::LearnerUnknown, Code::LimitBusy]]),
        ),
    ]
}
