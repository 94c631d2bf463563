//! Opening the database: nothing is written before it is known to be ours.

use std::fs;
use std::io;
use std::path::{self, Path, PathBuf};
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteSynchronous};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, SqliteConnection};
use thiserror::Error;

/// Says in the file's header that the database is Gradus's: "Grad" in ASCII.
const APPLICATION_ID: i32 = i32::from_be_bytes(*b"Grad");

/// The format that this Gradus reads and writes: how many migrations made it, `user_version` in the file's header.
const FORMAT: i32 = 2;

/// What makes each format of the one before. A released migration never changes.
const MIGRATIONS: [(i32, &str); FORMAT as usize] = [
    (1, include_str!("migrations/0001_learners_and_attempts.sql")),
    (2, include_str!("migrations/0002_games_and_records.sql")),
];

/// How long a lock that another process holds is waited for.
const PATIENCE: Duration = Duration::from_secs(5);

/// The bytes of the smallest database: one page of the smallest size.
const SMALLEST: u64 = 512;

/// A database was not opened. The text is one line: the file, what was found there, and what was expected.
#[derive(Debug, Error)]
#[error("the database {path:?}: {fault}")]
pub struct OpenError {
    /// The file, as the caller named it.
    pub path: PathBuf,
    /// What is wrong with it.
    pub fault: Fault,
}

/// What is wrong with a database that was not opened. What is not Gradus's own is left as it was.
#[derive(Debug, Error)]
pub enum Fault {
    /// The folder that the file should be made in is missing.
    #[error("found no folder to make it in; expected {0:?} to exist")]
    NoFolder(PathBuf),
    /// The operating system refuses to say what is there.
    #[error(
        "found nothing that can be looked at ({0}); expected a file, or a folder to make it in"
    )]
    Unreachable(io::Error),
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
    #[error("found format {0}, made by a newer Gradus; expected format {FORMAT} or older")]
    Newer(i32),
    /// A file or a folder that may not be written.
    #[error("found no permission ({0}); expected a file and a folder that may be written")]
    NoPermission(String),
    /// SQLite's write-ahead log does not work there, on some network drives for example.
    #[error(
        "found a drive that allows only the journal mode {0:?}; expected one that allows \"wal\""
    )]
    NoWal(String),
    /// Anything else that SQLite says.
    #[error("found it unusable ({0}); expected a database that SQLite can open")]
    Sqlite(String),
}

/// SQLite's primary result codes that tell what is there: <https://www.sqlite.org/rescode.html>.
impl From<sqlx::Error> for Fault {
    fn from(error: sqlx::Error) -> Self {
        let Some(said) = error.as_database_error() else {
            return Self::Sqlite(error.to_string());
        };
        let extended: Option<u32> = said.code().and_then(|code| code.parse().ok());
        match extended.map(|code| code & 0xff) {
            // READONLY, CANTOPEN
            Some(8 | 14) => Self::NoPermission(said.message().to_owned()),
            // NOTADB
            Some(26) => Self::NotADatabase,
            _ => Self::Sqlite(said.message().to_owned()),
        }
    }
}

/// A connection that writes, to a database of the current format; and how to make connections that read.
pub(super) async fn open(path: &Path) -> Result<(SqliteConnection, SqliteConnectOptions), Fault> {
    // SQLite takes `:memory:` and `file:…` for something else than files, but no absolute path.
    let path = path::absolute(path).map_err(Fault::Unreachable)?;
    look(&path)?;
    let options = SqliteConnectOptions::new()
        .filename(&path)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(PATIENCE);
    let mut connection = options.clone().create_if_missing(true).connect().await?;
    format_of(&mut connection).await?;
    switch_to_wal(&mut connection).await?;
    migrate(&mut connection).await?;
    Ok((connection, options.read_only(true)))
}

/// Looks at what is there without opening it: SQLite's own errors do not tell these cases apart.
fn look(path: &Path) -> Result<(), Fault> {
    match fs::metadata(path) {
        Ok(found) if !found.is_file() => Err(Fault::NotAFile),
        // SQLite checks the header of longer files, but overwrites a file of one byte.
        Ok(found) if (1..SMALLEST).contains(&found.len()) => Err(Fault::NotADatabase),
        Ok(_) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => match path.parent() {
            Some(folder) if !folder.is_dir() => Err(Fault::NoFolder(folder.to_owned())),
            _ => Ok(()),
        },
        Err(error) => Err(Fault::Unreachable(error)),
    }
}

/// The format of the database, 0 for an empty one.
async fn format_of(connection: &mut SqliteConnection) -> Result<i32, Fault> {
    let (application, format, content): (i32, i32, Option<String>) = sqlx::query_as(
        "SELECT application_id, user_version, (SELECT name FROM sqlite_schema LIMIT 1)
         FROM pragma_application_id, pragma_user_version",
    )
    .fetch_one(connection)
    .await?;
    match (application, format, content) {
        (APPLICATION_ID, _, _) if format > FORMAT => Err(Fault::Newer(format)),
        (APPLICATION_ID, _, _) | (0, 0, None) => Ok(format),
        (_, _, Some(name)) => Err(Fault::Foreign(format!("it has {name:?}"))),
        (id, version, None) => {
            Err(Fault::Foreign(format!("its application id is {id}, its version {version}")))
        }
    }
}

/// Lets readers read while the writer writes.
async fn switch_to_wal(connection: &mut SqliteConnection) -> Result<(), Fault> {
    let mode: String =
        sqlx::query_scalar("PRAGMA journal_mode = WAL").fetch_one(connection).await?;
    if mode == "wal" { Ok(()) } else { Err(Fault::NoWal(mode)) }
}

/// Brings the database to the current format, and shows that it can be written.
async fn migrate(connection: &mut SqliteConnection) -> Result<(), Fault> {
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    // Another process may have migrated since the first look.
    let found = format_of(&mut transaction).await?;
    for (_, migration) in MIGRATIONS.iter().filter(|(format, _)| *format > found) {
        sqlx::raw_sql(*migration).execute(&mut *transaction).await?;
    }
    // Written at every start: it fails where nothing may be written, and `BEGIN IMMEDIATE` does not.
    let header =
        format!("PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {FORMAT}");
    sqlx::raw_sql(AssertSqlSafe(header)).execute(&mut *transaction).await?;
    transaction.commit().await?;
    Ok(())
}
