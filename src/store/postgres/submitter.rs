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
//! that no two batches, of whichever process, wait for each other. Where PostgreSQL gives fewer connections, fewer sessions submit.
//!
//! A queued attempt is submitted even if its caller is dropped.

use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, PgConnection};
use tokio::sync::{Notify, mpsc, oneshot, watch};
use tokio::task::JoinSet;
use tokio::time::{MissedTickBehavior, interval};

use super::error::{is_disconnected, is_late, is_lock_refused, is_value_refused};
use super::pool::{CONNECT_TIMEOUT, within};
use super::submit::submit;
use crate::course::LearnerId;
use crate::metrics::timed_async;
use crate::store::attempt_request::{AttemptRequest, Submitted};
use crate::store::database::StoreMetrics;
use crate::store::error::{Result, StoreError};

/// How many attempts may be queued; further callers wait for a place in the queue.
const QUEUE: usize = 1024;

/// The maximal number of attempts in a statement. By `bench/submit.sh`, 32 in a statement are ten times as many in a second as one by one, and
/// more than 64 are no more.
const BATCH: usize = 64;

/// How many batches are submitted at once, each on a connection.
const SESSIONS: usize = 4;

/// When attempts of so many learners that were submitted together fail alone too, not because of their values, the rest fails with them: each may
/// have waited for a lock for as long as it may, and all those behind it as well.
const FAILURES: usize = 2;

/// How long it may take to connect, if the attempts before have waited [`CONNECT_TIMEOUT`] in vain: callers who came meanwhile would wait as
/// long again.
const CONNECT_TIMEOUT_AGAIN: Duration = Duration::from_millis(500);

/// How long a session that got no connection leaves the attempts to those that have one.
const REST: Duration = Duration::from_secs(5);

/// The handle of the submitter. When it is dropped, the queued attempts are submitted, and the connections are closed.
pub(super) struct Submitter {
    links: Arc<Links>,
    queue: mpsc::Sender<Pending>,
    closing: Arc<Notify>,
    /// The sender is dropped when the submitter has ended.
    ended: watch::Receiver<()>,
}

/// The outcomes of attempts that were submitted together, in their order.
type Outcomes = Vec<Result<Submitted>>;

impl Submitter {
    /// Starts the submitter on the current runtime; it ends with that runtime at the latest. It has a first connection.
    ///
    /// A statement may take as long as `timeout`, with its way to the server and back; the server ends one earlier, if it can.
    pub(super) fn start(
        options: PgConnectOptions,
        first: PgConnection,
        timeout: Duration,
        metrics: Arc<StoreMetrics>,
    ) -> Self {
        let (queue, waiting) = mpsc::channel(QUEUE);
        let closing = Arc::new(Notify::new());
        let (running, ended) = watch::channel(());
        let idle = Mutex::new(vec![first]);
        let (used, was_late) = (Arc::default(), AtomicBool::default());
        let links = Arc::new(Links { options, timeout, metrics, idle, used, was_late });
        let (submitting, close) = (Arc::clone(&links), Arc::clone(&closing));
        tokio::spawn(async move {
            work(&submitting, waiting, &close).await;
            drop(running);
        });
        Self { links, queue, closing, ended }
    }

    /// Submits an attempt and returns when what comes of it is on disk.
    pub(super) async fn submit(&self, request: AttemptRequest) -> Result<Submitted> {
        let ended = || StoreError::Database("the attempt was not submitted".to_owned());
        let _waiting = self.links.metrics.wait();
        let (caller, answer) = oneshot::channel();
        self.queue.send(Pending { request, caller }).await.map_err(|_| ended())?;
        answer.await.map_err(|_| ended())?
    }

    /// Connects if there is no connection for attempts.
    pub(super) async fn ready(&self) -> sqlx::Result<()> {
        if !self.links.has_any() {
            let connection = self.links.make(CONNECT_TIMEOUT).await?;
            self.links.idle().push(connection);
        }
        Ok(())
    }

