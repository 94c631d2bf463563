//! Extensions: dates of a step that instructors move for a learner or a section.

use std::sync::Arc;

use super::{ClassError, Curriculum, Result, of_entry};
use crate::course::{
    Audience, Course, Extension, ExtensionId, Extensions, Learner, LearnerName, RuleChanges,
    SectionName, StepRules,
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

/// Whom an extension is for.
pub enum Recipient {
    /// One learner.
    Learner(Learner),
    /// All learners of a section.
    Section(SectionName),
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
    let (audience, rules) = match &recipient {
        Recipient::Learner(learner) => {
            (Audience::Learner(learner.id), curriculum.rules(&step, Some(learner), extensions))
        }
        Recipient::Section(section) => (
            Audience::Section(section.clone()),
            curriculum.section_rules(&step, section, extensions),
        ),
    };
    check_order(&curriculum.course, &changes.apply(rules))?;
    let (step, to, why, who) = (step.number, audience.clone(), reason.clone(), by.clone());
    let given = store.extend(step, to, changes, why, who, at).await;
    let id = match &recipient {
        Recipient::Learner(learner) => of_entry(given, ClassError::LearnerUnknown(learner.id))?,
        Recipient::Section(_) => given?,
    };
    Ok(Extension { id, step, audience, changes, reason, by, at })
}

/// Rejects dates by which the step would be due before it opens, or close before it is due.
fn check_order(course: &Course, rules: &StepRules) -> Result<()> {
    if rules.check_order().is_ok() {
        return Ok(());
    }
    let [opens, due, closes] = [rules.opens, rules.due, rules.closes]
        .map(|date| date.map_or_else(|| "–".to_owned(), |date| course.local_end(date)));
    Err(ClassError::Refused(texts::class::order(opens, due, closes)))
}

/// Takes an extension back.
pub async fn remove_extension(store: &dyn Store, id: ExtensionId) -> Result<()> {
    of_entry(store.remove_extension(id).await, ClassError::ExtensionUnknown(id))
}
