//! The store for any number of processes: [PostgreSQL](https://www.postgresql.org).
//!
//! Nothing but the database is shared between the processes, and it decides: what only one may have is guarded by its indexes and locks, and
//! what depends on what was there before is decided in the transaction that writes. A write returns only after its commit is synchronized to
//! the disk.
//!
//! | file | how it is done |
//! |---|---|
//! | `migrations` | the tables, the locks, and who is notified; what is decided about an attempt |
//! | `open` | settings of a connection, migrations, and which databases are refused |
//! | `submitter` | attempts, several in one statement, on connections of their own |
//! | `change` | changes of several statements, and the locks that they take |
//! | `listen` | one connection that hears what other processes have changed |
//!
//! Everything else has a connection of the pool for as long as it takes. A request that gets none in time fails, and so does one that waits for
//! a lock or runs for too long: see `open`.

mod attempts;
mod change;
mod error;
mod foreign;
mod instructors;
mod learners;
mod listen;
mod matches;
mod open;
mod progress;
mod recorded;
mod roster;
mod statistics;
mod submitter;
mod tasks;
mod verbs;

use std::io;
use std::time::Duration;

use sqlx::PgPool;

pub use self::error::{OpenError, OpenErrorKind};
use self::listen::Listener;
use self::open::Opened;
pub(super) use self::open::has_known_options;
use self::submitter::Submitter;
use super::open::without_secrets;

/// A [`Store`](super::Store) in a PostgreSQL database.
///
/// Several async runtimes may share it. It submits attempts and listens on the runtime that opened it, which must outlive it.
pub struct PostgresStore {
    pool: PgPool,
    submitter: Submitter,
    listener: Listener,
}

impl PostgresStore {
    /// Opens the database of this URL, `postgres://USER:PASSWORD@HOST:PORT/NAME?OPTION=VALUE`, in which tables are created if there are none.
    /// The database itself has to be there.
    ///
    /// One that is not a Gradus database is not changed.
    pub async fn open(url: &str) -> Result<Self, OpenError> {
        match open::open(url).await {
            Ok(Opened { options, pool }) => Ok(Self {
                pool,
                submitter: Submitter::start(options.clone()),
                listener: Listener::start(options),
            }),
            Err(kind) => Err(OpenError { url: without_secrets(url), kind }),
        }
    }

    /// Reads something and writes something: a lock is written into its row, and the commit waits for the disk as others do. Nobody waits for
    /// this sort of lock.
    async fn probe(&self) -> sqlx::Result<()> {
        let read = sqlx::query("SELECT version FROM class_version FOR KEY SHARE");
        read.execute(&self.pool).await.map(drop)
    }

    /// The connections for everything but attempts.
    pub(super) fn pool(&self) -> &PgPool {
        &self.pool
    }

    /// Submits the attempts that wait, then closes all connections.
    pub(super) async fn close(&self) {
        self.submitter.close().await;
        self.listener.stop();
        self.pool.close().await;
    }
}

/// What a request to the database comes to, if it does so in time. A server that is gone without a word would be waited for until the operating
/// system gives up, which takes minutes.
async fn within<T>(
    limit: Duration,
    request: impl Future<Output = sqlx::Result<T>>,
) -> sqlx::Result<T> {
    let late = || sqlx::Error::Io(io::ErrorKind::TimedOut.into());
    tokio::time::timeout(limit, request).await.unwrap_or_else(|_| Err(late()))
}
