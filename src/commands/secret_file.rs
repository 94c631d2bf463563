//! The file with the server's secret: created on the first start, readable only by its owner.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use gradus::step::Secret;
use rand::TryRng as _;
use rand::rngs::SysRng;
use tempfile::NamedTempFile;
use thiserror::Error;

/// Why the secret cannot be read or created.
#[derive(Debug, Error)]
pub(crate) enum SecretFileError {
    /// The file does not contain a secret.
    #[error("the secret file {path} does not contain a secret: expected 64 hexadecimal digits", path = path.display())]
    NotASecret {
        /// The file.
        path: PathBuf,
    },
    /// The file cannot be read or created.
    #[error("the secret file {path}: {source}", path = path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

/// Reads the secret from a file; creates the file if it does not exist.
pub(crate) fn read_or_make(path: &Path) -> Result<Secret, SecretFileError> {
    let io = |source| SecretFileError::Io { path: path.to_owned(), source };
    match fs::read_to_string(path) {
        Ok(text) => text.parse().map_err(|_| SecretFileError::NotASecret { path: path.to_owned() }),
        Err(error) if error.kind() == io::ErrorKind::NotFound => make(path).map_err(io),
        Err(error) => Err(io(error)),
    }
}

/// Writes a new secret to a temporary file and renames it, so that no reader sees a partial secret.
fn make(path: &Path) -> io::Result<Secret> {
    let mut bytes = [0; 32];
    SysRng.try_fill_bytes(&mut bytes).map_err(io::Error::other)?;
    let secret = Secret::from_bytes(bytes);

    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    // Temporary files are created with mode 0600.
    let mut draft = NamedTempFile::new_in(folder.unwrap_or(Path::new(".")))?;
    writeln!(draft, "{}", secret.to_hex())?;
    draft.as_file().sync_all()?;
    match draft.persist_noclobber(path) {
        Ok(_) => Ok(secret),
        // Another server has created the file in the meantime: use its secret.
        Err(failed) if failed.error.kind() == io::ErrorKind::AlreadyExists => {
            fs::read_to_string(path)?.parse().map_err(io::Error::other)
        }
        Err(failed) => Err(failed.error),
    }
}
