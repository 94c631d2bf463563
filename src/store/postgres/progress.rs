//! How learners stand at the steps, in PostgreSQL. What has to be counted is counted by `submit_attempts`, `recount_earned` and `recount_wrong` in
//! `0002_attempts.sql`.

use super::pool::Pool;
use crate::course::{Grade, LearnerId};
use crate::store::Progress;
use crate::store::columns::GradeColumns;

/// The progress of a learner.
pub(super) async fn of_learner(pool: &Pool, learner: LearnerId) -> sqlx::Result<Progress> {
    let rows = sqlx::query_as(GradeColumns::OF_LEARNER).bind(learner.0);
    GradeColumns::into_progress(rows.fetch_all(&mut *pool.acquire().await?).await?)
}

/// How every learner who is not forgotten stands.
pub(super) async fn of_all(pool: &Pool) -> sqlx::Result<Vec<Grade>> {
    let rows: Vec<GradeColumns> =
        sqlx::query_as(GradeColumns::ALL).fetch_all(&mut *pool.acquire().await?).await?;
    rows.into_iter().map(Grade::try_from).collect()
}
