//! What is changed of one learner or one instructor.

use super::ClassError;
use crate::app::ambient::random_bytes;
use crate::course::{Learner, LearnerId, LearnerKey, LearnerName};
use crate::step::Timestamp;
use crate::store::{Forgetting, InstructorId, LearnerChange, Store, StoreError};

/// Registers a learner, and returns the key.
pub async fn register_learner(
    store: &dyn Store,
    name: &LearnerName,
    at: Timestamp,
) -> Result<(Learner, LearnerKey), ClassError> {
    let key = new_learner_key()?;
    Ok((store.register_learner(name, key.hash(), at).await?, key))
}

/// Gives a learner a new key, and returns it. The old key becomes invalid.
pub async fn rekey_learner(
    store: &dyn Store,
    learner: LearnerId,
) -> Result<LearnerKey, ClassError> {
    let key = new_learner_key()?;
    let change = LearnerChange { key: Some(key.hash()), ..LearnerChange::default() };
    change_learner(store, learner, change).await?;
    Ok(key)
}

/// Changes what is known of a learner.
pub async fn change_learner(
    store: &dyn Store,
    learner: LearnerId,
    change: LearnerChange,
) -> Result<(), ClassError> {
    let changed = store.change_learner(learner, change).await;
    changed.map_err(|error| ClassError::of_learner(learner, error))
}

/// Forgets a learner.
pub async fn forget_learner(
    store: &dyn Store,
    learner: LearnerId,
    forgetting: Forgetting,
) -> Result<(), ClassError> {
    let forgotten = store.forget_learner(learner, forgetting).await;
    forgotten.map_err(|error| ClassError::of_learner(learner, error))
}

/// Adds an instructor, and returns the key.
pub async fn add_instructor(
    store: &dyn Store,
    name: &LearnerName,
    at: Timestamp,
) -> Result<LearnerKey, ClassError> {
    let key = new_instructor_key()?;
    store.add_instructor(name, key.hash(), at).await?;
    Ok(key)
}

/// Gives an instructor a new key, and returns it. The old key becomes invalid.
pub async fn rekey_instructor(
    store: &dyn Store,
    instructor: InstructorId,
) -> Result<LearnerKey, ClassError> {
    let key = new_instructor_key()?;
    let changed = store.rekey_instructor(instructor, key.hash()).await;
    changed.map_err(|error| of_instructor(instructor, error))?;
    Ok(key)
}

/// Removes an instructor. The key becomes invalid.
pub async fn remove_instructor(
    store: &dyn Store,
    instructor: InstructorId,
) -> Result<(), ClassError> {
    let removed = store.remove_instructor(instructor).await;
    removed.map_err(|error| of_instructor(instructor, error))
}

fn of_instructor(instructor: InstructorId, error: StoreError) -> ClassError {
    match error {
        StoreError::EntryUnknown => ClassError::InstructorUnknown(instructor),
        error => error.into(),
    }
}

/// A new learner's key.
pub(super) fn new_learner_key() -> Result<LearnerKey, ClassError> {
    Ok(LearnerKey::from_bytes(random_bytes()?))
}

/// A new instructor's key.
fn new_instructor_key() -> Result<LearnerKey, ClassError> {
    Ok(LearnerKey::of_instructor(random_bytes()?))
}
