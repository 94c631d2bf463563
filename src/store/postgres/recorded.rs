//! Attempts in PostgreSQL as instructors see them: lists, and judging and grading them again.

use sqlx::{Connection as _, PgConnection, Postgres, QueryBuilder};

use super::change::{ChangeError, each, lock_attempts};
use super::pool::Pool;
use crate::course::LearnerId;
use crate::step::Timestamp;
use crate::store::columns::{AcceptedColumns, RecordedColumns, VerdictColumns, seconds};
use crate::store::{
    AcceptedAttempt, AttemptId, AttemptPage, RecordedAttempt, Regrade, Rejudgment, StoreError,
};

/// A page of attempts.
pub(super) async fn page(pool: &Pool, page: AttemptPage) -> sqlx::Result<Vec<RecordedAttempt>> {
    let mut query: QueryBuilder<Postgres> = RecordedColumns::page(&page);
    let mut connection = pool.acquire().await?;
    let rows = query.build_query_as().fetch_all(&mut *connection).await?;
    with_earlier_verdicts(&mut connection, rows).await
}

/// An attempt.
pub(super) async fn attempt(pool: &Pool, id: AttemptId) -> sqlx::Result<Option<RecordedAttempt>> {
    let mut query = QueryBuilder::<Postgres>::new(RecordedColumns::ALL);
    query.push(" AND attempts.id = ").push_bind(id.0);
    let mut connection = pool.acquire().await?;
    let row = query.build_query_as().fetch_optional(&mut *connection).await?;
    Ok(with_earlier_verdicts(&mut connection, row.into_iter().collect()).await?.pop())
}

/// Adds the verdicts that attempts had before.
async fn with_earlier_verdicts(
    connection: &mut PgConnection,
    rows: Vec<RecordedColumns>,
) -> sqlx::Result<Vec<RecordedAttempt>> {
    let ids: Vec<i64> = rows.iter().map(|row| row.id).collect();
    let earlier = sqlx::query_as(
        "SELECT attempt, verdict = 'accepted' AS was_accepted, judged_at, judged_by FROM rejudgments
         WHERE attempt = ANY ($1) ORDER BY id",
    )
    .bind(ids)
    .fetch_all(connection)
    .await?;
    RecordedColumns::into_attempts(rows, earlier)
}

/// A learner's accepted attempts, of each task the first of those that earned most, the earliest first.
pub(super) async fn accepted(
    pool: &Pool,
    learner: LearnerId,
) -> sqlx::Result<Vec<AcceptedAttempt>> {
    let rows = sqlx::query_as(AcceptedColumns::OF_LEARNER).bind(learner.0);
    let rows: Vec<AcceptedColumns> = rows.fetch_all(&mut *pool.acquire().await?).await?;
    rows.into_iter().map(AcceptedAttempt::try_from).collect()
}

/// Gives attempts new verdicts, and keeps the old ones. Their learners wait meanwhile, so thousands take as many statements as one.
pub(super) async fn rejudge(
    pool: &Pool,
    rejudgments: &[Rejudgment],
    by: &str,
    at: Timestamp,
) -> Result<(), ChangeError> {
    let ids = each(rejudgments, |rejudgment| rejudgment.attempt.0);
    let verdicts =
        rejudgments.iter().map(|rejudgment| VerdictColumns::try_from(&rejudgment.verdict));
    let verdicts = verdicts.collect::<sqlx::Result<Vec<_>>>()?;
    let mut connection = pool.acquire().await?;
    let mut transaction = connection.begin().await?;
    lock_attempts(&ids, &mut transaction).await?;
    sqlx::query(
        "INSERT INTO rejudgments (attempt, verdict, items_right, items_total, first_wrong, fit, causes, judged_at, judged_by)
         SELECT id, verdict, items_right, items_total, first_wrong, fit, causes, $2, $3 FROM attempts WHERE id = ANY ($1)",
    )
    .bind(&ids)
    .bind(seconds(at))
    .bind(by)
    .execute(&mut *transaction)
    .await?;
    let changed = sqlx::query(
        "UPDATE attempts SET
             verdict = given.verdict, items_right = given.items_right, items_total = given.items_total,
             first_wrong = given.first_wrong, fit = given.fit, causes = given.causes
         FROM unnest($1, $2, $3, $4, $5, $6, $7)
           AS given (attempt, verdict, items_right, items_total, first_wrong, fit, causes)
         WHERE id = given.attempt",
    )
    .bind(&ids)
    .bind(each(&verdicts, |verdict| verdict.name.as_str()))
    .bind(each(&verdicts, |verdict| verdict.items_right))
    .bind(each(&verdicts, |verdict| verdict.items_total))
    .bind(each(&verdicts, |verdict| verdict.first_wrong))
    .bind(each(&verdicts, |verdict| verdict.fit.as_deref()))
    .bind(each(&verdicts, |verdict| verdict.causes.as_deref()))
    .execute(&mut *transaction)
    .await?;
    found(changed.rows_affected(), ids.len())?;
    recount(
        "SELECT recount_earned(learner, step, kind), recount_wrong(learner, step, kind)
         FROM (SELECT DISTINCT learner, step, kind FROM attempts WHERE id = ANY ($1)) AS affected",
        &ids,
        &mut transaction,
    )
    .await?;
    transaction.commit().await?;
    Ok(())
}

/// Gives attempts a new worth, in as many statements as one.
pub(super) async fn regrade(pool: &Pool, regrades: &[Regrade]) -> Result<(), ChangeError> {
    let ids = each(regrades, |regrade| regrade.attempt.0);
    let mut connection = pool.acquire().await?;
    let mut transaction = connection.begin().await?;
    lock_attempts(&ids, &mut transaction).await?;
    let changed = sqlx::query(
        "UPDATE attempts SET worth = given.worth, late = given.late
         FROM unnest($1, $2, $3) AS given (attempt, worth, late) WHERE id = given.attempt",
    )
    .bind(&ids)
    .bind(each(regrades, |regrade| i64::from(regrade.worth.hundredths())))
    .bind(each(regrades, |regrade| regrade.late))
    .execute(&mut *transaction)
    .await?;
    found(changed.rows_affected(), ids.len())?;
    recount(
        "SELECT recount_earned(learner, step, kind)
         FROM (SELECT DISTINCT learner, step, kind FROM attempts WHERE id = ANY ($1)) AS affected",
        &ids,
        &mut transaction,
    )
    .await?;
    transaction.commit().await?;
    Ok(())
}

/// Whether all attempts that were to be changed are there.
fn found(changed: u64, expected: usize) -> Result<(), ChangeError> {
    if changed == expected as u64 { Ok(()) } else { Err(StoreError::EntryUnknown.into()) }
}

/// Counts again how the learners of attempts stand.
async fn recount(
    statement: &'static str,
    attempts: &[i64],
    connection: &mut PgConnection,
) -> sqlx::Result<()> {
    sqlx::query(statement).bind(attempts).execute(connection).await.map(drop)
}
