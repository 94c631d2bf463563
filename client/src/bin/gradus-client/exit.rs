//! How the program ends, and the errors that end it.

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use gradus_client::campaign::Failure;
use gradus_client::step::StepError;
use gradus_client::{Error, Problem};

use crate::play::PlayError;

/// The program's exit codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// All that was asked for passed.
    Passed,
    /// Some step failed.
    Failed,
    /// The command line asks for what cannot be: 2, as clap's own errors.
    Usage,
    /// The server does not answer.
    Unreachable,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        match exit {
            Exit::Passed => Self::SUCCESS,
            Exit::Failed => Self::from(1),
            Exit::Usage => Self::from(2),
            Exit::Unreachable => Self::from(3),
        }
    }
}

/// Why a command could not do its work.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Stop {
    /// `--steps` and the server's ladder do not fit.
    #[error(transparent)]
    Steps(#[from] StepError),
    /// The file of `--junit` cannot be written.
    #[error("the JUnit file {} cannot be written: {error}", path.display())]
    Junit {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// Standard output cannot be written.
    #[error("standard output cannot be written: {0}")]
    Output(io::Error),
    /// The command line of `play` asks for what cannot be.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// A step was not solved.
    #[error(transparent)]
    Unsolved(Failure),
    /// The server cannot be spoken with.
    #[error(transparent)]
    Api(#[from] Error),
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Refused(error) => Self::Api(error),
            other => Self::Unsolved(other),
        }
    }
}

impl Stop {
    /// The exit code that tells of this.
    pub(crate) fn exit(&self) -> Exit {
        match self {
            Self::Steps(_) | Self::Junit { .. } | Self::Output(_) | Self::Play(_) => Exit::Usage,
            Self::Unsolved(_) => Exit::Failed,
            Self::Api(error) => api_exit(error),
        }
    }
}

/// Keys, steps, games and records that do not exist or cannot be were named on the command line; any other refusal is a failure.
fn api_exit(error: &Error) -> Exit {
    match error {
        Error::Address { .. } | Error::Unsendable(_) => Exit::Usage,
        Error::Unreachable { .. } | Error::Foreign { .. } => Exit::Unreachable,
        Error::Problem(problem) => match problem.code.as_str() {
            Problem::AUTH_KEY
            | Problem::STEP_UNKNOWN
            | Problem::GAME_FORM
            | Problem::GAME_UNKNOWN
            | Problem::SEAT_KEY
            | Problem::RECORD_FORM
            | Problem::RECORD_ILLEGAL
            | Problem::RECORD_UNKNOWN => Exit::Usage,
            _ => Exit::Failed,
        },
    }
}
