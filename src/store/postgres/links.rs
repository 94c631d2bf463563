//! The connections that submit attempts.
//!
//! PostgreSQL limits the number of connections, and the pool keeps those that it has made. If none were made for attempts before the first attempt, a
//! busy process might get none any more: it would serve everything, and record nothing. So there is one from the start, and a process without one is not
//! ready.

use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, PgConnection};

use super::open::CONNECT_TIMEOUT;
use super::within;

/// Makes the connections, and counts those that are in use.
pub(super) struct Links {
    options: PgConnectOptions,
    /// A connection that is not used yet.
    spare: Mutex<Option<PgConnection>>,
    /// Each connection in use has a clone.
    used: Arc<()>,
}

impl Links {
    /// With a first connection.
    pub(super) fn new(options: PgConnectOptions, first: PgConnection) -> Arc<Self> {
        Arc::new(Self { options, spare: Mutex::new(Some(first)), used: Arc::default() })
    }

    /// The spare connection, or a new one, which may take as long as `limit`.
    pub(super) async fn connect(&self, limit: Duration) -> sqlx::Result<Link> {
        let spare = self.spare().take();
        let connection = match spare {
            Some(connection) => connection,
            None => self.make(limit).await?,
        };
        Ok(Link { connection, _used: Arc::clone(&self.used) })
    }

    /// Whether a connection is in use. It may be lost without being noticed yet.
    pub(super) fn are_used(&self) -> bool {
        Arc::strong_count(&self.used) > 1
    }

    /// Connects if there is no connection.
    pub(super) async fn ready(&self) -> sqlx::Result<()> {
        if self.are_used() || self.spare().is_some() {
            return Ok(());
        }
        let connection = self.make(CONNECT_TIMEOUT).await?;
        *self.spare() = Some(connection);
        Ok(())
    }

    async fn make(&self, limit: Duration) -> sqlx::Result<PgConnection> {
        // Boxed, so that its callers, which rarely connect, stay small.
        Box::pin(within(limit, self.options.connect())).await
    }

    /// Closes the spare connection.
    pub(super) async fn close(&self) {
        let spare = self.spare().take();
        if let Some(connection) = spare {
            close(connection).await;
        }
    }

    /// Nothing that holds the lock panics.
    fn spare(&self) -> MutexGuard<'_, Option<PgConnection>> {
        self.spare.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A connection that is in use.
pub(super) struct Link {
    connection: PgConnection,
    _used: Arc<()>,
}

impl Link {
    /// Closes the connection.
    pub(super) async fn close(self) {
        close(self.connection).await;
    }
}

impl Deref for Link {
    type Target = PgConnection;

    fn deref(&self) -> &PgConnection {
        &self.connection
    }
}

impl DerefMut for Link {
    fn deref_mut(&mut self) -> &mut PgConnection {
        &mut self.connection
    }
}

async fn close(connection: PgConnection) {
    // Everything is committed. If closing fails, the server notices it by itself.
    let _ = within(CONNECT_TIMEOUT, connection.close()).await;
}
