//! How the class gets on, in SQLite: steps, misconceptions, and who is stuck.

use sqlx::SqlitePool;

use crate::step::{StepNumber, Timestamp};
use crate::store::columns::{ACCEPTED, StuckColumns, TOLD, TRIED, seconds, statistics};
use crate::store::{StepStatistics, StuckLearner};

/// How a step of a kind goes.
pub(super) async fn of_step(
    readers: &SqlitePool,
    step: StepNumber,
    kind: &str,
) -> sqlx::Result<StepStatistics> {
    let step = step.get();
    let tried: Vec<_> = sqlx::query_as(TRIED).bind(step).bind(kind).fetch_all(readers).await?;
    let accepted = sqlx::query_scalar(ACCEPTED).bind(step).bind(kind).fetch_one(readers).await?;
    let told: Vec<_> = sqlx::query_as(TOLD).bind(step).bind(kind).fetch_all(readers).await?;
    statistics(&tried, accepted, &told)
}

/// The learners with at least so many wrong answers at a step and no accepted one, whose first was judged before a time.
pub(super) async fn stuck(
    readers: &SqlitePool,
    wrong: u32,
    before: Timestamp,
    limit: u32,
) -> sqlx::Result<Vec<StuckLearner>> {
    let rows: Vec<StuckColumns> = sqlx::query_as(StuckColumns::LONGEST)
        .bind(wrong)
        .bind(seconds(before))
        .bind(limit)
        .fetch_all(readers)
        .await?;
    rows.into_iter().map(StuckLearner::try_from).collect()
}
