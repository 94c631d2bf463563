//! Why a command failed.

use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use gradus::app::challenges::LoadError;
use gradus::app::class::ClassError;
use gradus::course::{LearnerName, RosterDiagnostic};
use gradus::step::{JudgeError, StepNumber};
use gradus::store::sqlite::CopyError;
use gradus::store::{MigrateError, OpenError, StoreError};
use thiserror::Error;

use super::config_file::ConfigFileError;
use super::secrets::{SecretFileError, SecretUsageError};

/// Why a command failed. Each message is one line, except those about several lines of a file. The exit code is 1, except for [`Self::Usage`].
#[derive(Debug, Error)]
pub(crate) enum CliError {
    /// The command line makes no sense. It is shown as clap's own errors, with exit code 2.
    #[error(transparent)]
    Usage(#[from] SecretUsageError),
    /// The configuration file cannot be used.
    #[error(transparent)]
    ConfigFile(#[from] ConfigFileError),
    /// A secret file cannot be used. The first text is the option that names it.
    #[error("{0}: the secret file {path}{2}", path = .1.display())]
    SecretFile(String, PathBuf, SecretFileError),
    /// One secret is given twice.
    #[error("the previous secret is the secret itself; expected the one that it has replaced")]
    SameSecret,
    /// Two secrets have the same mark.
    #[error(
        "the tasks of the secret and those of the previous one have the same mark, by which they are told apart; expected another secret: make a new one"
    )]
    SameMark,
    /// The challenges or the course cannot be loaded.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// The database file does not exist.
    #[error("there is no database {path}; expected that of a server: --database, or GRADUS_DATABASE", path = .0.display())]
    NoDatabase(PathBuf),
    /// The database cannot be used.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The store or the system failed.
    #[error(transparent)]
    Class(#[from] ClassError),
    /// The database was not copied to PostgreSQL.
    #[error(transparent)]
    Migrate(#[from] MigrateError),
    /// The file that is to be copied is not a Gradus database.
    #[error("the database {0:?}: found {1}; expected a Gradus database")]
    NotGradus(PathBuf, String),
    /// The database was not copied to a file.
    #[error(transparent)]
    Copy(CopyError),
    /// A file is in the way of a new database: another one, or something that was left of one.
    #[error(
        "{found} exists already; expected no database there, nor what is left of one: stop its server, and move {database}, {database}-wal \
         and {database}-shm away",
        found = .0.display(),
        database = .1.display()
    )]
    InTheWay(PathBuf, PathBuf),
    /// PostgreSQL has programs of its own for backups, which know its versions and its roles.
    #[error("PostgreSQL {0}: {1}")]
    UsePostgres(&'static str, String),
    /// Any free port cannot be asked.
    #[error("port 0 means any free port; expected the server's address: --url")]
    AnyPort,
    /// There was no reply from an address.
    #[error("{0} does not reply: {1}")]
    NoReply(String, io::Error),
    /// The reply is not one of HTTP.
    #[error("{0} replies, but not in HTTP; expected the address of a server")]
    NotHttp(String),
    /// The server at an address is not ready. The second text is the status code and what it means.
    #[error("{0} is not ready: {1}")]
    NotReady(String, String),
    /// A sample task cannot be generated.
    #[error(transparent)]
    Sample(#[from] JudgeError),
    /// The server and its metrics have one address.
    #[error("--bind and --metrics-bind are both {0}; expected two addresses, or no --metrics-bind")]
    SameAddress(SocketAddr),
    /// The server cannot listen on an address.
    #[error("cannot listen on {0}: {1}")]
    Bind(SocketAddr, io::Error),
    /// The server stopped with an error.
    #[error("the server stopped: {0}")]
    Serve(io::Error),
    /// The class list has faults. Nothing of it is imported.
    #[error("{}", lines_of(.0, .1))]
    Roster(PathBuf, Vec<RosterDiagnostic>),
    /// A name that somebody else has.
    #[error("the name {0:?} is taken, or looks like that of somebody else; expected another name")]
    NameTaken(String),
    /// An instructor who exists.
    #[error("there is an instructor {0} already; expected another name, or `instructors rekey`")]
    InstructorTaken(LearnerName),
    /// No such learner.
    #[error(
        "there is no learner {0:?}; expected a name or an id, as '#37': `roster list` shows both"
    )]
    NoLearner(String),
    /// No such instructor, section or step. The second text lists those that exist.
    #[error("there is no {0}; expected {1}")]
    Unknown(String, String),
    /// No such step, or one with diagnostics.
    #[error("there is no step {0} without diagnostics; `gradus check` shows them")]
    NoValidStep(StepNumber),
    /// Another name was typed to confirm that a learner is to be forgotten.
    #[error("{0} is not forgotten: expected this name as confirmation")]
    Unconfirmed(LearnerName),
    /// There is no terminal on which to confirm it.
    #[error(
        "{0} is not forgotten: standard input is not a terminal, so nobody can confirm it; expected --yes"
    )]
    NobodyToAsk(LearnerName),
    /// A file that cannot be read.
    #[error("{path} cannot be read: {1}", path = .0.display())]
    Unreadable(PathBuf, io::Error),
    /// A class list in another encoding.
    #[error("{path} is not in UTF-8; expected a table that was saved as \"CSV UTF-8\"", path = .0.display())]
    NotUtf8(PathBuf),
    /// A new file would replace another one, which may be needed.
    #[error("{path} exists already; expected a name that nothing has", path = .0.display())]
    Exists(PathBuf),
    /// A file that cannot be written.
    #[error("{path} cannot be written: {1}", path = .0.display())]
    Unwritable(PathBuf, io::Error),
    /// The manual pages cannot be written to a directory.
    #[error("the manual pages cannot be written to {dir}: {1}", dir = .0.display())]
    Man(PathBuf, io::Error),
    /// Standard output cannot be written.
    #[error("standard output cannot be written: {0}")]
    Output(#[from] io::Error),
    /// The same after everything was copied to PostgreSQL.
    #[error("everything was copied, but standard output cannot be written: {0}")]
    CopiedUnprinted(io::Error),
    /// The same for keys, which are shown only once. The second text is the command that makes new keys.
    #[error(
        "the change was made, but standard output cannot be written ({0}): keys that are not there are lost; `{1}` gives new ones"
    )]
    KeysLost(io::Error, &'static str),
}

impl CliError {
    /// Something is named that does not exist.
    pub(super) fn unknown<T: ToString>(what: String, known: impl IntoIterator<Item = T>) -> Self {
        let known: Vec<_> = known.into_iter().map(|one| one.to_string()).collect();
        let known =
            if known.is_empty() { "one, but there is none".to_owned() } else { known.join(", ") };
        Self::Unknown(what, known)
    }
}

impl From<StoreError> for CliError {
    fn from(error: StoreError) -> Self {
        Self::Class(error.into())
    }
}

/// The faults of a file, a line for each.
fn lines_of(path: &Path, faults: &[RosterDiagnostic]) -> String {
    let line = |fault| format!("{}: {fault}", path.display());
    faults.iter().map(line).collect::<Vec<_>>().join("\n")
}
