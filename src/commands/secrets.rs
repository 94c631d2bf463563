//! The options about the server's secret and the one that it replaces.

use std::path::PathBuf;

use clap::Args;
use gradus::step::{NotASecret, Secret};
use thiserror::Error;

use super::secret_file::{self, SecretFileError};

/// Where the secrets come from.
#[derive(Args)]
pub(crate) struct SecretOptions {
    /// The file with the server's secret, created if it does not exist
    #[arg(long, env = "GRADUS_SECRET_FILE", value_name = "FILE", default_value = "gradus.secret")]
    secret_file: PathBuf,
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
    #[error("{given}: {error}")]
    Malformed {
        /// The variable and the option.
        given: &'static str,
        /// What was expected.
        error: NotASecret,
    },
    /// One secret is given twice.
    #[error("the previous secret is the secret itself; expected the one that it has replaced")]
    Same,
}

impl SecretOptions {
    /// Reads the secrets; makes the file of the current one if it does not exist.
    pub(super) fn read(self) -> Result<Secrets, SecretError> {
        let parse = |text: String, given: &'static str| {
            text.parse::<Secret>().map_err(|error| SecretError::Malformed { given, error })
        };
        let current = match self.secret {
            Some(text) => parse(text, "GRADUS_SECRET, or --secret")?,
            None => secret_file::read_or_make(&self.secret_file)?,
        };
        // An empty variable is none: a deployment may always set it.
        let previous = match self.previous_secret.filter(|text| !text.is_empty()) {
            Some(text) => Some(parse(text, "GRADUS_PREVIOUS_SECRET, or --previous-secret")?),
            None => self.previous_secret_file.as_deref().map(secret_file::read).transpose()?,
        };
        if previous.as_ref() == Some(&current) {
            return Err(SecretError::Same);
        }
        Ok(Secrets { current, previous })
    }
}
