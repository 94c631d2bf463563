//! The server's secret and the one that it replaces.
//!
//! Each is given as text or in a file. If it is given in both ways, the source with precedence wins, as with a single option: flag, environment,
//! configuration file. clap has no such rule for two options.

use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use clap::parser::ValueSource;
use clap::{ArgMatches, Args};
use gradus::new_file::NewFile;
use gradus::step::Secret;
use rand::TryRng as _;
use rand::rngs::SysRng;
use thiserror::Error;

use super::error::CliError;
use super::options::variable_named;

/// The file of the secret if none is given.
pub(super) const DEFAULT_FILE: &str = "gradus.secret";

/// Where the secrets come from.
#[derive(Args)]
pub(crate) struct SecretOptions {
    /// The file with the server's secret, created if it does not exist [default: gradus.secret]
    #[arg(long, env, value_name = "FILE")]
    secret_file: Option<PathBuf>,
    /// The secret itself, 64 hexadecimal digits, instead of a file: for replicas, preferably from the environment
    #[arg(long, env, hide_env_values = true)]
    secret: Option<String>,
    /// The file with the secret that was replaced: tasks and seats from before are valid for another day
    #[arg(long, env, value_name = "FILE")]
    previous_secret_file: Option<PathBuf>,
    /// The replaced secret itself, instead of a file
    #[arg(long, env, value_name = "SECRET", hide_env_values = true)]
    previous_secret: Option<String>,
}

/// Whether an option is without effect because the other option for the same secret has a source with precedence.
pub(super) fn is_overruled(option: &str, matches: &ArgMatches) -> bool {
    let other = match option {
        "secret" => "secret-file",
        "secret-file" => "secret",
        "previous-secret" => "previous-secret-file",
        "previous-secret-file" => "previous-secret",
        _ => return false,
    };
    source(option, matches) < source(other, matches)
}

/// The source of an option's value. A greater source has precedence.
fn source(option: &str, matches: &ArgMatches) -> Option<ValueSource> {
    matches.value_source(&option.replace('-', "_"))
}

/// The name of an option in the source of its value.
fn name_in(source: ValueSource, option: &str) -> String {
    match source {
        ValueSource::CommandLine => format!("--{option}"),
        ValueSource::EnvVariable => variable_named(option),
        // The file's values are defaults for clap.
        _ => format!("`{option}` of the configuration file"),
    }
}

/// The form of a secret that counts.
enum Given<'a> {
    None,
    Text(Secret),
    /// A file, and the name of the option that names it.
    File(&'a Path, String),
}

/// The server's secret, and the one that it replaces.
pub(super) struct Secrets {
    pub(super) current: Secret,
    pub(super) previous: Option<Secret>,
}

/// Why options give no secret. No message repeats a text, which may be the real secret with a typing error.
#[derive(Debug, Error)]
pub(crate) enum SecretUsageError {
    /// It is malformed.
    #[error("{0} is not a secret; expected 64 hexadecimal digits")]
    Malformed(String),
    /// It is empty.
    #[error("{0} is empty; expected 64 hexadecimal digits, or that it is not set")]
    Empty(String),
    /// The same source gives a secret and its file, so neither wins.
    #[error("{0} and {1} are both given; expected one of them")]
    Both(String, String),
}

/// Why a file gives no secret, as the end of a sentence about it.
#[derive(Debug, Error)]
pub(crate) enum SecretFileError {
    /// The file does not contain a secret.
    #[error(" does not contain a secret: expected 64 hexadecimal digits")]
    NotASecret,
    /// Others than its owner can read or change the file. Whoever has read it can forge every token.
    #[error(": found mode {0:04o}, with which others can use it; expected 0600: chmod 600 {path}", path = .1.display())]
    Exposed(u32, PathBuf),
    /// The file cannot be read.
    #[error(" cannot be read ({0}); expected a file with 64 hexadecimal digits")]
    Unreadable(io::Error),
    /// The file does not exist and cannot be created.
    #[error(" cannot be created ({0}); expected a folder that can be written")]
    Uncreated(io::Error),
}

impl SecretOptions {
    /// The current and the previous secret.
    fn given(&self, matches: &ArgMatches) -> Result<[Given<'_>; 2], SecretUsageError> {
        let (text, file) = (self.secret.as_deref(), self.secret_file.as_deref());
        let current = Given::of("secret", text, file, matches)?;
        let (text, file) = (self.previous_secret.as_deref(), self.previous_secret_file.as_deref());
        Ok([current, Given::of("previous-secret", text, file, matches)?])
    }

    /// Checks what is known of the secrets before a file is read.
    pub(super) fn check(&self, matches: &ArgMatches) -> Result<(), CliError> {
        match self.given(matches)? {
            [Given::Text(current), Given::Text(previous)] => check_both(&current, &previous),
            _ => Ok(()),
        }
    }

