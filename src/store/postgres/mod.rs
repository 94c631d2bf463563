//! The store for any number of processes: [PostgreSQL](https://www.postgresql.org).
//!
//! The processes share nothing but the database, and it decides. Its indexes and locks guard what only one may have. A decision that depends on earlier
//! rows is made in the transaction that writes. A write returns only after its commit is synchronized to the disk.
//!
//! | file | content |
//! |---|---|
//! | `migrations` | the tables, the locks, and the notifications; what is decided about an attempt |
//! | `open` | the settings of a connection, the migrations, and which databases are refused |
//! | `pool` | the connections for everything but attempts; how long requests may take |
//! | `submit`, `submitter` | attempts, several in one statement, on connections of their own |
//! | `listen` | one connection that receives what other processes have changed |
//!
//! Everything but attempts takes a connection of the pool while it runs. A request that gets no connection in time fails. So does a request that waits
//! for a lock or runs for too long (see `open`): the server reports it, and if the server is silent, because its machine or the way to it is gone, the
//! request fails too.

mod error;
mod listen;
mod open;
mod pool;
mod submit;
mod submitter;

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use sqlx::{ConnectOptions as _, Connection as _, PgConnection};
use tokio::runtime::Handle;
use tokio::sync::broadcast::Receiver;

pub use self::error::{OpenError, OpenErrorKind};
use self::listen::Listener;
use self::open::Opened;
use self::pool::{ACQUIRE_TIMEOUT, Pool, Pooled, dropped_within, within};
use self::submitter::Submitter;
use super::attempt_request::{AttemptRequest, Submitted};
use super::connection::Connection;
use super::database::{Access, News, Operation, Store, StoreMetrics};
use super::error::{Result, StoreError};
use super::url::without_secrets;
use crate::metrics::timed_async;

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
        let Opened { options, connection, statement_timeout } = opened(url).await?;
        let timeout = ACQUIRE_TIMEOUT + statement_timeout;
        let metrics = Arc::<StoreMetrics>::default();
        let measured = Arc::clone(&metrics);
        Ok(Self {
            pool: Pool::new(options.clone()),
            submitter: Submitter::start(options.clone(), connection, timeout, measured),
            listener: Listener::start(options),
            runtime: Handle::current(),
            timeout,
            metrics,
        })
    }

    /// Runs an operation within the time limit. It may be dropped anywhere. If it fails, its transaction is dropped and thereby undone.
    async fn run_within_limits(&self, access: Access, operation: Operation) -> Result<()> {
        let request = async {
            let Pooled(connection) = &mut self.pool.acquire().await?;
            if matches!(access, Access::Read | Access::Statement) {
                return operation(&mut Connection::Postgres(connection)).await;
            }
            let mut transaction = connection.begin().await?;
            operation(&mut Connection::Postgres(&mut transaction)).await?;
            Ok(transaction.commit().await?)
        };
        within(self.timeout, dropped_within(&self.runtime, Box::pin(request))).await
    }
}

async fn opened(url: &str) -> Result<Opened, OpenError> {
    open::open(url).await.map_err(|kind| OpenError { url: without_secrets(url), kind })
}

/// Opens and migrates a database, and connects to it to copy into it. To read a whole table may take long, and is not logged as a slow statement.
pub(super) async fn connect(url: &str) -> Result<PgConnection, OpenError> {
    let Opened { options, .. } = opened(url).await?;
    let connected = options.disable_statement_logging().connect().await;
    connected.map_err(|error| OpenError { url: without_secrets(url), kind: error.into() })
}

#[async_trait]
impl Store for PostgresStore {
    async fn run(&self, access: Access, operation: Operation) -> Result<()> {
        let run = self.run_within_limits(access, operation);
        if access == Access::Read {
            return run.await;
        }
        let _waiting = self.metrics.wait();
        let (outcome, time) = timed_async(run).await;
        match &outcome {
            Ok(()) => self.metrics.committed(1, time),
            Err(StoreError::Database(_)) => self.metrics.failed(),
            // It was refused, and nothing was written.
            Err(_) => {}
        }
        outcome
    }

    async fn submit(&self, request: AttemptRequest) -> Result<Submitted> {
        self.submitter.submit(request).await
    }

    fn news(&self) -> Receiver<News> {
        self.listener.subscribe()
    }

    /// Reads something and writes something: a lock is written into its row, and the commit waits for the disk as others do. No transaction waits for this
    /// sort of lock. Attempts have connections of their own, of which there must be one. It is checked first: when the server allows few connections,
    /// the pool must not take the last one.
    async fn ready(&self) -> Result<()> {
        self.submitter.ready().await?;
        let store: &dyn Store = self;
        store.execute("SELECT version FROM class_version FOR KEY SHARE", Vec::new()).await.map(drop)
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
