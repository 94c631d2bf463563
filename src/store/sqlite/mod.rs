//! The store in one file: [SQLite](https://www.sqlite.org) with a write-ahead log.
//!
//! One connection writes; a few others read concurrently. A write returns only after its commit is synchronized to the disk
//! (`synchronous=FULL`).

mod attempts;
mod backup;
mod change;
mod error;
mod files;
mod foreign;
mod instructors;
mod learners;
mod matches;
mod new_row;
mod open;
mod progress;
mod recorded;
mod roster;
mod statistics;
mod tasks;
mod transaction;
mod verbs;
mod writer;

use std::path::Path;

use async_trait::async_trait;
use sqlx::sqlite::SqlitePoolOptions;
use sqlx::{SqliteConnection, SqlitePool};
use tokio::runtime::Handle;

pub use self::backup::{Copied, CopyError, backup, restore};
use self::change::Change;
use self::error::into_store_error;
pub(super) use self::error::is_busy;
pub use self::error::{OpenError, OpenErrorKind};
pub use self::files::claim;
use self::open::{Opened, write_application_id};
use self::writer::Writer;
use super::StoreError;
use super::dropped::DroppedWithin;

/// The number of reading connections, each with a thread of its own.
const READERS: u32 = 4;

/// A [`Store`](super::Store) in an SQLite database.
///
/// Several async runtimes may share it. It writes on the runtime that opened it, which must outlive it.
pub struct SqliteStore {
    writer: Writer,
    readers: SqlitePool,
    /// The runtime that opened it.
    runtime: Handle,
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
        // All are opened now: later there may be no file descriptors left.
        let readers = SqlitePoolOptions::new()
            .min_connections(READERS)
            .max_connections(READERS)
            .idle_timeout(None)
            .max_lifetime(None)
            .test_before_acquire(false)
            .connect_with(reading)
            .await?;
        Ok(Self { writer: Writer::start(connection, files), readers, runtime: Handle::current() })
    }

    /// What a verb comes to that reads.
    async fn read<T>(&self, verb: impl Future<Output = sqlx::Result<T>>) -> Result<T, StoreError> {
        DroppedWithin::new(&self.runtime, verb).await.map_err(into_store_error)
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
    use std::sync::Arc;
    use std::thread;

    use tokio::runtime::Builder;
    use tokio::task::{self, LocalSet};

    use super::*;
    use crate::store::Store as _;

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

    #[tokio::test]
    async fn a_request_may_be_dropped_where_there_is_no_runtime() {
        let folder = tempfile::tempdir().unwrap();
        let store = Arc::new(SqliteStore::open(&folder.path().join("gradus.db")).await.unwrap());
        let shared = Arc::clone(&store);
        let other = thread::spawn(move || {
            let (local, runtime) =
                (LocalSet::new(), Builder::new_current_thread().build().unwrap());
            local.block_on(&runtime, async {
                // One more than there are connections.
                for _ in 0..=READERS {
                    let store = Arc::clone(&shared);
                    task::spawn_local(async move { store.roster().await });
                }
                // Each has been polled once.
                task::yield_now().await;
            });
        });
        other.join().expect("dropping the requests does not panic");
        store.roster().await.expect("the connections are given back");
        store.close().await;
    }
}
