//! The only writer of the database, with group commit.
//!
//! A commit waits for the disk, so it takes the same time for one change and for a hundred. The writer takes all queued changes, applies them in one
//! transaction, and answers their callers after the commit:
//!
//! ```text
//! callers ──▶ queue ──▶ writer:  BEGIN · change · attempt · attempt · change · COMMIT ──▶ answers
//! ```
//!
//! The next batch queues up while the disk is busy with this one. A queued change is applied even if its caller is dropped.
//!
//! A constraint may refuse a change. Then only this change fails, and the others of the batch are committed. A change of several statements is made
//! within a savepoint.
//!
//! Before and after the transaction, the files of the database must be those that were opened: see [`Batches::commit`].

use std::io;
use std::sync::Arc;
use std::time::Duration;

use rusqlite::Connection;
use thiserror::Error;
use tokio::sync::oneshot;

use super::closed;
use super::error::{is_busy, is_constraint_violation};
use super::files::{FileError, Files};
use super::open::{BUSY_TIMEOUT, TEMP_STORE};
use super::submit::{KnownExercises, submit};
use super::threads::{Inbox, Threads};
use crate::metrics::timed;
use crate::store::connection::{Connection as AnyConnection, immediate};
use crate::store::database::{Operation, Writing};
use crate::store::error::{Result, StoreError};
use crate::store::failure::Failure;
use crate::store::metrics::StoreMetrics;
use crate::store::submission::{Submission, Submitted};

/// The maximal number of changes in a transaction, which bounds how long the first of them waits.
const BATCH: usize = 256;

/// How long a batch waits for a lock that another process holds, if the batch before it has waited [`BUSY_TIMEOUT`] in vain. Otherwise callers who
/// came meanwhile would wait as long again, and those behind them twice as long.
const BUSY_TIMEOUT_AGAIN: Duration = Duration::from_millis(100);

/// The handle of the writer. When it is dropped, the writer applies the queued changes and ends.
pub(super) struct Writer {
    thread: Threads<Box<dyn Change>>,
    metrics: Arc<StoreMetrics>,
}

impl Writer {
    /// Starts the thread that writes on this connection.
    pub(super) fn start(connection: Connection, files: Files) -> io::Result<Self> {
        let metrics = Arc::<StoreMetrics>::default();
        let batches = Batches::new(connection, files, Arc::clone(&metrics));
        let thread = Threads::start("sqlite-writer", [move |inbox| work(&inbox, batches)])?;
        Ok(Self { thread, metrics })
    }

    /// What is measured of the batches.
    pub(super) fn metrics(&self) -> &StoreMetrics {
        &self.metrics
    }

    /// Applies an operation, and returns when it is on the disk.
    pub(super) async fn write<T: Send + 'static>(
        &self,
        writing: Writing,
        operation: impl Operation<T>,
    ) -> Result<T> {
        let apply = move |context: &mut Context| context.apply(writing, operation);
        self.queue(writing, apply).await
    }

    /// Submits an attempt, and returns when the result is on the disk.
    pub(super) async fn submit(&self, submission: Submission) -> Result<Submitted> {
        let apply = move |context: &mut Context| {
            submit(&submission, &mut context.exercises, &mut context.connection)
        };
        self.queue(Writing::Statement, apply).await
    }

    async fn queue<T, A>(&self, writing: Writing, apply: A) -> Result<T>
    where
        T: Send + 'static,
        A: FnOnce(&mut Context) -> Applied<T> + Send + 'static,
    {
        let _waiting = self.metrics.wait();
        let (caller, answer) = oneshot::channel();
        let pending = Pending { writing, apply: Some(apply), outcome: None, caller };
        self.thread.queue(Box::new(pending)).await.map_err(closed)?;
        answer.await.map_err(closed)?
    }

    /// Refuses further changes, applies the queued ones, and returns when the connection is closed.
    pub(super) async fn close(&self) {
        self.thread.close().await;
    }
}

/// What the thread does. When it ends, everything is committed. If closing the connection fails, SQLite removes its log at the next start.
fn work(inbox: &Inbox<Box<dyn Change>>, mut batches: Batches) {
    loop {
        let mut batch = inbox.take(BATCH);
        if batch.is_empty() {
            break;
        }
        batches.write(&mut batch);
    }
}