    /// Refuses further attempts, submits the queued ones, and returns when the connections are closed.
    pub(super) async fn close(&self) {
        self.closing.notify_one();
        // No value is ever sent: it returns an error when the sender is dropped, which is the event.
        let _ = self.ended.clone().changed().await;
    }
}

/// An attempt with its waiting caller.
struct Pending {
    request: AttemptRequest,
    caller: oneshot::Sender<Result<Submitted>>,
}

async fn work(links: &Arc<Links>, mut waiting: mpsc::Receiver<Pending>, close: &Notify) {
    let (mut free, mut resting) = (SESSIONS, 0);
    let mut busy = JoinSet::new();
    let mut batches: Vec<Vec<Pending>> = Vec::new();
    let mut batch = Vec::new();
    let mut rest = interval(REST);
    rest.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut has_ended = false;
    while !(has_ended && batches.is_empty() && busy.is_empty()) {
        if free > 0
            && let Some(batch) = batches.pop()
        {
            free -= 1;
            busy.spawn(Session { links: Arc::clone(links), link: None }.answer(batch));
            continue;
        }
        tokio::select! {
            taken = waiting.recv_many(&mut batch, BATCH), if !has_ended && free > 0 => {
                if taken == 0 {
                    has_ended = true;
                } else {
                    batches.push(mem::take(&mut batch));
                }
            }
            Some(left) = busy.join_next() => match left {
                Ok(left) if !left.is_empty() => {
                    batches.push(left);
                    rest.reset();
                    resting += 1;
                }
                // If a session has panicked, its callers are told that their attempts were not submitted.
                Ok(_) | Err(_) => free += 1,
            },
            _ = rest.tick(), if resting > 0 => free += mem::take(&mut resting),
            () = close.notified() => waiting.close(),
        }
    }
    let idle = mem::take(&mut *links.idle());
    for connection in idle {
        // Everything is committed. If closing fails, the server notices it by itself.
        let _ = within(CONNECT_TIMEOUT, connection.close()).await;
    }
}

/// The connections that submit attempts.
///
/// PostgreSQL limits the number of connections, and the pool keeps those that it has made. If none were made for attempts before the first attempt, a
/// busy process might get none any more: it would serve everything, and record nothing. So there is one from the start, and a process without one is not
/// ready.
struct Links {
    options: PgConnectOptions,
    timeout: Duration,
    metrics: Arc<StoreMetrics>,
    /// Connections that are not in use.
    idle: Mutex<Vec<PgConnection>>,
    /// Each connection in use has a clone.
    used: Arc<()>,
    /// Whether the last new connection was waited for in vain.
    was_late: AtomicBool,
}

/// A connection that is in use. It may be lost without being noticed yet.
struct Link {
    connection: PgConnection,
    _used: Arc<()>,
}

impl Links {
    /// Nothing that holds the lock panics.
    fn idle(&self) -> MutexGuard<'_, Vec<PgConnection>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether there is a connection.
    fn has_any(&self) -> bool {
        Arc::strong_count(&self.used) > 1 || !self.idle().is_empty()
    }

    /// A connection to use: this one, or a new one.
    async fn connect(&self, idle: Option<PgConnection>) -> sqlx::Result<Link> {
        let connection = if let Some(connection) = idle {
            connection
        } else {
            let was_late = self.was_late.load(Ordering::Relaxed);
            let limit = if was_late { CONNECT_TIMEOUT_AGAIN } else { CONNECT_TIMEOUT };
            let made = self.make(limit).await;
            self.was_late.store(made.is_err(), Ordering::Relaxed);
            made?
        };
        Ok(Link { connection, _used: Arc::clone(&self.used) })
    }

    async fn make(&self, limit: Duration) -> sqlx::Result<PgConnection> {
        // Boxed, so that its callers, which rarely connect, stay small.
        Box::pin(within(limit, self.options.connect())).await
    }
}

/// What submits a batch.
struct Session {
    links: Arc<Links>,
    /// None if it is lost.
    link: Option<Link>,
}

