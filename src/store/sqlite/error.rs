//! The meaning of SQLite's errors. No other file inspects them.

use std::io;
use std::path::PathBuf;

use rusqlite::ErrorCode;
use rusqlite::ffi::{
    SQLITE_CONSTRAINT_FOREIGNKEY, SQLITE_CONSTRAINT_TRIGGER, SQLITE_IOERR_SHMSIZE,
    SQLITE_IOERR_TRUNCATE, SQLITE_IOERR_WRITE,
};
use sqlx::migrate::MigrateError;
use thiserror::Error;

use crate::store::error::StoreError;

/// Why a database was not opened, in one line: the file, what was found, and what was expected.
#[derive(Debug, Error)]
#[error("the database {path:?}: {kind}")]
pub struct OpenError {
    /// The file, as the caller named it.
    pub path: PathBuf,
    /// The reason.
    pub kind: OpenErrorKind,
}

/// The reason why a database was not opened. A file that is not a Gradus database is not changed.
#[derive(Debug, Error)]
pub enum OpenErrorKind {
    /// The folder for a new file is missing.
    #[error("found no folder {0:?}; expected an existing one")]
    NoFolder(PathBuf),
    /// The operating system refuses to read the file's metadata.
    #[error("cannot read the file ({0}); expected a file, or a folder to create it in")]
    Unreadable(io::Error),
    /// A symbolic link to nothing. SQLite would create the database at its other end.
    #[error(
        "found a symbolic link to a file that does not exist; correct the link, or name the file itself"
    )]
    BrokenLink,
    /// A directory, a pipe or a device.
    #[error("found a directory or a device; expected a file")]
    NotAFile,
    /// A file that is not an SQLite database, a text for example.
    #[error("found a file that is not an SQLite database; expected a Gradus database or no file")]
    NotADatabase,
    /// The SQLite database of another program.
    #[error("found the database of another program ({0}); expected a Gradus database or no file")]
    Foreign(String),
    /// A database in the format of a newer Gradus.
    #[error(
        "it was written by a newer Gradus (format {found}; this program knows {known}); expected that Gradus, or a later one"
    )]
    Newer {
        /// The format of the file.
        found: i64,
        /// The newest format that this version knows.
        known: i64,
    },
    /// A file or a folder that cannot be written.
    #[error("found no permission to write ({0}); expected a writable file in a writable folder")]
    NoPermission(String),
    /// SQLite's write-ahead log does not work on this drive; some network drives are like that.
    #[error(
        "found a drive that supports only the journal mode {0:?}; expected one that supports \"wal\""
    )]
    NoWal(String),
    /// The migrations in the database differ from those of this version.
    #[error("found other migrations ({0}); expected those of this Gradus")]
    Migrations(String),
    /// The drive is full, or takes no file of this size.
    #[error(
        "no more can be written: the drive is full, or the limit of file sizes (`ulimit -f`) is reached"
    )]
    Full,
    /// There is no database where one has to be: no file, or an empty one.
    #[error("found no database; expected a Gradus database")]
    Missing,
    /// Any other SQLite error.
    #[error("cannot read it ({0}); expected a database that SQLite can open")]
    Sqlite(String),
}

impl OpenErrorKind {
    /// A new file cannot be created.
    pub(super) fn uncreated(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
                Self::NoPermission(error.to_string())
            }
            io::ErrorKind::StorageFull | io::ErrorKind::FileTooLarge => Self::Full,
            _ => Self::Unreadable(error),
        }
    }

    /// A thread cannot be started.
    #[expect(clippy::needless_pass_by_value, reason = "made for `map_err`")]
    pub(super) fn unstarted(error: io::Error) -> Self {
        Self::Sqlite(error.to_string())
    }
}

/// By SQLite's primary result codes: <https://www.sqlite.org/rescode.html>.
impl From<rusqlite::Error> for OpenErrorKind {
    fn from(error: rusqlite::Error) -> Self {
        let message = message(&error);
        match error.sqlite_error_code() {
            Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen) => Self::NoPermission(message),
            Some(ErrorCode::NotADatabase) => Self::NotADatabase,
            Some(ErrorCode::DiskFull) => Self::Full,
            _ if is_write_error(&error) => Self::Full,
            _ => Self::Sqlite(message),
        }
    }
}

/// Whether the system refused a write, but not because of a full drive: a file would be larger than it may be.
fn is_write_error(error: &rusqlite::Error) -> bool {
    let codes = [SQLITE_IOERR_WRITE, SQLITE_IOERR_TRUNCATE, SQLITE_IOERR_SHMSIZE];
    error.sqlite_error().is_some_and(|error| codes.contains(&error.extended_code))
}

impl From<MigrateError> for OpenErrorKind {
    fn from(error: MigrateError) -> Self {
        Self::Migrations(error.to_string())
    }
}

/// The text of an error, without the statement.
fn message(error: &rusqlite::Error) -> String {
    match error {
        rusqlite::Error::SqliteFailure(_, Some(message))
        | rusqlite::Error::SqlInputError { msg: message, .. } => message.clone(),
        error => error.to_string(),
    }
}

/// Whether another connection holds the lock that a statement needs.
pub(crate) fn is_busy(error: &rusqlite::Error) -> bool {
    error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy)
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        refusal(&error).unwrap_or_else(|| {
            let note = if is_write_error(&error) {
                ": is a file at the limit of `ulimit -f`?"
            } else {
                ""
            };
            Self::Database(format!("{}{note}", message(&error)))
        })
    }
}

/// What a refused statement means to a caller, if it is not a bug.
fn refusal(error: &rusqlite::Error) -> Option<StoreError> {
    let code = error.sqlite_error()?.extended_code;
    // A row that refers to anything but a learner is written only after that was found. All triggers that refuse do so for forgotten learners.
    if code == SQLITE_CONSTRAINT_FOREIGNKEY || code == SQLITE_CONSTRAINT_TRIGGER {
        return Some(StoreError::LearnerUnknown);
    }
    // SQLite names the columns of a constraint, or an index on an expression.
    let message = message(error);
    let (_, found) = message.split_once("UNIQUE constraint failed: ")?;
    match found {
        "learners.nickname_skeleton" | "learners.nickname_folded_skeleton" => {
            Some(StoreError::NameTaken)
        }
        "learners.student_id" | "index 'learners_by_email'" => Some(StoreError::MemberTaken),
        "instructors.name_folded" | "instructors.name_skeleton" | "instructors.folded_skeleton" => {
            Some(StoreError::InstructorTaken)
        }
        _ => None,
    }
}
