//! Extensions: dates of steps that instructors move for a learner, a section or everybody.

use super::{ClassError, Curriculum, Recipient, Result, of_entry};
use crate::course::{
    Course, ExtendedSteps, Extension, ExtensionId, Extensions, LearnerName, RuleChanges, StepRules,
};
use crate::step::{StepNumber, Timestamp};
use crate::store::Store;
use crate::texts;

/// An extension that an instructor wants to give.
pub struct NewExtension {
    /// The step, or all of them.
    pub steps: ExtendedSteps,
    /// Whom it is for.
    pub recipient: Recipient,
    /// What changes: `opens`, `due`, `closes` only.
    pub changes: RuleChanges,
    /// Why, as the instructor wrote it; may be empty.
    pub reason: String,
    /// The name of the instructor.
    pub by: LearnerName,
}

/// Gives an extension, unless it puts the dates of a step in the wrong order.
pub async fn extend(
    store: &dyn Store,
    curriculum: &Curriculum,
    extensions: &Extensions,
    new: NewExtension,
    at: Timestamp,
) -> Result<Extension> {
    let NewExtension { steps, recipient, changes, reason, by } = new;
    let course = &curriculum.course;
    for step in curriculum.steps.iter().filter(|step| steps.include(step.number)) {
        let rules = curriculum.rules_for(step, &recipient, extensions);
        // A step that nobody sees has dates that nobody has looked at.
        if steps.number().is_some() || !rules.hidden {
            check_order(course, step.number, &changes.apply(rules))?;
        }
    }
    let (audience, zone) = (recipient.audience(), course.zone_name().to_owned());
    let id = ExtensionId::NEW;
    let given = Extension { id, steps, audience, changes, reason, by, at, zone };
    let id = recipient.stored(store.extend(&given).await)?;
    Ok(Extension { id, ..given })
}

/// Rejects dates by which a step would be due before it opens, or close before it is due.
fn check_order(course: &Course, step: StepNumber, rules: &StepRules) -> Result<()> {
    if rules.check_order().is_ok() {
        return Ok(());
    }
    let [opens, due, closes] = [rules.opens, rules.due, rules.closes]
        .map(|date| date.map_or_else(|| "–".to_owned(), |date| course.local_end(date)));
    Err(ClassError::Refused(texts::class::order(step, opens, due, closes)))
}

/// The extensions whose dates were written by the clocks of another time zone than that of the course today: they keep their moments.
pub fn of_other_zone<'a>(
    course: &'a Course,
    extensions: &'a Extensions,
) -> impl Iterator<Item = &'a Extension> {
    extensions.iter().filter(|given| !given.zone.is_empty() && given.zone != course.zone_name())
}

/// Takes an extension back.
pub async fn remove_extension(store: &dyn Store, id: ExtensionId) -> Result<()> {
    of_entry(store.remove_extension(id).await, ClassError::ExtensionUnknown(id))
}
