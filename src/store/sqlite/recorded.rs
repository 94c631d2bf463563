//! Attempts in SQLite as instructors see them: lists, and judging and grading them again.

use std::collections::BTreeSet;

use async_trait::async_trait;
use sqlx::{QueryBuilder, Sqlite, SqliteConnection, SqlitePool};

use super::change::Change;
use super::progress::{recount, recount_wrong};
use crate::course::LearnerId;
use crate::step::{StepNumber, Timestamp};
use crate::store::columns::{AcceptedColumns, RecordedColumns, VerdictColumns, seconds};
use crate::store::{
    AcceptedAttempt, AttemptId, AttemptPage, RecordedAttempt, Regrade, Rejudgment, StoreError,
};

/// A page of attempts.
pub(super) async fn page(
    readers: &SqlitePool,
    page: AttemptPage,
) -> sqlx::Result<Vec<RecordedAttempt>> {
    let mut query: QueryBuilder<Sqlite> = RecordedColumns::page(&page);
    with_earlier_verdicts(readers, query.build_query_as().fetch_all(readers).await?).await
}

/// An attempt.
pub(super) async fn attempt(
    readers: &SqlitePool,
    id: AttemptId,
) -> sqlx::Result<Option<RecordedAttempt>> {
    let mut query = QueryBuilder::<Sqlite>::new(RecordedColumns::ALL);
    query.push(" AND attempts.id = ").push_bind(id.0);
    let row = query.build_query_as().fetch_optional(readers).await?;
    Ok(with_earlier_verdicts(readers, row.into_iter().collect()).await?.pop())
}

/// Adds the verdicts that attempts had before.
async fn with_earlier_verdicts(
    readers: &SqlitePool,
    rows: Vec<RecordedColumns>,
) -> sqlx::Result<Vec<RecordedAttempt>> {
    let ids: Vec<i64> = rows.iter().map(|row| row.id).collect();
    let ids = serde_json::to_string(&ids).map_err(|error| sqlx::Error::Encode(error.into()))?;
    let earlier = sqlx::query_as(
        "SELECT attempt, verdict = 'accepted' AS was_accepted, judged_at, judged_by FROM rejudgments
         WHERE attempt IN (SELECT value FROM json_each(?1)) ORDER BY id",
    )
    .bind(ids)
    .fetch_all(readers)
    .await?;
    RecordedColumns::into_attempts(rows, earlier)
}

/// A learner's accepted attempts, of each task the first of those that earned most, the earliest first.
pub(super) async fn accepted(
    readers: &SqlitePool,
    learner: LearnerId,
) -> sqlx::Result<Vec<AcceptedAttempt>> {
    let rows = sqlx::query_as(AcceptedColumns::OF_LEARNER).bind(learner.0);
    let rows: Vec<AcceptedColumns> = rows.fetch_all(readers).await?;
    rows.into_iter().map(AcceptedAttempt::try_from).collect()
}

/// Whose progress at which step and kind has to be counted again.
type Affected = BTreeSet<(i64, u8, String)>;

/// Counts again what the affected learners have earned.
async fn recount_all(affected: &Affected, connection: &mut SqliteConnection) -> sqlx::Result<()> {
    for (learner, step, kind) in affected {
        let step = StepNumber::new(*step).map_err(sqlx::Error::decode)?;
        recount(LearnerId(*learner), step, kind, connection).await?;
    }
    Ok(())
}

/// Counts again how many answers of the affected learners were wrong in a row.
async fn recount_all_wrong(
    affected: &Affected,
    connection: &mut SqliteConnection,
) -> sqlx::Result<()> {
    for (learner, step, kind) in affected {
        let step = StepNumber::new(*step).map_err(sqlx::Error::decode)?;
        recount_wrong(LearnerId(*learner), step, kind, connection).await?;
    }
    Ok(())
}

/// Gives attempts new verdicts, and keeps the old ones.
pub(super) struct Rejudge {
    pub(super) rejudgments: Vec<Rejudgment>,
    pub(super) by: String,
    pub(super) at: Timestamp,
}

#[async_trait]
impl Change for Rejudge {
    type Output = Result<(), StoreError>;

    async fn apply(&self, connection: &mut SqliteConnection) -> sqlx::Result<Self::Output> {
        let mut affected = Affected::new();
        for Rejudgment { attempt, verdict } in &self.rejudgments {
            sqlx::query(
                "INSERT INTO rejudgments (attempt, verdict, items_right, items_total, first_wrong, fit, causes, judged_at, judged_by)
                 SELECT id, verdict, items_right, items_total, first_wrong, fit, causes, ?2, ?3 FROM attempts WHERE id = ?1",
            )
            .bind(attempt.0)
            .bind(seconds(self.at))
            .bind(self.by.as_str())
            .execute(&mut *connection)
            .await?;
            let verdict = VerdictColumns::try_from(verdict)?;
            let changed = sqlx::query_as(
                "UPDATE attempts SET verdict = ?2, items_right = ?3, items_total = ?4, first_wrong = ?5, fit = ?6, causes = ?7
                 WHERE id = ?1 RETURNING learner, step, kind",
            )
            .bind(attempt.0)
            .bind(verdict.name)
            .bind(verdict.items_right)
            .bind(verdict.items_total)
            .bind(verdict.first_wrong)
            .bind(verdict.fit)
            .bind(verdict.causes)
            .fetch_optional(&mut *connection)
            .await?;
            let Some(changed) = changed else { return Ok(Err(StoreError::EntryUnknown)) };
            affected.insert(changed);
        }
        recount_all(&affected, connection).await?;
        recount_all_wrong(&affected, connection).await?;
        Ok(Ok(()))
    }
}

/// Gives attempts a new worth.
pub(super) struct RegradeAttempts(pub(super) Vec<Regrade>);

#[async_trait]
impl Change for RegradeAttempts {
    type Output = Result<(), StoreError>;

    async fn apply(&self, connection: &mut SqliteConnection) -> sqlx::Result<Self::Output> {
        let mut affected = Affected::new();
        for Regrade { attempt, worth, late } in &self.0 {
            let changed = sqlx::query_as(
                "UPDATE attempts SET worth = ?2, late = ?3 WHERE id = ?1 RETURNING learner, step, kind",
            )
            .bind(attempt.0)
            .bind(worth.hundredths())
            .bind(*late)
            .fetch_optional(&mut *connection)
            .await?;
            let Some(changed) = changed else { return Ok(Err(StoreError::EntryUnknown)) };
            affected.insert(changed);
        }
        recount_all(&affected, connection).await?;
        Ok(Ok(()))
    }
}
