//! The store in one file: [SQLite](https://www.sqlite.org) with a write-ahead log.
//!
//! One connection writes; a few others read concurrently. A write returns only after its commit is synchronized to the disk
//! (`synchronous=FULL`).

mod attempts;
mod error;
mod files;
mod learners;
mod matches;
mod open;
mod writer;

use std::path::Path;

use async_trait::async_trait;
use sqlx::sqlite::SqlitePoolOptions;
use sqlx::{SqliteConnection, SqlitePool};

use self::error::into_store_error;
pub use self::error::{OpenError, OpenErrorKind};
use self::learners::Registration;
use self::open::{Opened, write_application_id};
use self::writer::{Change, Writer};
use super::{
    MatchChange, MatchEntry, NewAttempt, PastAttempt,
    Progress, RecordEntry, RecordName, RecordPage, SaveMode, SavedRecord, Store, StoreError,
    StoredMatch, Submitted,
};
use crate::course::{KeyHash, Learner, LearnerId, LearnerName};
use crate::game::MatchId;
use crate::step::{StepNumber, Timestamp};

/// The number of reading connections, each with a thread of its own.
const READERS: u32 = 4;

/// A [`Store`] in an SQLite database.
///
/// Several async runtimes may share it. It writes on the runtime that opened it, which must outlive it.
pub struct SqliteStore {
    writer: Writer,
    readers: SqlitePool,
}

impl SqliteStore {
    /// Opens the database in this file, or creates it.
    ///
    /// A file that is not a Gradus database is not changed.
    pub async fn open(path: &Path) -> Result<Self, OpenError> {
        Self::try_open(path).await.map_err(|kind| OpenError { path: path.to_owned(), kind })
    }

    async fn try_open(path: &Path) -> Result<Self, OpenErrorKind> {
        let Opened { connection, files, reading } = open::open(path).await?;
        let readers = SqlitePoolOptions::new()
            .max_connections(READERS)
            .idle_timeout(None)
            .max_lifetime(None)
            .test_before_acquire(false)
            .connect_with(reading)
            .await?;
        Ok(Self { writer: Writer::start(connection, files), readers })
    }
}

#[async_trait]
impl Store for SqliteStore {
    async fn register_learner(
        &self,
        name: &LearnerName,
        key: KeyHash,
        at: Timestamp,
    ) -> Result<Learner, StoreError> {
        let registration = Registration { name: name.clone(), key, at };
        self.writer.apply(registration).await?.ok_or(StoreError::NameTaken)
    }

    async fn learner_by_key(&self, key: KeyHash) -> Result<Option<Learner>, StoreError> {
        learners::by_key(&self.readers, key).await.map_err(into_store_error)
    }

    async fn submit_attempt(
        &self,
        attempt: NewAttempt,
        per_day: u32,
    ) -> Result<Submitted, StoreError> {
        self.writer.submit(attempts::Submission { attempt, per_day }).await
    }

    async fn progress(&self, learner: LearnerId) -> Result<Progress, StoreError> {
        attempts::progress(&self.readers, learner).await.map_err(into_store_error)
    }

    async fn attempts(
        &self,
        learner: LearnerId,
        step: StepNumber,
        limit: u32,
    ) -> Result<Vec<PastAttempt>, StoreError> {
        attempts::attempts(&self.readers, learner, step, limit).await.map_err(into_store_error)
    }

    async fn create_match(&self, new: StoredMatch, at: Timestamp) -> Result<(), StoreError> {
        self.writer.apply(matches::Create { new, at }).await
    }

    async fn load_match(&self, id: MatchId) -> Result<Option<StoredMatch>, StoreError> {
        matches::load(&self.readers, id).await.map_err(into_store_error)
    }

    async fn save_match(&self, change: MatchChange) -> Result<(), StoreError> {
        if self.writer.apply(change).await? { Ok(()) } else { Err(StoreError::MatchChanged) }
    }

    async fn expire_matches(&self, before: Timestamp, limit: u32) -> Result<u64, StoreError> {
        self.writer.apply(matches::ExpireMatches { before, limit }).await
    }

    async fn matches_of(
        &self,
        learner: LearnerId,
        limit: u32,
    ) -> Result<Vec<MatchEntry>, StoreError> {
        matches::of_learner(&self.readers, learner, limit).await.map_err(into_store_error)
    }

    async fn save_record(
        &self,
        learner: LearnerId,
        name: &RecordName,
        record: SavedRecord,
        mode: SaveMode,
        limit: u32,
    ) -> Result<(), StoreError> {
        let save = matches::SaveRecord { learner, name: name.clone(), record, mode, limit };
        self.writer.apply(save).await?
    }

    async fn delete_record(&self, learner: LearnerId, name: &RecordName) -> Result<(), StoreError> {
        let delete = matches::DeleteRecord { learner, name: name.clone() };
        if self.writer.apply(delete).await? { Ok(()) } else { Err(StoreError::RecordUnknown) }
    }

    async fn records(
        &self,
        learner: LearnerId,
        page: RecordPage,
    ) -> Result<Vec<RecordEntry>, StoreError> {
        matches::records(&self.readers, learner, page).await.map_err(into_store_error)
    }

    async fn count_records(&self, learner: LearnerId) -> Result<u32, StoreError> {
        matches::record_count(&self.readers, learner).await.map_err(into_store_error)
    }

    async fn latest_records(
        &self,
        learner: LearnerId,
        limit: u32,
    ) -> Result<Vec<RecordEntry>, StoreError> {
        matches::latest_records(&self.readers, learner, limit).await.map_err(into_store_error)
    }

    async fn record(
        &self,
        learner: LearnerId,
        name: &RecordName,
    ) -> Result<Option<SavedRecord>, StoreError> {
        matches::record(&self.readers, learner, name).await.map_err(into_store_error)
    }

    async fn ready(&self) -> Result<(), StoreError> {
        let learner = sqlx::query("SELECT id FROM learners LIMIT 1");
        learner.fetch_optional(&self.readers).await.map_err(into_store_error)?;
        self.writer.apply(Probe).await
    }

    /// Dropping a store also finishes its writes, but nothing can wait for that.
    async fn close(&self) {
        // The last connection to close removes the write-ahead log, and readers cannot do that.
        self.readers.close().await;
        self.writer.close().await;
    }
}

/// A change of nothing that is written all the same: it shows that the writer runs, gets the write lock, and that its commits reach the
/// disk.
struct Probe;

#[async_trait]
impl Change for Probe {
    type Output = ();

    async fn apply(&self, connection: &mut SqliteConnection) -> sqlx::Result<()> {
        write_application_id(connection).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads the commit settings of the writing connection.
    struct CommitSettings;

    #[async_trait]
    impl Change for CommitSettings {
        type Output = (i64, String);

        async fn apply(&self, connection: &mut SqliteConnection) -> sqlx::Result<(i64, String)> {
            let synchronous =
                sqlx::query_scalar("PRAGMA synchronous").fetch_one(&mut *connection).await?;
            let journal_mode =
                sqlx::query_scalar("PRAGMA journal_mode").fetch_one(connection).await?;
            Ok((synchronous, journal_mode))
        }
    }

    #[tokio::test]
    async fn the_writing_connection_waits_for_the_disk() {
        /// <https://www.sqlite.org/pragma.html#pragma_synchronous>
        const FULL: i64 = 2;
        let folder = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(&folder.path().join("gradus.db")).await.unwrap();
        let commits = store.writer.apply(CommitSettings).await.unwrap();
        assert_eq!(commits, (FULL, "wal".to_owned()));
        store.close().await;
    }
}
