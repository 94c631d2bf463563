//! Submitting an attempt on the connection that writes: one statement reads what is known of it, and at most four write.

use std::collections::HashSet;

use rusqlite::{Connection, params};

use crate::step::Fingerprint;
use crate::store::connection::{Connection as AnyConnection, immediate};
use crate::store::error::{Result, StoreError};
use crate::store::failure::Failure;
use crate::store::grades::recount_earned;
use crate::store::guessing::WrongRun;
use crate::store::list::{List, row};
use crate::store::submission::{
    Decision, KnownFacts, NewAttempt, Submission, Submitted, VerdictColumns,
};
use crate::store::value::Row;

/// The fingerprints of exercises that are stored, so far as this process knows.
#[derive(Default)]
pub(super) struct KnownExercises {
    stored: HashSet<Fingerprint>,
    /// Those that are stored when the transaction is committed.
    uncommitted: HashSet<Fingerprint>,
}

impl KnownExercises {
    /// The transaction is committed.
    pub(super) fn commit(&mut self) {
        self.stored.extend(self.uncommitted.drain());
    }

    /// The transaction is rolled back.
    pub(super) fn roll_back(&mut self) {
        self.uncommitted.clear();
    }

    /// Stores the exercise of an attempt with the first attempt at it.
    fn store(&mut self, attempt: &NewAttempt, connection: &Connection) -> rusqlite::Result<()> {
        let NewAttempt { exercise, fingerprint, .. } = attempt;
        if self.stored.contains(fingerprint) || !self.uncommitted.insert(*fingerprint) {
            return Ok(());
        }
        let sql =
            "INSERT INTO exercises (fingerprint, kind, version, params) VALUES (?1, ?2, ?3, ?4)
                   ON CONFLICT (fingerprint) DO NOTHING";
        let (kind, version, json) = (&exercise.kind, exercise.version, &exercise.params);
        let values = params![fingerprint.to_bits(), kind, version, json];
        connection.prepare_cached(sql)?.execute(values).map(drop)
    }
}

/// Submits an attempt, and returns what came of it: a [`StoreError`] if only this attempt fails, a [`Failure`] if the transaction does.
pub(super) fn submit(
    new: &Submission,
    exercises: &mut KnownExercises,
    connection: &mut Connection,
) -> Result<Result<Submitted>, Failure> {
    let (is_task_stored, facts) = match known(new, connection) {
        Ok(Some(known)) => known,
        Ok(None) => return Ok(Err(StoreError::LearnerUnknown)),
        Err(failure @ Failure::Value(_)) => return Ok(Err(failure.into())),
        Err(failure) => return Err(failure),
    };
    let run = facts.run;
    Ok(Ok(match new.attempt.decide(facts, new.per_day) {
        Decision::Insert(submitted) => {
            exercises.store(&new.attempt, connection)?;
            insert(new, is_task_stored, connection)?;
            count(new, run, connection)?;
            submitted
        }
        Decision::Replace(id, submitted) => {
            replace_verdict(id, new, connection)?;
            submitted
        }
        Decision::Nothing(submitted) => submitted,
    }))
}

/// Whether the task of an attempt was stored with an earlier attempt, and what is known of the attempt; none if the learner is unknown.
fn known(new: &Submission, connection: &Connection) -> Result<Option<(bool, KnownFacts)>, Failure> {
    let Submission { learner, step, print, nonce, hash, day, .. } = new;
    let kind = &new.attempt.exercise.kind;
    let mut statement = connection.prepare_cached(
        "WITH asked (learner, step, kind, fingerprint, nonce, canonical_hash, day) AS (VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7))
         SELECT EXISTS (SELECT 1 FROM attempts AS first JOIN tasks ON tasks.id = first.id
                        WHERE first.learner = asked.learner AND first.step = asked.step
                          AND first.fingerprint = asked.fingerprint AND first.nonce = asked.nonce),
                same.id, same.verdict, same.items_right, same.items_total, same.first_wrong, same.fit, same.causes, same.worth, same.at,
                (SELECT count(*) FROM attempts AS wrong
                 WHERE wrong.learner = asked.learner AND wrong.step = asked.step AND wrong.fingerprint = asked.fingerprint
                   AND wrong.nonce = asked.nonce AND wrong.verdict = 'wrong'),
                (SELECT count(*) FROM attempts AS wrong
                 WHERE wrong.learner = asked.learner AND wrong.step = asked.step AND wrong.fingerprint = asked.fingerprint
                   AND wrong.nonce = asked.nonce AND wrong.verdict = 'wrong' AND (same.id IS NULL OR wrong.id < same.id)),
                coalesce(progress.wrong_in_a_row, unnamed.wrong_in_a_row, 0),
                iif(progress.kind IS NULL, unnamed.last_wrong_at, progress.last_wrong_at),
                (SELECT coalesce(sum(attempts_on_day), 0) FROM step_progress AS any_step
                 WHERE any_step.learner = asked.learner AND any_step.day = asked.day)
         FROM asked
         JOIN learners ON learners.id = asked.learner AND NOT learners.is_forgotten
         LEFT JOIN attempts AS same
           ON same.learner = asked.learner AND same.step = asked.step AND same.fingerprint = asked.fingerprint
          AND same.nonce = asked.nonce AND same.canonical_hash = asked.canonical_hash
         LEFT JOIN step_progress AS progress
           ON progress.learner = asked.learner AND progress.step = asked.step AND progress.kind = asked.kind
         LEFT JOIN step_progress AS unnamed
           ON unnamed.learner = asked.learner AND unnamed.step = asked.step AND unnamed.kind = ''",
    )?;
    let mut rows = statement.query(params![learner, step, kind, print, nonce, hash, day])?;
    rows.next()?.map(|row| Row::sqlite(row).read()).transpose()
}

