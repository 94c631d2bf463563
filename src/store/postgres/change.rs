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

/// Locks learners who are going to change themselves: also those wait who are about to refer to them, as a new match does. Otherwise two of
/// these could wait for each other, because a name or a key is part of an index that must have it once.
pub(super) async fn lock_for_update(
    ids: &[i64],
    connection: &mut PgConnection,
) -> sqlx::Result<()> {
    let learners = sqlx::query("SELECT 1 FROM learners WHERE id = ANY ($1) ORDER BY id FOR UPDATE");
    learners.bind(ids).execute(connection).await.map(drop)
}

/// Keeps everybody else from noting and deleting foreign answers; whoever is doing so is waited for, and new attempts wait.
///
/// Otherwise a foreign answer is guarded by the lock of the answer. Forgetting a learner deletes those of any number of answers, too many to lock
/// each, and who judges some of these again deletes the same ones in another order: the two could wait for each other.
pub(super) async fn lock_foreign_answers(connection: &mut PgConnection) -> sqlx::Result<()> {
    let lock = sqlx::query("LOCK TABLE foreign_answers IN SHARE ROW EXCLUSIVE MODE");
    lock.execute(connection).await.map(drop)
}

/// Locks learners, so that nobody else changes what belongs to them.
pub(super) async fn lock_learners(ids: &[i64], connection: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query("SELECT lock_learners($1)").bind(ids).execute(connection).await.map(drop)
}

/// Locks attempts, with their learners.
pub(super) async fn lock_attempts(ids: &[i64], connection: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query("SELECT lock_attempts($1)").bind(ids).execute(connection).await.map(drop)
}

/// A column of several rows, as `unnest` takes it: however many they are, they are one statement.
pub(super) fn each<'a, R, T>(rows: &'a [R], column: impl Fn(&'a R) -> T) -> Vec<T> {
    rows.iter().map(column).collect()
}
