//! What a database does for the verbs of the store.
//!
//! Each verb is a method of `dyn Store` in the file of its aggregate, and is written once for all databases. The databases differ in how an
//! operation gets a connection, in transactions, and in how attempts are submitted.

use std::time::Duration;

use async_trait::async_trait;
use futures_util::future::BoxFuture;
use prometheus_client::metrics::{counter::Counter, histogram::Histogram};
use sqlx::SqlSafeStr;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::broadcast::{self, Receiver};
use tokio::sync::oneshot;

use super::attempt_request::{AttemptRequest, Submitted};
use super::connection::Connection;
use super::error::{Result, StoreError};
use super::value::{FromRow, Value};
use crate::game::MatchId;
use crate::metrics::{Gauge, Held, Registry, durations};

/// What an operation does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// It only reads.
    Read,
    /// It writes with one statement.
    Statement,
    /// It writes with several statements, of which all or none take effect.
    Change,
    /// The same, and nothing of what they delete may be left in the files.
    Erasure,
}

/// What a database runs: a function of a connection. It may run on another thread.
pub(super) type Operation =
    Box<dyn for<'c, 'd> FnOnce(&'c mut Connection<'d>) -> BoxFuture<'c, Result<()>> + Send>;

/// The database of a server. Every write that returns `Ok` survives a crash of the process and of the machine.
#[async_trait]
pub trait Store: Send + Sync {
    /// Runs an operation. If it writes, its changes are on the disk when this returns.
    async fn run(&self, access: Access, operation: Operation) -> Result<(), StoreError>;

    /// Submits an attempt, and returns when the result is on the disk. Attempts that wait are written together.
    async fn submit(&self, request: AttemptRequest) -> Result<Submitted, StoreError>;

    /// What changes from now on, in this process or another one: see [`News`]. A store that serves one process has no news, and its receiver is
    /// closed. The version of the class shows what commands change beside a server.
    fn news(&self) -> Receiver<News> {
        broadcast::channel(1).1
    }

    /// Whether the database can be read and written: reads something, and writes something to the disk.
    async fn ready(&self) -> Result<(), StoreError>;

    /// What was measured of the writes.
    fn metrics(&self) -> &StoreMetrics;

    /// Finishes the pending writes, refuses all later calls, and returns when the database is closed.
    async fn close(&self);
}

impl dyn Store + '_ {
    /// Runs an operation with a result.
    pub(super) async fn with<T: Send + 'static>(
        &self,
        access: Access,
        operation: impl for<'c, 'd> FnOnce(&'c mut Connection<'d>) -> BoxFuture<'c, Result<T>>
        + Send
        + 'static,
    ) -> Result<T> {
        let (sender, result) = oneshot::channel();
        let operation: Operation = Box::new(move |c| {
            let result = operation(c);
            Box::pin(async move {
                // A caller who is gone needs no result.
                let _ = sender.send(result.await?);
                Ok(())
            })
        });
        self.run(access, operation).await?;
        result.await.map_err(|_| StoreError::Database("an operation has not run".to_owned()))
    }

    /// Reads all rows of a statement.
    pub(super) async fn rows<T: FromRow + Send + 'static>(
        &self,
        sql: impl SqlSafeStr + Send + 'static,
        values: Vec<Value>,
    ) -> Result<Vec<T>> {
        self.with(Access::Read, move |c| Box::pin(async move { c.rows(sql, &values).await })).await
    }

    /// Reads the row of a statement, if there is one.
    pub(super) async fn row<T: FromRow + Send + 'static>(
        &self,
        sql: impl SqlSafeStr + Send + 'static,
        values: Vec<Value>,
    ) -> Result<Option<T>> {
        Ok(self.rows(sql, values).await?.pop())
    }

    /// Runs a statement that always has one row.
    pub(super) async fn one<T: FromRow + Send + 'static>(
        &self,
        access: Access,
        sql: &'static str,
        values: Vec<Value>,
    ) -> Result<T> {
        self.with(access, move |c| Box::pin(async move { c.one(sql, &values).await })).await
    }

    /// Runs one statement that writes, and returns how many rows it has changed.
    pub(super) async fn execute(&self, sql: &'static str, values: Vec<Value>) -> Result<u64> {
        let access = Access::Statement;
        self.with(access, move |c| Box::pin(async move { c.execute(sql, &values).await })).await
    }

    /// Runs one statement that changes something, which must exist: otherwise this is the error.
    pub(super) async fn change(
        &self,
        sql: &'static str,
        values: Vec<Value>,
        missing: StoreError,
    ) -> Result<()> {
        if self.execute(sql, values).await? == 0 { Err(missing) } else { Ok(()) }
    }
}

