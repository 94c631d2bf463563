//! Changes of several statements: each is made as a whole or not at all.
//!
//! A function that returns with an error drops its transaction, which undoes it. Locks are taken in the order that `0001_gradus.sql` names,
//! and held until the transaction ends.

use sqlx::PgConnection;

use super::error::into_store_error;
use crate::store::StoreError;

/// Why a change is not made.
pub(super) enum ChangeError {
    /// Its rules forbid it.
    Refused(StoreError),
    /// A statement failed.
    Database(sqlx::Error),
}

impl From<StoreError> for ChangeError {
    fn from(error: StoreError) -> Self {
        Self::Refused(error)
    }
}

impl From<sqlx::Error> for ChangeError {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(error)
    }
}

impl From<ChangeError> for StoreError {
    fn from(error: ChangeError) -> Self {
        match error {
            ChangeError::Refused(refusal) => refusal,
            ChangeError::Database(error) => into_store_error(error),
        }
    }
}

/// Whoever takes a name or a nickname does it alone: that it is free is seen in other tables and columns than the one that gets it.
pub(super) async fn lock_names(connection: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query("SELECT lock_names()").execute(connection).await.map(drop)
}

/// Locks learners, so that nobody else changes what belongs to them.
pub(super) async fn lock_learners(ids: &[i64], connection: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query("SELECT lock_learners($1)").bind(ids).execute(connection).await.map(drop)
}

/// Locks attempts, with their learners.
pub(super) async fn lock_attempts(ids: &[i64], connection: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query("SELECT lock_attempts($1)").bind(ids).execute(connection).await.map(drop)
}
