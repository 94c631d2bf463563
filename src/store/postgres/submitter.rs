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
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Notify, mpsc, oneshot, watch};
use tokio::task::JoinSet;
use tokio::time::{MissedTickBehavior, interval};

use super::error::{is_disconnected, is_late, is_lock_refused, is_value_refused, store_error};
use super::links::{Link, Links};
use super::open::CONNECT_TIMEOUT;
use super::submit::{KnownExercises, submit};
use super::within;
use crate::course::LearnerId;
use crate::metrics::timed_async;
use crate::store::error::{Result, StoreError};
use crate::store::metrics::StoreMetrics;
use crate::store::submission::{Submission, Submitted};

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

/// How long a session that got no connection leaves the attempts to those that have one.
const REST: Duration = Duration::from_secs(5);

/// The handle of the submitter. When it is dropped, the queued attempts are submitted, and the connections are closed.
pub(super) struct Submitter {
    links: Arc<Links>,
    queue: mpsc::Sender<Pending>,
    closing: Arc<Notify>,
    /// The sender is dropped when the submitter has ended.
    ended: watch::Receiver<()>,
    metrics: Arc<StoreMetrics>,
}

/// The outcomes of attempts that were submitted together, in their order.
type Outcomes = Vec<Result<Submitted>>;

impl Submitter {
    /// Starts the submitter on the current runtime; it ends with that runtime at the latest. It takes a connection when there is something to
    /// submit.
    ///
    /// A statement may take so long, with its way to the server and back; the server ends one earlier, if it can.
    pub(super) fn start(links: Arc<Links>, timeout: Duration, metrics: Arc<StoreMetrics>) -> Self {
        let (queue, waiting) = mpsc::channel(QUEUE);
        let closing = Arc::new(Notify::new());
        let (running, ended) = watch::channel(());
        let close = Arc::clone(&closing);
        let measured = Arc::clone(&metrics);
        let connecting = Arc::clone(&links);
        let exercises = Arc::<KnownExercises>::default();
        let new_session = move || Session {
            links: Arc::clone(&connecting),
            link: None,
            timeout,
            connect_timeout: CONNECT_TIMEOUT,
            exercises: Arc::clone(&exercises),
            metrics: Arc::clone(&measured),
        };
        tokio::spawn(async move {
            work(new_session, waiting, &close).await;
            drop(running);
        });
        Self { links, queue, closing, ended, metrics }
    }

    /// Submits an attempt and returns when what comes of it is on disk.
    pub(super) async fn submit(&self, submission: Submission) -> Result<Submitted> {
        let _waiting = self.metrics.wait();
        let (caller, answer) = oneshot::channel();
        let pending = Pending { submission, caller };
        self.queue.send(pending).await.map_err(|_| ended())?;
        answer.await.unwrap_or_else(|_| Err(ended()))
    }

    /// Whether there is a connection for attempts, or there can be one.
    pub(super) async fn ready(&self) -> sqlx::Result<()> {
        self.links.ready().await
    }

    /// Refuses further attempts, submits the queued ones, and returns when the connections are closed.
    pub(super) async fn close(&self) {
        self.closing.notify_one();
        // No value is ever sent: it returns an error when the sender is dropped, which is the event.
        let _ = self.ended.clone().changed().await;
        self.links.close().await;
    }
}

/// The error for an attempt that was not submitted.
fn ended() -> StoreError {
    StoreError::Database("the attempt was not submitted".to_owned())
}

/// An attempt with its waiting caller.
struct Pending {
    submission: Submission,
    caller: oneshot::Sender<Result<Submitted>>,
}

/// What a session has come to.
struct Freed {
    session: Session,
    /// What it got no connection for. Other sessions have one.
    left: Vec<Pending>,
}

async fn work(
    new_session: impl Fn() -> Session,
    mut waiting: mpsc::Receiver<Pending>,
    close: &Notify,
) {
    let mut idle: Vec<Session> = (0..SESSIONS).map(|_| new_session()).collect();
    let mut resting = Vec::new();
    let mut busy = JoinSet::new();
    let mut batches: Vec<Vec<Pending>> = Vec::new();
    let mut batch = Vec::new();
    let mut rest = interval(REST);
    rest.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut has_ended = false;
    while !(has_ended && batches.is_empty() && busy.is_empty()) {
        if !batches.is_empty()
            && let Some(session) = next_of(&mut idle)
        {
            busy.spawn(session.answer(batches.swap_remove(0)));
            continue;
        }
        let may_take = !has_ended && batches.is_empty() && !idle.is_empty();
        tokio::select! {
            taken = waiting.recv_many(&mut batch, BATCH), if may_take => {
                if taken == 0 {
                    has_ended = true;
                } else {
                    batches.push(mem::take(&mut batch));
                }
            }
            Some(freed) = busy.join_next() => match freed {
                Ok(Freed { session, left }) if left.is_empty() => idle.push(session),
                Ok(Freed { session, left }) => {
                    batches.push(left);
                    rest.reset();
                    resting.push(session);
                }
                // It has panicked; its callers are told that their attempts were not submitted.
                Err(_) => idle.push(new_session()),
            },
            _ = rest.tick(), if !resting.is_empty() => idle.append(&mut resting),
            () = close.notified() => waiting.close(),
        }
    }
    for session in idle {
        session.close().await;
    }
}

