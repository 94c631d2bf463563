//! The steps as they are for a caller: which exist, and by which rules.

use std::sync::Arc;

use arc_swap::Guard;

use super::caller::Caller;
use super::state::State;
use crate::app::class::Curriculum;
use crate::course::{Extensions, Learner, Phase, StepRules};
use crate::step::{Step, StepNumber, Timestamp, quoted};
use crate::texts;
use crate::wire::problem::{Code, Members, Problem};

/// The steps that exist for a caller at a time.
pub(crate) struct CallerSteps<'a> {
    curriculum: &'a Curriculum,
    extensions: Guard<Arc<Extensions>>,
    learner: Option<&'a Learner>,
    /// Instructors see every step, by the general rules.
    is_instructor: bool,
    now: Timestamp,
}

impl<'a> CallerSteps<'a> {
    /// Those of a caller; without one, of those who have no key.
    pub(crate) fn of(
        caller: Option<&'a Caller>,
        curriculum: &'a Curriculum,
        state: &State,
        now: Timestamp,
    ) -> Self {
        Self {
            curriculum,
            extensions: state.class.extensions(),
            learner: caller.and_then(|caller| caller.learner.as_ref()),
            is_instructor: caller.is_some_and(|caller| caller.instructor.is_some()),
            now,
        }
    }

    /// Those of a learner.
    pub(crate) fn of_learner(
        learner: &'a Learner,
        curriculum: &'a Curriculum,
        state: &State,
        now: Timestamp,
    ) -> Self {
        let extensions = state.class.extensions();
        Self { curriculum, extensions, learner: Some(learner), is_instructor: false, now }
    }

    /// All of them, in the order of their numbers.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&'a Step, StepRules)> {
        self.curriculum.steps.iter().filter_map(|step| Some((step, self.rules(step)?)))
    }

    /// The step with this number.
    pub(crate) fn get(&self, number: StepNumber) -> Option<(&'a Arc<Step>, StepRules)> {
        let step = self.curriculum.steps.get(number)?;
        Some((step, self.rules(step)?))
    }

    /// The first step after this number that can be answered.
    pub(crate) fn after(&self, number: StepNumber) -> Option<&'a Step> {
        let mut later = self.iter().filter(|(step, _)| step.number > number);
        later.find(|(_, rules)| self.takes_answers(rules)).map(|(step, _)| step)
    }

    /// Whether answers to a step with these rules are judged.
    pub(crate) fn takes_answers(&self, rules: &StepRules) -> bool {
        self.is_instructor || rules.phase(self.now) != Phase::Closed
    }

    /// The rules of a step; none if it does not exist for the caller.
    fn rules(&self, step: &Step) -> Option<StepRules> {
        let rules = self.curriculum.rules(step, self.learner, &self.extensions);
        (self.is_instructor || rules.phase(self.now) != Phase::NotOpen).then_some(rules)
    }

    /// The step that somebody has probably meant by a number in another form.
    pub(crate) fn meant_by(&self, text: &str) -> Option<StepNumber> {
        // Behind the number, somebody may have added the ending of a file, or a parameter.
        let number = text.split(['.', ';', '#', '&', '?']).next().unwrap_or_default();
        StepNumber::meant_by(number).filter(|&number| self.get(number).is_some())
    }

    /// There is no step of this name. The problem is the same for a step that is not open.
    pub(crate) fn unknown(&self, text: &str) -> Problem {
        let known_steps: Vec<StepNumber> = self.iter().map(|(step, _)| step.number).collect();
        let known: Vec<String> = known_steps.iter().map(ToString::to_string).collect();
        let found = quoted(text);
        let detail = match self.meant_by(text) {
            _ if known.is_empty() => texts::step::none_open(found),
            Some(number) => texts::step::did_you_mean(found, number),
            None => texts::step::unknown(found, known.join(", ")),
        };
        Problem::new(Code::StepUnknown, detail)
            .with(Members { known_steps: Some(known_steps), ..Members::default() })
    }
}
