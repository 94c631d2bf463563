//! The connections for everything but attempts.
//!
//! They are in the pool of `sqlx`. It tries each connection that it is given back, without a limit: if the server's machine is gone without a word,
//! or the way to it, that takes until the operating system gives up, many minutes, and as long the pool has one connection less. So connections
//! are given back here, with a limit, and what does not answer by then is closed.

use std::ops::{Deref, DerefMut};
use std::time::Duration;

use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{ConnectOptions as _, Connection as _, PgConnection, PgPool, Postgres};

use super::within;

/// How many connections there are at most. A process has a few more, for attempts and to listen. PostgreSQL has 100 for all processes unless
/// it is configured otherwise.
const SIZE: u32 = 10;

/// How long a request waits for a connection.
pub(super) const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(3);

/// A connection that was idle for so long is tried before it is used: the server may have been restarted. A busy one costs no round trip.
const IDLE: Duration = Duration::from_secs(1);

/// How long such a trial may take. The request still has time for a new connection.
const TRIAL_TIMEOUT: Duration = Duration::from_secs(1);

/// How long a connection may take until it is ready for the next request. If its request was given up, because it took too long or because its
/// caller has gone, the server is still busy with it: to close connections too soon would only give it more to do.
const RELEASE_TIMEOUT: Duration = Duration::from_secs(5);

/// Connections that are made when they are needed.
pub(in crate::store) struct Pool(PgPool);

impl Pool {
    /// No connection yet.
    pub(super) fn new(options: PgConnectOptions) -> Self {
        let pool = PgPoolOptions::new()
            .max_connections(SIZE)
            .acquire_timeout(ACQUIRE_TIMEOUT)
            .test_before_acquire(false)
            .before_acquire(|connection, state| {
                Box::pin(async move {
                    if state.idle_for >= IDLE {
                        within(TRIAL_TIMEOUT, connection.ping()).await?;
                    }
                    Ok(true)
                })
            })
            .connect_lazy_with(options);
        Self(pool)
    }

    /// Statements may take long: on connections that are made from now on, those that do are not logged.
    pub(in crate::store) fn log_no_slow_statements(&self) {
        let options = PgConnectOptions::clone(&self.0.connect_options());
        self.0.set_connect_options(options.disable_statement_logging());
    }

    /// A connection for one request.
    pub(in crate::store) async fn acquire(&self) -> sqlx::Result<Pooled> {
        // Boxed, so that not every verb has room for making a connection, which is rarely needed.
        Box::pin(self.0.acquire()).await.map(Pooled)
    }

    /// Waits for the connections that are in use, and closes all.
    pub(super) async fn close(&self) {
        self.0.close().await;
    }
}

/// A connection of the pool, which is given back when this is dropped.
pub(in crate::store) struct Pooled(PoolConnection<Postgres>);

impl Deref for Pooled {
    type Target = PgConnection;

    fn deref(&self) -> &PgConnection {
        &self.0
    }
}

impl DerefMut for Pooled {
    fn deref_mut(&mut self) -> &mut PgConnection {
        &mut self.0
    }
}

impl Drop for Pooled {
    fn drop(&mut self) {
        // If this is dropped half-way, the connection is closed.
        let released = self.0.return_to_pool();
        tokio::spawn(tokio::time::timeout(RELEASE_TIMEOUT, released));
    }
}