/// One that is connected, if there is one.
fn next_of(idle: &mut Vec<Session>) -> Option<Session> {
    match idle.iter().position(|session| session.link.is_some()) {
        Some(place) => Some(idle.swap_remove(place)),
        None => idle.pop(),
    }
}

/// One that submits attempts, on a connection that it takes when it needs it, and again when it has lost it.
struct Session {
    links: Arc<Links>,
    link: Option<Link>,
    timeout: Duration,
    connect_timeout: Duration,
    exercises: Arc<KnownExercises>,
    metrics: Arc<StoreMetrics>,
}

impl Session {
    /// Submits attempts and answers their callers. If it gets no connection and other sessions have one, the attempts are left to them.
    async fn answer(mut self, batch: Vec<Pending>) -> Freed {
        if self.link.is_none() {
            match self.connect().await {
                Ok(link) => self.link = Some(link),
                Err(_) if self.links.are_used() => return Freed { session: self, left: batch },
                Err(error) => {
                    self.metrics.failed();
                    answer(batch, Err(&error));
                    return Freed { session: self, left: Vec::new() };
                }
            }
        }
        self.answer_all(batch).await;
        Freed { session: self, left: Vec::new() }
    }

    /// Submits attempts and answers their callers. If one of several has a value that the database does not take, or waits for a lock in vain, the
    /// others do not suffer for it: each is submitted alone.
    async fn answer_all(&mut self, batch: Vec<Pending>) {
        let submissions = batch.iter().map(|pending| &pending.submission);
        let outcome = self.submit(&submissions.collect::<Vec<_>>()).await;
        match outcome {
            Err(error)
                if batch.len() > 1 && (is_value_refused(&error) || is_lock_refused(&error)) =>
            {
                self.answer_each(batch).await;
            }
            Err(error) => answer(batch, Err(&error)),
            Ok(outcomes) => answer(batch, Ok(outcomes)),
        }
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
                answer(vec![pending], Err(error));
                continue;
            }
            match self.submit(&[&pending.submission]).await {
                Ok(outcomes) => answer(vec![pending], Ok(outcomes)),
                Err(error) => {
                    answer(vec![pending], Err(&error));
                    if !is_value_refused(&error) {
                        failures.push((learner, error));
                    }
                }
            }
        }
    }

    /// Submits attempts, and counts the statement.
    async fn submit(&mut self, submissions: &[&Submission]) -> sqlx::Result<Outcomes> {
        let (outcomes, time) = timed_async(self.submit_again(submissions)).await;
        match &outcomes {
            Ok(_) => self.metrics.committed(submissions.len(), time),
            Err(_) => self.metrics.failed(),
        }
        outcomes
    }

    /// Submits attempts, a second time if the connection turns out to be lost: the server may have been restarted since it was last used. If
    /// they were recorded the first time, they are repeated the second time, and count once.
    async fn submit_again(&mut self, submissions: &[&Submission]) -> sqlx::Result<Outcomes> {
        let was_open = self.link.is_some();
        match self.try_submit(submissions).await {
            Err(error) if was_open && is_disconnected(&error) && !is_late(&error) => {
                self.try_submit(submissions).await
            }
            outcome => outcome,
        }
    }

    async fn try_submit(&mut self, submissions: &[&Submission]) -> sqlx::Result<Outcomes> {
        // It is put back only if it is still good for something.
        let mut link = match self.link.take() {
            Some(link) => link,
            None => self.connect().await?,
        };
        let submitting = submit(submissions, &self.exercises, &mut link);
        let outcomes = within(self.timeout, submitting).await;
        if !outcomes.as_ref().is_err_and(is_disconnected) {
            self.link = Some(link);
        }
        outcomes
    }

    async fn connect(&mut self) -> sqlx::Result<Link> {
        let connected = self.links.connect(self.connect_timeout).await;
        self.connect_timeout =
            if connected.is_ok() { CONNECT_TIMEOUT } else { CONNECT_TIMEOUT_AGAIN };
        connected
    }

    async fn close(self) {
        if let Some(link) = self.link {
            link.close().await;
        }
    }
}

/// Answers the callers of attempts that were submitted together. If their statement has failed, all of them have failed.
fn answer(batch: Vec<Pending>, outcomes: Result<Outcomes, &sqlx::Error>) {
    let outcomes =
        outcomes.unwrap_or_else(|error| batch.iter().map(|_| Err(store_error(error))).collect());
    for (Pending { caller, .. }, outcome) in batch.into_iter().zip(outcomes) {
        // Sending fails if the caller was dropped, and then nothing waits for the outcome.
        let _ = caller.send(outcome);
    }
}
