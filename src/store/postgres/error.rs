//! The meaning of PostgreSQL's errors. No other file inspects them.

use std::borrow::Cow;
use std::io;

use sqlx::error::DatabaseError;
use sqlx::migrate::MigrateError;
use thiserror::Error;

use super::pool::ACQUIRE_TIMEOUT;
use crate::store::error::StoreError;

/// Why a database was not opened, in one line: its address without user and password, what was found, and what was expected.
#[derive(Debug, Error)]
#[error("the database {url}: {kind}")]
pub struct OpenError {
    /// The URL, so far as it is shown.
    pub url: String,
    /// The reason.
    pub kind: OpenErrorKind,
}

/// The reason why a database was not opened. One that is not a Gradus database is not changed.
#[derive(Debug, Error)]
pub enum OpenErrorKind {
    /// The URL of the database has an option that is not known, or a value that cannot be read. It may be a misspelt password, so the message
    /// does not repeat it.
    #[error(
        "cannot read the URL ({0}); expected postgres://USER:PASSWORD@HOST:PORT/NAME, %XX for special characters, and options as libpq has \
         them: sslmode, sslrootcert, host, application_name, options, …"
    )]
    Url(String),
    /// There is no server at the address, or it does not answer.
    #[error("cannot reach PostgreSQL ({0}); expected a running server at this address")]
    Unreachable(String),
    /// The connection cannot be encrypted as the URL asks.
    #[error("no TLS connection to PostgreSQL ({0}); expected a server that fulfils `sslmode`")]
    Tls(String),
    /// The server does not let this user in.
    #[error(
        "PostgreSQL refuses the user ({0}); expected the right user and password, in the URL, in PGPASSWORD or in ~/.pgpass"
    )]
    Login(String),
    /// The server has no such database.
    #[error("PostgreSQL has no such database ({0}); expected one that exists: `createdb` makes it")]
    NoDatabase(String),
    /// The server has as many connections as it can have, or is starting or stopping.
    #[error("PostgreSQL accepts no connection now ({0}); expected one that is free")]
    Busy(String),
    /// A server of an old version.
    #[error("found PostgreSQL {found}; expected version {known} or later")]
    TooOld {
        /// The major version of the server.
        found: i32,
        /// The oldest that is supported.
        known: i32,
    },
    /// A database that cannot store every text.
    #[error("found a PostgreSQL database with the encoding {0}; expected UTF8")]
    Encoding(String),
    /// The user's `search_path` leads nowhere.
    #[error("found no schema for the tables in PostgreSQL; expected one in the user's search_path")]
    NoSchema,
    /// The database of another program.
    #[error(
        "found the database of another program in PostgreSQL (it has {0:?}); expected a Gradus database or an empty one"
    )]
    Foreign(String),
    /// A database in the format of a newer Gradus.
    #[error(
        "the database was written by a newer Gradus (format {found}; this program knows {known}); expected that Gradus, or a later one"
    )]
    Newer {
        /// The format of the database.
        found: i64,
        /// The newest format that this version knows.
        known: i64,
    },
    /// A user who may not write, or a server that only follows another one.
    #[error(
        "no permission to write to PostgreSQL ({0}); expected a user who owns the tables, and a primary server"
    )]
    NoPermission(String),
    /// The migrations in the database differ from those of this version.
    #[error("found other migrations ({0}); expected those of this Gradus")]
    Migrations(String),
    /// Any other error.
    #[error("PostgreSQL failed ({0})")]
    Failed(String),
}