/// What a store measures of its writes: how many changes wait, how many are committed together, and how long that takes. A change is what one request
/// writes: an attempt, a move of a match, a registration. On PostgreSQL only attempts are committed together.
#[derive(Debug)]
pub struct StoreMetrics {
    waiting: Gauge,
    batches: Histogram,
    commits: Histogram,
    failures: Counter,
}

impl Default for StoreMetrics {
    fn default() -> Self {
        const SIZES: [u16; 14] = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 64, 128, 256, 512];
        Self {
            waiting: Gauge::default(),
            batches: Histogram::new(SIZES.map(f64::from)),
            commits: durations(),
            failures: Counter::default(),
        }
    }
}

impl StoreMetrics {
    /// Counts a change that waits for its commit, until the value is dropped.
    pub fn wait(&self) -> Held<'_> {
        Held::by(&self.waiting)
    }

    /// Counts a transaction with this many changes, and the time from its beginning until it was on the disk.
    pub fn committed(&self, changes: usize, time: Duration) {
        self.batches.observe(u32::try_from(changes).unwrap_or(u32::MAX).into());
        self.commits.observe(time.as_secs_f64());
    }

    /// Counts a transaction that failed. It has written nothing, unless the connection was lost before the database could confirm the commit.
    pub fn failed(&self) {
        self.failures.inc();
    }

    /// Registers the metrics.
    pub fn expose(&self, out: &mut Registry) {
        let help = "Changes that wait until they are on the disk";
        out.register("gradus_store_waiting_changes", help, self.waiting.clone());
        let help = "How many changes were committed together";
        out.register("gradus_store_batch_changes", help, self.batches.clone());
        let help = "How long a transaction took that writes, until it was on the disk";
        out.register("gradus_store_commit_duration_seconds", help, self.commits.clone());
        let help = "Transactions that failed";
        out.register("gradus_store_commit_failures", help, self.failures.clone());
    }
}

/// A change of the database. It is published after its commit, also to the process that has made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum News {
    /// A match was created, or its moves have changed.
    Match(MatchId),
    /// An attempt or a grade that counts on the scoreboard.
    Scoreboard,
    /// The version of the class: see `class_version`.
    Class,
    /// The listener lost its connection: anything may have changed.
    Anything,
}

impl News {
    /// The next news; none when no more can come. A receiver that has missed some, because too many came at once, gets [`News::Anything`].
    pub async fn next(receiver: &mut Receiver<Self>) -> Option<Self> {
        match receiver.recv().await {
            Ok(news) => Some(news),
            Err(RecvError::Lagged(_)) => Some(Self::Anything),
            Err(RecvError::Closed) => None,
        }
    }
}

/// From the form in which processes send news: `match:ID`, `scoreboard`, `class`. An unknown text comes from a later version: anything may have
/// changed.
impl From<&str> for News {
    fn from(text: &str) -> Self {
        match text {
            "scoreboard" => Self::Scoreboard,
            "class" => Self::Class,
            _ => {
                let id = text.strip_prefix("match:").and_then(|id| id.parse().ok());
                id.map_or(Self::Anything, Self::Match)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use tokio::sync::broadcast;

    #[test]
    fn an_unknown_text_means_anything() {
        let id = MatchId::from_bytes([7; 10]);
        for (text, news) in [
            (&*format!("match:{id}"), News::Match(id)),
            ("scoreboard", News::Scoreboard),
            ("class", News::Class),
            ("match:7", News::Anything),
            ("weather", News::Anything),
            ("", News::Anything),
        ] {
            assert_eq!(News::from(text), news, "{text:?}");
        }
    }

    #[tokio::test]
    async fn a_receiver_that_is_too_slow_gets_anything() {
        let (sender, mut receiver) = broadcast::channel(2);
        for _ in 0..3 {
            sender.send(News::Class).unwrap();
        }
        drop(sender);
        let mut seen = Vec::new();
        while let Some(news) = News::next(&mut receiver).await {
            seen.push(news);
        }
        assert_eq!(seen, [News::Anything, News::Class, News::Class]);
    }
}
