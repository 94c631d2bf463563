//! `gradus backup` and `gradus restore`: copies of the database.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use gradus::store::DatabaseUrl;
use gradus::store::sqlite::{self, Copied, CopyError, OpenError, OpenErrorKind};
use thiserror::Error;

use super::class::{DatabaseOptions, NoDatabase, counted};

/// The options of `gradus backup`.
#[derive(Args)]
pub(crate) struct Backup {
    /// The new file; only its owner can read it
    file: PathBuf,
    #[command(flatten)]
    database: DatabaseOptions,
}

/// The options of `gradus restore`.
#[derive(Args)]
pub(crate) struct Restore {
    /// The backup; it is not changed
    file: PathBuf,
    #[command(flatten)]
    database: DatabaseOptions,
}

/// Why nothing was backed up or restored. Each message is one line.
#[derive(Debug, Error)]
pub(crate) enum BackupError {
    /// There is nothing to back up.
    #[error(transparent)]
    NoDatabase(#[from] NoDatabase),
    /// What is to be copied is not a Gradus database.
    #[error("the database {path:?}: found {found}; expected a Gradus database")]
    NotGradus {
        /// The file.
        path: PathBuf,
        /// What it is.
        found: String,
    },
    /// The copy cannot be made.
    #[error(transparent)]
    Copy(CopyError),
    /// There is a database already, or something that was left of one.
    #[error(
        "{found} exists already; expected no database there, nor what is left of one: stop its server, and move {database}, {database}-wal \
         and {database}-shm away",
        found = found.display(),
        database = database.display()
    )]
    InTheWay {
        /// What there is.
        found: PathBuf,
        /// The database that was to be made.
        database: PathBuf,
    },
    /// PostgreSQL has programs of its own for this, which know its versions and its roles.
    #[error(
        "PostgreSQL makes its backups itself, also while it is served; run, with the owner of the database: \
         pg_dump {} --format=custom --file={}",
        connection(url),
        quoted(&file.to_string_lossy())
    )]
    BackupOfPostgres {
        /// The database.
        url: DatabaseUrl,
        /// The file for the backup.
        file: PathBuf,
    },
    /// The same for the way back.
    #[error(
        "PostgreSQL restores its backups itself, into an empty database; run, with its owner: \
         pg_restore {} --no-owner --single-transaction {}",
        connection(url),
        quoted(&file.to_string_lossy())
    )]
    RestoringOfPostgres {
        /// The database.
        url: DatabaseUrl,
        /// The backup.
        file: PathBuf,
    },
}

/// The options with which PostgreSQL's programs find a database. They take its user from the URL, and the password from elsewhere.
fn connection(url: &DatabaseUrl) -> String {
    let user = if url.has_user() { "" } else { "--username=OWNER " };
    format!("{user}--dbname={}", quoted(&url.for_libpq()))
}

/// A text as one word of a shell, for which `&` is the end of a command.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// A server would also begin with no file, and the store says so; a copy needs one.
impl From<CopyError> for BackupError {
    fn from(error: CopyError) -> Self {
        match error {
            CopyError::Source(OpenError { path, kind: OpenErrorKind::NotADatabase }) => {
                Self::NotGradus { path, found: "a file that is not an SQLite database".to_owned() }
            }
            CopyError::Source(OpenError { path, kind: OpenErrorKind::Foreign(program) }) => {
                let found = format!("the database of another program ({program})");
                Self::NotGradus { path, found }
            }
            error => Self::Copy(error),
        }
    }
}

impl Backup {
    /// Makes the backup, and prints what is in it.
    pub(crate) async fn run(self) -> Result<ExitCode, BackupError> {
        let Self { file, database } = self;
        let Some(path) = database.url().file() else {
            return Err(BackupError::BackupOfPostgres { url: database.url().clone(), file });
        };
        database.check_file()?;
        let copied = sqlite::backup(path, &file).await?;
        tell(&file, copied);
        eprintln!("The server's secret is not in it: keep a copy of the secret file, too.");
        Ok(ExitCode::SUCCESS)
    }
}

impl Restore {
    /// Makes the database, and prints what is in it.
    pub(crate) async fn run(self) -> Result<ExitCode, BackupError> {
        let Self { file, database } = self;
        let Some(path) = database.url().file() else {
            return Err(BackupError::RestoringOfPostgres { url: database.url().clone(), file });
        };
        let copied = sqlite::restore(&file, path).await.map_err(|error| match error {
            CopyError::Exists(found) => BackupError::InTheWay { found, database: path.to_owned() },
            error => error.into(),
        })?;
        tell(path, copied);
        eprintln!("The secret file that belongs to it has to be there before a server starts.");
        Ok(ExitCode::SUCCESS)
    }
}

fn tell(file: &Path, Copied { attempts, bytes }: Copied) {
    let attempts = counted(attempts, "attempt");
    eprintln!("{} is written: {attempts}, {} KB.", file.display(), bytes.div_ceil(1024));
}
