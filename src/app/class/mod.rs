//! What instructors do with a class, over the store. It knows no HTTP: the pages, the API and the command line use the same functions.
//!
//! | file | what |
//! |---|---|
//! | `people` | changes of one learner or one instructor |
//! | `roster` | imports of class lists |
//! | `extensions` | dates that are moved for a learner, a section or everybody |
//! | `decisions` | results that are set, excused or void |
//! | `replay` | an attempt again, with its board |
//! | `rejudge` | attempts under today's references and rules |
//! | `signals` | what is a sign of work that is not the learner's own |

mod decisions;
mod extensions;
mod people;
mod rejudge;
mod replay;
mod roster;
pub(crate) mod signals;

pub use decisions::{Decided, DecisionRequest, DecisionTarget, decide, decisions, take_back};
pub use extensions::{NewExtension, extend, of_other_zone, remove_extension};
pub(crate) use people::new_learner_key;
pub use people::{
    add_instructor, change_learner, forget_learner, rekey_instructor, rekey_learner,
    remove_instructor,
};
pub use rejudge::{RegradeReport, Regraded, RejudgeReport, Rejudged, Scope, regrade, rejudge};
pub use replay::{Replay, Replayable, ReplayedItem};
pub use roster::{
    ChangedLearner, ChangedValue, ImportedLearner, ListLine, OnRegistered, PlannedChange,
    RosterPlan, RosterReport, find_learner, import, plan,
};

use std::collections::BTreeSet;

use serde::Serialize;
use thiserror::Error;
use utoipa::ToSchema;

use crate::app::ambient::NoRandomBytes;
use crate::course::{
    AttemptId, Audience, Course, DecisionId, ExtensionId, Extensions, Gradebook, GradebookStep,
    Learner, LearnerId, RosterEntry, SectionName, StepRules, sort_by_section,
};
use crate::step::{Language, Step, Steps, Text};
use crate::store::{InstructorId, Store, StoreError};

/// The steps of a server, and the rules of its course, which are replaced together.
pub struct Curriculum {
    /// The steps.
    pub steps: Steps,
    /// The rules.
    pub course: Course,
}

impl Curriculum {
    /// The rules of a step: for a learner, or for those who are none.
    pub fn rules(
        &self,
        step: &Step,
        learner: Option<&Learner>,
        extensions: &Extensions,
    ) -> StepRules {
        let section = learner.and_then(|learner| learner.section.as_ref());
        self.course.rules(step.number, step.points, section, learner, extensions)
    }

    /// The rules of a step for an audience: of a section, those of its learners who have no rules of their own.
    pub fn rules_for(
        &self,
        step: &Step,
        recipient: &Recipient,
        extensions: &Extensions,
    ) -> StepRules {
        match recipient {
            Recipient::Everybody => self.rules(step, None, extensions),
            Recipient::Section(section) => {
                self.course.rules(step.number, step.points, Some(section), None, extensions)
            }
            Recipient::Learner(learner) => self.rules(step, Some(learner), extensions),
        }
    }
}

/// A learner in a list of something else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = LearnerInClass)]
pub struct NamedLearner {
    /// The id.
    pub id: i64,
    /// The name.
    pub name: String,
    /// The student id, if another learner has the same name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub student_id: Option<String>,
    /// How pages call the learner: by the name, and by the student id if another learner has the same name.
    #[serde(skip)]
    pub label: String,
}

impl From<&Learner> for NamedLearner {
    fn from(learner: &Learner) -> Self {
        let student_id = learner.student_id.clone().filter(|_| learner.has_namesake);
        Self {
            id: learner.id.0,
            name: learner.name.to_string(),
            student_id,
            label: learner.label(),
        }
    }
}

/// Whom an instructor gives something to.
pub enum Recipient {
    /// All learners.
    Everybody,
    /// All learners of a section.
    Section(SectionName),
    /// One learner.
    Learner(Learner),
}

impl Recipient {
    /// The audience that is stored.
    pub fn audience(&self) -> Audience {
        match self {
            Self::Everybody => Audience::Everybody,
            Self::Section(section) => Audience::Section(section.clone()),
            Self::Learner(learner) => Audience::Learner(learner.id),
        }
    }

    /// The learner, if it is one.
    pub fn learner(&self) -> Option<&Learner> {
        match self {
            Self::Everybody | Self::Section(_) => None,
            Self::Learner(learner) => Some(learner),
        }
    }

    /// The result of storing something for them. The learner may have been forgotten meanwhile.
    fn stored<T>(&self, stored: Result<T, StoreError>) -> Result<T> {
        match self {
            Self::Everybody | Self::Section(_) => Ok(stored?),
            Self::Learner(learner) => of_entry(stored, ClassError::LearnerUnknown(learner.id)),
        }
    }
}

/// The result of something that is done with the class.
type Result<T, E = ClassError> = std::result::Result<T, E>;

