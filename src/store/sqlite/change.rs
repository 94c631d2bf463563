//! What the writer applies.

use async_trait::async_trait;
use sqlx::SqliteConnection;

use super::error::{is_constraint_violation, store_error};
use crate::store::StoreError;

/// A change of the database.
#[async_trait]
pub(super) trait Change: Send + 'static {
    /// The result for the caller.
    type Output: Send;

    /// Applies the change inside the open transaction.
    async fn apply(&self, connection: &mut SqliteConnection) -> sqlx::Result<Self::Output>;

    /// Whether nothing of what it deletes may be left in the files.
    fn is_purged(&self) -> bool {
        false
    }
}

/// A change of several statements, any of which may be refused: then none of it is made. The others of the batch are.
pub(super) struct AllOrNone<C>(pub(super) C);

#[async_trait]
impl<C, T> Change for AllOrNone<C>
where
    C: Change<Output = Result<T, StoreError>> + Sync,
    T: Send,
{
    type Output = Result<T, StoreError>;

    async fn apply(&self, connection: &mut SqliteConnection) -> sqlx::Result<Self::Output> {
        sqlx::query("SAVEPOINT change").execute(&mut *connection).await?;
        let outcome = match self.0.apply(&mut *connection).await {
            Err(error) if is_constraint_violation(&error) => Err(store_error(&error)),
            outcome => outcome?,
        };
        if outcome.is_err() {
            sqlx::query("ROLLBACK TO change").execute(&mut *connection).await?;
        }
        sqlx::query("RELEASE change").execute(connection).await?;
        Ok(outcome)
    }

    fn is_purged(&self) -> bool {
        self.0.is_purged()
    }
}
