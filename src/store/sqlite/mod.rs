//! The memory of one server, in one file: [SQLite](https://www.sqlite.org) with a write-ahead log.
//!
//! One connection writes, a few others read, undisturbed by it. Every commit is synchronised with the disk
//! before anybody is told of it (`synchronous=FULL`).

mod attempts;
mod games;
mod learners;
mod open;
mod records;
mod writer;

use std::path::Path;

use async_trait::async_trait;
use sqlx::sqlite::SqlitePoolOptions;
use sqlx::{SqliteConnection, SqlitePool};

use self::learners::Registration;
pub use self::open::{Fault, OpenError};
use self::writer::{Change, Writer};
use super::{
    Attempt, GameChange, KeyHash, Learner, LearnerId, LearnerName, Progress, RecordEntry,
    RecordName, Recorded, SavedRecord, Store, StoreError, StoredGame,
};
use crate::game::GameId;
use crate::step::Timestamp;

/// The most connections that read at a time, each with a thread of its own.
const READERS: u32 = 4;

/// A [`Store`] in an SQLite database.
///
/// It may be shared by several async runtimes. It writes on the runtime that opened it, which therefore has to outlive it.
pub struct SqliteStore {
    writer: Writer,
    readers: SqlitePool,
}

impl SqliteStore {
    /// Opens the database in this file, or makes it.
    ///
    /// A file that is no Gradus database is left as it is.
    pub async fn open(path: &Path) -> Result<Self, OpenError> {
        Self::try_open(path).await.map_err(|fault| OpenError { path: path.to_owned(), fault })
    }

    async fn try_open(path: &Path) -> Result<Self, Fault> {
        let (connection, options) = open::open(path).await?;
        let readers = SqlitePoolOptions::new()
            .max_connections(READERS)
            .idle_timeout(None)
            .max_lifetime(None)
            .test_before_acquire(false)
            .connect_with(options)
            .await?;
        Ok(Self { writer: Writer::start(connection), readers })
    }

    /// Ends the store: finishes the writes that were asked for, and refuses all further ones.
    ///
    /// A store that is dropped finishes its writes too, but nobody can wait for that.
    pub async fn close(&self) {
        // The last connection to close takes the write-ahead log away, which a reader may not.
        self.readers.close().await;
        self.writer.close().await;
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
        self.writer.make(registration).await?.ok_or(StoreError::NameTaken)
    }

    async fn learner_by_key(&self, key: KeyHash) -> Result<Option<Learner>, StoreError> {
        Ok(learners::by_key(&self.readers, key).await?)
    }

    async fn record_attempt(&self, attempt: Attempt) -> Result<Recorded, StoreError> {
        self.writer.make(attempt).await
    }

    async fn progress(&self, learner: LearnerId) -> Result<Progress, StoreError> {
        Ok(attempts::progress(&self.readers, learner).await?)
    }

    async fn start_game(&self, game: StoredGame, at: Timestamp) -> Result<(), StoreError> {
        self.writer.make(games::Start { game, at }).await
    }

    async fn game(&self, id: GameId) -> Result<Option<StoredGame>, StoreError> {
        Ok(games::by_id(&self.readers, id).await?)
    }

    async fn change_game(&self, change: GameChange) -> Result<(), StoreError> {
        if self.writer.make(change).await? { Ok(()) } else { Err(StoreError::GameChanged) }
    }

    async fn save_record(
        &self,
        learner: LearnerId,
        name: &RecordName,
        record: SavedRecord,
    ) -> Result<(), StoreError> {
        let save = records::Save { learner, name: name.clone(), record };
        if self.writer.make(save).await? { Ok(()) } else { Err(StoreError::RecordTaken) }
    }

    async fn records(&self, learner: LearnerId) -> Result<Vec<RecordEntry>, StoreError> {
        Ok(records::all(&self.readers, learner).await?)
    }

    async fn record(
        &self,
        learner: LearnerId,
        name: &RecordName,
    ) -> Result<Option<SavedRecord>, StoreError> {
        Ok(records::by_name(&self.readers, learner, name).await?)
    }

    async fn ready(&self) -> Result<(), StoreError> {
        sqlx::query("SELECT id FROM learners LIMIT 1").fetch_optional(&self.readers).await?;
        self.writer.make(Nothing).await
    }
}

/// The change that changes nothing: its transaction shows that the writer lives and gets the lock.
struct Nothing;

#[async_trait]
impl Change for Nothing {
    type Done = ();

    async fn make(&self, _: &mut SqliteConnection) -> sqlx::Result<()> {
        Ok(())
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        Self::from(&error)
    }
}

impl From<&sqlx::Error> for StoreError {
    fn from(error: &sqlx::Error) -> Self {
        Self::Database(error.to_string())
    }
}
