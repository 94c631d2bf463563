//! Matches and saved records in PostgreSQL.

use sqlx::{Connection as _, PgConnection};

use super::change::{ChangeError, lock_learners};
use super::pool::Pool;
use crate::course::LearnerId;
use crate::game::MatchId;
use crate::step::Timestamp;
use crate::store::columns::{
    EntryColumns, MatchColumns, RecordColumns, SavedColumns, count, seconds, setup_column,
};
use crate::store::{
    MatchChange, MatchEntry, RecordEntry, RecordName, RecordPage, SaveMode, SavedRecord,
    StoreError, StoredMatch,
};

/// Stores a new match. One of a learner who is not known or forgotten is refused by the database.
pub(super) async fn create(pool: &Pool, new: &StoredMatch, at: Timestamp) -> sqlx::Result<()> {
    let task = new.task.as_ref();
    sqlx::query(
        "INSERT INTO games (id, setup, step, fingerprint, subject, nonce, history, version, started_at, changed_at,
                            owner, status)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10, $11)",
    )
    .bind(new.id.as_str())
    .bind(setup_column(&new.setup)?)
    .bind(task.map(|task| i64::from(task.step.get())))
    .bind(task.map(|task| i64::from(task.fingerprint.to_bits())))
    .bind(task.map(|task| task.subject.to_bytes().to_vec()))
    .bind(task.map(|task| task.nonce.to_bits().cast_signed()))
    .bind(new.history.as_str())
    .bind(i64::from(new.version))
    .bind(seconds(at))
    .bind(new.owner.map(|owner| owner.0))
    .bind(new.status.as_str())
    .execute(&mut *pool.acquire().await?)
    .await?;
    Ok(())
}

/// Replaces the moves of a match; returns whether the version was still the expected one.
///
/// Of several at once the first to lock the row makes its change; the others then find another version.
pub(super) async fn save(pool: &Pool, change: &MatchChange) -> sqlx::Result<bool> {
    let updated = sqlx::query(
        "UPDATE games SET history = $1, version = version + 1, changed_at = $2, status = $5
         WHERE id = $3 AND version = $4",
    )
    .bind(change.history.as_str())
    .bind(seconds(change.at))
    .bind(change.id.as_str())
    .bind(i64::from(change.version))
    .bind(change.status.as_str())
    .execute(&mut *pool.acquire().await?)
    .await?;
    Ok(updated.rows_affected() == 1)
}

/// Deletes matches of nobody that were last changed before a time, those that have been idle for the longest first; returns how many. Those
/// that another process is deleting or changing are left to it.
pub(super) async fn expire(pool: &Pool, before: Timestamp, limit: u32) -> sqlx::Result<u64> {
    let deleted = sqlx::query(
        "DELETE FROM games WHERE id IN (
             SELECT id FROM games WHERE owner IS NULL AND step IS NULL AND changed_at < $1
             ORDER BY changed_at LIMIT $2 FOR UPDATE SKIP LOCKED)",
    )
    .bind(seconds(before))
    .bind(i64::from(limit))
    .execute(&mut *pool.acquire().await?)
    .await?;
    Ok(deleted.rows_affected())
}

/// The match with this id.
pub(super) async fn load(pool: &Pool, id: MatchId) -> sqlx::Result<Option<StoredMatch>> {
    let row = sqlx::query_as(MatchColumns::BY_ID).bind(id.as_str());
    let row: Option<MatchColumns> = row.fetch_optional(&mut *pool.acquire().await?).await?;
    row.map(|row| row.into_match(id)).transpose()
}

/// The matches that a learner has created, the open ones first and then the latest first.
pub(super) async fn of_learner(
    pool: &Pool,
    learner: LearnerId,
    limit: u32,
) -> sqlx::Result<Vec<MatchEntry>> {
    let rows = sqlx::query_as(EntryColumns::OF_LEARNER).bind(learner.0).bind(i64::from(limit));
    let rows: Vec<EntryColumns> = rows.fetch_all(&mut *pool.acquire().await?).await?;
    rows.into_iter().map(MatchEntry::try_from).collect()
}