impl Session {
    /// Submits attempts and answers their callers. If it gets no connection and other sessions have one, it returns the attempts, which are left to
    /// them.
    async fn answer(mut self, batch: Vec<Pending>) -> Vec<Pending> {
        let idle = self.links.idle().pop();
        match self.links.connect(idle).await {
            Ok(link) => self.link = Some(link),
            Err(_) if self.links.has_any() => return batch,
            Err(error) => {
                self.links.metrics.failed();
                answer(batch, Err(error));
                return Vec::new();
            }
        }
        self.answer_all(batch).await;
        if let Some(link) = self.link {
            self.links.idle().push(link.connection);
        }
        Vec::new()
    }

    /// Submits attempts and answers their callers. If one of several has a value that the database does not take, or waits for a lock in vain, the
    /// others do not suffer for it: each is submitted alone.
    async fn answer_all(&mut self, batch: Vec<Pending>) {
        let requests = batch.iter().map(|pending| &pending.request);
        let outcome = self.submit(&requests.collect::<Vec<_>>()).await;
        match outcome {
            Err(error)
                if batch.len() > 1 && (is_value_refused(&error) || is_lock_refused(&error)) =>
            {
                self.answer_each(batch).await;
            }
            outcome => answer(batch, outcome),
        }
    }

    /// Submits each attempt alone, and answers its caller at once. Where one fails and no value is to blame, the others of its learner fail with
    /// it, untried: they would wait for the same lock.
    async fn answer_each(&mut self, batch: Vec<Pending>) {
        let mut failures: Vec<(LearnerId, StoreError)> = Vec::new();
        for pending in batch {
            let learner = pending.request.attempt.learner;
            let are_too_many = failures.len() == FAILURES;
            let failure = failures.iter().find(|(failed, _)| *failed == learner || are_too_many);
            if let Some((_, error)) = failure {
                let outcome: Result<_> = Err(error.clone());
                answer(vec![pending], outcome);
                continue;
            }
            let outcome = self.submit(&[&pending.request]).await;
            let is_failure = outcome.as_ref().is_err_and(|error| !is_value_refused(error));
            let outcome = outcome.map_err(StoreError::from);
            if is_failure && let Err(error) = &outcome {
                failures.push((learner, error.clone()));
            }
            answer(vec![pending], outcome);
        }
    }

    /// Submits attempts, and counts the statement.
    async fn submit(&mut self, requests: &[&AttemptRequest]) -> sqlx::Result<Outcomes> {
        let (outcomes, time) = timed_async(self.submit_again(requests)).await;
        match &outcomes {
            Ok(_) => self.links.metrics.committed(requests.len(), time),
            Err(_) => self.links.metrics.failed(),
        }
        outcomes
    }

    /// Submits attempts, a second time if the connection turns out to be lost: the server may have been restarted since it was last used. If
    /// they were recorded the first time, they are repeated the second time, and count once.
    async fn submit_again(&mut self, requests: &[&AttemptRequest]) -> sqlx::Result<Outcomes> {
        let was_open = self.link.is_some();
        match self.try_submit(requests).await {
            Err(error) if was_open && is_disconnected(&error) && !is_late(&error) => {
                self.try_submit(requests).await
            }
            outcome => outcome,
        }
    }

    async fn try_submit(&mut self, requests: &[&AttemptRequest]) -> sqlx::Result<Outcomes> {
        // It is put back only if it is still good for something.
        let mut link = match self.link.take() {
            Some(link) => link,
            None => self.links.connect(None).await?,
        };
        let submitting = submit(requests, &mut link.connection);
        let outcomes = within(self.links.timeout, submitting).await;
        if !outcomes.as_ref().is_err_and(is_disconnected) {
            self.link = Some(link);
        }
        outcomes
    }
}

/// Answers the callers of attempts that were submitted together. If their statement has failed, all of them have failed.
fn answer(batch: Vec<Pending>, outcomes: Result<Outcomes, impl Into<StoreError>>) {
    let outcomes = outcomes.unwrap_or_else(|error| vec![Err(error.into()); batch.len()]);
    for (Pending { caller, .. }, outcome) in batch.into_iter().zip(outcomes) {
        // Sending fails if the caller was dropped, and then nothing waits for the outcome.
        let _ = caller.send(outcome);
    }
}
