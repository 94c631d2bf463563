//! What instructors do with a class, over the store: imports, gradebooks, replays, judging again. It knows no HTTP: the pages, the API
//! and the command line use the same functions.

mod rejudge;
mod replay;
mod roster;

pub use rejudge::{RegradeReport, Regraded, RejudgeReport, Rejudged, Scope, regrade, rejudge};
pub use replay::{Replay, Replayable, ReplayedItem};
pub use roster::{
    ChangedLearner, ImportError, ImportedLearner, OnRegistered, PlannedChange, RosterPlan,
    RosterReport, find_learner, import, plan,
};

use rand::TryRng as _;
use rand::rngs::SysRng;
use serde::Serialize;
use thiserror::Error;
use utoipa::ToSchema;

use crate::course::{
    Course, Extensions, Gradebook, GradebookStep, Learner, LearnerId, LearnerKey, SectionName,
    StepRules,
};
use crate::step::{Language, Step, Steps};
use crate::store::{Store, StoreError};

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
        self.course.rules(step.number, step.points, learner, extensions)
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
}

impl From<&Learner> for NamedLearner {
    fn from(learner: &Learner) -> Self {
        let LearnerId(id) = learner.id;
        Self { id, name: learner.name.to_string() }
    }
}

/// Why something could not be done with the class.
#[derive(Debug, Error)]
pub enum ClassError {
    /// The store failed or refused.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The system gave no random bytes for a key.
    #[error("no random bytes: {0}")]
    NoRandom(String),
}

/// A new learner's key.
pub fn new_learner_key() -> Result<LearnerKey, ClassError> {
    random_bytes().map(LearnerKey::from_bytes)
}

/// A new instructor's key.
pub fn new_instructor_key() -> Result<LearnerKey, ClassError> {
    random_bytes().map(LearnerKey::of_instructor)
}

/// Unpredictable bytes of the system's random source.
fn random_bytes() -> Result<[u8; 24], ClassError> {
    let mut bytes = [0; 24];
    let filled = SysRng.try_fill_bytes(&mut bytes);
    filled.map_err(|error| ClassError::NoRandom(error.to_string()))?;
    Ok(bytes)
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

/// The gradebook of a section, or of the whole class.
pub async fn gradebook(
    store: &dyn Store,
    curriculum: &Curriculum,
    section: Option<&SectionName>,
) -> Result<Gradebook, StoreError> {
    // Read the learners first: a learner who registers meanwhile is left out, and every learner who is listed has all grades.
    let mut roster = store.roster().await?;
    let grades = store.grades().await?;
    roster.retain(|entry| section.is_none() || entry.learner.section.as_ref() == section);
    Ok(Gradebook::new(steps_of(curriculum), roster, &grades))
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
