//! What the verbs of the store need of a database.
//!
//! Each verb is written once, in the file of its aggregate, for everything that is a [`Database`]. The databases differ in how an operation
//! gets a connection, in transactions, and in how attempts are submitted.

use futures_util::future::BoxFuture;

use super::connection::{Connection, Dialect};
use super::error::{Result, StoreError};
use super::failure::Failure;
use super::submission::{Submission, Submitted};
use super::value::{FromRow, Value};

/// How an operation writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Writing {
    /// One statement.
    Statement,
    /// Several statements, of which all or none take effect.
    Change,
    /// The same, and nothing of what they delete may be left in the files.
    Erasure,
}

/// What a database runs: a function of a connection. It may run on another thread.
pub(super) trait Operation<T>:
    Send + 'static + for<'c, 'd> FnOnce(&'c mut Connection<'d>) -> BoxFuture<'c, Result<T, Failure>>
{
}

impl<T, F> Operation<T> for F where
    F: Send
        + 'static
        + for<'c, 'd> FnOnce(&'c mut Connection<'d>) -> BoxFuture<'c, Result<T, Failure>>
{
}

/// A database.
pub(super) trait Database: Send + Sync {
    /// The SQL of the database.
    const DIALECT: Dialect;

    /// Runs an operation that only reads.
    fn read<T: Send + 'static>(
        &self,
        operation: impl Operation<T>,
    ) -> impl Future<Output = Result<T>> + Send;

    /// Runs an operation that writes, and returns when its changes are on the disk.
    fn write<T: Send + 'static>(
        &self,
        writing: Writing,
        operation: impl Operation<T>,
    ) -> impl Future<Output = Result<T>> + Send;

    /// Submits an attempt, and returns when the result is on the disk. Attempts that wait are written together.
    fn submit(&self, submission: Submission) -> impl Future<Output = Result<Submitted>> + Send;

    /// Reads all rows of a statement.
    fn rows<T: FromRow + Send + 'static>(
        &self,
        sql: &'static str,
        values: Vec<Value>,
    ) -> impl Future<Output = Result<Vec<T>>> + Send {
        self.read(move |c| Box::pin(async move { c.rows(sql, &values).await }))
    }

    /// Reads the row of a statement, if there is one.
    fn row<T: FromRow + Send + 'static>(
        &self,
        sql: &'static str,
        values: Vec<Value>,
    ) -> impl Future<Output = Result<Option<T>>> + Send {
        self.read(move |c| Box::pin(async move { c.row(sql, &values).await }))
    }

    /// Reads the row of a statement that always has one.
    fn one<T: FromRow + Send + 'static>(
        &self,
        sql: &'static str,
        values: Vec<Value>,
    ) -> impl Future<Output = Result<T>> + Send {
        self.read(move |c| Box::pin(async move { c.one(sql, &values).await }))
    }

    /// Runs one statement that writes, and returns how many rows it has changed.
    fn execute(
        &self,
        sql: &'static str,
        values: Vec<Value>,
    ) -> impl Future<Output = Result<u64>> + Send {
        self.write(Writing::Statement, move |c| {
            Box::pin(async move { c.execute(sql, &values).await })
        })
    }

    /// Runs one statement that writes and has a row.
    fn write_one<T: FromRow + Send + 'static>(
        &self,
        sql: &'static str,
        values: Vec<Value>,
    ) -> impl Future<Output = Result<T>> + Send {
        self.write(Writing::Statement, move |c| Box::pin(async move { c.one(sql, &values).await }))
    }

    /// Runs one statement that changes one row, which must exist.
    fn execute_on_entry(
        &self,
        sql: &'static str,
        values: Vec<Value>,
    ) -> impl Future<Output = Result<()>> + Send {
        async move {
            match self.execute(sql, values).await? {
                0 => Err(StoreError::EntryUnknown),
                _ => Ok(()),
            }
        }
    }
}
