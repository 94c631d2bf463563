//! Tasks in SQLite: each is stored once, compressed, with the id of the first attempt at it.

use sqlx::{QueryBuilder, Sqlite, SqliteConnection, SqlitePool};

use crate::store::compression::{deflate, inflate};
use crate::store::{AttemptId, NewAttempt};

/// Stores the tasks of attempts that are the first ones at them.
pub(super) async fn insert(
    attempts: &[(AttemptId, &NewAttempt)],
    connection: &mut SqliteConnection,
) -> sqlx::Result<()> {
    let compressed = deflate(attempts.iter().map(|(_, attempt)| attempt.task.as_str()))?;
    let mut query = QueryBuilder::<Sqlite>::new(
        "INSERT INTO tasks (id, learner, step, fingerprint, nonce, json) ",
    );
    query.push_values(attempts.iter().zip(compressed), |mut row, ((id, attempt), json)| {
        row.push_bind(id.0)
            .push_bind(attempt.learner.0)
            .push_bind(attempt.step.get())
            .push_bind(attempt.fingerprint.to_bits())
            .push_bind(attempt.nonce.to_bits().cast_signed())
            .push_bind(json);
    });
    query.build().execute(connection).await?;
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
