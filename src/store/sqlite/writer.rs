//! The one writer of the database, with group commit.
//!
//! A commit waits for the disk, so it costs the same for one change and for a hundred. The writer takes all changes that are
//! queued, applies them in one transaction, and answers their callers when the commit has returned:
//!
//! ```text
//! callers ──▶ queue ──▶ writer:  BEGIN · change · change · change · COMMIT ──▶ answers
//! ```
//!
//! The next batch gathers while the disk is busy with this one. A queued change is applied even if its caller goes away.

use std::sync::Arc;

use async_trait::async_trait;
use sqlx::{Connection as _, SqliteConnection};
use tokio::sync::{Notify, mpsc, oneshot, watch};

use super::error::{is_constraint_violation, store_error};
use crate::store::StoreError;

/// How many changes may wait; further callers wait for a place in the queue.
const QUEUE: usize = 1024;

/// The most changes in one transaction: it bounds how long the first of them waits.
const BATCH: usize = 256;

/// Something to write.
#[async_trait]
pub(super) trait Change: Send + 'static {
    /// What its caller gets.
    type Output: Send;

    /// Applies the change inside the transaction that is open.
    async fn apply(&self, connection: &mut SqliteConnection) -> sqlx::Result<Self::Output>;
}

/// The callers' end of the writer. When it is dropped, the writer applies what is queued and ends.
pub(super) struct Writer {
    queue: mpsc::Sender<Box<dyn Job>>,
    closing: Arc<Notify>,
    /// Its other end is dropped when the writer has ended.
    ended: watch::Receiver<()>,
}

impl Writer {
    /// Starts the writer on the runtime that this is called from; it ends with that runtime at the latest.
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

    /// Takes no more changes, applies those in the queue, and returns when the connection is closed.
    pub(super) async fn close(&self) {
        self.closing.notify_one();
        // Nothing is ever sent. The error is the event: the other end is dropped.
        let _ = self.ended.clone().changed().await;
    }
}

/// What a caller gets whose change was not applied.
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
    // Everything is committed. If SQLite cannot remove its log now, the next start does.
    let _ = connection.close().await;
}

/// Applies all changes of a batch in one transaction, then answers.
async fn write(connection: &mut SqliteConnection, batch: &mut Vec<Box<dyn Job>>) {
    let committed = commit(connection, batch).await;
    if committed.is_err() {
        // It fails if SQLite has ended the transaction by itself, and then there is nothing to roll back.
        let _ = sqlx::query("ROLLBACK").execute(connection).await;
    }
    for job in batch.drain(..) {
        job.answer(committed.as_ref().copied());
    }
}

async fn commit(connection: &mut SqliteConnection, batch: &mut [Box<dyn Job>]) -> sqlx::Result<()> {
    // This takes the write lock at once: taken at the first change, it could fail half way.
    sqlx::query("BEGIN IMMEDIATE").execute(&mut *connection).await?;
    for job in batch {
        job.apply(connection).await?;
    }
    sqlx::query("COMMIT").execute(connection).await?;
    Ok(())
}

/// A change of any type, and whoever waits for it.
#[async_trait]
trait Job: Send {
    /// Applies the change. An error spoils the whole transaction.
    async fn apply(&mut self, connection: &mut SqliteConnection) -> sqlx::Result<()>;

    /// Answers the caller, once it is known whether the transaction is on disk.
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
        // A caller who went away needs no answer.
        let _ = self.caller.send(outcome);
    }
}
