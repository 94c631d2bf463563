//! Why an operation fails inside the store, before the caller gets a [`StoreError`].

use std::fmt::Display;
use std::io;

use thiserror::Error;

use super::error::StoreError;
use super::{postgres, sqlite};

/// Why an operation fails.
#[derive(Debug, Error)]
pub(super) enum Failure {
    /// The store's rules forbid the operation.
    #[error(transparent)]
    Refused(#[from] StoreError),
    /// SQLite reports an error.
    #[error("{}", sqlite::error::message(.0))]
    Sqlite(#[from] rusqlite::Error),
    /// PostgreSQL or the connection to it reports an error.
    #[error("{}", postgres::error::message(.0))]
    Postgres(#[from] sqlx::Error),
    /// A stored value does not have the form of its column.
    #[error("a stored value cannot be read: {0}")]
    Value(String),
}

impl Failure {
    /// A stored value that cannot be read.
    pub(super) fn value(error: impl Display) -> Self {
        Self::Value(error.to_string())
    }
}

impl From<Failure> for StoreError {
    fn from(failure: Failure) -> Self {
        let refusal = match &failure {
            Failure::Sqlite(error) => sqlite::error::refusal(error),
            Failure::Postgres(error) => postgres::error::refusal(error),
            Failure::Refused(_) | Failure::Value(_) => None,
        };
        match (refusal, failure) {
            (Some(refusal), _) | (None, Failure::Refused(refusal)) => refusal,
            (None, failure) => Self::Database(failure.to_string()),
        }
    }
}

/// Compressing into memory and expanding from it.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::value(error)
    }
}
