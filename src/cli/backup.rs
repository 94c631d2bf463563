//! `gradus backup` and `gradus restore`: copies of the database.

use std::path::{Path, PathBuf};

use clap::Args;
use gradus::store::DatabaseUrl;
use gradus::store::sqlite::{self, Copied, CopyError, OpenError, OpenErrorKind};

use super::class::DatabaseOptions;
use super::error::CliError;
use super::output::counted;

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

/// The options with which PostgreSQL's programs find a database. They take its user from the URL, and the password from elsewhere.
fn connection(url: &DatabaseUrl) -> String {
    let user = if url.has_user() { "" } else { "--username=OWNER " };
    format!("{user}--dbname={}", quoted(url.for_libpq().as_ref()))
}

/// A text as one word of a shell, for which `&` is the end of a command.
fn quoted(text: &Path) -> String {
    format!("'{}'", text.to_string_lossy().replace('\'', r"'\''"))
}

/// A server would also begin with no file, and the store says so; a copy needs one.
impl From<CopyError> for CliError {
    fn from(error: CopyError) -> Self {
        let other = |path: PathBuf, found| {
            let path = path.display();
            format!("the database \"{path}\": found {found}; expected a Gradus database")
        };
        Self::Failed(match error {
            CopyError::Source(OpenError { path, kind: OpenErrorKind::NotADatabase }) => {
                other(path, "a file that is not an SQLite database".to_owned())
            }
            CopyError::Source(OpenError { path, kind: OpenErrorKind::Foreign(program) }) => {
                other(path, format!("the database of another program ({program})"))
            }
            error => error.to_string(),
        })
    }
}

impl Backup {
    /// Makes the backup, and prints what is in it.
    pub(crate) fn run(self) -> Result<(), CliError> {
        let Self { file, database } = self;
        let Some(path) = database.database.file() else {
            let (database, file) = (connection(&database.database), quoted(&file));
            return Err(CliError::Failed(format!(
                "PostgreSQL makes its backups itself, also while it is served; run, with the owner of the database: \
                 pg_dump {database} --format=custom --file={file}"
            )));
        };
        database.check_file()?;
        let copied = sqlite::backup(path, &file)?;
        report(&file, copied);
        eprintln!("The server's secret is not in it: keep a copy of the secret file, too.");
        Ok(())
    }
}

impl Restore {
    /// Makes the database, and prints what is in it.
    pub(crate) fn run(self) -> Result<(), CliError> {
        let Self { file, database: DatabaseOptions { database } } = self;
        let Some(path) = database.file() else {
            let (database, file) = (connection(&database), quoted(&file));
            return Err(CliError::Failed(format!(
                "PostgreSQL restores its backups itself, into an empty database; run, with its owner: \
                 pg_restore {database} --no-owner --single-transaction {file}"
            )));
        };
        let copied = sqlite::restore(&file, path).map_err(|error| match error {
            CopyError::Exists(found) => {
                let (found, path) = (found.display(), path.display());
                CliError::Failed(format!(
                    "{found} exists already; expected no database there, nor what is left of one: stop its server, and move {path}, {path}-wal \
                     and {path}-shm away"
                ))
            }
            error => error.into(),
        })?;
        report(path, copied);
        eprintln!("The secret file that belongs to it has to be there before a server starts.");
        Ok(())
    }
}

fn report(file: &Path, Copied { attempts, bytes }: Copied) {
    let attempts = counted(attempts, "attempt");
    eprintln!("{} is written: {attempts}, {} KB.", file.display(), bytes.div_ceil(1024));
}
