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
mod error;
mod files;
mod open;
mod submit;
mod threads;
mod writer;

use std::panic::resume_unwind;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use rusqlite::OpenFlags;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

pub use self::backup::{Copied, CopyError, backup, restore};
pub(super) use self::error::is_busy;
pub use self::error::{OpenError, OpenErrorKind};
pub use self::files::claim;
pub(super) use self::open::open_exclusively;
use self::open::{Opened, WRITE_APPLICATION_ID, connect};
use self::submit::submit;
use self::threads::{Inbox, Threads};
use self::writer::Writer;
use super::attempt_request::{AttemptRequest, Submitted};
use super::connection::{Connection, immediate};
use super::database::{Access, Operation, Store, StoreMetrics};
use super::error::{Result, StoreError};
use super::value::values;

/// The number of threads that read, each with a connection.
const READERS: usize = 4;

/// How long a caller waits for what it reads.
const READ_TIMEOUT: Duration = Duration::from_secs(30);

/// A [`Store`] in an SQLite database. Several async runtimes may share it.
pub struct SqliteStore {
    writer: Threads,
    readers: Threads,
    metrics: Arc<StoreMetrics>,
}

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
        let Opened { connection, files, path } = open::open(path)?;
        // All are opened now: later there may be no file descriptors left.
        let connections = (0..READERS).map(|_| connect(&path, OpenFlags::SQLITE_OPEN_READ_ONLY));
        let readers = connections.collect::<rusqlite::Result<Vec<_>>>()?.into_iter();
        let readers = readers.map(|connection| move |inbox| read_all(&inbox, connection));
        let metrics = Arc::<StoreMetrics>::default();
        let writer = Writer::new(connection, files, Arc::clone(&metrics));
        let writers = [move |inbox| writer.write_all(&inbox)];
        Ok(Self {
            writer: Threads::start("sqlite-writer", writers).map_err(OpenErrorKind::unstarted)?,
            readers: Threads::start("sqlite-reader", readers).map_err(OpenErrorKind::unstarted)?,
            metrics,
        })
    }
}

/// What a thread that reads does.
fn read_all(inbox: &Inbox, mut connection: rusqlite::Connection) {
    while let Some(queued) = inbox.take(1).pop() {
        // A caller that is gone needs no answer.
        if !queued.caller.is_closed() {
            let connection = &mut Connection::Sqlite(&mut connection);
            let _ = queued.caller.send(immediate((queued.operation)(connection)));
        }
    }
}

#[async_trait]
impl Store for SqliteStore {
    async fn run(&self, access: Access, operation: Operation) -> Result<()> {
        if access == Access::Read {
            let late = |_| StoreError::Database("the database is too busy to be read".to_owned());
            return timeout(READ_TIMEOUT, self.readers.run(access, operation))
                .await
                .map_err(late)?;
        }
        let _waiting = self.metrics.wait();
        self.writer.run(access, operation).await
    }

    async fn submit(&self, request: AttemptRequest) -> Result<Submitted> {
        let store: &dyn Store = self;
        store
            .with(Access::Statement, move |c| Box::pin(async move { submit(c, &request).await }))
            .await
    }

    /// What is written changes nothing. It shows that the writer runs, gets the write lock, and that its commits reach the disk.
    async fn ready(&self) -> Result<()> {
        let store: &dyn Store = self;
        store.rows::<i64>("SELECT id FROM learners LIMIT 1", values![]).await?;
        store.execute(WRITE_APPLICATION_ID, values![]).await.map(drop)
    }

    fn metrics(&self) -> &StoreMetrics {
        &self.metrics
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
        let settings = (&store as &dyn Store).with(Access::Statement, |c| {
            Box::pin(async move {
                let synchronous: i64 = c.one("PRAGMA synchronous", &[]).await?;
                Ok((synchronous, c.one::<String>("PRAGMA journal_mode", &[]).await?))
            })
        });
        assert_eq!(settings.await.unwrap(), (FULL, "wal".to_owned()));
        store.close().await;
    }
}
