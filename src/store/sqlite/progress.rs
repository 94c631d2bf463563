//! How learners stand at the steps, in SQLite: what would else be counted over all attempts.

use sqlx::{QueryBuilder, Sqlite, SqliteConnection, SqlitePool};

use super::new_row::NewRow;
use crate::course::{Grade, LearnerId};
use crate::step::StepNumber;
use crate::store::columns::{GradeColumns, seconds};
use crate::store::guessing::{WrongRun, day_of};
use crate::store::{Progress, StoredVerdict};

/// Adds the statement that counts new attempts of different learners at their steps.
pub(super) fn count(new: &[NewRow<'_>], query: &mut QueryBuilder<Sqlite>) {
    query.push(
        "INSERT INTO step_progress (learner, step, kind, attempts, first_at, solved_at, credit, credit_late,
                                    wrong_in_a_row, last_wrong_at, day, attempts_on_day) ",
    );
    query.push_values(new, |mut row, NewRow { attempt, run, .. }| {
        let at = seconds(attempt.at);
        let is_right = attempt.verdict == StoredVerdict::Accepted;
        let run = if is_right { WrongRun::default() } else { run.with_one_more(attempt.at) };
        row.push_bind(attempt.learner.0)
            .push_bind(attempt.step.get())
            .push_bind(attempt.kind.as_str())
            .push_bind(1)
            .push_bind(at)
            .push_bind(is_right.then_some(at))
            .push_bind(is_right.then_some(attempt.worth.hundredths()))
            .push_bind(is_right && attempt.late)
            .push_bind(run.count)
            .push_bind(run.last.map(seconds))
            .push_bind(day_of(attempt.at).cast_signed())
            .push_bind(1);
    });
    query.push(
        " ON CONFLICT (learner, step, kind) DO UPDATE SET
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
    );
}

/// Counts again what the accepted attempts of a learner have earned at a step of a kind, after one of them has changed.
pub(super) async fn recount(
    learner: LearnerId,
    step: StepNumber,
    kind: &str,
    connection: &mut SqliteConnection,
) -> sqlx::Result<()> {
    sqlx::query(
        "WITH accepted AS (
             SELECT id, at, worth, late FROM attempts
             WHERE learner = ?1 AND step = ?2 AND kind = ?3 AND verdict = 'accepted')
         UPDATE step_progress SET
             solved_at = (SELECT min(at) FROM accepted),
             credit = (SELECT max(worth) FROM accepted),
             credit_late = coalesce((SELECT late FROM accepted WHERE worth IS NOT NULL ORDER BY worth DESC, late LIMIT 1), 0),
             is_ungraded = EXISTS (SELECT 1 FROM accepted WHERE worth IS NULL)
         WHERE learner = ?1 AND step = ?2 AND kind = ?3",
    )
    .bind(learner.0)
    .bind(step.get())
    .bind(kind)
    .execute(connection)
    .await?;
    Ok(())
}

/// Counts again how many answers of a learner to a step of a kind were wrong in a row.
pub(super) async fn recount_wrong(
    learner: LearnerId,
    step: StepNumber,
    kind: &str,
    connection: &mut SqliteConnection,
) -> sqlx::Result<()> {
    sqlx::query(
        "WITH judged AS (
             SELECT id, verdict, at FROM attempts WHERE learner = ?1 AND step = ?2 AND kind = ?3)
         UPDATE step_progress SET
             wrong_in_a_row = (SELECT count(*) FROM judged
                               WHERE id > coalesce((SELECT max(id) FROM judged WHERE verdict = 'accepted'), 0)),
             last_wrong_at = (SELECT max(at) FROM judged WHERE verdict = 'wrong')
         WHERE learner = ?1 AND step = ?2 AND kind = ?3",
    )
    .bind(learner.0)
    .bind(step.get())
    .bind(kind)
    .execute(connection)
    .await?;
    Ok(())
}

/// After an answer was accepted that was wrong before, the next wrong one is the first in a row.
pub(super) async fn end_wrong_run(
    learner: LearnerId,
    step: StepNumber,
    connection: &mut SqliteConnection,
) -> sqlx::Result<()> {
    sqlx::query("UPDATE step_progress SET wrong_in_a_row = 0 WHERE learner = ?1 AND step = ?2")
        .bind(learner.0)
        .bind(step.get())
        .execute(connection)
        .await?;
    Ok(())
}

/// The progress of a learner.
pub(super) async fn of_learner(readers: &SqlitePool, learner: LearnerId) -> sqlx::Result<Progress> {
    let rows = sqlx::query_as(GradeColumns::OF_LEARNER).bind(learner.0);
    GradeColumns::into_progress(rows.fetch_all(readers).await?)
}

/// How every learner who is not forgotten stands.
pub(super) async fn of_all(readers: &SqlitePool) -> sqlx::Result<Vec<Grade>> {
    let rows: Vec<GradeColumns> = sqlx::query_as(GradeColumns::ALL).fetch_all(readers).await?;
    rows.into_iter().map(Grade::try_from).collect()
}
