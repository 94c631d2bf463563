//! Learners in PostgreSQL: registering, and finding them by their keys.

use sqlx::Connection as _;

use super::change::{ChangeError, lock_names};
use super::pool::Pool;
use crate::course::{KeyHash, Learner, LearnerId, LearnerName};
use crate::step::Timestamp;
use crate::store::StoreError;
use crate::store::columns::{LEARNER_BY_KEY, learner_of, seconds};

/// Registers a learner. A name that looks like that of another learner is refused by the indexes.
pub(super) async fn register(
    pool: &Pool,
    name: &LearnerName,
    key: KeyHash,
    at: Timestamp,
) -> Result<Learner, ChangeError> {
    let mut connection = pool.acquire().await?;
    let mut transaction = connection.begin().await?;
    lock_names(&mut transaction).await?;
    let id: Option<i64> = sqlx::query_scalar(
        "INSERT INTO learners (name, name_folded, name_skeleton, folded_skeleton, key_hash, registered_at)
         SELECT $1, $2, $3, $4, $5, $6
         WHERE NOT EXISTS (SELECT 1 FROM learners WHERE nickname_skeleton = $3 OR nickname_folded_skeleton = $4)
           AND NOT EXISTS (SELECT 1 FROM instructors WHERE name_skeleton = $3 OR folded_skeleton = $4)
         RETURNING id",
    )
    .bind(name.as_str())
    .bind(name.folded())
    .bind(name.skeleton())
    .bind(name.folded_skeleton())
    .bind(key.as_bytes().as_slice())
    .bind(seconds(at))
    .fetch_optional(&mut *transaction)
    .await?;
    let id = LearnerId(id.ok_or(StoreError::NameTaken)?);
    transaction.commit().await?;
    Ok(Learner { id, name: name.clone(), section: None, is_on_roster: false })
}

/// The learner whose key has this hash.
pub(super) async fn by_key(pool: &Pool, key: KeyHash) -> sqlx::Result<Option<Learner>> {
    let row = sqlx::query_as(LEARNER_BY_KEY).bind(key.as_bytes().as_slice());
    row.fetch_optional(&mut *pool.acquire().await?).await?.map(learner_of).transpose()
}
