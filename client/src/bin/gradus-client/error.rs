//! How the program ends: its exit codes, and the errors behind them.

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use gradus_client::receipts::KeySetError;
use gradus_client::solve::Failure;
use gradus_client::step::StepError;
use gradus_client::{Error, Problem};

/// The program's exit codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// All that was asked for passed.
    Passed,
    /// Some step failed.
    Failed,
    /// The command line is wrong: 2, as clap's own errors.
    Usage,
    /// The server does not answer.
    Unreachable,
    /// The server does not know the key.
    Key,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        match exit {
            Exit::Passed => Self::SUCCESS,
            Exit::Failed => Self::from(1),
            Exit::Usage => Self::from(2),
            Exit::Unreachable => Self::from(3),
            Exit::Key => Self::from(4),
        }
    }
}

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CliError {
    /// `--steps` names a step that the server does not have.
    #[error(transparent)]
    Steps(#[from] StepError),
    /// The file of `--junit` cannot be written.
    #[error("cannot write the JUnit file {}: {error}", path.display())]
    Junit {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// The directory of the manual pages cannot be written.
    #[error("cannot write manual pages to {}: {error}", dir.display())]
    Man {
        /// The directory.
        dir: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// Standard output cannot be written.
    #[error("cannot write standard output: {0}")]
    Output(io::Error),
    /// Neither a game nor anything else to play.
    #[error("expected a game, or what to join, watch or load")]
    NothingToPlay,
    /// `--games` with a person.
    #[error("--games needs a computer on every seat, as in --seats rules,search")]
    TournamentOfPeople,
    /// `--seat` names a computer's seat, or none.
    #[error("seat {0} of this game is not a person's")]
    Seat(u8),
    /// `--join` without `--seat-key`, and no key of the game is kept.
    #[error(
        "no seat of this game is yours at this machine: --seat-key takes one, --watch looks on"
    )]
    NoSeatKey,
    /// Several keys, but not each with its seat's number.
    #[error("several keys need the numbers of their seats, as in --seat 1,2 --seat-key KEY,KEY")]
    SeatsAndKeys,
    /// A file of receipts, of keys, or of a record.
    #[error("cannot use the file {}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// A file of receipts that begins as JSON.
    #[error("cannot read the receipts in {}: {error}", path.display())]
    ReceiptsJson {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: serde_json::Error,
    },
    /// A file without receipts.
    #[error("there is no receipt in {}", .0.display())]
    NoReceipts(PathBuf),
    /// The server's keys.
    #[error("cannot read the keys of {place}: {error}")]
    Keys {
        /// The file or the address.
        place: String,
        /// Why not.
        error: KeySetError,
    },
    /// A step was not solved.
    #[error(transparent)]
    Unsolved(Box<Failure>),
    /// What only a learner can do, without a key.
    #[error(
        "this needs your key: --key KEY, or GRADUS_KEY; it is from POST /learners or from an instructor"
    )]
    NoKey,
    /// A call to the server failed.
    #[error(transparent)]
    Api(Error),
}

impl From<Error> for CliError {
    fn from(error: Error) -> Self {
        match &error {
            Error::Problem(problem) if problem.code == Problem::AUTH_MISSING => Self::NoKey,
            _ => Self::Api(error),
        }
    }
}

impl From<Failure> for CliError {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Refused(error) => error.into(),
            other => Self::Unsolved(Box::new(other)),
        }
    }
}

impl CliError {
    /// The exit code for this error.
    pub(crate) fn exit(&self) -> Exit {
        match self {
            Self::Steps(_)
            | Self::Junit { .. }
            | Self::Man { .. }
            | Self::Output(_)
            | Self::NothingToPlay
            | Self::TournamentOfPeople
            | Self::Seat(_)
            | Self::NoSeatKey
            | Self::SeatsAndKeys
            | Self::NoKey
            | Self::File { .. }
            | Self::ReceiptsJson { .. }
            | Self::NoReceipts(_)
            | Self::Keys { .. } => Exit::Usage,
            Self::Unsolved(_) => Exit::Failed,
            Self::Api(error) => api_exit(error),
        }
    }
}

/// A step, game or record that the server does not know was named on the command line: bad usage. Any other refusal is a failure.
fn api_exit(error: &Error) -> Exit {
    match error {
        Error::Address { .. } | Error::Unsendable(_) => Exit::Usage,
        Error::Unreachable { .. } | Error::Foreign { .. } => Exit::Unreachable,
        Error::Problem(problem) => match problem.code.as_str() {
            Problem::AUTH_KEY => Exit::Key,
            Problem::STEP_UNKNOWN
            | Problem::GAME_FORM
            | Problem::GAME_UNKNOWN
            | Problem::SEAT_KEY
            | Problem::RECORD_FORM
            | Problem::RECORD_ILLEGAL
            | Problem::RECORD_TAKEN
            | Problem::RECORD_UNKNOWN => Exit::Usage,
            _ => Exit::Failed,
        },
    }
}
