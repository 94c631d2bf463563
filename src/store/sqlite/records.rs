//! Saved records in SQLite.

use async_trait::async_trait;
use sqlx::{SqliteConnection, SqlitePool};

use super::writer::Change;
use crate::step::Timestamp;
use crate::store::{LearnerId, RecordEntry, RecordName, SavedRecord};

/// Saves a record; tells whether the name was free.
pub(super) struct Save {
    pub(super) learner: LearnerId,
    pub(super) name: RecordName,
    pub(super) record: SavedRecord,
}

#[async_trait]
impl Change for Save {
    type Done = bool;

    async fn make(&self, connection: &mut SqliteConnection) -> sqlx::Result<bool> {
        let inserted = sqlx::query(
            "INSERT INTO records (learner, name, game, moves, record, saved_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)
             ON CONFLICT (learner, name) DO NOTHING",
        )
        .bind(self.learner.0)
        .bind(self.name.as_str())
        .bind(self.record.game.as_str())
        .bind(self.record.moves)
        .bind(self.record.json.as_str())
        .bind(self.record.at.seconds().cast_signed())
        .execute(connection)
        .await?;
        Ok(inserted.rows_affected() == 1)
    }
}

/// A learner's records, the latest last.
pub(super) async fn all(
    readers: &SqlitePool,
    learner: LearnerId,
) -> sqlx::Result<Vec<RecordEntry>> {
    let rows: Vec<(String, String, u32, i64)> = sqlx::query_as(
        "SELECT name, game, moves, saved_at FROM records WHERE learner = ?1 ORDER BY saved_at, name",
    )
    .bind(learner.0)
    .fetch_all(readers)
    .await?;
    let entries = rows.into_iter().map(|(name, game, moves, at)| {
        let name = name.parse().map_err(sqlx::Error::decode)?;
        Ok(RecordEntry { name, game, moves, at: Timestamp::from_seconds(at.cast_unsigned()) })
    });
    entries.collect()
}

/// A learner's record of this name.
pub(super) async fn by_name(
    readers: &SqlitePool,
    learner: LearnerId,
    name: &RecordName,
) -> sqlx::Result<Option<SavedRecord>> {
    let row: Option<(String, u32, String, i64)> = sqlx::query_as(
        "SELECT game, moves, record, saved_at FROM records WHERE learner = ?1 AND name = ?2",
    )
    .bind(learner.0)
    .bind(name.as_str())
    .fetch_optional(readers)
    .await?;
    Ok(row.map(|(game, moves, json, at)| SavedRecord {
        game,
        moves,
        json,
        at: Timestamp::from_seconds(at.cast_unsigned()),
    }))
}
