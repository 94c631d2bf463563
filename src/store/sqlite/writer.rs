//! The only writer of the database, with group commit.
//!
//! A commit waits for the disk, so it takes the same time for one change and for a hundred. The writer takes all queued
//! changes, applies them in one transaction, and answers their callers after the commit:
//!
//! ```text
//! callers ──▶ queue ──▶ writer:  BEGIN · change · change · attempts · COMMIT ──▶ answers
//! ```
//!
//! Attempts are most of what is written, so all those of a batch are written by the same statements: see [`attempts::submit`].
//!
//! A change of several statements is made as a whole or not at all: see [`AllOrNone`](super::change::AllOrNone). What must be gone from the files when it is deleted is
//! removed from them after the commit: see [`Batches::purge`].
//!
//! The next batch queues up while the disk is busy with this one. A queued change is applied even if its caller is dropped.
//!
//! Before and after the transaction the database's files must be those that were opened; see [`Batches::commit`].

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use sqlx::{AssertSqlSafe, Connection as _, SqliteConnection};
use thiserror::Error;
use tokio::sync::{Notify, mpsc, oneshot, watch};

use super::attempts;
use super::change::Change;
use super::error::{is_busy, is_constraint_violation, store_error};
use super::files::{FileError, Files};
use super::open::{BUSY_TIMEOUT, TEMP_STORE};
use super::transaction::{BEGIN, Boundaries, COMMIT};
use crate::course::LearnerId;
use crate::metrics::timed_async;
use crate::store::attempt::Submission;
use crate::store::{StoreError, StoreMetrics, Submitted};

/// How many changes may be queued; further callers wait for a place in the queue.
const QUEUE: usize = 1024;

/// The maximal number of changes in a transaction, which bounds how long the first of them waits.
const BATCH: usize = 256;

/// How long a batch waits for a lock that another process holds, if the batch before it has waited [`BUSY_TIMEOUT`] in vain: callers who
/// came meanwhile would wait as long again, and those behind them twice as long.
const BUSY_TIMEOUT_AGAIN: Duration = Duration::from_millis(100);

/// The handle of the writer. When it is dropped, the writer applies the queued changes and ends.
pub(super) struct Writer {
    queue: mpsc::Sender<Queued>,
    closing: Arc<Notify>,
    /// The sender is dropped when the writer has ended.
    ended: watch::Receiver<()>,
    metrics: Arc<StoreMetrics>,
}

impl Writer {
    /// Starts the writer on the current runtime; it ends with that runtime at the latest.
    pub(super) fn start(connection: SqliteConnection, files: Files) -> Self {
        let (queue, waiting) = mpsc::channel(QUEUE);
        let closing = Arc::new(Notify::new());
        let (running, ended) = watch::channel(());
        let close = Arc::clone(&closing);
        let metrics = Arc::<StoreMetrics>::default();
        let measured = Arc::clone(&metrics);
        tokio::spawn(async move {
            let batches =
                Batches { connection, files, busy_timeout: BUSY_TIMEOUT, metrics: measured };
            work(batches, waiting, &close).await;
            drop(running);
        });
        Self { queue, closing, ended, metrics }
    }

    /// What is measured of the batches.
    pub(super) fn metrics(&self) -> &StoreMetrics {
        &self.metrics
    }

    /// Applies a change and returns when it is on disk.
    pub(super) async fn apply<C: Change>(&self, change: C) -> Result<C::Output, StoreError> {
        self.queued(change, |pending| Queued::Change(Box::new(pending))).await
    }

    /// Submits an attempt and returns when what comes of it is on disk.
    pub(super) async fn submit(&self, submission: Submission) -> Result<Submitted, StoreError> {
        self.queued(submission, |pending| Queued::Attempt(Box::new(pending))).await
    }

