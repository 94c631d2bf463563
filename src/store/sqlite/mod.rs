//! The store in one file: [SQLite](https://www.sqlite.org) with a write-ahead log.
//!
//! SQLite blocks the thread that calls it, so threads of the store own the connections, and tasks wait for them:
//!
//! ```text
//! tasks ──▶ queue ──▶ sqlite-writer     one thread, which commits all waiting changes together
//!       ──▶ queue ──▶ sqlite-reader     a few threads, which read concurrently
//! ```
//!
//! A write returns only after its commit is synchronized to the disk (`synchronous=FULL`). The threads do not need an async runtime.

mod backup;
pub(super) mod error;
mod files;
mod open;
mod submit;
mod threads;
mod writer;

use std::panic::resume_unwind;
use std::path::Path;
use std::time::Duration;

use async_trait::async_trait;
use tokio::sync::oneshot;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

pub use self::backup::{Copied, CopyError, backup, restore};
pub use self::error::{OpenError, OpenErrorKind};
pub use self::files::claim;
pub(super) use self::open::open_exclusively;
use self::open::{Opened, WRITE_APPLICATION_ID};
use self::threads::{Inbox, Threads};
use self::writer::Writer;
use super::connection::{Connection, Dialect, immediate};
use super::database::{Database, Operation, Writing};
use super::error::{Result, StoreError};
use super::metrics::StoreMetrics;
use super::submission::{Submission, Submitted};
use super::value::values;
use crate::store::Store;

/// The number of threads that read, each with a connection.
const READERS: usize = 4;

/// How long a caller waits for what it reads.
const READ_TIMEOUT: Duration = Duration::from_secs(30);

/// A [`Store`] in an SQLite database. Several async runtimes may share it.
pub struct SqliteStore {
    writer: Writer,
    readers: Threads<Reading>,
}

/// Something to read.
type Reading = Box<dyn FnOnce(&mut rusqlite::Connection) + Send>;

impl SqliteStore {
    /// Opens the database in this file, or creates it.
    ///
    /// A file that is not a Gradus database is not changed.
    pub async fn open(path: &Path) -> Result<Self, OpenError> {
        let file = path.to_owned();
        let opened = spawn_blocking(move || Self::open_blocking(&file)).await;
        let opened = opened.unwrap_or_else(|panicked| resume_unwind(panicked.into_panic()));
        opened.map_err(|kind| OpenError { path: path.to_owned(), kind })
    }

    fn open_blocking(path: &Path) -> Result<Self, OpenErrorKind> {
        let Opened { connection, files, reading } = open::open(path)?;
        // All are opened now: later there may be no file descriptors left.
        let connections = (0..READERS).map(|_| reading.connect());
        let readers = connections.collect::<rusqlite::Result<Vec<_>>>()?.into_iter();
        let readers = readers.map(|connection| move |inbox| read_all(&inbox, connection));
        Ok(Self {
            writer: Writer::start(connection, files).map_err(OpenErrorKind::unstarted)?,
            readers: Threads::start("sqlite-reader", readers).map_err(OpenErrorKind::unstarted)?,
        })
    }
}

/// What a thread that reads does.
fn read_all(inbox: &Inbox<Reading>, mut connection: rusqlite::Connection) {
    while let Some(reading) = inbox.take(1).pop() {
        reading(&mut connection);
    }
}

/// The error for an operation that the threads did not carry out.
fn closed(_: impl Sized) -> StoreError {
    StoreError::Database("the database is closed".to_owned())
}

impl Database for SqliteStore {
    const DIALECT: Dialect = Dialect::Sqlite;

    async fn read<T: Send + 'static>(&self, operation: impl Operation<T>) -> Result<T> {
        let (caller, answer) = oneshot::channel();
        let reading: Reading = Box::new(move |connection| {
            // A caller that is gone needs no answer.
            if !caller.is_closed() {
                let _ = caller.send(immediate(operation(&mut Connection::Sqlite(connection))));
            }
        });
        let answered = timeout(READ_TIMEOUT, async {
            self.readers.queue(reading).await.map_err(closed)?;
            Ok(answer.await.map_err(closed)??)
        });
        let late = |_| StoreError::Database("the database is too busy to be read".to_owned());
        answered.await.map_err(late)?
    }

    async fn write<T: Send + 'static>(
        &self,
        writing: Writing,
        operation: impl Operation<T>,
    ) -> Result<T> {
        self.writer.write(writing, operation).await
    }

    async fn submit(&self, submission: Submission) -> Result<Submitted> {
        self.writer.submit(submission).await
    }
}

#[async_trait]
impl Store for SqliteStore {
    /// What is written changes nothing. It shows that the writer runs, gets the write lock, and that its commits reach the disk.
    async fn ready(&self) -> Result<()> {
        self.rows::<i64>("SELECT id FROM learners LIMIT 1", values![]).await?;
        self.execute(WRITE_APPLICATION_ID, values![]).await.map(drop)
    }

    fn metrics(&self) -> &StoreMetrics {
        self.writer.metrics()
    }

    /// To drop a store finishes its writes too, but no caller can wait for that.
    async fn close(&self) {
        // The last connection to close removes the write-ahead log, and readers cannot do that.
        self.readers.close().await;
        self.writer.close().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_writing_connection_waits_for_the_disk() {
        /// <https://www.sqlite.org/pragma.html#pragma_synchronous>
        const FULL: i64 = 2;
        let folder = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(&folder.path().join("gradus.db")).await.unwrap();
        let settings = store.write(Writing::Statement, |c| {
            Box::pin(async move {
                let synchronous: i64 = c.one("PRAGMA synchronous", &[]).await?;
                Ok((synchronous, c.one::<String>("PRAGMA journal_mode", &[]).await?))
            })
        });
        assert_eq!(settings.await.unwrap(), (FULL, "wal".to_owned()));
        store.close().await;
    }
}
