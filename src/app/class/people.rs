//! What is changed of one learner or one instructor.

use super::{ClassError, Result, of_entry};
use crate::app::ambient::random_bytes;
use crate::course::{LearnerId, LearnerKey, LearnerName};
use crate::step::Timestamp;
use crate::store::{Forgetting, InstructorId, LearnerChange, Store};

/// Gives a learner a new key, and returns it. The old key becomes invalid.
pub async fn rekey_learner(store: &dyn Store, id: LearnerId) -> Result<LearnerKey> {
    let key = new_learner_key()?;
    let change = LearnerChange { key: Some(key.hash()), ..LearnerChange::default() };
    change_learner(store, id, change).await.map(|()| key)
}

/// Changes what is known of a learner.
pub async fn change_learner(store: &dyn Store, id: LearnerId, change: LearnerChange) -> Result<()> {
    of_entry(store.change_learner(id, change).await, ClassError::LearnerUnknown(id))
}

/// Forgets a learner.
pub async fn forget_learner(store: &dyn Store, id: LearnerId, attempts: Forgetting) -> Result<()> {
    of_entry(store.forget_learner(id, attempts).await, ClassError::LearnerUnknown(id))
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
    of_entry(changed.map(|()| key), ClassError::InstructorUnknown(id))
}

/// Removes an instructor. The key becomes invalid.
pub async fn remove_instructor(store: &dyn Store, id: InstructorId) -> Result<()> {
    of_entry(store.remove_instructor(id).await, ClassError::InstructorUnknown(id))
}

/// A new learner's key.
pub(crate) fn new_learner_key() -> Result<LearnerKey> {
    Ok(LearnerKey::from_bytes(random_bytes()?))
}

/// A new instructor's key.
fn new_instructor_key() -> Result<LearnerKey> {
    Ok(LearnerKey::of_instructor(random_bytes()?))
}
