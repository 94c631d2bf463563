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
//! Before and after the transaction, the files of the database must be those that were opened: see [`Writer::commit`].

use std::sync::Arc;
use std::time::Duration;

use rusqlite::Connection;

use super::error::is_busy;
use super::files::Files;
use super::open::{BUSY_TIMEOUT, TEMP_STORE};
use super::threads::{Inbox, Queued};
use crate::metrics::timed;
use crate::store::connection::{Connection as AnyConnection, immediate};
use crate::store::database::{Access, Operation, StoreMetrics};
use crate::store::error::{Result, StoreError};

/// The maximal number of changes in a transaction, which bounds how long the first of them waits.
const BATCH: usize = 256;

/// How long a batch waits for a lock that another process holds, if the batch before it has waited [`BUSY_TIMEOUT`] in vain. Otherwise callers who
/// came meanwhile would wait as long again, and those behind them twice as long.
const BUSY_TIMEOUT_AGAIN: Duration = Duration::from_millis(100);

/// What the thread that writes works with.
pub(super) struct Writer {
    connection: Connection,
    files: Files,
    /// How long the connection waits for a lock.
    busy_timeout: Duration,
    metrics: Arc<StoreMetrics>,
}

impl Writer {
    pub(super) fn new(connection: Connection, files: Files, metrics: Arc<StoreMetrics>) -> Self {
        Self { connection, files, busy_timeout: BUSY_TIMEOUT, metrics }
    }

    /// What the thread does. When it ends, everything is committed. If closing the connection fails, SQLite removes its log at the next start.
    pub(super) fn write_all(mut self, inbox: &Inbox) {
        loop {
            let batch = inbox.take(BATCH);
            if batch.is_empty() {
                break;
            }
            self.write(batch);
        }
    }

    /// Applies all changes of a batch in one transaction, then answers.
    fn write(&mut self, batch: Vec<Queued>) {
        let has_erased = batch.iter().any(|change| change.access == Access::Erasure);
        let (operations, callers): (Vec<_>, Vec<_>) = batch
            .into_iter()
            .map(|Queued { access, operation, caller }| ((access, operation), caller))
            .unzip();
        let (committed, time) = timed(|| self.commit(operations));
        let outcomes = match committed {
            Ok(outcomes) => {
                self.metrics.committed(callers.len(), time);
                if has_erased && let Err(error) = self.purge() {
                    tracing::error!(%error, "parts of what was deleted may be left in the files");
                }
                outcomes
            }
            Err(error) => {
                self.metrics.failed();
                // It fails if SQLite has rolled back the transaction by itself, or if none was begun.
                let _ = self.execute("ROLLBACK");
                vec![Err(error); callers.len()]
            }
        };
        for (caller, outcome) in callers.into_iter().zip(outcomes) {
            // Sending fails if the caller was dropped, and then nothing waits for the outcome.
            let _ = caller.send(outcome);
        }
    }

    /// Commits a batch, which is not empty, and returns the outcome of each change.
    ///
    /// The files are verified twice. After the commit, because a change in a file that is not found again must not be acknowledged: a check before
    /// the commit cannot know what happens during it. A file that is deleted after this check had the changes, and its owner may delete them. And
    /// before the transaction, because otherwise its pages would go into the log beside the new database, which does not belong to it.
    fn commit(&mut self, changes: Vec<(Access, Operation)>) -> Result<Vec<Result<()>>> {
        self.files.verify()?;
        // It takes the write lock at once, so that no later statement can fail to get it.
        let begun = self.execute("BEGIN IMMEDIATE");
        let is_locked = begun.as_ref().is_err_and(is_busy);
        self.wait_for_locks(if is_locked { BUSY_TIMEOUT_AGAIN } else { BUSY_TIMEOUT });
        begun?;
        let outcomes = changes.into_iter().map(|(access, operation)| self.apply(access, operation));
        let outcomes = outcomes.collect::<Result<Vec<_>>>()?;
        self.execute("COMMIT")?;
        self.files.verify()?;
        Ok(outcomes)
    }

