//! Submitting an attempt on the connection that writes: one statement reads what is known of it, and at most four write.

use crate::store::attempt_request::{AttemptRequest, Change, KnownFacts, Submitted};
use crate::store::connection::Connection;
use crate::store::error::{Result, StoreError};
use crate::store::grades::recount_earned;
use crate::store::guessing::{WrongRun, day_of};
use crate::store::value::{Value, row, values};

/// Whether the task of an attempt was stored with an earlier attempt, and the exercise, and what is known of the attempt. No row if the learner is
/// unknown.
const KNOWN: &str =
    "WITH asked (learner, step, kind, fingerprint, nonce, canonical_hash, day) AS (VALUES ($1, $2, $3, $4, $5, $7, $21))
     SELECT EXISTS (SELECT 1 FROM attempts AS first JOIN tasks ON tasks.id = first.id
                    WHERE first.learner = asked.learner AND first.step = asked.step
                      AND first.fingerprint = asked.fingerprint AND first.nonce = asked.nonce),
            EXISTS (SELECT 1 FROM exercises WHERE exercises.fingerprint = asked.fingerprint),
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
             WHERE any_step.learner = asked.learner AND any_step.day = asked.day),
            EXISTS (SELECT 1 FROM attempts AS voided
                    WHERE voided.learner = asked.learner AND voided.step = asked.step
                      AND voided.fingerprint = asked.fingerprint AND voided.nonce = asked.nonce AND voided.voided_by IS NOT NULL)
     FROM asked
     JOIN learners ON learners.id = asked.learner AND NOT learners.is_forgotten
     LEFT JOIN attempts AS same
       ON same.learner = asked.learner AND same.step = asked.step AND same.fingerprint = asked.fingerprint
      AND same.nonce = asked.nonce AND same.canonical_hash = asked.canonical_hash
     LEFT JOIN step_progress AS progress
       ON progress.learner = asked.learner AND progress.step = asked.step AND progress.kind = asked.kind
     LEFT JOIN step_progress AS unnamed
       ON unnamed.learner = asked.learner AND unnamed.step = asked.step AND unnamed.kind = ''";

/// Submits an attempt, and returns what came of it.
pub(super) async fn submit(c: &mut Connection<'_>, new: &AttemptRequest) -> Result<Submitted> {
    let known = c.row(KNOWN, &new.values).await?;
    let ((is_task_stored, is_exercise_stored), facts): ((bool, bool), KnownFacts) =
        known.ok_or(StoreError::LearnerUnknown)?;
    let run = facts.run;
    let (change, submitted) = new.decide(facts)?;
    let written = match change {
        Change::Insert => insert(c, new, is_task_stored, is_exercise_stored, run).await,
        Change::Replace(id) => replace_verdict(c, new, id).await,
        Change::Nothing => Ok(()),
    };
    if let Err(error) = written {
        // Some of it may be written, so the transaction is given up. This fails if SQLite has rolled it back by itself.
        let _ = c.execute("ROLLBACK", &[]).await;
        return Err(error);
    }
    Ok(submitted)
}

/// Inserts an attempt, and its task and exercise if this is the first attempt at them, and counts it in the learner's progress. `run` has the wrong
/// answers before it.
async fn insert(
    c: &mut Connection<'_>,
    new: &AttemptRequest,
    is_task_stored: bool,
    is_exercise_stored: bool,
    run: WrongRun,
) -> Result<()> {
    let attempt = &new.attempt;
    let exercise = &attempt.exercise;
    if !is_exercise_stored {
        c.execute(
            "INSERT INTO exercises (fingerprint, kind, version, params) VALUES ($1, $2, $3, $4)",
            &values![attempt.fingerprint, exercise.kind, exercise.version, exercise.params],
        )
        .await?;
    }
    c.execute(
        "INSERT INTO attempts (learner, step, kind, fingerprint, nonce, canonical, canonical_hash, raw, raw_rest_length, raw_rest_hash,
                               verdict, items_right, items_total, first_wrong, fit, causes, worth, late, at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $18, $19, $22)",
        &new.values,
    )
    .await?;
    if !is_task_stored {
        c.execute(
            "INSERT INTO tasks (id, learner, step, fingerprint, nonce, json)
             VALUES (last_insert_rowid(), $1, $2, $4, $5, $20)",
            &new.values,
        )
        .await?;
    }
    let is_right = attempt.verdict.is_accepted();
    let run = if is_right { WrongRun::default() } else { run.with_one_more(attempt.at) };
    c.execute(
        "INSERT INTO step_progress (learner, step, kind, attempts, first_at, solved_at, credit, credit_late,
                                    wrong_in_a_row, last_wrong_at, day, attempts_on_day)
         VALUES ($1, $2, $3, 1, $4, $5, $6, $7, $8, $9, $10, 1)
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
        &values![
            attempt.learner,
            attempt.step,
            exercise.kind,
            attempt.at,
            is_right.then_some(attempt.at),
            is_right.then_some(attempt.worth),
            is_right && attempt.late,
            run.count,
            run.last,
            day_of(attempt.at),
        ],
    )
    .await
    .map(drop)
}

/// Replaces the verdict of a stored attempt.
///
/// An answer that is judged by itself was as right when it was sent first, so its time and its worth stay. Evidence has changed in the meantime: the
/// answer counts from the time when it was right.
async fn replace_verdict(c: &mut Connection<'_>, new: &AttemptRequest, id: i64) -> Result<()> {
    c.execute(
        "UPDATE attempts SET verdict = $11, items_right = $12, items_total = $13, first_wrong = $14, fit = $15, causes = $16,
                             worth = iif($17, $18, worth), late = iif($17, $19, late), at = iif($17, $22, at)
         WHERE learner = $1 AND step = $2 AND fingerprint = $4 AND nonce = $5 AND canonical_hash = $7",
        &new.values,
    )
    .await?;
    if new.attempt.verdict.is_accepted() {
        if let Some(list) = Value::list([row![attempt: id]]) {
            recount_earned(c, &list).await?;
        }
        // The next wrong answer is the first in a row.
        let sql = "UPDATE step_progress SET wrong_in_a_row = 0 WHERE learner = $1 AND step = $2";
        c.execute(sql, &new.values).await?;
    }
    Ok(())
}
