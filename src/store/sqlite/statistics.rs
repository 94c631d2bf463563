//! How the class gets on, in SQLite: steps, misconceptions, and who is stuck.

use sqlx::SqlitePool;

use crate::step::{StepNumber, Timestamp};
use crate::store::columns::{StuckColumns, cause_counts, seconds, statistics};
use crate::store::{CauseCount, StepStatistics, StuckLearner};

/// How a step of a kind goes. What was recorded without a kind counts.
pub(super) async fn of_step(
    readers: &SqlitePool,
    step: StepNumber,
    kind: &str,
) -> sqlx::Result<StepStatistics> {
    // A learner may have a row with the kind and one without.
    let learners: Vec<(i64, Option<i64>)> = sqlx::query_as(
        "SELECT sum(attempts), min(solved_at) - min(first_at) FROM step_progress
         WHERE step = ?1 AND kind IN (?2, '') GROUP BY learner",
    )
    .bind(step.get())
    .bind(kind)
    .fetch_all(readers)
    .await?;
    let accepted = sqlx::query_scalar(
        "SELECT count(*) FROM attempts WHERE step = ?1 AND kind IN (?2, '') AND verdict = 'accepted'",
    )
    .bind(step.get())
    .bind(kind)
    .fetch_one(readers)
    .await?;
    statistics(&learners, accepted, causes(readers, step, kind).await?)
}

/// How often each misconception was told at a step of a kind, the most frequent first. An answer may have been told several.
async fn causes(
    readers: &SqlitePool,
    step: StepNumber,
    kind: &str,
) -> sqlx::Result<Vec<CauseCount>> {
    let rows: Vec<(String, i64, i64)> = sqlx::query_as(
        "SELECT causes, learner, count(*) FROM attempts
         WHERE step = ?1 AND kind IN (?2, '') AND causes IS NOT NULL GROUP BY causes, learner",
    )
    .bind(step.get())
    .bind(kind)
    .fetch_all(readers)
    .await?;
    cause_counts(&rows)
}

/// The learners with at least so many wrong answers at a step and no accepted one, whose first was judged before a time.
pub(super) async fn stuck(
    readers: &SqlitePool,
    wrong: u32,
    before: Timestamp,
    limit: u32,
) -> sqlx::Result<Vec<StuckLearner>> {
    // Where nothing was accepted, every attempt is wrong. A row without a kind is of any kind.
    let rows: Vec<StuckColumns> = sqlx::query_as(
        "SELECT learners.id, learners.name, learners.section, learners.on_roster, mine.step, mine.kind, mine.attempts,
                mine.first_at, coalesce(mine.last_wrong_at, mine.first_at) AS last_at
         FROM step_progress AS mine JOIN learners ON learners.id = mine.learner AND NOT learners.is_forgotten
         WHERE mine.solved_at IS NULL AND mine.attempts >= ?1 AND mine.first_at < ?2
           AND NOT EXISTS (
               SELECT 1 FROM step_progress AS solved
               WHERE solved.learner = mine.learner AND solved.step = mine.step AND solved.solved_at IS NOT NULL
                 AND '' IN (solved.kind, mine.kind))
         ORDER BY mine.first_at, learners.id, mine.step LIMIT ?3",
    )
    .bind(wrong)
    .bind(seconds(before))
    .bind(limit)
    .fetch_all(readers)
    .await?;
    rows.into_iter().map(StuckLearner::try_from).collect()
}
