//! The database and the course that a command works on.
//!
//! The server of the database runs or does not. A running server knows within a second what a command has changed.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use gradus::app::challenges;
use gradus::app::challenges::{LoadError, add_languages};
use gradus::app::class::{Curriculum, find_learner, sections};
use gradus::course::{RosterEntry, SectionName};
use gradus::option_values::hidden;
use gradus::step::StepNumber;
use gradus::store::{self, DatabaseUrl, Store};

use super::error::CliError;

/// The database that a command works on.
#[derive(Args)]
pub(crate) struct DatabaseOptions {
    /// The server's database: the path of an SQLite file, which is created if it does not exist, sqlite:PATH, or postgres://…
    #[arg(long, global = true, env, value_name = "URL", hide_env_values = true, default_value = "gradus.db", value_parser = hidden::<DatabaseUrl>())]
    pub(super) database: DatabaseUrl,
}

impl DatabaseOptions {
    /// Works on the database, which must exist: a wrong path is not to become an empty class.
    pub(super) async fn open<T>(
        &self,
        work: impl AsyncFnOnce(&dyn Store) -> Result<T, CliError>,
    ) -> Result<T, CliError> {
        self.check_file()?;
        use_store(store::open(&self.database).await?, work).await
    }

    /// Works on the database, or creates it and says so.
    pub(super) async fn open_or_create<T>(
        &self,
        work: impl AsyncFnOnce(&dyn Store) -> Result<T, CliError>,
    ) -> Result<T, CliError> {
        let missing = self.missing_file();
        let store = store::open(&self.database).await?;
        if let Some(file) = missing {
            eprintln!("The database {} did not exist and was created.", file.display());
        }
        use_store(store, work).await
    }

    /// Checks that the file of the database exists, if it is in a file.
    pub(super) fn check_file(&self) -> Result<(), CliError> {
        self.missing_file().map_or(Ok(()), |file| {
            let (file, expected) = (file.display(), "expected that of a server");
            let message =
                format!("there is no database {file}; {expected}: --database, or GRADUS_DATABASE");
            Err(CliError::Failed(message))
        })
    }

    /// The file of the database, if it does not exist. A broken link is reported when it is opened.
    pub(super) fn missing_file(&self) -> Option<&Path> {
        self.database.file().filter(|file| !file.exists() && !file.is_symlink())
    }
}

/// Works on a store, and closes it in any case.
async fn use_store<T>(
    store: Arc<dyn Store>,
    work: impl AsyncFnOnce(&dyn Store) -> Result<T, CliError>,
) -> Result<T, CliError> {
    let result = work(&*store).await;
    store.close().await;
    result
}

/// The steps and the rules that a command works with: those that the server has.
#[derive(Args)]
pub(crate) struct CourseOptions {
    /// A directory with challenge folders [default: those in the program]
    #[arg(long, value_name = "DIR", env)]
    pub(super) challenges: Option<PathBuf>,
    /// The file with the rules of the course [default: course.toml in the directory of challenges, or else in the working directory, if it is there]
    #[arg(long, value_name = "FILE", env)]
    course: Option<PathBuf>,
    #[command(flatten)]
    texts: TextsOptions,
}

/// The languages that are added to those of the program.
#[derive(Args)]
pub(crate) struct TextsOptions {
    /// A directory with texts that add languages or replace texts, as `fr.toml` [default: none]
    #[arg(long, value_name = "DIR", env)]
    texts: Option<PathBuf>,
}

impl TextsOptions {
    /// Adds the languages. Statements in them can be read only after that.
    pub(crate) fn add(&self) -> Result<(), LoadError> {
        self.texts.as_deref().map_or(Ok(()), add_languages)
    }
}

impl CourseOptions {
    /// Loads the steps and the rules, after the languages.
    pub(super) fn load(&self) -> Result<Curriculum, LoadError> {
        self.texts.add()?;
        challenges::load(self.challenges.as_deref(), self.course.as_deref())
    }

    /// The file of the rules if none is named; none if there is none.
    pub(super) fn default_course(&self) -> Option<PathBuf> {
        challenges::default_course(self.challenges.as_deref())
    }

    /// Loads the steps and the rules again, to replace those that are served.
    #[cfg(unix)]
    pub(super) fn reload(&self, served: &Curriculum) -> Result<Curriculum, LoadError> {
        challenges::reload(self.challenges.as_deref(), self.course.as_deref(), served)
    }

    /// Loads the steps and the rules. If a step is named, it must be one of them.
    pub(super) fn load_with(&self, step: Option<StepNumber>) -> Result<Curriculum, CliError> {
        let curriculum = self.load()?;
        match step.filter(|&number| curriculum.steps.get(number).is_none()) {
            None => Ok(curriculum),
            Some(requested) => {
                let known = curriculum.steps.iter().map(|step| step.number);
                Err(CliError::unknown(format_args!("step {requested}"), known))
            }
        }
    }
}

/// The learner whom the command line names.
pub(super) async fn learner(store: &dyn Store, named: &str) -> Result<RosterEntry, CliError> {
    let found = find_learner(store, named).await?;
    found.ok_or_else(|| {
        CliError::Failed(format!(
            "there is no learner {named:?}; expected a name, a student id as 'id:1001', or an id as '#37': `roster list` shows all"
        ))
    })
}

/// Checks that a section exists: the course names it, or some learner is in it.
pub(super) fn check_section(
    section: &SectionName,
    curriculum: &Curriculum,
    roster: &[RosterEntry],
) -> Result<(), CliError> {
    let known = sections(&curriculum.course, roster);
    if known.contains(section) {
        return Ok(());
    }
    Err(CliError::unknown(format_args!("section {:?}", section.to_string()), known))
}
