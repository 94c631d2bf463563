//! What is changed of one learner or one instructor.

use super::{ClassError, Result};
use crate::app::ambient::random_bytes;
use crate::course::{Learner, LearnerId, LearnerKey, LearnerName};
use crate::step::Timestamp;
use crate::store::{Forgetting, InstructorId, LearnerChange, Store, StoreError};

/// Registers a learner, and returns the key.
pub async fn register_learner(
    store: &dyn Store,
    name: &LearnerName,
    at: Timestamp,
) -> Result<(Learner, LearnerKey)> {
    let key = new_learner_key()?;
    Ok((store.register_learner(name, key.hash(), at).await?, key))
}

/// Gives a learner a new key, and returns it. The old key becomes invalid.
pub async fn rekey_learner(store: &dyn Store, id: LearnerId) -> Result<LearnerKey> {
    let key = new_learner_key()?;
    let change = LearnerChange { key: Some(key.hash()), ..LearnerChange::default() };
    change_learner(store, id, change).await.map(|()| key)
}

/// Changes what is known of a learner.
pub async fn change_learner(store: &dyn Store, id: LearnerId, change: LearnerChange) -> Result<()> {
    store.change_learner(id, change).await.map_err(|error| ClassError::of_learner(id, error))
}

/// Forgets a learner.
pub async fn forget_learner(store: &dyn Store, id: LearnerId, attempts: Forgetting) -> Result<()> {
    store.forget_learner(id, attempts).await.map_err(|error| ClassError::of_learner(id, error))
}

/// Adds an instructor, and returns the key.
pub async fn add_instructor(
    store: &dyn Store,
    name: &LearnerName,
    at: Timestamp,
) -> Result<LearnerKey> {
    let key = new_instructor_key()?;
    store.add_instructor(name, key.hash(), at).await?;
    Ok(key)
}

/// Gives an instructor a new key, and returns it. The old key becomes invalid.
pub async fn rekey_instructor(store: &dyn Store, id: InstructorId) -> Result<LearnerKey> {
    let key = new_instructor_key()?;
    let changed = store.rekey_instructor(id, key.hash()).await;
    changed.map(|()| key).map_err(|error| of_instructor(id, error))
}

/// Removes an instructor. The key becomes invalid.
pub async fn remove_instructor(store: &dyn Store, id: InstructorId) -> Result<()> {
    store.remove_instructor(id).await.map_err(|error| of_instructor(id, error))
}

fn of_instructor(id: InstructorId, error: StoreError) -> ClassError {
    match error {
        StoreError::EntryUnknown => ClassError::InstructorUnknown(id),
        error => error.into(),
    }
}

/// A new learner's key.
pub(super) fn new_learner_key() -> Result<LearnerKey> {
    Ok(LearnerKey::from_bytes(random_bytes()?))
}

/// A new instructor's key.
fn new_instructor_key() -> Result<LearnerKey> {
    Ok(LearnerKey::of_instructor(random_bytes()?))
}
