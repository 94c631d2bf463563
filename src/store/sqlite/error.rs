//! What SQLite's errors mean here: the only place that looks into them.

use std::io;
use std::path::PathBuf;

use sqlx::error::ErrorKind;
use sqlx::migrate::MigrateError;
use thiserror::Error;

use crate::store::StoreError;

/// A database was not opened. The text is one line: the file, what was found there, and what was expected.
#[derive(Debug, Error)]
#[error("the database {path:?}: {kind}")]
pub struct OpenError {
    /// The file, as the caller named it.
    pub path: PathBuf,
    /// What is wrong with it.
    pub kind: OpenErrorKind,
}

/// What is wrong with a database that was not opened. A file that Gradus did not make is left as it was.
#[derive(Debug, Error)]
pub enum OpenErrorKind {
    /// The folder that the file should be created in is missing.
    #[error("found no folder to create it in; expected {0:?} to exist")]
    NoFolder(PathBuf),
    /// The operating system refuses to say what is there.
    #[error("cannot read the file ({0}); expected a file, or a folder to create it in")]
    Unreadable(io::Error),
    /// A directory, a pipe or a device.
    #[error("found a directory or a device; expected a file")]
    NotAFile,
    /// A file of another kind, a text for example.
    #[error("found a file that is not an SQLite database; expected one of Gradus, or no file")]
    NotADatabase,
    /// An SQLite database that Gradus did not make.
    #[error("found the database of another program ({0}); expected one of Gradus, or no file")]
    Foreign(String),
    /// A database that a newer Gradus has migrated.
    #[error("found format {found}, made by a newer Gradus; expected format {known} or older")]
    Newer {
        /// The format of the file.
        found: i64,
        /// The newest format that this Gradus knows.
        known: i64,
    },
    /// A file or a folder that may not be written.
    #[error("found no permission ({0}); expected a file and a folder that may be written")]
    NoPermission(String),
    /// SQLite's write-ahead log does not work there, on some network drives for example.
    #[error(
        "found a drive that allows only the journal mode {0:?}; expected one that allows \"wal\""
    )]
    NoWal(String),
    /// The list of migrations in the database is not the one that made this Gradus's format.
    #[error("found other migrations ({0}); expected those of this Gradus")]
    Migrations(String),
    /// Anything else that SQLite says.
    #[error("found it unusable ({0}); expected a database that SQLite can open")]
    Sqlite(String),
}

/// By SQLite's primary result codes, which tell what is there: <https://www.sqlite.org/rescode.html>.
impl From<sqlx::Error> for OpenErrorKind {
    fn from(error: sqlx::Error) -> Self {
        let Some(reported) = error.as_database_error() else {
            return Self::Sqlite(error.to_string());
        };
        let message = reported.message().to_owned();
        match primary_code(&error) {
            Some(READONLY | CANTOPEN) => Self::NoPermission(message),
            Some(NOTADB) => Self::NotADatabase,
            _ => Self::Sqlite(message),
        }
    }
}

impl From<MigrateError> for OpenErrorKind {
    fn from(error: MigrateError) -> Self {
        match error {
            MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => error.into(),
            error => Self::Migrations(error.to_string()),
        }
    }
}

const READONLY: u32 = 8;
const CANTOPEN: u32 = 14;
const NOTADB: u32 = 26;

/// SQLite's primary result code: the low byte of the extended one.
fn primary_code(error: &sqlx::Error) -> Option<u32> {
    let extended: u32 = error.as_database_error()?.code()?.parse().ok()?;
    Some(extended & 0xff)
}

/// Whether a constraint of the tables refused a statement. SQLite then undoes that statement and keeps the transaction; after any
/// other error the transaction may be gone.
pub(super) fn is_constraint_violation(error: &sqlx::Error) -> bool {
    error.as_database_error().is_some_and(|error| !matches!(error.kind(), ErrorKind::Other))
}

/// An error while the database is in use.
#[expect(clippy::needless_pass_by_value, reason = "made for `map_err`")]
pub(super) fn into_store_error(error: sqlx::Error) -> StoreError {
    store_error(&error)
}

/// The same, where several callers are told of one error.
pub(super) fn store_error(error: &sqlx::Error) -> StoreError {
    StoreError::Database(error.to_string())
}