/// The outcome of a change for its caller, or the failure of the transaction.
type Applied<T> = Result<Result<T>, Failure>;

/// What a change is applied to.
struct Context {
    connection: Connection,
    exercises: KnownExercises,
}

impl Context {
    /// Applies an operation inside the open transaction.
    fn apply<T>(&mut self, writing: Writing, operation: impl Operation<T>) -> Applied<T> {
        let has_savepoint = writing != Writing::Statement;
        if has_savepoint {
            self.execute("SAVEPOINT change")?;
        }
        let connection = &mut AnyConnection::Sqlite(&mut self.connection);
        let outcome = match immediate(operation(connection)) {
            Ok(result) => Ok(result),
            Err(Failure::Sqlite(error)) if !is_constraint_violation(&error) => {
                return Err(error.into());
            }
            Err(failure @ Failure::Value(_)) => return Err(failure),
            Err(refused) => Err(StoreError::from(refused)),
        };
        if has_savepoint {
            if outcome.is_err() {
                self.execute("ROLLBACK TO change")?;
            }
            self.execute("RELEASE change")?;
        }
        Ok(outcome)
    }

    fn execute(&self, statement: &str) -> rusqlite::Result<()> {
        self.connection.prepare_cached(statement)?.execute([]).map(drop)
    }
}

/// Writes batches.
struct Batches {
    context: Context,
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
    Database(#[from] Failure),
    /// The files are not those that were opened.
    #[error(transparent)]
    Files(#[from] FileError),
}

impl From<rusqlite::Error> for BatchError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Database(error.into())
    }
}

impl Batches {
    fn new(connection: Connection, files: Files, metrics: Arc<StoreMetrics>) -> Self {
        let context = Context { connection, exercises: KnownExercises::default() };
        Self { context, files, busy_timeout: BUSY_TIMEOUT, metrics }
    }

    /// Applies all changes of a batch in one transaction, then answers.
    fn write(&mut self, batch: &mut Vec<Box<dyn Change>>) {
        let (committed, time) = timed(|| self.commit(batch));
        match &committed {
            Ok(()) => {
                self.context.exercises.commit();
                self.metrics.committed(batch.len(), time);
            }
            Err(error) => {
                self.context.exercises.roll_back();
                self.metrics.failed();
                if matches!(error, BatchError::Database(_)) {
                    // It fails if SQLite has already rolled back the transaction by itself.
                    let _ = self.context.execute("ROLLBACK");
                }
            }
        }
        if committed.is_ok()
            && batch.iter().any(|change| change.writing() == Writing::Erasure)
            && let Err(error) = self.purge()
        {
            tracing::error!(%error, "parts of what was deleted may be left in the files");
        }
        for change in batch.drain(..) {
            change.answer(committed.as_ref().copied());
        }
        let is_locked = matches!(
            &committed,
            Err(BatchError::Database(Failure::Sqlite(error))) if is_busy(error)
        );
        self.wait_for_locks(if is_locked { BUSY_TIMEOUT_AGAIN } else { BUSY_TIMEOUT });
    }

    /// Sets how long the next batch waits for a lock.
    fn wait_for_locks(&mut self, timeout: Duration) {
        // If it fails, the next batch waits as long as this one, and it is set after that one.
        if timeout != self.busy_timeout && self.context.connection.busy_timeout(timeout).is_ok() {
            self.busy_timeout = timeout;
        }
    }

    /// Removes deleted data from the files.
    ///
    /// SQLite overwrites what it deletes (`secure_delete`). But when it distributes the rows of a full page over others, it leaves copies behind. So the
    /// database is written anew, by way of a temporary file, and the log, which has the earlier pages, is emptied.
    fn purge(&self) -> Result<(), Failure> {
        let connection = &self.context.connection;
        connection.execute_batch("PRAGMA temp_store = FILE")?;
        let vacuumed = connection.execute_batch("VACUUM");
        connection.execute_batch(TEMP_STORE)?;
        vacuumed?;
        let is_busy: bool =
            connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0))?;
        if is_busy { Err(Failure::value("other processes read the log")) } else { Ok(()) }
    }

    /// Commits a batch, which is not empty.
    ///
    /// The files are verified twice. After the commit, because a change in a file that is not found again must not be acknowledged: a check before
    /// the commit cannot know what happens during it. A file that is deleted after this check had the changes, and its owner may delete them. And
    /// before the transaction, because otherwise its pages would go into the log beside the new database, which does not belong to it.
    fn commit(&mut self, batch: &mut [Box<dyn Change>]) -> Result<(), BatchError> {
        self.files.verify()?;
        // It takes the write lock at once, so that no later statement can fail to get it.
        self.context.execute("BEGIN IMMEDIATE")?;
        for change in batch {
            change.apply(&mut self.context)?;
        }
        self.context.execute("COMMIT")?;
        self.files.verify()?;
        Ok(())
    }
}

