//! Steps and the rules of the course, which are replaced together.

use crate::course::{Course, Extensions, Learner, StepRules};
use crate::step::{Step, Steps};

/// The steps of a server, and the rules of its course.
pub struct Curriculum {
    /// The steps.
    pub steps: Steps,
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
}
