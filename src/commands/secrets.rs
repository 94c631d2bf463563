//! The options about the server's secret and the one that it replaces.
//!
//! Each is given itself or in a file. If it is given in both ways, the one of the later source counts, as with a single option: flag, environment,
//! configuration file.

use std::cmp::Ordering;
use std::path::{Path, PathBuf};

use clap::parser::ValueSource;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use gradus::step::{NotASecret, Secret};
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
    /// As a text.
    Text(String),
    /// In a file.
    File(PathBuf),
    /// In both ways by one source: nobody knows which of them is meant.
    Both(ValueSource),
}

/// The server's secret, and the one that it replaces.
pub(super) struct Secrets {
    pub(super) current: Secret,
    pub(super) previous: Option<Secret>,
}

/// Why there are no secrets. No message repeats what may be the real one with a typing error.
#[derive(Debug, Error)]
pub(crate) enum SecretError {
    /// A secret file cannot be used.
    #[error(transparent)]
    File(#[from] SecretFileError),
    /// A given secret is malformed.
    #[error("{}, or --{option}: {error}", variable(option))]
    Malformed {
        /// The option.
        option: &'static str,
        /// What was expected.
        error: NotASecret,
    },
    /// A given secret is empty.
    #[error(
        "{}, or --{option}, is empty; expected 64 hexadecimal digits, or that it is not set",
        variable(option)
    )]
    Empty {
        /// The option.
        option: &'static str,
    },
    /// A secret and its file are given by the same source.
    #[error("{}; expected one of them", both(option, *given_by))]
    Both {
        /// The option with the secret.
        option: &'static str,
        /// Where they come from.
        given_by: ValueSource,
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

/// The variable of an option.
fn variable(option: &str) -> String {
    format!("GRADUS_{}", option.to_uppercase().replace('-', "_"))
}

/// That a secret and its file are given.
fn both(option: &str, source: ValueSource) -> String {
    match source {
        ValueSource::CommandLine => format!("--{option} and --{option}-file are both given"),
        ValueSource::EnvVariable => {
            let variable = variable(option);
            format!("{variable} and {variable}_FILE are both set")
        }
        // The file's values are defaults for clap.
        _ => format!("the configuration file has both `{option}` and `{option}-file`"),
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
        Ok(Self {
            current: Given::new(given.secret, given.secret_file, of_current),
            previous: Given::new(given.previous_secret, given.previous_secret_file, of_previous),
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Given {
    /// The way that counts, by where text and file come from. Sources are in the order in which they count, after none.
    fn new(
        text: Option<String>,
        file: Option<PathBuf>,
        [of_text, of_file]: [Option<ValueSource>; 2],
    ) -> Self {
        match (of_text.cmp(&of_file), text, file) {
            (Ordering::Greater, Some(text), _) => Self::Text(text),
            (Ordering::Less, _, Some(file)) => Self::File(file),
            _ => of_text.map_or(Self::No, Self::Both),
        }
    }

    /// The secret, if it is given. The option is the one that has the secret itself.
    fn secret(
        self,
        option: &'static str,
        read: fn(&Path) -> Result<Secret, SecretFileError>,
    ) -> Result<Option<Secret>, SecretError> {
        match self {
            Self::No => Ok(None),
            Self::Text(text) if text.is_empty() => Err(SecretError::Empty { option }),
            Self::Text(text) => match text.parse::<Secret>() {
                Ok(secret) => Ok(Some(secret)),
                Err(error) => Err(SecretError::Malformed { option, error }),
            },
            Self::File(path) => Ok(Some(read(&path)?)),
            Self::Both(given_by) => Err(SecretError::Both { option, given_by }),
        }
    }
}

impl SecretOptions {
    /// Whether an option is without effect because the same secret is given in the other way.
    pub(super) fn is_overruled(&self, option: &str) -> bool {
        match option {
            "secret" => matches!(self.current, Given::File(_)),
            "secret-file" => matches!(self.current, Given::Text(_)),
            "previous-secret" => matches!(self.previous, Given::File(_)),
            "previous-secret-file" => matches!(self.previous, Given::Text(_)),
            _ => false,
        }
    }

    /// Reads the secrets; makes the file of the current one if it does not exist.
    pub(super) fn read(self) -> Result<Secrets, SecretError> {
        let previous = self.previous.secret("previous-secret", secret_file::read)?;
        let current = match self.current.secret("secret", secret_file::read_or_make)? {
            Some(secret) => secret,
            None => secret_file::read_or_make(Path::new(DEFAULT_FILE))?,
        };
        match &previous {
            Some(previous) if *previous == current => Err(SecretError::Same),
            Some(previous) if !previous.is_distinct_from(&current) => Err(SecretError::SameMark),
            _ => Ok(Secrets { current, previous }),
        }
    }
}