/// Inserts an attempt, and its task if this is the first attempt at it.
fn insert(new: &Submission, is_task_stored: bool, connection: &Connection) -> rusqlite::Result<()> {
    let Submission { attempt, learner, step, print, nonce, hash, rest_len, rest_hash, .. } = new;
    let VerdictColumns { name, right, total, first, fit, causes } = &new.verdict;
    let (text, raw, kind) = (new.canonical(), new.raw(), &attempt.exercise.kind);
    let Submission { worth, at, task, .. } = new;
    let mut attempts = connection.prepare_cached(
        "INSERT INTO attempts (learner, step, kind, fingerprint, nonce, canonical_hash, canonical, raw, raw_rest_length, raw_rest_hash,
                               verdict, items_right, items_total, first_wrong, fit, causes, worth, late, at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19)",
    )?;
    let late = attempt.late;
    let id = attempts.insert(params![
        learner, step, kind, print, nonce, hash, text, raw, rest_len, rest_hash, name, right,
        total, first, fit, causes, worth, late, at,
    ])?;
    if !is_task_stored {
        let mut tasks = connection.prepare_cached(
            "INSERT INTO tasks (id, learner, step, fingerprint, nonce, json) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        )?;
        tasks.insert(params![id, learner, step, print, nonce, task])?;
    }
    Ok(())
}

/// Counts a new attempt in the learner's progress. `run` has the wrong answers before it.
fn count(new: &Submission, run: WrongRun, connection: &Connection) -> rusqlite::Result<()> {
    let Submission { attempt, learner, step, at, day, .. } = new;
    let is_right = new.is_right();
    let run = if is_right { WrongRun::default() } else { run.with_one_more(attempt.at) };
    let last = run.last.map(|last| last.seconds().cast_signed());
    let (solved, credit) = (is_right.then_some(at), is_right.then_some(new.worth));
    let mut progress = connection.prepare_cached(
        "INSERT INTO step_progress (learner, step, kind, attempts, first_at, solved_at, credit, credit_late,
                                    wrong_in_a_row, last_wrong_at, day, attempts_on_day)
         VALUES (?1, ?2, ?3, 1, ?4, ?5, ?6, ?7, ?8, ?9, ?10, 1)
         ON CONFLICT (learner, step, kind) DO UPDATE SET
             attempts = attempts + 1,
             first_at = min(first_at, excluded.first_at),
             solved_at = coalesce(min(solved_at, excluded.solved_at), solved_at, excluded.solved_at),
             credit = coalesce(max(credit, excluded.credit), credit, excluded.credit),
             credit_late = CASE
                 WHEN excluded.credit IS NULL OR excluded.credit < credit THEN credit_late
                 WHEN excluded.credit = credit THEN min(credit_late, excluded.credit_late)
                 ELSE excluded.credit_late END,
             wrong_in_a_row = excluded.wrong_in_a_row,
             last_wrong_at = coalesce(excluded.last_wrong_at, last_wrong_at),
             attempts_on_day = iif(day = excluded.day, attempts_on_day + 1, 1),
             day = excluded.day",
    )?;
    let (kind, late, wrong) = (&attempt.exercise.kind, is_right && attempt.late, run.count);
    let values = params![learner, step, kind, at, solved, credit, late, wrong, last, day];
    progress.execute(values).map(drop)
}

/// Replaces the verdict of a stored attempt.
///
/// An answer that is judged by itself was as right when it was sent first, so its time and its worth stay. Evidence has changed in the meantime: the
/// answer counts from the time when it was right.
fn replace_verdict(id: i64, new: &Submission, connection: &mut Connection) -> Result<(), Failure> {
    let Submission { attempt, learner, step, worth, at, .. } = new;
    let VerdictColumns { name, right, total, first, fit, causes } = &new.verdict;
    let (by_proof, late) = (new.is_by_evidence(), attempt.late);
    let sql =
        "UPDATE attempts SET verdict = ?2, items_right = ?3, items_total = ?4, first_wrong = ?5, fit = ?6, causes = ?7,
                             worth = iif(?8, ?9, worth), late = iif(?8, ?10, late), at = iif(?8, ?11, at)
         WHERE id = ?1";
    connection
        .prepare_cached(sql)?
        .execute(params![id, name, right, total, first, fit, causes, by_proof, worth, late, at])?;
    if new.is_right() {
        if let Some(list) = List::of_rows([row![attempt: id]]) {
            immediate(recount_earned(&mut AnyConnection::Sqlite(connection), &list))?;
        }
        // The next wrong answer is the first in a row.
        let sql = "UPDATE step_progress SET wrong_in_a_row = 0 WHERE learner = ?1 AND step = ?2";
        connection.prepare_cached(sql)?.execute([learner, step])?;
    }
    Ok(())
}
