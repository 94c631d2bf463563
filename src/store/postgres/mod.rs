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
//! | `pool` | the connections for everything but attempts |
//! | `submitter` | attempts, several in one statement, on connections of their own |
//! | `links` | those connections: one is kept from the start |
//! | `change` | changes of several statements, and the locks that they take |
//! | `listen` | one connection that hears what other processes have changed |
//!
//! Everything else has a connection of the pool for as long as it takes. A request that gets none in time fails, and so does one that waits for
//! a lock or runs for too long: see `open`. The server says so; if it says nothing, because its machine is gone or the way to it, the request
//! fails too.

mod attempts;
mod change;
mod error;
mod foreign;
mod instructors;
mod learners;
mod links;
mod listen;
mod matches;
mod open;
mod pool;
mod progress;
mod recorded;
mod roster;
mod statistics;
mod submitter;
mod tasks;
mod verbs;

use std::io;
use std::sync::Arc;
use std::time::Duration;

use tokio::runtime::Handle;

use self::change::ChangeError;
use self::error::into_store_error;
pub use self::error::{OpenError, OpenErrorKind};
use self::links::Links;
use self::listen::Listener;
use self::open::Opened;
pub(super) use self::open::has_known_options;
use self::pool::{ACQUIRE_TIMEOUT, Pool};
use self::submitter::Submitter;
use super::dropped::DroppedWithin;
use super::open::without_secrets;
use super::{StoreError, StoreMetrics};
use crate::metrics::timed_async;

/// A [`Store`](super::Store) in a PostgreSQL database.
///
/// Several async runtimes may share it. It submits attempts and listens on the runtime that opened it, which must outlive it.
pub struct PostgresStore {
    pool: Pool,
    submitter: Submitter,
    listener: Listener,
    /// The runtime that opened it.
    runtime: Handle,
    /// How long a request may take, with all that it waits for.
    timeout: Duration,
    metrics: Arc<StoreMetrics>,
}

impl PostgresStore {
    /// Opens the database of this URL, `postgres://USER:PASSWORD@HOST:PORT/NAME?OPTION=VALUE`, in which tables are created if there are none.
    /// The database itself has to be there.
    ///
    /// One that is not a Gradus database is not changed.
    pub async fn open(url: &str) -> Result<Self, OpenError> {
        match open::open(url).await {
            Ok(Opened { options, connection, statement_timeout }) => {
                let timeout = ACQUIRE_TIMEOUT + statement_timeout;
                let metrics = Arc::<StoreMetrics>::default();
                let links = Links::new(options.clone(), connection);
                Ok(Self {
                    pool: Pool::new(options.clone()),
                    submitter: Submitter::start(links, timeout, Arc::clone(&metrics)),
                    listener: Listener::start(options),
                    runtime: Handle::current(),
                    timeout,
                    metrics,
                })
            }
            Err(kind) => Err(OpenError { url: without_secrets(url), kind }),
        }
    }

    /// What a verb comes to, if it does so in time. It may be dropped anywhere.
    async fn within_limits<T, E: From<sqlx::Error>>(
        &self,
        verb: impl Future<Output = Result<T, E>>,
    ) -> Result<T, E> {
        within(self.timeout, DroppedWithin::new(&self.runtime, verb)).await
    }

    /// What a verb comes to that reads, if it does so in time.
    async fn read<T>(&self, verb: impl Future<Output = sqlx::Result<T>>) -> Result<T, StoreError> {
        self.within_limits(verb).await.map_err(into_store_error)
    }

    /// What a verb comes to that writes, if it does so in time. It is measured.
    async fn write<T, E>(&self, verb: impl Future<Output = Result<T, E>>) -> Result<T, StoreError>
    where
        E: From<sqlx::Error>,
        ChangeError: From<E>,
    {
        let _waiting = self.metrics.wait();
        let (outcome, time) = timed_async(self.within_limits(verb)).await;
        let outcome = outcome.map_err(|error| StoreError::from(ChangeError::from(error)));
        match &outcome {
            Ok(_) => self.metrics.committed(1, time),
            Err(StoreError::Database(_)) => self.metrics.failed(),
            // It was refused, and nothing was written.
            Err(_) => {}
        }
        outcome
    }

    /// Reads something and writes something: a lock is written into its row, and the commit waits for the disk as others do. Nobody waits for
    /// this sort of lock. Attempts have connections of their own: there must be one.
    async fn probe(&self) -> sqlx::Result<()> {
        let read = sqlx::query("SELECT version FROM class_version FOR KEY SHARE");
        read.execute(&mut *self.pool.acquire().await?).await?;
        self.submitter.ready().await
    }

    /// The connections for everything but attempts.
    pub(super) fn pool(&self) -> &Pool {
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
async fn within<T, E: From<sqlx::Error>>(
    limit: Duration,
    request: impl Future<Output = Result<T, E>>,
) -> Result<T, E> {
    let late = || sqlx::Error::Io(io::ErrorKind::TimedOut.into());
    tokio::time::timeout(limit, request).await.unwrap_or_else(|_| Err(late().into()))
}
