//! Why a command failed. This is own code rather than `anyhow` because the exit code and clap's form of an error depend on the kind.

use std::fmt::Display;
use std::io;
use std::path::Path;

use gradus::app::challenges::LoadError;
use gradus::app::class::ClassError;
use gradus::step::JudgeError;
use gradus::store::{MigrateError, OpenError, StoreError};
use thiserror::Error;

/// Why a command failed. Each message is one line, except those about several lines of a file. The exit code is 1, except for [`Self::Usage`].
#[derive(Debug, Error)]
pub(crate) enum CliError {
    /// The command line makes no sense. It is shown as clap's own errors, with exit code 2.
    #[error("{0}")]
    Usage(String),
    /// What the command found, and what it expected.
    #[error("{0}")]
    Failed(String),
    /// The challenges or the course cannot be loaded.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// The database cannot be used.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The store or the system failed.
    #[error(transparent)]
    Class(#[from] ClassError),
    /// The database was not copied to PostgreSQL.
    #[error(transparent)]
    Migrate(#[from] MigrateError),
    /// A sample task cannot be generated.
    #[error(transparent)]
    Sample(#[from] JudgeError),
    /// Standard output cannot be written.
    #[error("standard output cannot be written: {0}")]
    Output(#[from] io::Error),
}

impl CliError {
    /// A file cannot be read.
    pub(super) fn unreadable(path: &Path, error: &io::Error) -> Self {
        Self::Failed(format!("{} cannot be read: {error}", path.display()))
    }

    /// A file cannot be written.
    pub(super) fn unwritable(path: &Path, error: &io::Error) -> Self {
        Self::Failed(format!("{} cannot be written: {error}", path.display()))
    }

    /// The server stopped with an error.
    pub(super) fn stopped(error: &io::Error) -> Self {
        Self::Failed(format!("the server stopped: {error}"))
    }

    /// Somebody else has a name.
    pub(super) fn name_taken(name: &str) -> Self {
        Self::Failed(format!(
            "the name {name:?} is taken, or looks like that of somebody else; expected another name"
        ))
    }

    /// Something is named that does not exist.
    pub(super) fn unknown<T: ToString>(
        what: impl Display,
        known: impl IntoIterator<Item = T>,
    ) -> Self {
        let known: Vec<_> = known.into_iter().map(|one| one.to_string()).collect();
        let known =
            if known.is_empty() { "one, but there is none".to_owned() } else { known.join(", ") };
        Self::Failed(format!("there is no {what}; expected {known}"))
    }

    /// Faults of a file, a line for each.
    pub(super) fn faults(lines: impl Iterator<Item = String>) -> Self {
        Self::Failed(lines.collect::<Vec<_>>().join("\n"))
    }
}

impl From<StoreError> for CliError {
    fn from(error: StoreError) -> Self {
        Self::Class(error.into())
    }
}