/// Why something could not be done with the class.
#[derive(Debug, Error)]
pub enum ClassError {
    /// The store failed or refused.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// There is no learner with this id, or not any more.
    #[error("{}", StoreError::LearnerUnknown)]
    LearnerUnknown(LearnerId),
    /// There is no extension with this id, or not any more.
    #[error("{}", StoreError::EntryUnknown)]
    ExtensionUnknown(ExtensionId),
    /// There is no decision in force with this id.
    #[error("{}", StoreError::EntryUnknown)]
    DecisionUnknown(DecisionId),
    /// There is no attempt with this id.
    #[error("{}", StoreError::EntryUnknown)]
    AttemptUnknown(AttemptId),
    /// There is no instructor with this id, or not any more.
    #[error("{}", StoreError::EntryUnknown)]
    InstructorUnknown(InstructorId),
    /// The class cannot be as it is asked for: the text says why.
    #[error("{}", .0.english())]
    Refused(Text),
    /// The system gave no random bytes for a key.
    #[error(transparent)]
    NoRandom(#[from] NoRandomBytes),
}

/// What the store said of a change to an entry, which may be unknown by then.
fn of_entry<T>(said: Result<T, StoreError>, unknown: ClassError) -> Result<T> {
    said.map_err(|error| match error {
        StoreError::LearnerUnknown | StoreError::EntryUnknown => unknown,
        error => error.into(),
    })
}

/// The sections of a course in its order, and then those that learners are in besides.
pub fn sections(course: &Course, roster: &[RosterEntry]) -> Vec<SectionName> {
    let others = roster.iter().filter_map(|entry| entry.learner.section.as_ref());
    let others: BTreeSet<_> = others.filter(|section| !course.sections.contains(section)).collect();
    course.sections.iter().chain(others).cloned().collect()
}

/// The steps of a gradebook: all of the catalogue that are not hidden from everybody, whether they are open or not. Their points are those
/// of the general rules: what a learner or a section has instead is in the results.
pub fn steps_of(curriculum: &Curriculum) -> Vec<GradebookStep> {
    let extensions = Extensions::default();
    let steps = curriculum.steps.iter();
    let steps = steps.filter(|step| !curriculum.course.is_hidden(step.number));
    let steps = steps.map(|step| GradebookStep {
        number: step.number,
        kind: step.exercise().kind().to_owned(),
        title: step.statement(Language::ENGLISH).title().to_owned(),
        points: curriculum.rules(step, None, &extensions).points,
    });
    steps.collect()
}

/// The gradebook of a section, or of all learners on a roster. The roster must have been read before: a learner who registers meanwhile is
/// left out, and every learner who is listed has all grades.
pub async fn gradebook(
    store: &dyn Store,
    curriculum: &Curriculum,
    mut roster: Vec<RosterEntry>,
    section: Option<&SectionName>,
) -> Result<Gradebook, StoreError> {
    roster.retain(|entry| section.is_none() || entry.learner.section.as_ref() == section);
    let (grades, decisions) = (store.grades().await?, decisions(store).await?);
    Ok(Gradebook::new(steps_of(curriculum), roster, &grades, &decisions))
}

/// A page of a gradebook, from 1; none if it has fewer pages. The grades of other learners are not read.
pub async fn gradebook_page(
    store: &dyn Store,
    curriculum: &Curriculum,
    mut roster: Vec<RosterEntry>,
    section: Option<&SectionName>,
    page: usize,
) -> Result<Option<GradebookPage>, StoreError> {
    roster.retain(|entry| section.is_none() || entry.learner.section.as_ref() == section);
    sort_by_section(&mut roster);
    let (learners, pages) = (roster.len(), roster.len().div_ceil(PAGE_LEARNERS).max(1));
    if !(1..=pages).contains(&page) {
        return Ok(None);
    }
    let shown: Vec<RosterEntry> =
        roster.into_iter().skip((page - 1) * PAGE_LEARNERS).take(PAGE_LEARNERS).collect();
    let grades = store.grades_of(shown.iter().map(|entry| entry.learner.id)).await?;
    let decisions = decisions(store).await?;
    let book = Gradebook::new(steps_of(curriculum), shown, &grades, &decisions);
    Ok(Some(GradebookPage { book, page, pages, learners }))
}

/// How many learners a page of a gradebook has.
const PAGE_LEARNERS: usize = 200;

/// A page of a gradebook.
pub struct GradebookPage {
    /// The learners of the page, with all steps.
    pub book: Gradebook,
    /// The number of the page, from 1.
    pub page: usize,
    /// How many pages there are.
    pub pages: usize,
    /// How many learners there are on all pages.
    pub learners: usize,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::challenges;
    use crate::step::StepNumber;

    #[test]
    fn the_steps_of_a_gradebook_are_those_that_somebody_sees() {
        let steps = challenges::gather(None, None).unwrap().steps;
        let numbers: Vec<StepNumber> = steps.iter().map(|step| step.number).collect();
        let [first, second, ..] = numbers.as_slice() else { panic!("there are two steps") };
        let text = format!(
            "[steps.{first}]\nhidden = true\n[steps.{second}]\npoints = 7\nopens = 2099-01-01\n"
        );
        let course = Course::parse("course.toml", &text, &numbers).unwrap();
        let step = steps.get(*second).unwrap();
        let expected = GradebookStep {
            number: *second,
            kind: step.exercise().kind().to_owned(),
            title: step.statement(Language::ENGLISH).title().to_owned(),
            points: 7,
        };
        let mut curriculum = Curriculum { steps, course };
        let steps = steps_of(&curriculum);
        assert_eq!(steps.len(), numbers.len() - 1);
        assert_eq!(steps[0], expected);
        let text = format!("{text}[sections.A.steps.{first}]\nhidden = false\n");
        curriculum.course = Course::parse("course.toml", &text, &numbers).unwrap();
        assert_eq!(steps_of(&curriculum).len(), numbers.len());
    }
}