    async fn queued<C, T>(
        &self,
        change: C,
        queued: impl FnOnce(Pending<C, T>) -> Queued,
    ) -> Result<T, StoreError> {
        let _waiting = self.metrics.wait();
        let (caller, answer) = oneshot::channel();
        let queued = queued(Pending { change, outcome: Err(ended()), caller });
        self.queue.send(queued).await.map_err(|_| ended())?;
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

async fn work(mut batches: Batches, mut waiting: mpsc::Receiver<Queued>, close: &Notify) {
    let mut batch = Vec::with_capacity(BATCH);
    loop {
        tokio::select! {
            taken = waiting.recv_many(&mut batch, BATCH) => match taken {
                0 => break,
                _ => batches.write(&mut batch).await,
            },
            () = close.notified() => waiting.close(),
        }
    }
    // Everything is committed. If closing fails, SQLite removes its log at the next start.
    let _ = batches.connection.close().await;
}

/// What batches are written with.
struct Batches {
    connection: SqliteConnection,
    files: Files,
    /// How long the connection waits for a lock.
    busy_timeout: Duration,
    metrics: Arc<StoreMetrics>,
}

/// Why a batch failed.
#[derive(Debug, Error)]
enum BatchError {
    /// A statement failed.
    #[error("{0}")]
    Database(#[from] sqlx::Error),
    /// The files are not those that were opened.
    #[error(transparent)]
    Files(#[from] FileError),
}

impl Batches {
    /// Applies all changes of a batch in one transaction, then answers.
    async fn write(&mut self, batch: &mut Vec<Queued>) {
        let (committed, time) = timed_async(self.commit(batch)).await;
        match committed {
            Ok(()) => self.metrics.committed(batch.len(), time),
            Err(_) => self.metrics.failed(),
        }
        if matches!(committed, Err(BatchError::Database(_))) {
            // It fails if SQLite has already rolled back the transaction by itself.
            let _ = sqlx::query("ROLLBACK").execute(&mut self.connection).await;
        }
        if committed.is_ok() && batch.iter().any(Queued::is_purged) {
            match self.purge().await {
                Ok(()) => {}
                Err(error) => {
                    tracing::error!(%error, "parts of what was deleted may be left in the files");
                }
            }
        }
        for queued in batch.drain(..) {
            queued.answer(committed.as_ref().copied());
        }
        let is_locked = matches!(&committed, Err(BatchError::Database(error)) if is_busy(error));
        self.wait_for_locks(if is_locked { BUSY_TIMEOUT_AGAIN } else { BUSY_TIMEOUT }).await;
    }

    /// Sets how long the next batch waits for a lock.
    async fn wait_for_locks(&mut self, timeout: Duration) {
        if timeout == self.busy_timeout {
            return;
        }
        let statement = format!("PRAGMA busy_timeout = {}", timeout.as_millis());
        // If it fails, the next batch waits as long as this one did, and it is set after that one.
        if sqlx::raw_sql(AssertSqlSafe(statement)).execute(&mut self.connection).await.is_ok() {
            self.busy_timeout = timeout;
        }
    }

    /// Removes what was deleted from the files.
    ///
    /// SQLite overwrites what it deletes (`secure_delete`), but when it distributes the rows of a full page over others it leaves copies behind.
    /// So the database is written anew, and the log, which has the earlier pages, is emptied. In between all of it is in a temporary file.
    async fn purge(&mut self) -> sqlx::Result<()> {
        sqlx::query("PRAGMA temp_store = FILE").execute(&mut self.connection).await?;
        let vacuumed = sqlx::query("VACUUM").execute(&mut self.connection).await;
        sqlx::query(TEMP_STORE).execute(&mut self.connection).await?;
        vacuumed?;
        let (is_busy, _, _): (bool, i64, i64) = sqlx::query_as("PRAGMA wal_checkpoint(TRUNCATE)")
            .fetch_one(&mut self.connection)
            .await?;
        if is_busy {
            return Err(sqlx::Error::Protocol("others are reading the log".to_owned()));
        }
        Ok(())
    }

    /// Commits a batch, which is not empty.
    ///
    /// The files are verified twice. After the commit, because what was committed to a file that nobody finds again must not be
    /// acknowledged: a check before the commit cannot know what happens during it. A file that is deleted after this check had the
    /// changes, and what its owner deletes is theirs to delete. And before the transaction, because its pages would go into the log
    /// beside the new database, which does not belong to it.
    async fn commit(&mut self, batch: &mut [Queued]) -> Result<(), BatchError> {
        self.files.verify()?;
        let (mut changes, mut attempts) = (Vec::new(), Vec::new());
        for queued in batch {
            match queued {
                Queued::Change(job) => changes.push(job),
                Queued::Attempt(attempt) => attempts.push(&mut **attempt),
            }
        }
        let (rounds, has_changes) = (rounds(attempts), !changes.is_empty());
        if has_changes {
            sqlx::query(BEGIN).execute(&mut self.connection).await?;
        }
        for job in changes {
            job.apply(&mut self.connection).await?;
        }
        let count = rounds.len();
        for (round, number) in rounds.into_iter().zip(1..) {
            let submissions: Vec<_> = round.iter().map(|pending| &pending.change).collect();
            let begins = number == 1 && !has_changes;
            let boundaries = Boundaries { begins, ends: number == count };
            let submitted =
                attempts::submit(&submissions, boundaries, &mut self.connection).await?;
            for (pending, submitted) in round.into_iter().zip(submitted) {
                pending.outcome = submitted;
            }
        }
        if count == 0 {
            sqlx::query(COMMIT).execute(&mut self.connection).await?;
        }
        self.files.verify()?;
        Ok(())
    }
}

/// Attempts in rounds: no two of a round are the same learner's, because each is decided on by what was recorded before it.
fn rounds(attempts: Vec<&mut PendingAttempt>) -> Vec<Vec<&mut PendingAttempt>> {
    let mut rounds: Vec<Vec<_>> = Vec::new();
    let mut of_learner: HashMap<LearnerId, usize> = HashMap::new();
    for attempt in attempts {
        let round = of_learner.entry(attempt.change.attempt.learner).or_default();
        match rounds.get_mut(*round) {
            Some(known) => known.push(attempt),
            None => rounds.push(vec![attempt]),
        }
        *round += 1;
    }
    rounds
}

/// What waits for the writer.
enum Queued {
    Attempt(Box<PendingAttempt>),
    Change(Box<dyn Job>),
}

impl Queued {
    /// Answers the caller after the transaction has been committed or has failed.
    fn answer(self, committed: Result<(), &BatchError>) {
        match self {
            Self::Attempt(pending) => pending.answer(committed),
            Self::Change(job) => job.answer(committed),
        }
    }

    fn is_purged(&self) -> bool {
        match self {
            Self::Attempt(_) => false,
            Self::Change(job) => job.is_purged(),
        }
    }
}

/// A change of any type, with its waiting caller.
#[async_trait]
trait Job: Send {
    /// Applies the change. An error fails the whole transaction.
    async fn apply(&mut self, connection: &mut SqliteConnection) -> sqlx::Result<()>;

    /// Whether nothing of what it deletes may be left in the files.
    fn is_purged(&self) -> bool;

    fn answer(self: Box<Self>, committed: Result<(), &BatchError>);
}

struct Pending<C, T> {
    change: C,
    outcome: Result<T, StoreError>,
    caller: oneshot::Sender<Result<T, StoreError>>,
}

type PendingAttempt = Pending<Submission, Submitted>;

impl<C, T> Pending<C, T> {
    fn answer(self, committed: Result<(), &BatchError>) {
        let outcome = match committed {
            Ok(()) => self.outcome,
            Err(error) => Err(StoreError::Database(error.to_string())),
        };
        // Sending fails if the caller was dropped, and then nothing waits for the outcome.
        let _ = self.caller.send(outcome);
    }
}

#[async_trait]
impl<C: Change> Job for Pending<C, C::Output> {
    async fn apply(&mut self, connection: &mut SqliteConnection) -> sqlx::Result<()> {
        self.outcome = match self.change.apply(connection).await {
            Ok(output) => Ok(output),
            Err(error) if is_constraint_violation(&error) => Err(store_error(&error)),
            Err(error) => return Err(error),
        };
        Ok(())
    }

    fn is_purged(&self) -> bool {
        self.change.is_purged()
    }

    fn answer(self: Box<Self>, committed: Result<(), &BatchError>) {
        Pending::answer(*self, committed);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::path::Path;

    use sqlx::ConnectOptions as _;

    use super::*;
    use crate::course::Credit;
    use crate::step::{Fingerprint, Nonce, Timestamp};
    use crate::store::sqlite::open::{Opened, open};
    use crate::store::{NewAttempt, RawAnswer, StoredVerdict, VerdictBasis};

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

    /// How long a connection waits for a lock, in milliseconds.
    async fn busy_timeout(connection: &mut SqliteConnection) -> u128 {
        let timeout = sqlx::query_scalar("PRAGMA busy_timeout");
        let timeout: i64 = timeout.fetch_one(connection).await.unwrap();
        timeout.try_into().unwrap()
    }

    /// The writer's parts for a database of its own, with two learners.
    async fn batches_of(path: &Path) -> (Batches, SqliteConnection) {
        let Opened { connection, files, reading } = open(path).await.unwrap();
        let mut other = reading.read_only(false).connect().await.unwrap();
        let learners = "INSERT INTO learners (id, name, name_folded, name_skeleton, folded_skeleton, key_hash, registered_at)
                        VALUES (1, 'Ada', 'ada', 'Ada', 'ada', zeroblob(32), 0), (2, 'Alan', 'alan', 'Alan', 'alan', randomblob(32), 0)";
        sqlx::query(learners).execute(&mut other).await.unwrap();
        let metrics = Arc::default();
        (Batches { connection, files, busy_timeout: BUSY_TIMEOUT, metrics }, other)
    }

    /// An answer of a learner that waits for the writer, and where its outcome comes.
    fn answer(
        learner: i64,
        answer: &str,
    ) -> (Queued, oneshot::Receiver<Result<Submitted, StoreError>>) {
        let attempt = NewAttempt {
            learner: LearnerId(learner),
            step: "07".parse().unwrap(),
            kind: "kind".to_owned(),
            fingerprint: Fingerprint::from_bits(1),
            nonce: Nonce::from_bits(1),
            raw: RawAnswer::new(answer, answer),
            canonical: answer.to_owned(),
            verdict: StoredVerdict::Accepted,
            basis: VerdictBasis::Answer,
            worth: Credit::of_points(20),
            late: false,
            task: "{}".to_owned(),
            at: Timestamp::from_seconds(0),
        };
        let (caller, outcome) = oneshot::channel();
        let change = Submission { attempt, per_day: 100 };
        (Queued::Attempt(Box::new(Pending { change, outcome: Err(ended()), caller })), outcome)
    }

    /// A statement that waits for the writer.
    fn statement(statement: &'static str) -> Queued {
        let (caller, _) = oneshot::channel();
        let change = Statement(statement);
        Queued::Change(Box::new(Pending { change, outcome: Err(ended()), caller }))
    }

    #[tokio::test]
    async fn each_batch_is_a_transaction_of_its_own() {
        let folder = tempfile::tempdir().unwrap();
        let (mut batches, mut other) = batches_of(&folder.path().join("gradus.db")).await;
        let harmless = "UPDATE learners SET key_hash = key_hash";
        // Answers of two learners, of one, and those that are there already; each with a change before it, behind it, and without one.
        let of_answers: [&[(i64, &str)]; 5] = [
            &[(1, "a"), (2, "a")],
            &[(1, "b"), (2, "b"), (1, "c")],
            &[(1, "a")],
            &[(1, "c"), (1, "d")],
            &[],
        ];
        let mut expected = 0;
        let mut seen = HashSet::new();
        for round in 0..3 {
            for answers in of_answers {
                let (mut batch, outcomes): (Vec<_>, Vec<_>) = answers
                    .iter()
                    .map(|&(learner, text)| answer(learner, &format!("{text}{round}")))
                    .unzip();
                match round {
                    0 => batch.insert(0, statement(harmless)),
                    1 => batch.push(statement(harmless)),
                    _ if batch.is_empty() => continue,
                    _ => {}
                }
                batches.write(&mut batch).await;
                for (outcome, &(learner, text)) in outcomes.into_iter().zip(answers) {
                    let is_new = seen.insert((round, learner, text));
                    expected += i64::from(is_new);
                    match outcome.await.unwrap().unwrap() {
                        Submitted::Recorded(..) => assert!(is_new, "{learner} {text}"),
                        Submitted::Repeated(..) => assert!(!is_new, "{learner} {text}"),
                        Submitted::Refused(refusal) => panic!("{refusal:?}"),
                    }
                }
                // What is confirmed is seen by others, and who writes next need not wait.
                let stored = sqlx::query_scalar("SELECT count(*) FROM attempts");
                let stored: i64 = stored.fetch_one(&mut other).await.unwrap();
                assert_eq!(stored, expected);
                sqlx::query(harmless).execute(&mut other).await.unwrap();
            }
        }
    }

    #[tokio::test]
    async fn of_a_batch_that_fails_nothing_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let (mut batches, mut other) = batches_of(&folder.path().join("gradus.db")).await;
        // The query that records is refused, after the one that began the transaction.
        let refusal = "CREATE TRIGGER refused BEFORE INSERT ON tasks BEGIN SELECT RAISE(ABORT, 'refused'); END";
        sqlx::query(refusal).execute(&mut other).await.unwrap();
        let (queued, outcome) = answer(1, "a");
        batches.write(&mut vec![queued]).await;
        assert!(outcome.await.unwrap().is_err());
        sqlx::query("DROP TRIGGER refused").execute(&mut other).await.unwrap();
        let (queued, outcome) = answer(1, "a");
        batches.write(&mut vec![queued]).await;
        assert!(matches!(outcome.await.unwrap(), Ok(Submitted::Recorded(..))));
    }

    #[tokio::test]
    async fn behind_a_lock_only_the_first_batch_waits_long() {
        let folder = tempfile::tempdir().unwrap();
        let (mut batches, mut holder) = batches_of(&folder.path().join("gradus.db")).await;
        assert_eq!(busy_timeout(&mut batches.connection).await, BUSY_TIMEOUT.as_millis());
        // The test does not wait either.
        sqlx::query("PRAGMA busy_timeout = 0").execute(&mut batches.connection).await.unwrap();
        for (statement, is_stored, expected) in
            [(BEGIN, false, BUSY_TIMEOUT_AGAIN), ("ROLLBACK", true, BUSY_TIMEOUT)]
        {
            sqlx::query(statement).execute(&mut holder).await.unwrap();
            let (queued, outcome) = answer(1, "a");
            batches.write(&mut vec![queued]).await;
            assert_eq!(outcome.await.unwrap().is_ok(), is_stored);
            assert_eq!(busy_timeout(&mut batches.connection).await, expected.as_millis());
        }
    }

    #[tokio::test]
    async fn only_an_error_that_leaves_the_transaction_open_is_one_callers_own() {
        assert!(goes_on_after("INSERT INTO t VALUES ('a')").await);
        assert!(goes_on_after("INSERT INTO t VALUES ('a'), ('a')").await);
        assert!(!goes_on_after("INSERT INTO u VALUES ('a')").await);
    }
}
