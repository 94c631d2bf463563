//! Tasks in SQLite: each is stored once, compressed, with the first attempt at it, whose id it has.

use sqlx::{QueryBuilder, Sqlite, SqlitePool};

use super::new_row::NewRow;
use crate::store::AttemptId;
use crate::store::compression::{deflate, inflate};

/// Adds the statement that stores the tasks of attempts that are the first ones at them. Its text depends on how many attempts there are and not on
/// which: few texts are prepared, and they are kept.
pub(super) fn insert(new: &[NewRow<'_>], query: &mut QueryBuilder<Sqlite>) -> sqlx::Result<()> {
    let first_at_task = new.iter().filter(|new| !new.is_task_stored);
    let mut compressed = deflate(first_at_task.map(|new| new.attempt.task.as_str()))?.into_iter();
    query.push("INSERT INTO tasks (id, learner, step, fingerprint, nonce, json) SELECT * FROM (");
    query.push_values(new, |mut row, NewRow { id, attempt, is_task_stored, .. }| {
        row.push_bind(id.0)
            .push_bind(attempt.learner.0)
            .push_bind(attempt.step.get())
            .push_bind(attempt.fingerprint.to_bits())
            .push_bind(attempt.nonce.to_bits().cast_signed())
            .push_bind((!is_task_stored).then(|| compressed.next()).flatten());
    });
    query.push(") WHERE column6 IS NOT NULL");
    Ok(())
}

/// The task of an attempt as JSON, if it is stored.
pub(super) async fn of_attempt(
    readers: &SqlitePool,
    id: AttemptId,
) -> sqlx::Result<Option<String>> {
    let compressed: Option<Vec<u8>> = sqlx::query_scalar(
        "SELECT json
         FROM attempts AS this JOIN attempts AS first USING (learner, step, fingerprint, nonce)
         JOIN tasks ON tasks.id = first.id
         WHERE this.id = ?1",
    )
    .bind(id.0)
    .fetch_optional(readers)
    .await?;
    compressed.map(|compressed| inflate(&compressed).map_err(sqlx::Error::decode)).transpose()
}
