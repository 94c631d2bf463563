//! Learners in SQLite: registering, and finding them by their keys.

use async_trait::async_trait;
use sqlx::{SqliteConnection, SqlitePool};

use super::change::Change;
use crate::course::{KeyHash, Learner, LearnerId, LearnerName};
use crate::step::Timestamp;
use crate::store::columns::{LEARNER_BY_KEY, learner_of, parsed, seconds};

/// Registers a learner; returns none if the name is taken, or looks like a name or a nickname that is, or like the name of an instructor.
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
             SELECT ?1, ?2, ?3, ?4, ?5, ?6
             WHERE NOT EXISTS (SELECT 1 FROM learners WHERE nickname_skeleton = ?3 OR nickname_folded_skeleton = ?4)
               AND NOT EXISTS (SELECT 1 FROM instructors WHERE name_skeleton = ?3 OR folded_skeleton = ?4)
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
        .bind(seconds(self.at))
        .fetch_optional(connection)
        .await?;
        let name = self.name.clone();
        let learner = |id| Learner { id: LearnerId(id), name, section: None, is_on_roster: false };
        Ok(id.map(learner))
    }
}

/// The learner whose key has this hash.
pub(super) async fn by_key(readers: &SqlitePool, key: KeyHash) -> sqlx::Result<Option<Learner>> {
    let row = sqlx::query_as(LEARNER_BY_KEY).bind(key.as_bytes().as_slice());
    row.fetch_optional(readers).await?.map(learner_of).transpose()
}

/// Fills in the skeletons of names that were registered before there were any. Of several that look alike the first one gets them.
pub(super) async fn fill_skeletons(connection: &mut SqliteConnection) -> sqlx::Result<()> {
    let names: Vec<(i64, String)> = sqlx::query_as(
        "SELECT id, name FROM learners WHERE name_skeleton IS NULL AND NOT is_forgotten ORDER BY id",
    )
    .fetch_all(&mut *connection)
    .await?;
    for (id, name) in names {
        let name: LearnerName = parsed(&name)?;
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
