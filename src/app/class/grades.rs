//! The gradebook of the class.

use super::Curriculum;
use crate::course::{Extensions, Gradebook, GradebookStep, SectionName};
use crate::step::Language;
use crate::store::{Store, StoreError};

/// The steps of a gradebook: all of the catalogue that are not hidden from everybody, whether they are open or not. Their points are those
/// of the general rules: what a learner or a section has instead is in the results.
#[must_use]
pub fn steps_of(curriculum: &Curriculum) -> Vec<GradebookStep> {
    let extensions = Extensions::default();
    let steps = curriculum.steps.iter();
    let steps = steps.filter(|step| !curriculum.course.is_hidden(step.number));
    let steps = steps.map(|step| GradebookStep {
        number: step.number,
        kind: step.exercise().kind().to_owned(),
        title: step.statement(Language::English).title().to_owned(),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::challenges;
    use crate::course::Course;
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
            title: step.statement(Language::English).title().to_owned(),
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
