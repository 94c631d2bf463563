//! Dates that an instructor has moved for a learner or a section while the course runs.

use super::learner::{LearnerId, LearnerName};
use super::member::SectionName;
use super::schedule::RuleChanges;
use gradus_step::{StepNumber, Timestamp};

/// The id of an extension in the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ExtensionId(pub i64);

/// Whom an extension is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Audience {
    /// All learners of a section.
    Section(SectionName),
    /// One learner.
    Learner(LearnerId),
}

/// Dates of a step that an instructor has moved. For the same audience and step, the latest one that names a date counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extension {
    /// The id in the database.
    pub id: ExtensionId,
    /// The step.
    pub step: StepNumber,
    /// Whom it is for.
    pub audience: Audience,
    /// What changes: `opens`, `due`, `closes` only.
    pub changes: RuleChanges,
    /// Why, as the instructor wrote it; may be empty.
    pub reason: String,
    /// The name of the instructor.
    pub by: LearnerName,
    /// When it was given.
    pub at: Timestamp,
}

/// All extensions in force, the earliest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Extensions(Vec<Extension>);

impl Extensions {
    /// These extensions, in the order in which they were given.
    #[must_use]
    pub fn new(extensions: Vec<Extension>) -> Self {
        Self(extensions)
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Extension> {
        self.0.iter()
    }

    /// What changes for a section at a step, the latest last.
    pub(super) fn of_section<'a>(
        &'a self,
        section: &'a SectionName,
        step: StepNumber,
    ) -> impl Iterator<Item = &'a RuleChanges> {
        let is_theirs = move |audience: &Audience| matches!(audience, Audience::Section(name) if name == section);
        self.of_step(step)
            .filter(move |extension| is_theirs(&extension.audience))
            .map(|extension| &extension.changes)
    }

    /// What changes for a learner at a step, beside what changes for the section, the latest last.
    pub(super) fn of_learner(
        &self,
        learner: LearnerId,
        step: StepNumber,
    ) -> impl Iterator<Item = &RuleChanges> {
        self.of_step(step)
            .filter(move |extension| extension.audience == Audience::Learner(learner))
            .map(|extension| &extension.changes)
    }

    fn of_step(&self, step: StepNumber) -> impl Iterator<Item = &Extension> {
        self.0.iter().filter(move |extension| extension.step == step)
    }
}
