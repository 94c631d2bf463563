//! Copies of a database: backups, also while it is served, and databases from backups.
//!
//! SQLite writes the copy from one transaction that reads. So the copy has all that was committed before it began and nothing that came later, and
//! writers do not wait for it. It has no trace of deleted data.

use std::io;
use std::path::{self, Path, PathBuf};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_encode};
use rusqlite::{Connection, OpenFlags};
use thiserror::Error;

use super::error::{OpenError, OpenErrorKind};
use super::files::{in_the_place_of, is_complete};
use super::open::{BUSY_TIMEOUT, check_file, check_foreign_keys, check_format};
use crate::new_file::NewFile;

/// What a copy contains.
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
    /// The original is not a Gradus database that can be read.
    #[error(transparent)]
    Source(#[from] OpenError),
    /// The original has errors.
    #[error("the database {path:?} is damaged ({found}); expected one without errors")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The first error.
        found: String,
    },
    /// Something has the name of the copy already, or the name of a file that belongs to it.
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
pub fn backup(database: &Path, to: &Path) -> Result<Copied, CopyError> {
    copy(database, to, |path| {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        Connection::open_with_flags(path, flags)
    })
}

/// Makes a database of a backup, which stays as it is. There must be no database yet, and nothing that was left of one: a log beside a database that it
/// does not belong to damages the database.
pub fn restore(backup: &Path, database: &Path) -> Result<Copied, CopyError> {
    copy(backup, database, |path| {
        open_to_read(path, if is_complete(path) { IMMUTABLE } else { "mode=ro" })
    })
}

/// How to open a file that no process changes, without making files beside it.
const IMMUTABLE: &str = "immutable=1";

/// What is not escaped in the path of a URI.
const PATH: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b'.').remove(b'-').remove(b'_');

fn open_to_read(path: &Path, option: &str) -> rusqlite::Result<Connection> {
    let path = percent_encode(path.as_os_str().as_encoded_bytes(), PATH);
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
        | OpenFlags::SQLITE_OPEN_NO_MUTEX
        | OpenFlags::SQLITE_OPEN_URI;
    Connection::open_with_flags(format!("file:{path}?{option}"), flags)
}

fn copy(
    from: &Path,
    to: &Path,
    open: impl FnOnce(&Path) -> rusqlite::Result<Connection>,
) -> Result<Copied, CopyError> {
    if let Some(path) = in_the_place_of(to) {
        return Err(CopyError::Exists(path));
    }
    let unreadable = |kind| OpenError { path: from.to_owned(), kind };
    let unwritable = |source| CopyError::Unwritable { path: to.to_owned(), source };
    let failed = |error: rusqlite::Error| {
        unwritable(io::Error::other(OpenErrorKind::from(error).to_string()))
    };
    let path = path::absolute(from).map_err(OpenErrorKind::Unreadable).map_err(unreadable)?;
    if !check_file(&path).map_err(unreadable)? {
        return Err(unreadable(OpenErrorKind::Missing).into());
    }
    let opened = open(&path).and_then(|source| source.busy_timeout(BUSY_TIMEOUT).map(|()| source));
    let source = opened.map_err(|error| unreadable(error.into()))?;
    check(&source).map_err(unreadable)?;
    if let Some(found) = damage(&source).map_err(|error| unreadable(error.into()))? {
        return Err(CopyError::Damaged { path: from.to_owned(), found });
    }
    // SQLite writes into the file, which is empty. A file that SQLite makes itself could be read by others.
    let file = NewFile::begin(&path::absolute(to).map_err(unwritable)?).map_err(unwritable)?;
    let draft = file.draft().to_str().ok_or_else(|| {
        unwritable(io::Error::new(io::ErrorKind::InvalidInput, "the path is not UTF-8"))
    })?;
    source.execute("VACUUM INTO ?1", [draft]).map_err(failed)?;
    let copied = content(file.draft()).map_err(failed)?;
    match file.finish() {
        Ok(()) => Ok(copied),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            Err(CopyError::Exists(to.to_owned()))
        }
        Err(error) => Err(unwritable(error)),
    }
}

/// Checks that this is a database of this Gradus or of an earlier one.
fn check(connection: &Connection) -> Result<(), OpenErrorKind> {
    match check_format(connection)? {
        0 => Err(OpenErrorKind::Missing),
        _ => check_foreign_keys(connection),
    }
}

/// The first error in a database, if there is one. It reads every page.
fn damage(connection: &Connection) -> rusqlite::Result<Option<String>> {
    let found: String = connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
    let found = found.lines().collect::<Vec<_>>().join(" ");
    Ok((found != "ok").then_some(found))
}

/// What a copy contains, as it can be read back.
fn content(copy: &Path) -> rusqlite::Result<Copied> {
    let sql = "SELECT (SELECT count(*) FROM attempts), page_count * page_size FROM pragma_page_count, pragma_page_size";
    open_to_read(copy, IMMUTABLE)?.query_row(sql, [], |row| {
        let (attempts, bytes): (i64, i64) = (row.get(0)?, row.get(1)?);
        Ok(Copied { attempts: attempts.unsigned_abs(), bytes: bytes.unsigned_abs() })
    })
}
