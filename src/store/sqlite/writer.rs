//! The only writer of the database, with group commit.
//!
//! A commit waits for the disk, so it takes the same time for one change and for a hundred. The writer takes all queued
//! changes, applies them in one transaction, and answers their callers after the commit:
//!
//! ```text
//! callers ──▶ queue ──▶ writer:  BEGIN · change · change · change · COMMIT ──▶ answers
//! ```
//!
//! The next batch queues up while the disk is busy with this one. A queued change is applied even if its caller is dropped.

use std::sync::Arc;

use async_trait::async_trait;
use sqlx::{Connection as _, SqliteConnection};
use tokio::sync::{Notify, mpsc, oneshot, watch};

use super::error::{is_constraint_violation, store_error};
use crate::store::StoreError;

/// How many changes may be queued; further callers wait for a place in the queue.
const QUEUE: usize = 1024;

/// The maximal number of changes in a transaction, which bounds how long the first of them waits.
const BATCH: usize = 256;

/// A change of the database.
#[async_trait]
pub(super) trait Change: Send + 'static {
    /// The result for the caller.
    type Output: Send;

    /// Applies the change inside the open transaction.
    async fn apply(&self, connection: &mut SqliteConnection) -> sqlx::Result<Self::Output>;
}

/// The handle of the writer. When it is dropped, the writer applies the queued changes and ends.
pub(super) struct Writer {
    queue: mpsc::Sender<Box<dyn Job>>,
    closing: Arc<Notify>,
    /// The sender is dropped when the writer has ended.
    ended: watch::Receiver<()>,
}

impl Writer {
    /// Starts the writer on the current runtime; it ends with that runtime at the latest.
    pub(super) fn start(connection: SqliteConnection) -> Self {
        let (queue, waiting) = mpsc::channel(QUEUE);
        let closing = Arc::new(Notify::new());
        let (running, ended) = watch::channel(());
        let close = Arc::clone(&closing);
        tokio::spawn(async move {
            work(connection, waiting, &close).await;
            drop(running);
        });
        Self { queue, closing, ended }
    }

    /// Applies a change and returns when it is on disk.
    pub(super) async fn apply<C: Change>(&self, change: C) -> Result<C::Output, StoreError> {
        let (caller, answer) = oneshot::channel();
        let job = Box::new(Pending { change, outcome: Err(ended()), caller });
        self.queue.send(job).await.map_err(|_| ended())?;
        answer.await.unwrap_or_else(|_| Err(ended()))
    }

    /// Refuses further changes, applies the queued ones, and returns when the connection is closed.
    pub(super) async fn close(&self) {
        self.closing.notify_one();
        // No value is ever sent: it returns an error when the sender is dropped, which is the event.
        let _ = self.ended.clone().changed().await;
    }
}

/// The error for a change that was not applied.
fn ended() -> StoreError {
    StoreError::Database("the writer has ended".to_owned())
}

async fn work(
    mut connection: SqliteConnection,
    mut waiting: mpsc::Receiver<Box<dyn Job>>,
    close: &Notify,
) {
    let mut batch = Vec::with_capacity(BATCH);
    loop {
        tokio::select! {
            taken = waiting.recv_many(&mut batch, BATCH) => match taken {
                0 => break,
                _ => write(&mut connection, &mut batch).await,
            },
            () = close.notified() => waiting.close(),
        }
    }
    // Everything is committed. If closing fails, SQLite removes its log at the next start.
    let _ = connection.close().await;
}

/// Applies all changes of a batch in one transaction, then answers.
async fn write(connection: &mut SqliteConnection, batch: &mut Vec<Box<dyn Job>>) {
    let committed = commit(connection, batch).await;
    if committed.is_err() {
        // It fails if SQLite has already rolled back the transaction by itself.
        let _ = sqlx::query("ROLLBACK").execute(connection).await;
    }
    for job in batch.drain(..) {
        job.answer(committed.as_ref().copied());
    }
}

async fn commit(connection: &mut SqliteConnection, batch: &mut [Box<dyn Job>]) -> sqlx::Result<()> {
    // Takes the write lock at once, so that no later statement can fail to get it.
    sqlx::query("BEGIN IMMEDIATE").execute(&mut *connection).await?;
    for job in batch {
        job.apply(connection).await?;
    }
    sqlx::query("COMMIT").execute(connection).await?;
    Ok(())
}

/// A change of any type, with its waiting caller.
#[async_trait]
trait Job: Send {
    /// Applies the change. An error fails the whole transaction.
    async fn apply(&mut self, connection: &mut SqliteConnection) -> sqlx::Result<()>;

    /// Answers the caller after the transaction has been committed or has failed.
    fn answer(self: Box<Self>, committed: Result<(), &sqlx::Error>);
}

struct Pending<C: Change> {
    change: C,
    outcome: Result<C::Output, StoreError>,
    caller: oneshot::Sender<Result<C::Output, StoreError>>,
}

#[async_trait]
impl<C: Change> Job for Pending<C> {
    async fn apply(&mut self, connection: &mut SqliteConnection) -> sqlx::Result<()> {
        self.outcome = match self.change.apply(connection).await {
            Ok(output) => Ok(output),
            Err(error) if is_constraint_violation(&error) => Err(store_error(&error)),
            Err(error) => return Err(error),
        };
        Ok(())
    }

    fn answer(self: Box<Self>, committed: Result<(), &sqlx::Error>) {
        let outcome = match committed {
            Ok(()) => self.outcome,
            Err(error) => Err(store_error(error)),
        };
        // Sending fails if the caller was dropped, and then nothing waits for the outcome.
        let _ = self.caller.send(outcome);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A statement.
    struct Statement(&'static str);

    #[async_trait]
    impl Change for Statement {
        type Output = ();

        async fn apply(&self, connection: &mut SqliteConnection) -> sqlx::Result<()> {
            sqlx::query(self.0).execute(connection).await.map(drop)
        }
    }

    /// Whether a batch goes on after this statement.
    async fn goes_on_after(statement: &'static str) -> bool {
        let mut connection = SqliteConnection::connect("sqlite::memory:").await.unwrap();
        sqlx::query("CREATE TABLE t (name TEXT UNIQUE)").execute(&mut connection).await.unwrap();
        let (caller, _) = oneshot::channel();
        let change = Statement(statement);
        Pending { change, outcome: Err(ended()), caller }.apply(&mut connection).await.is_ok()
    }

    #[tokio::test]
    async fn only_an_error_that_leaves_the_transaction_open_is_one_callers_own() {
        assert!(goes_on_after("INSERT INTO t VALUES ('a')").await);
        assert!(goes_on_after("INSERT INTO t VALUES ('a'), ('a')").await);
        assert!(!goes_on_after("INSERT INTO u VALUES ('a')").await);
    }
}
