//! The file that keeps the server's secret: made on the first start, readable by its owner only.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use gradus::step::Secret;
use rand::TryRng as _;
use rand::rngs::SysRng;
use tempfile::NamedTempFile;
use thiserror::Error;

/// Why there is no secret.
#[derive(Debug, Error)]
pub(crate) enum SecretFileError {
    /// The file has something else in it.
    #[error("the secret file {path} does not hold a secret: expected 64 hexadecimal digits", path = path.display())]
    NotASecret {
        /// The file.
        path: PathBuf,
    },
    /// The file cannot be read or made.
    #[error("the secret file {path}: {source}", path = path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

/// Reads the secret of a file, and makes the file if there is none.
pub(crate) fn read_or_make(path: &Path) -> Result<Secret, SecretFileError> {
    let io = |source| SecretFileError::Io { path: path.to_owned(), source };
    match fs::read_to_string(path) {
        Ok(text) => text.parse().map_err(|_| SecretFileError::NotASecret { path: path.to_owned() }),
        Err(error) if error.kind() == io::ErrorKind::NotFound => make(path).map_err(io),
        Err(error) => Err(io(error)),
    }
}

/// Writes a new secret whole before it has its name, so that no reader finds half of it.
fn make(path: &Path) -> io::Result<Secret> {
    let mut bytes = [0; 32];
    SysRng.try_fill_bytes(&mut bytes).map_err(io::Error::other)?;
    let secret = Secret::from_bytes(bytes);

    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    // It is readable by its owner only, from the beginning.
    let mut draft = NamedTempFile::new_in(folder.unwrap_or(Path::new(".")))?;
    writeln!(draft, "{}", secret.to_hex())?;
    draft.as_file().sync_all()?;
    match draft.persist_noclobber(path) {
        Ok(_) => Ok(secret),
        // Another server made it in the meantime: its secret is the one.
        Err(failed) if failed.error.kind() == io::ErrorKind::AlreadyExists => {
            fs::read_to_string(path)?.parse().map_err(io::Error::other)
        }
        Err(failed) => Err(failed.error),
    }
}
