//! Matches and saved records in SQLite.

use async_trait::async_trait;
use sqlx::{SqliteConnection, SqliteExecutor, SqlitePool};

use super::change::Change;
use crate::course::LearnerId;
use crate::game::MatchId;
use crate::step::Timestamp;
use crate::store::columns::{
    EntryColumns, MatchColumns, RecordColumns, SavedColumns, seconds, setup_column,
};
use crate::store::{
    MatchChange, MatchEntry, RecordEntry, RecordName, RecordPage, SaveMode, SavedRecord,
    StoreError, StoredMatch,
};

/// Stores a new match.
pub(super) struct Create {
    pub(super) new: StoredMatch,
    pub(super) at: Timestamp,
}

#[async_trait]
impl Change for Create {
    type Output = ();

    async fn apply(&self, connection: &mut SqliteConnection) -> sqlx::Result<()> {
        let Self { new, at } = self;
        let task = new.task.as_ref();
        sqlx::query(
            "INSERT INTO games (id, setup, step, fingerprint, subject, nonce, history, version, started_at, changed_at,
                                owner, status)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?9, ?10, ?11)",
        )
        .bind(new.id.as_str())
        .bind(setup_column(&new.setup)?)
        .bind(task.map(|task| task.step.get()))
        .bind(task.map(|task| task.fingerprint.to_bits()))
        .bind(task.map(|task| task.subject.to_bytes().to_vec()))
        .bind(task.map(|task| task.nonce.to_bits().cast_signed()))
        .bind(new.history.as_str())
        .bind(new.version)
        .bind(seconds(*at))
        .bind(new.owner.map(|owner| owner.0))
        .bind(new.status.as_str())
        .execute(connection)
        .await?;
        Ok(())
    }
}

/// Replaces the moves of a match; returns whether the version was still the expected one.
#[async_trait]
impl Change for MatchChange {
    type Output = bool;

    async fn apply(&self, connection: &mut SqliteConnection) -> sqlx::Result<bool> {
        let updated = sqlx::query(
            "UPDATE games SET history = ?1, version = version + 1, changed_at = ?2, status = ?5
             WHERE id = ?3 AND version = ?4",
        )
        .bind(self.history.as_str())
        .bind(seconds(self.at))
        .bind(self.id.as_str())
        .bind(self.version)
        .bind(self.status.as_str())
        .execute(connection)
        .await?;
        Ok(updated.rows_affected() == 1)
    }
}

/// Deletes matches of nobody that were last changed before a time, those that have been idle for the longest first; returns how many.
pub(super) struct ExpireMatches {
    pub(super) before: Timestamp,
    pub(super) limit: u32,
}

#[async_trait]
impl Change for ExpireMatches {
    type Output = u64;

    async fn apply(&self, connection: &mut SqliteConnection) -> sqlx::Result<u64> {
        let deleted = sqlx::query(
            "DELETE FROM games WHERE id IN (
                 SELECT id FROM games WHERE owner IS NULL AND step IS NULL AND changed_at < ?1
                 ORDER BY changed_at LIMIT ?2)",
        )
        .bind(seconds(self.before))
        .bind(self.limit)
        .execute(connection)
        .await?;
        Ok(deleted.rows_affected())
    }
}

/// The match with this id.
pub(super) async fn load(readers: &SqlitePool, id: MatchId) -> sqlx::Result<Option<StoredMatch>> {
    let row = sqlx::query_as(MatchColumns::BY_ID).bind(id.as_str());
    let row: Option<MatchColumns> = row.fetch_optional(readers).await?;
    row.map(|row| row.into_match(id)).transpose()
}

/// The matches that a learner has created, the open ones first and then the latest first.
pub(super) async fn of_learner(
    readers: &SqlitePool,
    learner: LearnerId,
    limit: u32,
) -> sqlx::Result<Vec<MatchEntry>> {
    let rows = sqlx::query_as(EntryColumns::OF_LEARNER).bind(learner.0).bind(limit);
    let rows: Vec<EntryColumns> = rows.fetch_all(readers).await?;
    rows.into_iter().map(MatchEntry::try_from).collect()
}

