//! Copies of a database: backups, also of one that is served, and databases from backups.
//!
//! SQLite writes the copy from one transaction that reads: it has all that was committed before it began and nothing of what came later, and
//! whoever writes meanwhile does not wait. It has no trace of what was deleted.

use std::io;
use std::path::{self, Path, PathBuf};

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, SqliteConnection};
use thiserror::Error;

use super::error::{OpenError, OpenErrorKind};
use super::files::{in_the_place_of, is_complete};
use super::open::{BUSY_TIMEOUT, Found, check_file, check_foreign_keys, check_format};
use crate::new_file::NewFile;

/// What a copy has in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Copied {
    /// How many attempts there are.
    pub attempts: u64,
    /// The length of the file, in bytes.
    pub bytes: u64,
}

/// Why no copy was made. The message is one line.
#[derive(Debug, Error)]
pub enum CopyError {
    /// What is to be copied is not a Gradus database that can be read.
    #[error(transparent)]
    Source(#[from] OpenError),
    /// What is to be copied has errors in it.
    #[error("the database {path:?} is damaged ({found}); expected one without errors")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The first error.
        found: String,
    },
    /// Something has the name of the copy already, or of a file that belongs to it.
    #[error("{path} exists already; expected a name that nothing has", path = .0.display())]
    Exists(PathBuf),
    /// The copy cannot be written.
    #[error("{path} cannot be written: {source}", path = path.display())]
    Unwritable {
        /// The copy.
        path: PathBuf,
        /// What the system or SQLite says.
        source: io::Error,
    },
}

/// Copies a database, which may be in use, to a new file.
pub async fn backup(database: &Path, to: &Path) -> Result<Copied, CopyError> {
    let options = SqliteConnectOptions::new();
    copy(database, options, to).await
}

/// Makes a database of a backup, which stays as it is. There must be none yet, nor anything that was left of one: a log beside a database that
/// it does not belong to damages it.
pub async fn restore(backup: &Path, database: &Path) -> Result<Copied, CopyError> {
    let options = SqliteConnectOptions::new().read_only(true).immutable(is_complete(backup));
    copy(backup, options, database).await
}

async fn copy(from: &Path, options: SqliteConnectOptions, to: &Path) -> Result<Copied, CopyError> {
    if let Some(path) = in_the_place_of(to) {
        return Err(CopyError::Exists(path));
    }
    let unreadable = |kind| OpenError { path: from.to_owned(), kind };
    let path = path::absolute(from).map_err(OpenErrorKind::Unreadable).map_err(unreadable)?;
    if check_file(&path).map_err(unreadable)? == Found::Nothing {
        return Err(unreadable(OpenErrorKind::Missing).into());
    }
    let options = options.filename(path).busy_timeout(BUSY_TIMEOUT);
    let mut source = options.connect().await.map_err(|error| unreadable(error.into()))?;
    let copied = copy_open(&mut source, from, to).await;
    // The copy is made or it is not. What closing does to the log, it does at the next start.
    let _ = source.close().await;
    copied
}

async fn copy_open(
    source: &mut SqliteConnection,
    from: &Path,
    to: &Path,
) -> Result<Copied, CopyError> {
    let unreadable = |kind| OpenError { path: from.to_owned(), kind };
    let unwritable = |source| CopyError::Unwritable { path: to.to_owned(), source };
    check(source).await.map_err(unreadable)?;
    if let Some(found) = damage(source).await.map_err(|error| unreadable(error.into()))? {
        return Err(CopyError::Damaged { path: from.to_owned(), found });
    }
    // SQLite writes into the file, which is empty. One that it makes itself could be read by others.
    let file = NewFile::begin(&path::absolute(to).map_err(unwritable)?).map_err(unwritable)?;
    let draft = file.draft().to_str().ok_or_else(|| {
        unwritable(io::Error::new(io::ErrorKind::InvalidInput, "the path is not UTF-8"))
    })?;
    let failed =
        |error: sqlx::Error| unwritable(io::Error::other(OpenErrorKind::from(error).to_string()));
    sqlx::query("VACUUM INTO ?1").bind(draft).execute(source).await.map_err(failed)?;
    let copied = content(file.draft()).await.map_err(failed)?;
    match file.finish() {
        Ok(()) => Ok(copied),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            Err(CopyError::Exists(to.to_owned()))
        }
        Err(error) => Err(unwritable(error)),
    }
}

/// Checks that this is a database of this Gradus or of an earlier one.
async fn check(connection: &mut SqliteConnection) -> Result<(), OpenErrorKind> {
    match check_format(connection).await? {
        0 => Err(OpenErrorKind::Missing),
        _ => check_foreign_keys(connection).await,
    }
}

/// The first error in a database, if there is one. Every page is read.
async fn damage(connection: &mut SqliteConnection) -> sqlx::Result<Option<String>> {
    let found: String =
        sqlx::query_scalar("PRAGMA integrity_check(1)").fetch_one(connection).await?;
    let found = found.lines().collect::<Vec<_>>().join(" ");
    Ok((found != "ok").then_some(found))
}

/// What a copy has in it, as it can be read back.
async fn content(copy: &Path) -> sqlx::Result<Copied> {
    let options = SqliteConnectOptions::new().filename(copy).read_only(true).immutable(true);
    let mut connection = options.connect().await?;
    let (attempts, bytes): (i64, i64) = sqlx::query_as(
        "SELECT (SELECT count(*) FROM attempts), page_count * page_size
         FROM pragma_page_count, pragma_page_size",
    )
    .fetch_one(&mut connection)
    .await?;
    connection.close().await?;
    Ok(Copied { attempts: attempts.unsigned_abs(), bytes: bytes.unsigned_abs() })
}
