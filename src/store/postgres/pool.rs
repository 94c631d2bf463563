//! The connections for everything but attempts, and how long requests may take.
//!
//! They are in the pool of `sqlx`. It tests each connection that is returned to it, without a limit. If the server's machine or the way to it is gone
//! silently, that takes many minutes, until the operating system gives up, and so long the pool has one connection less. So connections are returned
//! here, with a limit, and a connection that does not answer by then is closed.

use std::io;
use std::task::Poll;
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, poll_fn};
use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{Connection as _, PgPool, Postgres};
use tokio::runtime::Handle;

/// The maximal number of connections. A process has a few more, for attempts and to listen. By default PostgreSQL has 100 for all processes.
const SIZE: u32 = 10;

/// A connection that was idle for this long is tested before it is used, because the server may have been restarted. A busy one costs no round trip.
const IDLE: Duration = Duration::from_secs(1);

/// How long such a test may take. The request still has time for a new connection.
const TRIAL_TIMEOUT: Duration = Duration::from_secs(1);

/// How long a connection may take until it is ready for the next request. If its request was given up, because it took too long or because its caller
/// is gone, the server is still busy with it. To close connections too soon would only give the server more to do.
const RELEASE_TIMEOUT: Duration = Duration::from_secs(5);

/// Connections that are made when they are needed.
pub(super) struct Pool(PgPool);

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

    /// A connection for one request.
    pub(super) async fn acquire(&self) -> sqlx::Result<Pooled> {
        // Boxed, so that the verbs stay small: a new connection is rarely needed.
        Box::pin(self.0.acquire()).await.map(Pooled)
    }

    /// Waits for the connections that are in use, and closes all.
    pub(super) async fn close(&self) {
        self.0.close().await;
    }
}

/// A connection of the pool, which is returned when this is dropped.
pub(super) struct Pooled(pub(super) PoolConnection<Postgres>);

impl Drop for Pooled {
    fn drop(&mut self) {
        // If this is dropped half-way, the connection is closed.
        let released = self.0.return_to_pool();
        tokio::spawn(tokio::time::timeout(RELEASE_TIMEOUT, released));
    }
}

/// How long it may take to connect.
pub(super) const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// How long a request waits for a connection of the pool.
pub(super) const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(3);

/// The outcome of a request to the database within a time limit. Without the limit, a server that is silently gone would be waited for until the
/// operating system gives up, which takes minutes.
pub(super) async fn within<T, E: From<sqlx::Error>>(
    limit: Duration,
    request: impl Future<Output = Result<T, E>>,
) -> Result<T, E> {
    let late = || sqlx::Error::Io(io::ErrorKind::TimedOut.into());
    tokio::time::timeout(limit, request).await.unwrap_or_else(|_| Err(late().into()))
}

/// Runs a request that is dropped within a runtime, if it is dropped before it is done.
///
/// A task then returns its connection to the pool, and a task needs a runtime. When a thread of the server stops, its tasks are dropped outside its
/// runtime.
pub(super) async fn dropped_within<T>(runtime: &Handle, request: BoxFuture<'_, T>) -> T {
    struct Request<'a, T> {
        runtime: &'a Handle,
        /// None once it is dropped.
        future: Option<BoxFuture<'a, T>>,
    }

    impl<T> Drop for Request<'_, T> {
        fn drop(&mut self) {
            let _within = self.runtime.enter();
            self.future = None;
        }
    }

    let mut request = Request { runtime, future: Some(request) };
    // The future is there until the request is dropped.
    poll_fn(|context| {
        request.future.as_mut().map_or(Poll::Pending, |future| future.poll_unpin(context))
    })
    .await
}
