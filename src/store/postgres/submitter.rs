//! Submits attempts, several in one statement, on connections of its own.
//!
//! A commit waits for the disk, and a statement for its way to the server and back, so both take as long for one attempt as for twenty. The
//! submitter gives all waiting attempts to the next free connection, at most [`BATCH`] of them. While a connection waits for the disk, further
//! attempts go to another one, or wait for it:
//!
//! ```text
//! callers ──▶ queue ──▶ submitter ──┬─▶ session: attempt · attempt · attempt ──▶ answers
//!                                   └─▶ session: attempt ──▶ answer
//! ```
//!
//! So a busy server makes few large transactions and an idle one answers at once. The database locks the learners of a batch in one order, so
//! that no two batches, of whichever process, wait for each other.
//!
//! A queued attempt is submitted even if its caller is dropped.

use std::mem;
use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, PgConnection};
use tokio::sync::{Notify, mpsc, oneshot, watch};
use tokio::task::JoinSet;

use super::attempts;
use super::error::{is_disconnected, is_late, is_lock_refused, is_value_refused, store_error};
use super::open::CONNECT_TIMEOUT;
use super::within;
use crate::course::LearnerId;
use crate::metrics::timed_async;
use crate::store::attempt::Submission;
use crate::store::{NewAttempt, StoreError, StoreMetrics, Submitted};

/// How many attempts may be queued; further callers wait for a place in the queue.
const QUEUE: usize = 1024;

/// The maximal number of attempts in a statement. By `bench/submit.sh`, 32 in a statement are ten times as many in a second as one by one, and
/// more than 64 are no more.
const BATCH: usize = 64;

/// How many connections submit attempts.
const SESSIONS: usize = 4;

/// When attempts of so many learners that were submitted together fail alone too, not because of their values, the rest fails with them: each may
/// have waited for a lock for as long as it may, and all those behind it as well.
const FAILURES: usize = 2;

/// How long it may take to connect, if the attempts before have waited [`CONNECT_TIMEOUT`] in vain: callers who came meanwhile would wait as
/// long again.
const CONNECT_TIMEOUT_AGAIN: Duration = Duration::from_millis(500);

/// The handle of the submitter. When it is dropped, the queued attempts are submitted, and the connections are closed.
pub(super) struct Submitter {
    queue: mpsc::Sender<Pending>,
    closing: Arc<Notify>,
    /// The sender is dropped when the submitter has ended.
    ended: watch::Receiver<()>,
    metrics: Arc<StoreMetrics>,
}

/// What is told of attempts that were submitted together, in their order.
type Told = Vec<Result<Submitted, StoreError>>;

impl Submitter {
    /// Starts the submitter on the current runtime; it ends with that runtime at the latest. It connects when there is something to submit.
    ///
    /// A statement may take so long, with its way to the server and back; the server ends one earlier, if it can.
    pub(super) fn start(
        options: PgConnectOptions,
        timeout: Duration,
        metrics: Arc<StoreMetrics>,
    ) -> Self {
        let (queue, waiting) = mpsc::channel(QUEUE);
        let closing = Arc::new(Notify::new());
        let (running, ended) = watch::channel(());
        let close = Arc::clone(&closing);
        let measured = Arc::clone(&metrics);
        let new_session = move || Session {
            options: options.clone(),
            connection: None,
            timeout,
            connect_timeout: CONNECT_TIMEOUT,
            metrics: Arc::clone(&measured),
        };
        tokio::spawn(async move {
            work(new_session, waiting, &close).await;
            drop(running);
        });
        Self { queue, closing, ended, metrics }
    }

    /// Submits an attempt and returns when what comes of it is on disk.
    pub(super) async fn submit(
        &self,
        attempt: NewAttempt,
        per_day: u32,
    ) -> Result<Submitted, StoreError> {
        let _waiting = self.metrics.wait();
        let (caller, answer) = oneshot::channel();
        let pending = Pending { submission: Submission { attempt, per_day }, caller };
        self.queue.send(pending).await.map_err(|_| ended())?;
        answer.await.unwrap_or_else(|_| Err(ended()))
    }

    /// Refuses further attempts, submits the queued ones, and returns when the connections are closed.
    pub(super) async fn close(&self) {
        self.closing.notify_one();
        // No value is ever sent: it returns an error when the sender is dropped, which is the event.
        let _ = self.ended.clone().changed().await;
    }
}

/// The error for an attempt that was not submitted.
fn ended() -> StoreError {
    StoreError::Database("the attempt was not submitted".to_owned())
}

/// An attempt with its waiting caller.
struct Pending {
    submission: Submission,
    caller: oneshot::Sender<Result<Submitted, StoreError>>,
}