/// A change of any type, with its waiting caller.
trait Change: Send {
    /// Applies the change. A failure is one of the whole transaction.
    fn apply(&mut self, context: &mut Context) -> Result<(), Failure>;

    fn writing(&self) -> Writing;

    /// Answers the caller after the transaction has been committed or has failed.
    fn answer(self: Box<Self>, committed: Result<(), &BatchError>);
}

struct Pending<A, T> {
    writing: Writing,
    /// None when it is applied.
    apply: Option<A>,
    outcome: Option<Result<T>>,
    caller: oneshot::Sender<Result<T>>,
}

impl<T: Send, A: FnOnce(&mut Context) -> Applied<T> + Send> Change for Pending<A, T> {
    fn apply(&mut self, context: &mut Context) -> Result<(), Failure> {
        self.outcome = self.apply.take().map(|apply| apply(context)).transpose()?;
        Ok(())
    }

    fn writing(&self) -> Writing {
        self.writing
    }

    fn answer(self: Box<Self>, committed: Result<(), &BatchError>) {
        let outcome = match (committed, self.outcome) {
            (Ok(()), Some(outcome)) => outcome,
            (Ok(()), None) => Err(closed(())),
            (Err(error), _) => Err(StoreError::Database(error.to_string())),
        };
        // Sending fails if the caller was dropped, and then nothing waits for the outcome.
        let _ = self.caller.send(outcome);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::path::Path;

    use super::*;
    use crate::course::{Credit, LearnerId};
    use crate::step::{Fingerprint, Nonce, Timestamp};
    use crate::store::sqlite::open::{Opened, open};
    use crate::store::submission::{
        NewAttempt, RawAnswer, StoredExercise, StoredVerdict, VerdictBasis,
    };

    type Outcome<T> = oneshot::Receiver<Result<T>>;

    /// The writer's parts for a database of its own, with two learners, and a connection of another process.
    fn batches_of(path: &Path) -> (Batches, Connection) {
        let Opened { connection, files, .. } = open(path).unwrap();
        let other = Connection::open(path).unwrap();
        let learners = "INSERT INTO learners (id, name, name_folded, name_skeleton, folded_skeleton, key_hash, registered_at)
                        VALUES (1, 'Ada', 'ada', 'Ada', 'ada', zeroblob(32), 0), (2, 'Alan', 'alan', 'Alan', 'alan', randomblob(32), 0)";
        other.execute_batch(learners).unwrap();
        (Batches::new(connection, files, Arc::default()), other)
    }

    fn pending<T: Send + 'static>(
        apply: impl FnOnce(&mut Context) -> Applied<T> + Send + 'static,
    ) -> (Box<dyn Change>, Outcome<T>) {
        let (caller, outcome) = oneshot::channel();
        let writing = Writing::Statement;
        (Box::new(Pending { writing, apply: Some(apply), outcome: None, caller }), outcome)
    }