    /// Reads the secrets. If the file of the current one does not exist, it is created.
    pub(super) fn read(&self, matches: &ArgMatches) -> Result<Secrets, CliError> {
        let [current, previous] = self.given(matches)?;
        let previous = previous.read(read)?;
        let current = match current.read(read_or_create)? {
            Some(secret) => secret,
            None => named("--secret-file".to_owned(), Path::new(DEFAULT_FILE), read_or_create)?,
        };
        if let Some(previous) = &previous {
            check_both(&current, previous)?;
        }
        Ok(Secrets { current, previous })
    }
}

impl<'a> Given<'a> {
    /// The form whose source has precedence. The other form may be malformed. `option` is the one for the text.
    fn of(
        option: &str,
        text: Option<&str>,
        file: Option<&'a Path>,
        matches: &ArgMatches,
    ) -> Result<Self, SecretUsageError> {
        let file_option = format!("{option}-file");
        let text = text.zip(source(option, matches));
        let file = file.zip(source(&file_option, matches));
        match (text, file) {
            (Some((_, of_text)), Some((_, of_file))) if of_text == of_file => Err(
                SecretUsageError::Both(name_in(of_text, option), name_in(of_file, &file_option)),
            ),
            (Some((text, of_text)), file) if file.is_none_or(|(_, of_file)| of_file < of_text) => {
                let name = name_in(of_text, option);
                if text.is_empty() {
                    return Err(SecretUsageError::Empty(name));
                }
                text.parse().map(Self::Text).map_err(|_| SecretUsageError::Malformed(name))
            }
            (_, Some((file, of_file))) => Ok(Self::File(file, name_in(of_file, &file_option))),
            _ => Ok(Self::None),
        }
    }

    /// The secret, if it is given.
    fn read(self, read: ReadSecret) -> Result<Option<Secret>, CliError> {
        match self {
            Self::None => Ok(None),
            Self::Text(secret) => Ok(Some(secret)),
            Self::File(path, name) => named(name, path, read).map(Some),
        }
    }
}

/// Checks that the tasks of one secret are told apart from those of the other.
fn check_both(current: &Secret, previous: &Secret) -> Result<(), CliError> {
    if current == previous {
        Err(CliError::SameSecret)
    } else if !previous.is_distinct_from(current) {
        Err(CliError::SameMark)
    } else {
        Ok(())
    }
}

type ReadSecret = fn(&Path) -> Result<Secret, SecretFileError>;

/// Reads a file. The error names the option that names the file.
fn named(name: String, path: &Path, read: ReadSecret) -> Result<Secret, CliError> {
    read(path).map_err(|error| CliError::SecretFile(name, path.to_owned(), error))
}

/// Reads the secret from a file; creates the file if it does not exist.
fn read_or_create(path: &Path) -> Result<Secret, SecretFileError> {
    match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => create(path),
        opened => secret_in(opened, path),
    }
}

/// Reads the secret from a file that must exist.
fn read(path: &Path) -> Result<Secret, SecretFileError> {
    secret_in(File::open(path), path)
}

fn secret_in(opened: io::Result<File>, path: &Path) -> Result<Secret, SecretFileError> {
    let mut file = opened.map_err(SecretFileError::Unreadable)?;
    let mut text = String::new();
    // A directory, for example, is refused here.
    file.read_to_string(&mut text).map_err(SecretFileError::Unreadable)?;
    match mode_with(0o077, &file).map_err(SecretFileError::Unreadable)? {
        Some(mode) => Err(SecretFileError::Exposed(mode, path.to_owned())),
        None => text.parse().map_err(|_| SecretFileError::NotASecret),
    }
}

/// The mode of a file if it has one of these permissions. Other systems than Unix have no modes.
pub(super) fn mode_with(permissions: u32, file: &File) -> io::Result<Option<u32>> {
    #[cfg(unix)]
    let mode = std::os::unix::fs::PermissionsExt::mode(&file.metadata()?.permissions()) & 0o777;
    #[cfg(not(unix))]
    let mode = file.metadata().map(|_| 0)?;
    Ok((mode & permissions != 0).then_some(mode))
}

/// Creates the file of a new secret. No reader sees a part of it, and a power failure does not lose it: with another secret, every board would
/// be another one.
fn create(path: &Path) -> Result<Secret, SecretFileError> {
    let mut bytes = [0; 32];
    let filled = SysRng.try_fill_bytes(&mut bytes).map_err(io::Error::other);
    filled.map_err(SecretFileError::Uncreated)?;
    let secret = Secret::from_bytes(bytes);

    let mut file = NewFile::begin(path).map_err(SecretFileError::Uncreated)?;
    writeln!(file, "{}", secret.to_hex()).map_err(SecretFileError::Uncreated)?;
    match file.finish() {
        Ok(()) => Ok(secret),
        // Another server has created the file in the meantime: use its secret.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => read(path),
        Err(error) => Err(SecretFileError::Uncreated(error)),
    }
}
