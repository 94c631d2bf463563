//! Learners in SQLite.

use async_trait::async_trait;
use sqlx::{SqliteConnection, SqlitePool};

use super::writer::Change;
use crate::step::Timestamp;
use crate::course::{KeyHash, Learner, LearnerId, LearnerName};

/// Registers a learner; returns none if the name is taken, or looks like one that is.
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
            "INSERT INTO learners (name, name_folded, name_skeleton, folded_skeleton, key_hash, registered_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)
             ON CONFLICT (name_folded) DO NOTHING
             ON CONFLICT (name_skeleton) DO NOTHING
             ON CONFLICT (folded_skeleton) DO NOTHING
             RETURNING id",
        )
        .bind(self.name.as_str())
        .bind(self.name.folded())
        .bind(self.name.skeleton())
        .bind(self.name.folded_skeleton())
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

/// Fills in the skeletons of names that were registered before there were any. Of several that look alike the first one gets them.
pub(super) async fn fill_skeletons(connection: &mut SqliteConnection) -> sqlx::Result<()> {
    let names: Vec<(i64, String)> =
        sqlx::query_as("SELECT id, name FROM learners WHERE name_skeleton IS NULL ORDER BY id")
            .fetch_all(&mut *connection)
            .await?;
    for (id, name) in names {
        let name: LearnerName = name.parse().map_err(sqlx::Error::decode)?;
        sqlx::query(
            "UPDATE OR IGNORE learners SET name_skeleton = ?2, folded_skeleton = ?3 WHERE id = ?1",
        )
        .bind(id)
        .bind(name.skeleton())
        .bind(name.folded_skeleton())
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}
