//! The options about the server's secret and the one that it replaces.
//!
//! Each is given itself or in a file. If it is given in both ways, the one of the later source counts, as with a single option: flag, environment,
//! configuration file.

use std::cmp::Ordering;
use std::path::{Path, PathBuf};

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use gradus::step::Secret;
use thiserror::Error;

use super::secret_file::{self, SecretFileError};

/// The file of the secret if none is given.
pub(super) const DEFAULT_FILE: &str = "gradus.secret";

/// The options one by one.
#[derive(Args)]
struct SecretArguments {
    /// The file with the server's secret, created if it does not exist [default: gradus.secret]
    #[arg(long, env = "GRADUS_SECRET_FILE", value_name = "FILE")]
    secret_file: Option<PathBuf>,
    /// The secret itself, 64 hexadecimal digits, instead of a file: for replicas, preferably from the environment
    #[arg(long, env = "GRADUS_SECRET", hide_env_values = true)]
    secret: Option<String>,
    /// The file with the secret that was replaced: tasks and seats from before are valid for another day
    #[arg(long, env = "GRADUS_PREVIOUS_SECRET_FILE", value_name = "FILE")]
    previous_secret_file: Option<PathBuf>,
    /// The replaced secret itself, instead of a file
    #[arg(long, env = "GRADUS_PREVIOUS_SECRET", value_name = "SECRET", hide_env_values = true)]
    previous_secret: Option<String>,
}

/// Where the secrets come from.
pub(crate) struct SecretOptions {
    current: Given,
    previous: Given,
}

/// How a secret is given.
enum Given {
    /// Not at all.
    No,
    /// Itself.
    Secret(Secret),
    /// In a file, by an option with this name.
    File { path: PathBuf, name: String },
}

/// The server's secret, and the one that it replaces.
pub(super) struct Secrets {
    pub(super) current: Secret,
    pub(super) previous: Option<Secret>,
}

/// Why options give no secret. No message repeats what may be the real one with a typing error.
#[derive(Debug, Error)]
enum NotGiven {
    /// It is malformed.
    #[error("{0} is not a secret; expected 64 hexadecimal digits")]
    Malformed(String),
    /// It is empty.
    #[error("{0} is empty; expected 64 hexadecimal digits, or that it is not set")]
    Empty(String),
    /// A secret and its file are given by the same source: nobody knows which of them is meant.
    #[error("{0} and {1} are both given; expected one of them")]
    Both(String, String),
}

/// Why there are no secrets.
#[derive(Debug, Error)]
pub(crate) enum SecretError {
    /// A secret file cannot be used.
    #[error("{name}: {source}")]
    File {
        /// The option that names the file.
        name: String,
        /// The reason.
        source: SecretFileError,
    },
    /// One secret is given twice.
    #[error("the previous secret is the secret itself; expected the one that it has replaced")]
    Same,
    /// Two secrets have the same mark.
    #[error(
        "the tasks of the secret and those of the previous one have the same mark, by which they are told apart; expected another secret: make a new one"
    )]
    SameMark,
}

/// What an option is called by the source that gives it.
fn name(option: &str, source: ValueSource) -> String {
    match source {
        ValueSource::CommandLine => format!("--{option}"),
        ValueSource::EnvVariable => {
            format!("GRADUS_{}", option.to_uppercase().replace('-', "_"))
        }
        // The file's values are defaults for clap.
        _ => format!("`{option}` of the configuration file"),
    }
}

impl Args for SecretOptions {
    fn augment_args(command: Command) -> Command {
        SecretArguments::augment_args(command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        SecretArguments::augment_args_for_update(command)
    }
}

impl FromArgMatches for SecretOptions {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let given = SecretArguments::from_arg_matches(matches)?;
        let sources = |ids: [&str; 2]| ids.map(|id| matches.value_source(id));
        let of_current = sources(["secret", "secret_file"]);
        let of_previous = sources(["previous_secret", "previous_secret_file"]);
        let (text, file) = (given.previous_secret, given.previous_secret_file);
        let previous = Given::new("previous-secret", text, file, of_previous);
        let current = Given::new("secret", given.secret, given.secret_file, of_current);
        let refused = |error: NotGiven| clap::Error::raw(ErrorKind::ValueValidation, error);
        Ok(Self { current: current.map_err(refused)?, previous: previous.map_err(refused)? })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Given {
    /// The way that counts, by where text and file come from. Sources are in the order in which they count, after none. What does not count may
    /// be malformed. The option is the one that has the secret itself.
    fn new(
        option: &str,
        text: Option<String>,
        file: Option<PathBuf>,
        [of_text, of_file]: [Option<ValueSource>; 2],
    ) -> Result<Self, NotGiven> {
        match (of_text.cmp(&of_file), of_text, text, file.zip(of_file)) {
            (Ordering::Greater, Some(source), Some(text), _) if text.is_empty() => {
                Err(NotGiven::Empty(name(option, source)))
            }
            (Ordering::Greater, Some(source), Some(text), _) => match text.parse() {
                Ok(secret) => Ok(Self::Secret(secret)),
                Err(_) => Err(NotGiven::Malformed(name(option, source))),
            },
            (Ordering::Less, _, _, Some((path, source))) => {
                Ok(Self::File { path, name: name(&format!("{option}-file"), source) })
            }
            (_, Some(source), ..) => {
                let file = format!("{option}-file");
                Err(NotGiven::Both(name(option, source), name(&file, source)))
            }
            _ => Ok(Self::No),
        }
    }

    /// The secret, if it is given.
    fn secret(
        self,
        read: fn(&Path) -> Result<Secret, SecretFileError>,
    ) -> Result<Option<Secret>, SecretError> {
        match self {
            Self::No => Ok(None),
            Self::Secret(secret) => Ok(Some(secret)),
            Self::File { path, name } => {
                read(&path).map(Some).map_err(|source| SecretError::File { name, source })
            }
        }
    }
}

impl SecretOptions {
    /// Whether an option is without effect because the same secret is given in the other way.
    pub(super) fn is_overruled(&self, option: &str) -> bool {
        match option {
            "secret" => matches!(self.current, Given::File { .. }),
            "secret-file" => matches!(self.current, Given::Secret(_)),
            "previous-secret" => matches!(self.previous, Given::File { .. }),
            "previous-secret-file" => matches!(self.previous, Given::Secret(_)),
            _ => false,
        }
    }

    /// Checks what is known of the secrets before a file is read.
    pub(super) fn check(&self) -> Result<(), SecretError> {
        match (&self.current, &self.previous) {
            (Given::Secret(current), Given::Secret(previous)) => check_both(current, previous),
            _ => Ok(()),
        }
    }

    /// Reads the secrets; makes the file of the current one if it does not exist.
    pub(super) fn read(self) -> Result<Secrets, SecretError> {
        let previous = self.previous.secret(secret_file::read)?;
        let current = match self.current.secret(secret_file::read_or_make)? {
            Some(secret) => secret,
            None => secret_file::read_or_make(Path::new(DEFAULT_FILE)).map_err(|source| {
                SecretError::File { name: name("secret-file", ValueSource::CommandLine), source }
            })?,
        };
        if let Some(previous) = &previous {
            check_both(&current, previous)?;
        }
        Ok(Secrets { current, previous })
    }
}

/// Checks that the tasks of one secret are told apart from those of the other.
fn check_both(current: &Secret, previous: &Secret) -> Result<(), SecretError> {
    if current == previous {
        Err(SecretError::Same)
    } else if !previous.is_distinct_from(current) {
        Err(SecretError::SameMark)
    } else {
        Ok(())
    }
}