async fn work(
    new_session: impl Fn() -> Session,
    mut waiting: mpsc::Receiver<Pending>,
    close: &Notify,
) {
    let mut idle: Vec<Session> = (0..SESSIONS).map(|_| new_session()).collect();
    let mut busy = JoinSet::new();
    let mut batch = Vec::new();
    loop {
        tokio::select! {
            taken = waiting.recv_many(&mut batch, BATCH), if !idle.is_empty() => {
                if taken == 0 {
                    break;
                }
                if let Some(session) = idle.pop() {
                    busy.spawn(session.answer(mem::take(&mut batch)));
                }
            }
            // A session that has panicked is replaced; its callers are told that their attempts were not submitted.
            Some(freed) = busy.join_next() => idle.push(freed.unwrap_or_else(|_| new_session())),
            () = close.notified() => waiting.close(),
        }
    }
    while let Some(freed) = busy.join_next().await {
        idle.extend(freed);
    }
    for session in idle {
        session.close().await;
    }
}

/// A connection that submits attempts. It is opened when it is needed, and again when it is lost.
struct Session {
    options: PgConnectOptions,
    connection: Option<PgConnection>,
    timeout: Duration,
    connect_timeout: Duration,
    metrics: Arc<StoreMetrics>,
}

impl Session {
    /// Submits attempts and answers their callers. If one of several has a value that the database does not take, or waits for a lock in vain, the
    /// others do not suffer for it: each is submitted alone.
    async fn answer(mut self, batch: Vec<Pending>) -> Self {
        let submissions = batch.iter().map(|pending| &pending.submission);
        let outcome = self.submit(&submissions.collect::<Vec<_>>()).await;
        match outcome {
            Err(error)
                if batch.len() > 1 && (is_value_refused(&error) || is_lock_refused(&error)) =>
            {
                self.answer_each(batch).await;
            }
            Err(error) => tell(batch, Err(&error)),
            Ok(told) => tell(batch, Ok(told)),
        }
        self
    }

    /// Submits each attempt alone, and answers its caller at once. Where one fails and no value is to blame, the others of its learner fail with
    /// it, untried: they would wait for the same lock.
    async fn answer_each(&mut self, batch: Vec<Pending>) {
        let mut failures: Vec<(LearnerId, sqlx::Error)> = Vec::new();
        for pending in batch {
            let learner = pending.submission.attempt.learner;
            let are_too_many = failures.len() == FAILURES;
            let failure = failures.iter().find(|(failed, _)| *failed == learner || are_too_many);
            if let Some((_, error)) = failure {
                tell(vec![pending], Err(error));
                continue;
            }
            match self.submit(&[&pending.submission]).await {
                Ok(told) => tell(vec![pending], Ok(told)),
                Err(error) => {
                    tell(vec![pending], Err(&error));
                    if !is_value_refused(&error) {
                        failures.push((learner, error));
                    }
                }
            }
        }
    }

    /// Submits attempts, and counts the statement.
    async fn submit(&mut self, submissions: &[&Submission]) -> sqlx::Result<Told> {
        let (told, time) = timed_async(self.submit_again(submissions)).await;
        match &told {
            Ok(_) => self.metrics.committed(submissions.len(), time),
            Err(_) => self.metrics.failed(),
        }
        told
    }

    /// Submits attempts, a second time if the connection turns out to be lost: the server may have been restarted since it was last used. If
    /// they were recorded the first time, they are repeated the second time, and count once.
    async fn submit_again(&mut self, submissions: &[&Submission]) -> sqlx::Result<Told> {
        let was_open = self.connection.is_some();
        match self.try_submit(submissions).await {
            Err(error) if was_open && is_disconnected(&error) && !is_late(&error) => {
                self.try_submit(submissions).await
            }
            outcome => outcome,
        }
    }

    async fn try_submit(&mut self, submissions: &[&Submission]) -> sqlx::Result<Told> {
        // It is put back only if it is still good for something.
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => self.connect().await?,
        };
        let told = within(self.timeout, attempts::submit(submissions, &mut connection)).await;
        if !told.as_ref().is_err_and(is_disconnected) {
            self.connection = Some(connection);
        }
        told
    }

    async fn connect(&mut self) -> sqlx::Result<PgConnection> {
        let connected = within(self.connect_timeout, self.options.connect()).await;
        self.connect_timeout =
            if connected.is_ok() { CONNECT_TIMEOUT } else { CONNECT_TIMEOUT_AGAIN };
        connected
    }

    async fn close(self) {
        if let Some(connection) = self.connection {
            // Everything is committed. If closing fails, the server notices it by itself.
            let _ = within(CONNECT_TIMEOUT, connection.close()).await;
        }
    }
}

/// Answers the callers of attempts that were submitted together: if their statement has failed, all of them have.
fn tell(batch: Vec<Pending>, outcome: Result<Told, &sqlx::Error>) {
    let told =
        outcome.unwrap_or_else(|error| batch.iter().map(|_| Err(store_error(error))).collect());
    for (Pending { caller, .. }, told) in batch.into_iter().zip(told) {
        // Sending fails if the caller was dropped, and then nothing waits for it.
        let _ = caller.send(told);
    }
}
