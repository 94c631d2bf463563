//! How the class gets on, in PostgreSQL: steps, misconceptions, and who is stuck.

use super::pool::Pool;
use crate::step::{StepNumber, Timestamp};
use crate::store::columns::{ACCEPTED, StuckColumns, TOLD, TRIED, seconds, statistics};
use crate::store::{StepStatistics, StuckLearner};

/// How a step of a kind goes.
pub(super) async fn of_step(
    pool: &Pool,
    step: StepNumber,
    kind: &str,
) -> sqlx::Result<StepStatistics> {
    let step = i64::from(step.get());
    let mut connection = pool.acquire().await?;
    let tried: Vec<_> =
        sqlx::query_as(TRIED).bind(step).bind(kind).fetch_all(&mut *connection).await?;
    let accepted =
        sqlx::query_scalar(ACCEPTED).bind(step).bind(kind).fetch_one(&mut *connection).await?;
    let told: Vec<_> =
        sqlx::query_as(TOLD).bind(step).bind(kind).fetch_all(&mut *connection).await?;
    statistics(&tried, accepted, &told)
}

/// The learners with at least so many wrong answers at a step and no accepted one, whose first was judged before a time.
pub(super) async fn stuck(
    pool: &Pool,
    wrong: u32,
    before: Timestamp,
    limit: u32,
) -> sqlx::Result<Vec<StuckLearner>> {
    let rows: Vec<StuckColumns> = sqlx::query_as(StuckColumns::LONGEST)
        .bind(i64::from(wrong))
        .bind(seconds(before))
        .bind(i64::from(limit))
        .fetch_all(&mut *pool.acquire().await?)
        .await?;
    rows.into_iter().map(StuckLearner::try_from).collect()
}
