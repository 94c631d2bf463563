//! The server's secret and the one that it replaces.
//!
//! Each is given as text or in a file. If it is given in both ways, the source with precedence wins, as with a single option: flag, environment,
//! configuration file. clap has no such rule for two options.

use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use clap::parser::ValueSource;
use clap::{ArgMatches, Args};
use gradus::app::random_bytes;
use gradus::new_file::NewFile;
use gradus::step::Secret;

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

impl SecretOptions {
    /// The current and the previous secret.
    fn given(&self, matches: &ArgMatches) -> Result<[Given<'_>; 2], CliError> {
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
            None => named("--secret-file", Path::new(DEFAULT_FILE), read_or_create)?,
        };
        if let Some(previous) = &previous {
            check_both(&current, previous)?;
        }
        Ok(Secrets { current, previous })
    }
}

impl<'a> Given<'a> {
    /// The form whose source has precedence. The other form may be malformed. `option` is the one for the text. No error repeats a text, which may be
    /// the real secret with a typing error.
    fn of(
        option: &str,
        text: Option<&str>,
        file: Option<&'a Path>,
        matches: &ArgMatches,
    ) -> Result<Self, CliError> {
        let file_option = format!("{option}-file");
        let text = text.zip(source(option, matches));
        let file = file.zip(source(&file_option, matches));
        match (text, file) {
            (Some((_, of_text)), Some((_, of_file))) if of_text == of_file => {
                let (text, file) = (name_in(of_text, option), name_in(of_file, &file_option));
                let message = format!("{text} and {file} are both given; expected one of them");
                Err(CliError::Usage(message))
            }
            (Some((text, of_text)), file) if file.is_none_or(|(_, of_file)| of_file < of_text) => {
                let name = name_in(of_text, option);
                let malformed = |found| CliError::Usage(format!("{name} {found}"));
                if text.is_empty() {
                    let found = "is empty; expected 64 hexadecimal digits, or that it is not set";
                    return Err(malformed(found));
                }
                let found = "is not a secret; expected 64 hexadecimal digits";
                text.parse().map(Self::Text).map_err(|_| malformed(found))
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
            Self::File(path, name) => named(&name, path, read).map(Some),
        }
    }
}

/// Checks that the tasks of one secret are told apart from those of the other.
fn check_both(current: &Secret, previous: &Secret) -> Result<(), CliError> {
    let message = if current == previous {
        "the previous secret is the secret itself; expected the one that it has replaced"
    } else if !previous.is_distinct_from(current) {
        "the tasks of the secret and those of the previous one have the same mark, by which they are told apart; expected another secret: make a new one"
    } else {
        return Ok(());
    };
    Err(CliError::Failed(message.to_owned()))
}

/// Reads a secret from a file. The error is the end of a sentence about the file.
type ReadSecret = fn(&Path) -> Result<Secret, String>;

/// Reads a file. The error names the option that names the file.
fn named(name: &str, path: &Path, read: ReadSecret) -> Result<Secret, CliError> {
    let file = path.display();
    read(path).map_err(|found| CliError::Failed(format!("{name}: the secret file {file}{found}")))
}

/// Reads the secret from a file; creates the file if it does not exist.
fn read_or_create(path: &Path) -> Result<Secret, String> {
    match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let created = create(path).map_err(|error| {
                format!(" cannot be created ({error}); expected a folder that can be written")
            })?;
            // Another server has created the file in the meantime: use its secret.
            created.map_or_else(|| read(path), Ok)
        }
        opened => secret_in(opened, path),
    }
}

/// Reads the secret from a file that must exist.
fn read(path: &Path) -> Result<Secret, String> {
    secret_in(File::open(path), path)
}

fn secret_in(opened: io::Result<File>, path: &Path) -> Result<Secret, String> {
    let read = opened.and_then(|mut file| {
        let mut text = String::new();
        // A directory, for example, is refused here.
        file.read_to_string(&mut text)?;
        Ok((text, mode_with(0o077, &file)?))
    });
    match read {
        // Whoever has read the file can forge every token.
        Ok((_, Some(mode))) => Err(format!(
            ": found mode {mode:04o}, with which others can use it; expected 0600: chmod 600 {}",
            path.display()
        )),
        Ok((text, None)) => {
            let malformed = " does not contain a secret: expected 64 hexadecimal digits";
            text.parse().map_err(|_| malformed.to_owned())
        }
        Err(error) => {
            Err(format!(" cannot be read ({error}); expected a file with 64 hexadecimal digits"))
        }
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

/// Creates the file of a new secret; none if there is one already. No reader sees a part of it, and a power failure does not lose it: with another
/// secret, every board would be another one.
fn create(path: &Path) -> io::Result<Option<Secret>> {
    let secret = Secret::from_bytes(random_bytes().map_err(io::Error::other)?);

    let mut file = NewFile::begin(path)?;
    writeln!(file, "{}", secret.to_hex())?;
    match file.finish() {
        Ok(()) => Ok(Some(secret)),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(None),
        Err(error) => Err(error),
    }
}
