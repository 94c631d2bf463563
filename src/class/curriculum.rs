//! Steps and the rules of the course, which are replaced together.

use crate::course::{Course, Extensions, Learner, Phase, StepRules};
use crate::step::{Catalog, Step, Timestamp};

/// The steps of a server, and the rules of its course.
pub struct Curriculum {
    /// The steps.
    pub catalog: Catalog,
    /// The rules.
    pub course: Course,
}

impl Curriculum {
    /// The rules of a step: for a learner, or for those who are none.
    #[must_use]
    pub fn rules(
        &self,
        step: &Step,
        learner: Option<&Learner>,
        extensions: &Extensions,
    ) -> StepRules {
        self.course.rules(step.number, step.points, learner, extensions)
    }

    /// The steps that exist for a learner, or for those who are none, at a time, with their rules.
    pub fn open_steps<'a>(
        &'a self,
        learner: Option<&'a Learner>,
        extensions: &'a Extensions,
        now: Timestamp,
    ) -> impl Iterator<Item = (&'a Step, StepRules)> {
        self.catalog
            .steps()
            .map(move |step| (step, self.rules(step, learner, extensions)))
            .filter(move |(_, rules)| rules.phase(now) != Phase::NotOpen)
    }
}
