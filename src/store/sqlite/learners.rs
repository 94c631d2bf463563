//! Learners in SQLite.

use async_trait::async_trait;
use sqlx::{SqliteConnection, SqlitePool};

use super::writer::Change;
use crate::step::Timestamp;
use crate::store::{KeyHash, Learner, LearnerId, LearnerName};

/// Registers a learner; nothing is done if the name is taken.
pub(super) struct Registration {
    pub(super) name: LearnerName,
    pub(super) key: KeyHash,
    pub(super) at: Timestamp,
}

#[async_trait]
impl Change for Registration {
    type Output = Option<Learner>;

    async fn apply(&self, connection: &mut SqliteConnection) -> sqlx::Result<Option<Learner>> {
        let id = sqlx::query_scalar(
            "INSERT INTO learners (name, name_folded, key_hash, registered_at)
             VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (name_folded) DO NOTHING
             RETURNING id",
        )
        .bind(self.name.as_str())
        .bind(self.name.folded())
        .bind(self.key.as_bytes().as_slice())
        .bind(self.at.seconds().cast_signed())
        .fetch_optional(connection)
        .await?;
        Ok(id.map(|id| Learner { id: LearnerId(id), name: self.name.clone() }))
    }
}

/// The learner whose key has this hash.
pub(super) async fn by_key(readers: &SqlitePool, key: KeyHash) -> sqlx::Result<Option<Learner>> {
    let row = sqlx::query_as("SELECT id, name FROM learners WHERE key_hash = ?1")
        .bind(key.as_bytes().as_slice())
        .fetch_optional(readers)
        .await?;
    let Some((id, name)): Option<(i64, String)> = row else {
        return Ok(None);
    };
    let name = name.parse().map_err(sqlx::Error::decode)?;
    Ok(Some(Learner { id: LearnerId(id), name }))
}