/// Saves a record; refuses a name that is taken, one that is not there to be replaced, and one record too many.
///
/// The learner's lock makes the count right when several are saved at once.
pub(super) async fn save_record(
    pool: &Pool,
    learner: LearnerId,
    name: &RecordName,
    record: SavedRecord,
    mode: SaveMode,
    limit: u32,
) -> Result<(), ChangeError> {
    let (statement, refusal) = match mode {
        SaveMode::Create => (
            "INSERT INTO records (learner, name, game, moves, record, saved_at)
             VALUES ($1, $2, $3, $4, $5, $6)
             ON CONFLICT (learner, name) DO NOTHING",
            StoreError::RecordTaken,
        ),
        SaveMode::Replace => (
            "UPDATE records SET game = $3, moves = $4, record = $5, saved_at = $6
             WHERE learner = $1 AND name = $2",
            StoreError::RecordUnknown,
        ),
    };
    let mut connection = pool.acquire().await?;
    let mut transaction = connection.begin().await?;
    if mode == SaveMode::Create {
        lock_learners(&[learner.0], &mut transaction).await?;
        if count_records(&mut transaction, learner).await? >= limit {
            return Err(StoreError::TooManyRecords(limit).into());
        }
    }
    let changed = sqlx::query(statement)
        .bind(learner.0)
        .bind(name.as_str())
        .bind(record.game)
        .bind(i64::from(record.moves))
        .bind(record.json)
        .bind(seconds(record.at))
        .execute(&mut *transaction)
        .await?;
    if changed.rows_affected() == 0 {
        return Err(refusal.into());
    }
    transaction.commit().await?;
    Ok(())
}

/// How many records a learner has.
pub(super) async fn record_count(pool: &Pool, learner: LearnerId) -> sqlx::Result<u32> {
    count_records(&mut *pool.acquire().await?, learner).await
}

async fn count_records(connection: &mut PgConnection, learner: LearnerId) -> sqlx::Result<u32> {
    let records = sqlx::query_scalar("SELECT count(*) FROM records WHERE learner = $1");
    count(records.bind(learner.0).fetch_one(connection).await?)
}

/// Deletes a record; returns whether it was there.
pub(super) async fn delete_record(
    pool: &Pool,
    learner: LearnerId,
    name: &RecordName,
) -> sqlx::Result<bool> {
    let deleted = sqlx::query("DELETE FROM records WHERE learner = $1 AND name = $2")
        .bind(learner.0)
        .bind(name.as_str());
    Ok(deleted.execute(&mut *pool.acquire().await?).await?.rows_affected() == 1)
}

/// A page of a learner's records, the latest last.
pub(super) async fn records(
    pool: &Pool,
    learner: LearnerId,
    page: RecordPage,
) -> sqlx::Result<Vec<RecordEntry>> {
    let rows: Vec<RecordColumns> = sqlx::query_as(RecordColumns::PAGE)
        .bind(learner.0)
        .bind(i64::from(page.limit))
        .bind(i64::from(page.skip))
        .fetch_all(&mut *pool.acquire().await?)
        .await?;
    rows.into_iter().map(RecordEntry::try_from).collect()
}

/// A learner's latest records, the latest first.
pub(super) async fn latest_records(
    pool: &Pool,
    learner: LearnerId,
    limit: u32,
) -> sqlx::Result<Vec<RecordEntry>> {
    let rows = sqlx::query_as(RecordColumns::LATEST).bind(learner.0).bind(i64::from(limit));
    let rows: Vec<RecordColumns> = rows.fetch_all(&mut *pool.acquire().await?).await?;
    rows.into_iter().map(RecordEntry::try_from).collect()
}

/// A learner's record with this name.
pub(super) async fn record(
    pool: &Pool,
    learner: LearnerId,
    name: &RecordName,
) -> sqlx::Result<Option<SavedRecord>> {
    let row = sqlx::query_as(SavedColumns::BY_NAME).bind(learner.0).bind(name.as_str());
    let row: Option<SavedColumns> = row.fetch_optional(&mut *pool.acquire().await?).await?;
    row.map(SavedRecord::try_from).transpose()
}