/// By SQLSTATE: <https://www.postgresql.org/docs/current/errcodes-appendix.html>.
impl From<sqlx::Error> for OpenErrorKind {
    fn from(error: sqlx::Error) -> Self {
        let text = message(&error);
        match &error {
            sqlx::Error::Io(_) => Self::Unreachable(text),
            sqlx::Error::Tls(_) => Self::Tls(text),
            sqlx::Error::Configuration(_) => Self::Url(text),
            sqlx::Error::Database(reported) => match reported.code().as_deref() {
                Some(READ_ONLY_TRANSACTION | INSUFFICIENT_PRIVILEGE) => Self::NoPermission(text),
                Some(INVALID_PASSWORD | INVALID_AUTHORIZATION) => Self::Login(text),
                Some(NO_DATABASE) => Self::NoDatabase(text),
                Some(TOO_MANY_CONNECTIONS | CANNOT_CONNECT_NOW | LOCK_NOT_AVAILABLE) => {
                    Self::Busy(text)
                }
                _ => Self::Failed(text),
            },
            _ => Self::Failed(text),
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

const READ_ONLY_TRANSACTION: &str = "25006";
const INVALID_AUTHORIZATION: &str = "28000";
const INVALID_PASSWORD: &str = "28P01";
const NO_DATABASE: &str = "3D000";
const INSUFFICIENT_PRIVILEGE: &str = "42501";
const TOO_MANY_CONNECTIONS: &str = "53300";
const SERIALIZATION_FAILURE: &str = "40001";
const DEADLOCK_DETECTED: &str = "40P01";
const LOCK_NOT_AVAILABLE: &str = "55P03";
const CANNOT_CONNECT_NOW: &str = "57P03";

/// The server ends a connection: it is stopped, it has crashed, the database was removed, or the session waited for too long.
const SHUTDOWN: [&str; 4] = ["57P01", "57P02", "57P04", "57P05"];

/// The class of connection failures.
const CONNECTION: &str = "08";

/// The classes of errors that a value causes, not the server: one that cannot be stored, and one that a constraint forbids.
const VALUES: [&str; 2] = ["22", "23"];

/// Whether a connection is of no use after this error: what it was asked may be done or not.
pub(super) fn is_disconnected(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_) | sqlx::Error::Tls(_) | sqlx::Error::Protocol(_) => true,
        error => code(error).is_some_and(|code| {
            SHUTDOWN.contains(&&*code) || code.starts_with(CONNECTION) || code == CANNOT_CONNECT_NOW
        }),
    }
}

/// Whether the server did not answer in time.
pub(super) fn is_late(error: &sqlx::Error) -> bool {
    matches!(error, sqlx::Error::Io(error) if error.kind() == io::ErrorKind::TimedOut)
}

/// Whether a server that is just starting refuses a connection.
pub(super) fn is_starting(error: &sqlx::Error) -> bool {
    code(error).as_deref() == Some(CANNOT_CONNECT_NOW)
}

/// Whether a lock was waited for in vain: for too long, or because somebody else was preferred.
pub(super) fn is_lock_refused(error: &sqlx::Error) -> bool {
    let codes = [SERIALIZATION_FAILURE, DEADLOCK_DETECTED, LOCK_NOT_AVAILABLE];
    code(error).is_some_and(|code| codes.contains(&&*code))
}

/// Whether one of the values that were sent is refused.
pub(super) fn is_value_refused(error: &sqlx::Error) -> bool {
    code(error).is_some_and(|code| VALUES.iter().any(|class| code.starts_with(class)))
}

fn code(error: &sqlx::Error) -> Option<Cow<'_, str>> {
    error.as_database_error().and_then(DatabaseError::code)
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        refusal(&error).unwrap_or_else(|| Self::Database(message(&error)))
    }
}

/// The text of an error.
pub(super) fn message(error: &sqlx::Error) -> String {
    match error {
        // `sqlx` adds a line number, which is one of PostgreSQL's own source.
        sqlx::Error::Database(reported) => reported.message().to_owned(),
        // Meanwhile the pool has tried to connect again and again, and does not say what came of it.
        sqlx::Error::PoolTimedOut => format!(
            "no connection within {} s: all are in use, or PostgreSQL gives no more",
            ACQUIRE_TIMEOUT.as_secs()
        ),
        error => error.to_string(),
    }
}

/// What a refused statement means to a caller, if it is not a bug.
fn refusal(error: &sqlx::Error) -> Option<StoreError> {
    let error = error.as_database_error()?;
    // A row that refers to anything but a learner is written only after that was found. All triggers that refuse do so for forgotten learners.
    if error.is_foreign_key_violation() {
        return Some(StoreError::LearnerUnknown);
    }
    if !error.is_unique_violation() {
        return None;
    }
    match error.constraint()? {
        "learners_by_nickname" | "learners_by_folded_nickname" => Some(StoreError::NameTaken),
        "learners_by_student_id" | "learners_by_email" => Some(StoreError::MemberTaken),
        "instructors_name_folded_key"
        | "instructors_name_skeleton_key"
        | "instructors_folded_skeleton_key" => Some(StoreError::InstructorTaken),
        _ => None,
    }
}
