//! Extensions: dates of a step that instructors move for a learner, a section or everybody.

use std::sync::Arc;

use super::{ClassError, Curriculum, Recipient, Result, of_entry};
use crate::course::{
    Course, Extension, ExtensionId, Extensions, LearnerName, RuleChanges, StepRules,
};
use crate::step::{Step, Timestamp};
use crate::store::Store;
use crate::texts;

/// An extension that an instructor wants to give.
pub struct NewExtension {
    /// The step.
    pub step: Arc<Step>,
    /// Whom it is for.
    pub recipient: Recipient,
    /// What changes: `opens`, `due`, `closes` only.
    pub changes: RuleChanges,
    /// Why, as the instructor wrote it; may be empty.
    pub reason: String,
    /// The name of the instructor.
    pub by: LearnerName,
}

/// Gives an extension, unless it puts the dates of the step in the wrong order.
pub async fn extend(
    store: &dyn Store,
    curriculum: &Curriculum,
    extensions: &Extensions,
    new: NewExtension,
    at: Timestamp,
) -> Result<Extension> {
    let NewExtension { step, recipient, changes, reason, by } = new;
    let rules = curriculum.rules_for(&step, &recipient, extensions);
    check_order(&curriculum.course, &changes.apply(rules))?;
    let (step, audience) = (step.number, recipient.audience());
    let (to, why, who) = (audience.clone(), reason.clone(), by.clone());
    let id = recipient.stored(store.extend(step, to, changes, why, who, at).await)?;
    Ok(Extension { id, step, audience, changes, reason, by, at })
}

/// Rejects dates by which the step would be due before it opens, or close before it is due.
fn check_order(course: &Course, rules: &StepRules) -> Result<()> {
    if rules.check_order().is_ok() {
        return Ok(());
    }
    let [opens, due, closes] = [rules.opens, rules.due, rules.closes]
        .map(|date| date.map_or_else(|| "–".to_owned(), |date| course.local_time(date)));
    Err(ClassError::Refused(texts::class::order(opens, due, closes)))
}

/// Takes an extension back.
pub async fn remove_extension(store: &dyn Store, id: ExtensionId) -> Result<()> {
    of_entry(store.remove_extension(id).await, ClassError::ExtensionUnknown(id))
}
