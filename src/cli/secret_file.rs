//! The file with the server's secret: created on the first start, readable only by its owner.

use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use gradus::new_file::NewFile;
use gradus::step::Secret;
use rand::TryRng as _;
use rand::rngs::SysRng;
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
    /// Somebody else than its owner can read or change the file. Whoever has read it can forge every token.
    #[error(
        "the secret file {path}: found mode {mode:04o}, with which others can use it; expected 0600: chmod 600 {path}",
        path = path.display()
    )]
    Exposed {
        /// The file.
        path: PathBuf,
        /// Its mode.
        mode: u32,
    },
    /// The file cannot be read.
    #[error("the secret file {path} cannot be read ({source}); expected a file with 64 hexadecimal digits", path = path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The file does not exist and cannot be created.
    #[error("the secret file {path} cannot be created ({source}); expected a folder that can be written", path = path.display())]
    Uncreated {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

/// Reads the secret from a file; creates the file if it does not exist.
pub(crate) fn read_or_make(path: &Path) -> Result<Secret, SecretFileError> {
    match File::open(path) {
        Ok(file) => secret_in(file, path),
        Err(error) if error.kind() == io::ErrorKind::NotFound => make(path),
        Err(source) => Err(SecretFileError::Unreadable { path: path.to_owned(), source }),
    }
}

/// Reads the secret from a file that must exist.
pub(crate) fn read(path: &Path) -> Result<Secret, SecretFileError> {
    let file = File::open(path);
    file.map_err(|source| SecretFileError::Unreadable { path: path.to_owned(), source })
        .and_then(|file| secret_in(file, path))
}

fn secret_in(mut file: File, path: &Path) -> Result<Secret, SecretFileError> {
    let unreadable = |source| SecretFileError::Unreadable { path: path.to_owned(), source };
    let mut text = String::new();
    // What is no file, a directory for example, is refused here.
    file.read_to_string(&mut text).map_err(unreadable)?;
    if let Some(mode) = mode_for_others(&file).map_err(unreadable)? {
        return Err(SecretFileError::Exposed { path: path.to_owned(), mode });
    }
    text.parse().map_err(|_| SecretFileError::NotASecret { path: path.to_owned() })
}

/// The mode of a file if it permits anything to others than its owner.
#[cfg(unix)]
fn mode_for_others(file: &File) -> io::Result<Option<u32>> {
    use std::os::unix::fs::PermissionsExt as _;
    let mode = file.metadata()?.permissions().mode() & 0o777;
    Ok((mode & 0o077 != 0).then_some(mode))
}

/// Other systems have no modes.
#[cfg(not(unix))]
fn mode_for_others(_: &File) -> io::Result<Option<u32>> {
    Ok(None)
}

/// Makes a new secret. No reader sees a part of it, and it is not lost when the power fails: with another one, every board would be another.
fn make(path: &Path) -> Result<Secret, SecretFileError> {
    let uncreated = |source| SecretFileError::Uncreated { path: path.to_owned(), source };
    let mut bytes = [0; 32];
    SysRng.try_fill_bytes(&mut bytes).map_err(|error| uncreated(io::Error::other(error)))?;
    let secret = Secret::from_bytes(bytes);

    let mut file = NewFile::begin(path).map_err(uncreated)?;
    writeln!(file, "{}", secret.to_hex()).map_err(uncreated)?;
    match file.finish() {
        Ok(()) => Ok(secret),
        // Another server has created the file in the meantime: use its secret.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => read(path),
        Err(error) => Err(uncreated(error)),
    }
}