/// Saves a record; refuses a name that is taken, one that is not there to be replaced, and one record too many.
pub(super) struct SaveRecord {
    pub(super) learner: LearnerId,
    pub(super) name: RecordName,
    pub(super) record: SavedRecord,
    pub(super) mode: SaveMode,
    /// How many records a learner may have.
    pub(super) limit: u32,
}

#[async_trait]
impl Change for SaveRecord {
    type Output = Result<(), StoreError>;

    async fn apply(&self, connection: &mut SqliteConnection) -> sqlx::Result<Self::Output> {
        let (statement, refusal) = match self.mode {
            SaveMode::Create => (
                "INSERT INTO records (learner, name, game, moves, record, saved_at)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                 ON CONFLICT (learner, name) DO NOTHING",
                StoreError::RecordTaken,
            ),
            SaveMode::Replace => (
                "UPDATE records SET game = ?3, moves = ?4, record = ?5, saved_at = ?6
                 WHERE learner = ?1 AND name = ?2",
                StoreError::RecordUnknown,
            ),
        };
        if self.mode == SaveMode::Create
            && record_count(&mut *connection, self.learner).await? >= self.limit
        {
            return Ok(Err(StoreError::TooManyRecords(self.limit)));
        }
        let changed = sqlx::query(statement)
            .bind(self.learner.0)
            .bind(self.name.as_str())
            .bind(self.record.game.as_str())
            .bind(self.record.moves)
            .bind(self.record.json.as_str())
            .bind(seconds(self.record.at))
            .execute(connection)
            .await?;
        Ok(if changed.rows_affected() == 1 { Ok(()) } else { Err(refusal) })
    }
}

/// How many records a learner has.
pub(super) async fn record_count(
    connection: impl SqliteExecutor<'_>,
    learner: LearnerId,
) -> sqlx::Result<u32> {
    sqlx::query_scalar("SELECT count(*) FROM records WHERE learner = ?1")
        .bind(learner.0)
        .fetch_one(connection)
        .await
}

/// Deletes a record; returns whether it was there.
pub(super) struct DeleteRecord {
    pub(super) learner: LearnerId,
    pub(super) name: RecordName,
}

#[async_trait]
impl Change for DeleteRecord {
    type Output = bool;

    async fn apply(&self, connection: &mut SqliteConnection) -> sqlx::Result<bool> {
        let deleted = sqlx::query("DELETE FROM records WHERE learner = ?1 AND name = ?2")
            .bind(self.learner.0)
            .bind(self.name.as_str())
            .execute(connection)
            .await?;
        Ok(deleted.rows_affected() == 1)
    }
}

/// A page of a learner's records, the latest last.
pub(super) async fn records(
    readers: &SqlitePool,
    learner: LearnerId,
    page: RecordPage,
) -> sqlx::Result<Vec<RecordEntry>> {
    let rows: Vec<RecordColumns> = sqlx::query_as(RecordColumns::PAGE)
        .bind(learner.0)
        .bind(page.limit)
        .bind(page.skip)
        .fetch_all(readers)
        .await?;
    rows.into_iter().map(RecordEntry::try_from).collect()
}

/// A learner's latest records, the latest first.
pub(super) async fn latest_records(
    readers: &SqlitePool,
    learner: LearnerId,
    limit: u32,
) -> sqlx::Result<Vec<RecordEntry>> {
    let rows = sqlx::query_as(RecordColumns::LATEST).bind(learner.0).bind(limit);
    let rows: Vec<RecordColumns> = rows.fetch_all(readers).await?;
    rows.into_iter().map(RecordEntry::try_from).collect()
}

/// A learner's record with this name.
pub(super) async fn record(
    readers: &SqlitePool,
    learner: LearnerId,
    name: &RecordName,
) -> sqlx::Result<Option<SavedRecord>> {
    let row = sqlx::query_as(SavedColumns::BY_NAME).bind(learner.0).bind(name.as_str());
    let row: Option<SavedColumns> = row.fetch_optional(readers).await?;
    row.map(SavedRecord::try_from).transpose()
}