    /// An answer of a learner that waits for the writer, and the outcome.
    fn answer(learner: i64, answer: &str) -> (Box<dyn Change>, Outcome<Submitted>) {
        let attempt = NewAttempt {
            learner: LearnerId(learner),
            step: "07".parse().unwrap(),
            exercise: StoredExercise { kind: "kind".into(), version: 1, params: "{}".into() },
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
        let submission = Submission::new(attempt, 100).unwrap();
        pending(move |context| submit(&submission, &mut context.exercises, &mut context.connection))
    }

    /// A statement that waits for the writer, and the outcome.
    fn statement(sql: &'static str) -> (Box<dyn Change>, Outcome<u64>) {
        pending(move |context| {
            context.apply(Writing::Statement, move |c| {
                Box::pin(async move { c.execute(sql, &[]).await })
            })
        })
    }

    fn count(sql: &str, connection: &Connection) -> i64 {
        connection.query_row(sql, [], |row| row.get(0)).unwrap()
    }

    #[test]
    fn each_batch_is_a_transaction_of_its_own() {
        let folder = tempfile::tempdir().unwrap();
        let (mut batches, other) = batches_of(&folder.path().join("gradus.db"));
        let harmless = "UPDATE learners SET key_hash = key_hash";
        // Answers of two learners, of one, and answers that are stored already; each with a change before it, behind it, and without one.
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
                    0 => batch.insert(0, statement(harmless).0),
                    1 => batch.push(statement(harmless).0),
                    _ if batch.is_empty() => continue,
                    _ => {}
                }
                batches.write(&mut batch);
                for (outcome, &(learner, text)) in outcomes.into_iter().zip(answers) {
                    let is_new = seen.insert((round, learner, text));
                    expected += i64::from(is_new);
                    match outcome.blocking_recv().unwrap().unwrap() {
                        Submitted::Recorded(..) => assert!(is_new, "{learner} {text}"),
                        Submitted::Repeated(..) => assert!(!is_new, "{learner} {text}"),
                        Submitted::Refused(refusal) => panic!("{refusal:?}"),
                    }
                }
                // Other processes see what is confirmed, and do not wait to write.
                assert_eq!(count("SELECT count(*) FROM attempts", &other), expected);
                other.execute_batch(harmless).unwrap();
            }
        }
    }

    #[test]
    fn a_batch_that_fails_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let (mut batches, other) = batches_of(&folder.path().join("gradus.db"));
        // The last statement is refused, after others of the transaction.
        let refusal = "CREATE TRIGGER refused BEFORE INSERT ON step_progress BEGIN SELECT RAISE(ABORT, 'refused'); END";
        other.execute_batch(refusal).unwrap();
        let (queued, outcome) = answer(1, "a");
        batches.write(&mut vec![queued]);
        assert!(outcome.blocking_recv().unwrap().is_err());
        assert_eq!(count("SELECT count(*) FROM exercises", &other), 0);
        other.execute_batch("DROP TRIGGER refused").unwrap();
        let (queued, outcome) = answer(1, "a");
        batches.write(&mut vec![queued]);
        assert!(matches!(outcome.blocking_recv().unwrap(), Ok(Submitted::Recorded(..))));
        assert_eq!(count("SELECT count(*) FROM exercises", &other), 1);
    }

    #[test]
    fn behind_a_lock_only_the_first_batch_waits_long() {
        let folder = tempfile::tempdir().unwrap();
        let (mut batches, holder) = batches_of(&folder.path().join("gradus.db"));
        let timeout = |batches: &Batches| {
            let timeout = count("PRAGMA busy_timeout", &batches.context.connection);
            Duration::from_millis(timeout.unsigned_abs())
        };
        assert_eq!(timeout(&batches), BUSY_TIMEOUT);
        // The test does not wait either.
        batches.context.connection.busy_timeout(Duration::ZERO).unwrap();
        for (statement, is_stored, expected) in
            [("BEGIN IMMEDIATE", false, BUSY_TIMEOUT_AGAIN), ("ROLLBACK", true, BUSY_TIMEOUT)]
        {
            holder.execute_batch(statement).unwrap();
            let (queued, outcome) = answer(1, "a");
            batches.write(&mut vec![queued]);
            assert_eq!(outcome.blocking_recv().unwrap().is_ok(), is_stored);
            assert_eq!(timeout(&batches), expected);
        }
    }

    #[test]
    fn only_an_error_that_leaves_the_transaction_open_belongs_to_one_caller() {
        let folder = tempfile::tempdir().unwrap();
        let (mut batches, _other) = batches_of(&folder.path().join("gradus.db"));
        for (sql, others_are_stored) in [
            ("UPDATE learners SET name_folded = 'ada'", true),
            ("INSERT INTO unknown VALUES (1)", false),
        ] {
            let (refused, outcome) = statement(sql);
            let (queued, other) = answer(1, sql);
            batches.write(&mut vec![refused, queued]);
            assert!(outcome.blocking_recv().unwrap().is_err());
            assert_eq!(other.blocking_recv().unwrap().is_ok(), others_are_stored, "{sql}");
        }
    }
}
