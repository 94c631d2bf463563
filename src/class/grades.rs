//! The gradebook of the class.

use super::Curriculum;
use crate::course::{Extensions, Gradebook, GradebookStep, SectionName};
use crate::step::Language;
use crate::store::{Store, StoreError};

/// The steps of a gradebook: all of the catalogue that are not hidden, whether they are open or not. Their points are those of the general
/// rules: what a learner or a section has instead is in the results.
#[must_use]
pub fn steps_of(curriculum: &Curriculum) -> Vec<GradebookStep> {
    let extensions = Extensions::default();
    let rules = curriculum
        .catalog
        .steps()
        .map(|step| (step, curriculum.rules(step, None, &extensions)))
        .filter(|(_, rules)| !rules.hidden);
    let steps = rules.map(|(step, rules)| GradebookStep {
        number: step.number,
        kind: step.exercise().kind().to_owned(),
        title: step.statement(Language::English).title().to_owned(),
        points: rules.points,
    });
    steps.collect()
}

/// The gradebook of a section, or of the whole class.
pub async fn gradebook(
    store: &dyn Store,
    curriculum: &Curriculum,
    section: Option<&SectionName>,
) -> Result<Gradebook, StoreError> {
    // First the learners: who registers in between is not in it, and nobody is in it without grades that they have.
    let roster = store.roster().await?;
    let grades = store.grades().await?;
    let of_section = roster
        .into_iter()
        .filter(|entry| {
            section.is_none_or(|section| entry.learner.section.as_ref() == Some(section))
        })
        .map(|entry| (entry.learner, entry.email, entry.student_id));
    Ok(Gradebook::new(steps_of(curriculum), of_section.collect(), &grades))
}