    /// Applies a change inside the open transaction, and returns its outcome for its caller. An error is one of the whole transaction.
    fn apply(&mut self, access: Access, operation: Operation) -> Result<Result<()>> {
        let has_savepoint = access != Access::Statement;
        if has_savepoint {
            self.execute("SAVEPOINT change")?;
        }
        let outcome = immediate(operation(&mut AnyConnection::Sqlite(&mut self.connection)));
        // After most errors, as when a constraint refuses a statement, SQLite undoes the statement and keeps the transaction.
        if let Err(error) = &outcome
            && self.connection.is_autocommit()
        {
            return Err(StoreError::Database(format!("the transaction was rolled back: {error}")));
        }
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

    /// Sets how long the next batch waits for a lock.
    fn wait_for_locks(&mut self, timeout: Duration) {
        // If it fails, the next batch waits as long as this one, and it is set after that one.
        if timeout != self.busy_timeout && self.connection.busy_timeout(timeout).is_ok() {
            self.busy_timeout = timeout;
        }
    }

    /// Removes deleted data from the files.
    ///
    /// SQLite overwrites what it deletes (`secure_delete`). But when it distributes the rows of a full page over others, it leaves copies behind. So the
    /// database is written anew, by way of a temporary file, and the log, which has the earlier pages, is emptied.
    fn purge(&self) -> Result<()> {
        self.connection.execute_batch("PRAGMA temp_store = FILE")?;
        let vacuumed = self.connection.execute_batch("VACUUM");
        self.connection.execute_batch(TEMP_STORE)?;
        vacuumed?;
        let sql = "PRAGMA wal_checkpoint(TRUNCATE)";
        let is_busy: bool = self.connection.query_row(sql, [], |row| row.get(0))?;
        if is_busy {
            return Err(StoreError::Database("other processes read the log".to_owned()));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::path::Path;

    use futures_util::future::BoxFuture;
    use tokio::sync::oneshot;

    use super::*;
    use crate::course::{Credit, LearnerId};
    use crate::step::{Fingerprint, Nonce, Timestamp};
    use crate::store::attempt_request::{
        AttemptRequest, NewAttempt, RawAnswer, StoredExercise, StoredVerdict, Submitted,
        VerdictBasis,
    };
    use crate::store::sqlite::open::{Opened, open};
    use crate::store::sqlite::submit::submit;

    /// A writer for a database of its own, with two learners, and a connection of another process.
    fn writer_of(path: &Path) -> (Writer, Connection) {
        let Opened { connection, files, .. } = open(path).unwrap();
        let other = Connection::open(path).unwrap();
        let learners = "INSERT INTO learners (id, name, name_folded, name_skeleton, folded_skeleton, key_hash, registered_at)
                        VALUES (1, 'Ada', 'ada', 'Ada', 'ada', zeroblob(32), 0), (2, 'Alan', 'alan', 'Alan', 'alan', randomblob(32), 0)";
        other.execute_batch(learners).unwrap();
        (Writer::new(connection, files, Arc::default()), other)
    }

    /// The outcome of a change, and its result if it has one.
    struct Outcome<T>(oneshot::Receiver<Result<()>>, oneshot::Receiver<T>);

    impl<T> Outcome<T> {
        fn get(self) -> Result<T> {
            self.0.blocking_recv().unwrap().map(|()| self.1.blocking_recv().unwrap())
        }
    }

    /// A change that waits for the writer, and the outcome.
    fn queued<T: Send + 'static>(
        change: impl for<'c, 'd> FnOnce(&'c mut AnyConnection<'d>) -> BoxFuture<'c, Result<T>>
        + Send
        + 'static,
    ) -> (Queued, Outcome<T>) {
        let (caller, outcome) = oneshot::channel();
        let (sender, result) = oneshot::channel();
        let operation: Operation = Box::new(move |c| {
            let changed = change(c);
            Box::pin(async move {
                let _ = sender.send(changed.await?);
                Ok(())
            })
        });
        (Queued { access: Access::Statement, operation, caller }, Outcome(outcome, result))
    }

    /// An answer of a learner.
    fn answer(learner: i64, answer: &str) -> (Queued, Outcome<Submitted>) {
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
        let request = AttemptRequest::new(attempt, 100).unwrap();
        queued(move |c| Box::pin(async move { submit(c, &request).await }))
    }

    fn statement(sql: &'static str) -> (Queued, Outcome<u64>) {
        queued(move |c| Box::pin(async move { c.execute(sql, &[]).await }))
    }

    fn count(sql: &str, connection: &Connection) -> i64 {
        connection.query_row(sql, [], |row| row.get(0)).unwrap()
    }

    #[test]
    fn each_batch_is_a_transaction_of_its_own() {
        let folder = tempfile::tempdir().unwrap();
        let (mut writer, other) = writer_of(&folder.path().join("gradus.db"));
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
                writer.write(batch);
                for (outcome, &(learner, text)) in outcomes.into_iter().zip(answers) {
                    let is_new = seen.insert((round, learner, text));
                    expected += i64::from(is_new);
                    let is_repeated = outcome.get().unwrap().is_repeated;
                    assert_eq!(is_repeated, !is_new, "{learner} {text}");
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
        let (mut writer, other) = writer_of(&folder.path().join("gradus.db"));
        // The last statement is refused, after others of the transaction.
        let refusal = "CREATE TRIGGER refused BEFORE INSERT ON step_progress BEGIN SELECT RAISE(ABORT, 'refused'); END";
        other.execute_batch(refusal).unwrap();
        let (queued, outcome) = answer(1, "a");
        writer.write(vec![queued]);
        assert!(outcome.get().is_err());
        assert_eq!(count("SELECT count(*) FROM exercises", &other), 0);
        other.execute_batch("DROP TRIGGER refused").unwrap();
        let (queued, outcome) = answer(1, "a");
        writer.write(vec![queued]);
        assert!(!outcome.get().unwrap().is_repeated);
        assert_eq!(count("SELECT count(*) FROM exercises", &other), 1);
    }

    #[test]
    fn behind_a_lock_only_the_first_batch_waits_long() {
        let folder = tempfile::tempdir().unwrap();
        let (mut writer, holder) = writer_of(&folder.path().join("gradus.db"));
        let timeout = |writer: &Writer| {
            let timeout = count("PRAGMA busy_timeout", &writer.connection);
            Duration::from_millis(timeout.unsigned_abs())
        };
        assert_eq!(timeout(&writer), BUSY_TIMEOUT);
        // The test does not wait either.
        writer.connection.busy_timeout(Duration::ZERO).unwrap();
        for (statement, is_stored, expected) in
            [("BEGIN IMMEDIATE", false, BUSY_TIMEOUT_AGAIN), ("ROLLBACK", true, BUSY_TIMEOUT)]
        {
            holder.execute_batch(statement).unwrap();
            let (queued, outcome) = answer(1, "a");
            writer.write(vec![queued]);
            assert_eq!(outcome.get().is_ok(), is_stored);
            assert_eq!(timeout(&writer), expected);
        }
    }

    #[test]
    fn only_an_error_that_leaves_the_transaction_open_belongs_to_one_caller() {
        let folder = tempfile::tempdir().unwrap();
        let (mut writer, _other) = writer_of(&folder.path().join("gradus.db"));
        for (sql, others_are_stored) in [
            ("UPDATE learners SET student_id = 's1'", true),
            ("INSERT INTO unknown VALUES (1)", true),
            ("UPDATE OR ROLLBACK learners SET student_id = 's1'", false),
        ] {
            let (refused, outcome) = statement(sql);
            let (queued, other) = answer(1, sql);
            writer.write(vec![refused, queued]);
            assert!(outcome.get().is_err());
            assert_eq!(other.get().is_ok(), others_are_stored, "{sql}");
        }
    }
}
