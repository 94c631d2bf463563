//! Tasks in PostgreSQL: each is stored once, compressed, with the first attempt at it, by `submit_attempts` in `0002_attempts.sql`.

use super::pool::Pool;
use crate::store::AttemptId;
use crate::store::compression::inflate;

/// The task of an attempt as JSON, if it is stored.
pub(super) async fn of_attempt(pool: &Pool, id: AttemptId) -> sqlx::Result<Option<String>> {
    let compressed: Option<Vec<u8>> = sqlx::query_scalar(
        "SELECT json FROM attempts JOIN tasks USING (learner, step, fingerprint, nonce) WHERE attempts.id = $1",
    )
    .bind(id.0)
    .fetch_optional(&mut *pool.acquire().await?)
    .await?;
    compressed.map(|compressed| inflate(&compressed).map_err(sqlx::Error::decode)).transpose()
}
