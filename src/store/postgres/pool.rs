//! The connections for everything but attempts.
//!
//! They are in the pool of `sqlx`. It tests each connection that is returned to it, without a limit. If the server's machine or the way to it is gone
//! silently, that takes many minutes, until the operating system gives up, and so long the pool has one connection less. So connections are returned
//! here, with a limit, and a connection that does not answer by then is closed.

use std::ops::{Deref, DerefMut};
use std::time::Duration;

use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{ConnectOptions as _, Connection as _, PgConnection, PgPool, Postgres};

use super::within;

/// The maximal number of connections. A process has a few more, for attempts and to listen. By default PostgreSQL has 100 for all processes.
const SIZE: u32 = 10;

/// How long a request waits for a connection.
pub(super) const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(3);

/// A connection that was idle for this long is tested before it is used, because the server may have been restarted. A busy one costs no round trip.
const IDLE: Duration = Duration::from_secs(1);

/// How long such a test may take. The request still has time for a new connection.
const TRIAL_TIMEOUT: Duration = Duration::from_secs(1);

/// How long a connection may take until it is ready for the next request. If its request was given up, because it took too long or because its caller
/// is gone, the server is still busy with it. To close connections too soon would only give the server more to do.
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

    /// Switches off the log of slow statements, for connections that are made from now on.
    pub(in crate::store) fn log_no_slow_statements(&self) {
        let options = PgConnectOptions::clone(&self.0.connect_options());
        self.0.set_connect_options(options.disable_statement_logging());
    }

    /// A connection for one request.
    pub(in crate::store) async fn acquire(&self) -> sqlx::Result<Pooled> {
        // Boxed, so that the verbs stay small: a new connection is rarely needed.
        Box::pin(self.0.acquire()).await.map(Pooled)
    }

    /// Waits for the connections that are in use, and closes all.
    pub(super) async fn close(&self) {
        self.0.close().await;
    }
}

/// A connection of the pool, which is returned when this is dropped.
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
