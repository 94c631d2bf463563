//! The files of a database: only their owner reads them, and they must stay where they are while the database is open.
//!
//! SQLite goes on writing to a file that was deleted or replaced in the meantime, and reports no error. All these changes are gone at the next
//! start. Changes that wait in a write-ahead log beside another database would even damage that database.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::{io, iter};

use crate::new_file::NewFile;
use crate::store::error::StoreError;

/// The files to which an open database writes.
pub(super) struct Files {
    /// Where each file was when it was opened, and which it was.
    opened: [(PathBuf, (u64, u64)); 2],
    lost: Option<StoreError>,
}

impl Files {
    /// The files of the database at this path, which has just been opened.
    pub(super) fn of(path: &Path) -> io::Result<Self> {
        // SQLite follows links to the database, and puts the log beside the file that it finds.
        let log = companion(path, LOG)?;
        let opened = [(path.to_owned(), id_of(path)?), (log.clone(), id_of(&log)?)];
        Ok(Self { opened, lost: None })
    }

    /// Checks that every file is still the one that was opened. Once one is not, the check always fails, because nothing is known of where the
    /// changes since then went.
    pub(super) fn verify(&mut self) -> Result<(), StoreError> {
        if let Some(error) = &self.lost {
            return Err(error.clone());
        }
        for (path, id) in &self.opened {
            let file = || format!("the file \"{}\"", path.display());
            match id_of(path) {
                Ok(found) if found == *id => {}
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    let text = format!("{} cannot be looked at: {error}", file());
                    return Err(StoreError::Database(text));
                }
                _ => {
                    let text =
                        format!("{} was deleted or replaced while the database was open", file());
                    tracing::error!(
                        error = text,
                        "nothing is stored any more until the server is restarted"
                    );
                    let error = StoreError::Database(text);
                    self.lost = Some(error.clone());
                    return Err(error);
                }
            }
        }
        Ok(())
    }
}

/// What distinguishes a file from all others: its device and its number. The system does not reuse the number of a deleted file while it is open.
#[cfg(unix)]
fn id_of(path: &Path) -> io::Result<(u64, u64)> {
    use std::os::unix::fs::MetadataExt as _;
    fs::metadata(path).map(|found| (found.dev(), found.ino()))
}

/// Other systems refuse to delete a file that is open.
#[cfg(not(unix))]
fn id_of(path: &Path) -> io::Result<(u64, u64)> {
    fs::metadata(path).map(|_| (0, 0))
}

/// A file beside a database, which may be named by a link.
fn companion(database: &Path, suffix: &str) -> io::Result<PathBuf> {
    Ok(beside(&fs::canonicalize(database)?, suffix))
}

/// The end of the name of the write-ahead log.
const LOG: &str = "-wal";
/// The end of the name of the log's index, which the processes share.
const INDEX: &str = "-shm";
/// The end of the name of the log of a transaction, for a database without a write-ahead log.
const JOURNAL: &str = "-journal";

fn beside(database: &Path, suffix: &str) -> PathBuf {
    let mut name = database.to_owned().into_os_string();
    name.push(suffix);
    PathBuf::from(name)
}

/// An existing file with the name of a database or of a file that belongs to it.
pub(super) fn in_the_place_of(database: &Path) -> Option<PathBuf> {
    let companions = [LOG, INDEX, JOURNAL].map(|suffix| beside(database, suffix));
    // A link to nowhere is something, too.
    let is_there = |path: &PathBuf| path.symlink_metadata().is_ok();
    iter::once(database.to_owned()).chain(companions).find(is_there)
}

/// Whether a file has the whole database, and no log beside it has a part.
pub(super) fn is_complete(database: &Path) -> bool {
    let has_content =
        |suffix| fs::metadata(beside(database, suffix)).is_ok_and(|log| log.len() > 0);
    ![LOG, JOURNAL].into_iter().any(has_content)
}

/// Creates an empty file that only its owner reads, unless something has the name already. SQLite itself would use the mode of the process's mask. It
/// gives the files beside the database the mode of the database.
pub(super) fn create(path: &Path) -> io::Result<()> {
    match NewFile::begin(path)?.finish() {
        // Another process was faster, or it is a link to a file that does not exist: SQLite creates that one.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        created => created,
    }
}

/// Claims a database that this process has open, for the one server that may use a file: as long as the value lives, and no longer than the
/// process. If another server has claimed it, this logs a warning.
///
/// The lock is on the write-ahead log. A process that closes a file gives up SQLite's locks on the file, and SQLite has none on the log.
#[cfg(unix)]
pub fn claim(database: &Path) -> Option<File> {
    let claimed = companion(database, LOG).and_then(|log| {
        let log = File::open(log)?;
        log.try_lock()?;
        Ok(log)
    });
    match claimed {
        Ok(log) => Some(log),
        Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
            tracing::warn!(
                ?database,
                "another server has this database open: who watches a match or the scoreboard at one is not told what happens at the \
                 other; expected one server for a file, or a database of PostgreSQL"
            );
            None
        }
        Err(error) => {
            tracing::debug!(?database, %error, "whether another server has this database open is not known");
            None
        }
    }
}

/// Elsewhere a lock would keep SQLite from its own file.
#[cfg(not(unix))]
pub fn claim(_: &Path) -> Option<File> {
    None
}

/// Makes the files of a Gradus database readable by their owner alone. If a mode cannot be changed, this logs a warning: the file may belong to
/// another user, who wants it so.
#[cfg(unix)]
pub(super) fn restrict(database: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    for path in [database, &companion(database, LOG)?, &companion(database, INDEX)?] {
        let mut permissions = match fs::metadata(path) {
            Ok(found) => found.permissions(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(error) => return Err(error),
        };
        let mode = permissions.mode() & 0o777;
        let is_for_others = mode & 0o077 != 0;
        if !is_for_others {
            continue;
        }
        permissions.set_mode(0o600);
        let found = format!("{mode:04o}");
        match fs::set_permissions(path, permissions) {
            Ok(()) => {
                tracing::warn!(?path, found, "others could read the file: its mode is 0600 now");
            }
            Err(error) => tracing::warn!(?path, found, %error, "others can read the file"),
        }
    }
    Ok(())
}

/// Other systems have no modes.
#[cfg(not(unix))]
pub(super) fn restrict(_: &Path) -> io::Result<()> {
    Ok(())
}
