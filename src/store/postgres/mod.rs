//! The store for any number of processes: [PostgreSQL](https://www.postgresql.org).
//!
//! The processes share nothing but the database, and it decides. Its indexes and locks guard what only one may have. A decision that depends on earlier
//! rows is made in the transaction that writes. A write returns only after its commit is synchronized to the disk.
//!
//! | file | content |
//! |---|---|
//! | `migrations` | the tables, the locks, and the notifications; what is decided about an attempt |
//! | `open` | the settings of a connection, the migrations, and which databases are refused |
//! | `pool` | the connections for everything but attempts |
//! | `submit`, `submitter` | attempts, several in one statement, on connections of their own |
//! | `links` | those connections, of which one is kept from the start |
//! | `listen` | one connection that receives what other processes have changed |
//!
//! Everything but attempts takes a connection of the pool while it runs. A request that gets no connection in time fails. So does a request that waits
//! for a lock or runs for too long (see `open`): the server reports it, and if the server is silent, because its machine or the way to it is gone, the
//! request fails too.

mod dropped;
pub(super) mod error;
mod links;
mod listen;
mod open;
mod pool;
mod submit;
mod submitter;

use std::io;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use sqlx::Connection as _;
use tokio::runtime::Handle;
use tokio::sync::broadcast::Receiver;

use self::dropped::DroppedWithin;
pub use self::error::{OpenError, OpenErrorKind};
use self::links::Links;
use self::listen::Listener;
use self::open::Opened;
pub(super) use self::open::has_known_options;
use self::pool::{ACQUIRE_TIMEOUT, Pool};
use self::submitter::Submitter;
use super::connection::{Connection, Dialect};
use super::database::{Database, Operation, Writing};
use super::error::{Result, StoreError};
use super::failure::Failure;
use super::metrics::StoreMetrics;
use super::news::News;
use super::open::without_secrets;
use super::submission::{Submission, Submitted};
use crate::metrics::timed_async;
use crate::store::Store;

/// A [`Store`] in a PostgreSQL database.
///
/// Several async runtimes may share it. It submits attempts and listens on the runtime that opened it, which must outlive it.
pub struct PostgresStore {
    pool: Pool,
    submitter: Submitter,
    listener: Listener,
    /// The runtime that opened it.
    runtime: Handle,
    /// How long a request may take, with everything that it waits for.
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

    /// Runs a request within the time limit. It may be dropped anywhere.
    async fn within_limits<T>(
        &self,
        request: impl Future<Output = Result<T, Failure>>,
    ) -> Result<T, Failure> {
        within(self.timeout, DroppedWithin::new(&self.runtime, request)).await
    }

    /// The connections for everything but attempts.
    pub(super) fn pool(&self) -> &Pool {
        &self.pool
    }
}

impl Database for PostgresStore {
    const DIALECT: Dialect = Dialect::Postgres;

    async fn read<T: Send + 'static>(&self, operation: impl Operation<T>) -> Result<T> {
        let request = async {
            let mut connection = self.pool.acquire().await?;
            operation(&mut Connection::Postgres(&mut connection)).await
        };
        Ok(self.within_limits(request).await?)
    }

    /// If an operation fails, its transaction is dropped and thereby undone.
    async fn write<T: Send + 'static>(
        &self,
        writing: Writing,
        operation: impl Operation<T>,
    ) -> Result<T> {
        let request = async {
            let mut connection = self.pool.acquire().await?;
            if writing == Writing::Statement {
                return operation(&mut Connection::Postgres(&mut connection)).await;
            }
            let mut transaction = connection.begin().await?;
            let result = operation(&mut Connection::Postgres(&mut transaction)).await?;
            transaction.commit().await?;
            Ok(result)
        };
        let _waiting = self.metrics.wait();
        let (outcome, time) = timed_async(self.within_limits(request)).await;
        let outcome = outcome.map_err(StoreError::from);
        match &outcome {
            Ok(_) => self.metrics.committed(1, time),
            Err(StoreError::Database(_)) => self.metrics.failed(),
            // It was refused, and nothing was written.
            Err(_) => {}
        }
        outcome
    }

    async fn submit(&self, submission: Submission) -> Result<Submitted> {
        self.submitter.submit(submission).await
    }
}

#[async_trait]
impl Store for PostgresStore {
    fn news(&self) -> Receiver<News> {
        self.listener.subscribe()
    }

    /// Reads something and writes something: a lock is written into its row, and the commit waits for the disk as others do. No transaction waits for this
    /// sort of lock. Attempts have connections of their own, of which there must be one. It is checked first: when the server allows few connections,
    /// the pool must not take the last one.
    async fn ready(&self) -> Result<()> {
        self.submitter.ready().await.map_err(Failure::from)?;
        self.execute("SELECT version FROM class_version FOR KEY SHARE", Vec::new()).await?;
        Ok(())
    }

    fn metrics(&self) -> &StoreMetrics {
        &self.metrics
    }

    async fn close(&self) {
        self.submitter.close().await;
        self.listener.stop();
        self.pool.close().await;
    }
}

/// The outcome of a request to the database within a time limit. Without the limit, a server that is silently gone would be waited for until the
/// operating system gives up, which takes minutes.
async fn within<T, E: From<sqlx::Error>>(
    limit: Duration,
    request: impl Future<Output = Result<T, E>>,
) -> Result<T, E> {
    let late = || sqlx::Error::Io(io::ErrorKind::TimedOut.into());
    tokio::time::timeout(limit, request).await.unwrap_or_else(|_| Err(late().into()))
}
