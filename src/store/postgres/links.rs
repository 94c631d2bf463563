//! The connections that submit attempts.
//!
//! PostgreSQL gives only so many, and the pool keeps those that it has made. If none were made for attempts before one comes, a busy process
//! might get none any more: it would serve everything, and record nothing. So there is one from the start, and a process without one is not
//! ready.

use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, PgConnection};

use super::open::CONNECT_TIMEOUT;
use super::within;

/// Makes the connections, and counts those that are in use.
pub(super) struct Links {
    options: PgConnectOptions,
    /// One that nobody has used.
    spare: Mutex<Option<PgConnection>>,
    in_use: AtomicUsize,
}

impl Links {
    /// With a first connection.
    pub(super) fn new(options: PgConnectOptions, first: PgConnection) -> Arc<Self> {
        Arc::new(Self { options, spare: Mutex::new(Some(first)), in_use: AtomicUsize::default() })
    }

    /// A connection: the one that is spare, or a new one, which may take so long.
    pub(super) async fn connect(self: &Arc<Self>, limit: Duration) -> sqlx::Result<Link> {
        let spare = self.spare().take();
        let connection = match spare {
            Some(connection) => connection,
            None => self.make(limit).await?,
        };
        Ok(Link { connection, _count: Count::of(self) })
    }

    /// Whether a connection is in use. It may be lost, and nobody knows it yet.
    pub(super) fn are_used(&self) -> bool {
        self.in_use.load(Ordering::Acquire) > 0
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
        // Boxed, so that those who rarely connect have no room for it.
        Box::pin(within(limit, self.options.connect())).await
    }

    /// Closes the connection that is spare.
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
    _count: Count,
}

impl Link {
    /// Says good-bye to the server.
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

/// One in the number of connections in use.
struct Count(Arc<Links>);

impl Count {
    fn of(links: &Arc<Links>) -> Self {
        links.in_use.fetch_add(1, Ordering::AcqRel);
        Self(Arc::clone(links))
    }
}

impl Drop for Count {
    fn drop(&mut self) {
        self.0.in_use.fetch_sub(1, Ordering::AcqRel);
    }
}

async fn close(connection: PgConnection) {
    // Everything is committed. If closing fails, the server notices it by itself.
    let _ = within(CONNECT_TIMEOUT, connection.close()).await;
}
