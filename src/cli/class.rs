//! What the commands for the class have in common: the database and the course that they work on, and what stands in their way.
//!
//! They work on the database of a server that runs or does not. A running server knows what they have changed within a second.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use gradus::app::challenges;
use gradus::app::challenges::LoadError;
use gradus::app::class::{ClassError, Curriculum, ImportError, find_learner};
use gradus::course::{LearnerName, RosterDiagnostic, SectionName};
use gradus::new_file::NewFile;
use gradus::step::StepNumber;
use gradus::store::{self, DatabaseUrl, OpenError, RosterEntry, Store, StoreError};
use thiserror::Error;

use super::output::print;
use super::values::hidden;

/// The database that a command works on.
#[derive(Args)]
pub(crate) struct DatabaseOptions {
    /// The server's database: the path of an SQLite file, which is created if it does not exist, sqlite:PATH, or postgres://…
    #[arg(long, global = true, env = "GRADUS_DATABASE", value_name = "URL", hide_env_values = true, default_value = "gradus.db", value_parser = hidden::<DatabaseUrl>())]
    database: DatabaseUrl,
}

impl DatabaseOptions {
    /// Which database it is.
    pub(crate) fn url(&self) -> &DatabaseUrl {
        &self.database
    }

    /// Opens the database, which must exist: a wrong path is not to become an empty class.
    pub(crate) async fn open(&self) -> Result<Arc<dyn Store>, ClassCommandError> {
        self.check_file()?;
        Ok(store::open(&self.database).await?)
    }

    /// Checks that the file of the database exists, if it is in a file.
    pub(super) fn check_file(&self) -> Result<(), NoDatabase> {
        match self.missing_file() {
            Some(file) => Err(NoDatabase(file.to_owned())),
            None => Ok(()),
        }
    }

    /// Opens the database, or creates it and says so.
    pub(crate) async fn open_or_create(&self) -> Result<Arc<dyn Store>, ClassCommandError> {
        let missing = self.missing_file();
        let store = store::open(&self.database).await?;
        if let Some(file) = missing {
            eprintln!("The database {} did not exist and was created.", file.display());
        }
        Ok(store)
    }

    /// The file of the database, if it does not exist.
    pub(crate) fn missing_file(&self) -> Option<&Path> {
        self.database.file().filter(|file| !file.exists())
    }
}

/// The steps and the rules that a command works with: those that the server has.
#[derive(Args)]
pub(crate) struct CourseOptions {
    /// A directory with challenge folders [default: those in the program]
    #[arg(long, value_name = "DIR", env = "GRADUS_CHALLENGES")]
    challenges: Option<PathBuf>,
    /// The file with the rules of the course [default: course.toml in the directory of challenges, or else in the working directory, if it is there]
    #[arg(long, value_name = "FILE", env = "GRADUS_COURSE")]
    course: Option<PathBuf>,
}

impl CourseOptions {
    /// Loads the steps and the rules.
    pub(crate) fn load(&self) -> Result<Curriculum, LoadError> {
        challenges::load(self.challenges.as_deref(), self.course.as_deref())
    }

    /// The file of the rules if none is named; none if there is none.
    pub(crate) fn default_course(&self) -> Option<PathBuf> {
        challenges::default_course(self.challenges.as_deref())
    }

    /// Loads them again, to replace those that are served.
    #[cfg(unix)]
    pub(crate) fn reload(&self, served: &Curriculum) -> Result<Curriculum, LoadError> {
        challenges::reload(self.challenges.as_deref(), self.course.as_deref(), served)
    }

    /// Whether the steps are those of a directory.
    pub(crate) fn has_directory(&self) -> bool {
        self.challenges.is_some()
    }

    /// The same, where a step is named that has to be one of them.
    pub(crate) fn load_with(
        &self,
        step: Option<StepNumber>,
    ) -> Result<Curriculum, ClassCommandError> {
        let curriculum = self.load()?;
        match step.filter(|&number| curriculum.steps.get(number).is_none()) {
            None => Ok(curriculum),
            Some(requested) => {
                let known = curriculum.steps.iter().map(|step| step.number).collect();
                Err(ClassCommandError::NoStep { requested, known })
            }
        }
    }
}

/// The database file does not exist.
#[derive(Debug, Error)]
#[error("there is no database {path}; expected that of a server: --database, or GRADUS_DATABASE", path = .0.display())]
pub(crate) struct NoDatabase(PathBuf);

/// Why a command for the class did not do what it was asked. Each message is one line, but for those about several lines of a file.
#[derive(Debug, Error)]
pub(crate) enum ClassCommandError {
    /// The database file does not exist.
    #[error(transparent)]
    NoDatabase(#[from] NoDatabase),
    /// The database cannot be used.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The challenges or the course cannot be loaded.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// The class list has faults. Nothing of it is imported.
    #[error("{}", lines_of(.path, .faults))]
    Roster {
        /// The file.
        path: PathBuf,
        /// All that is wrong with it.
        faults: Vec<RosterDiagnostic>,
    },
    /// The store or the system failed.
    #[error(transparent)]
    Class(#[from] ClassError),
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
    /// No such instructor.
    #[error("there is no instructor {name} in the database; expected {}", one_of(.known))]
    NoInstructor {
        /// Who was named.
        name: LearnerName,
        /// Who there is.
        known: Vec<LearnerName>,
    },
    /// No such section.
    #[error("there is no section {name:?}; expected {}", one_of(.known))]
    NoSection {
        /// The section that was named.
        name: String,
        /// Those that there are.
        known: Vec<SectionName>,
    },
    /// No such step.
    #[error("there is no step {requested}; expected {}", one_of(.known))]
    NoStep {
        /// The step that was named.
        requested: StepNumber,
        /// Those that there are.
        known: Vec<StepNumber>,
    },
    /// Another name was typed to confirm that a learner is to be forgotten.
    #[error("{0} is not forgotten: expected this name as confirmation")]
    Unconfirmed(LearnerName),
    /// Nobody can confirm it.
    #[error(
        "{0} is not forgotten: standard input is not a terminal, so nobody can confirm it; expected --yes"
    )]
    NobodyToAsk(LearnerName),
    /// A file that cannot be read.
    #[error("{path} cannot be read: {source}", path = path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A class list in another encoding.
    #[error("{path} is not in UTF-8; expected a table that was saved as \"CSV UTF-8\"", path = .0.display())]
    NotUtf8(PathBuf),
    /// A file to be written that is there already: what is in it may be needed.
    #[error("{path} exists already; expected a name that nothing has", path = .0.display())]
    Exists(PathBuf),
    /// A file that cannot be written.
    #[error("{path} cannot be written: {source}", path = path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Standard output cannot be written.
    #[error("standard output cannot be written: {0}")]
    Output(#[from] io::Error),
    /// The same for keys, which are shown only once.
    #[error(
        "the change was made, but standard output cannot be written ({source}): keys that are not there are lost; `{rekey}` gives new ones"
    )]
    KeysLost {
        /// What the system says.
        source: io::Error,
        /// The command that gives somebody a new key.
        rekey: &'static str,
    },
}

impl From<StoreError> for ClassCommandError {
    fn from(error: StoreError) -> Self {
        Self::Class(error.into())
    }
}

impl ClassCommandError {
    /// Why the class list in a file is not imported.
    pub(super) fn of_import(error: ImportError, path: &Path) -> Self {
        match error {
            ImportError::Diagnostics(faults) => Self::Roster { path: path.to_owned(), faults },
            ImportError::Class(error) => Self::Class(error),
        }
    }
}

fn lines_of(path: &Path, faults: &[RosterDiagnostic]) -> String {
    let line = |fault| format!("{}: {fault}", path.display());
    faults.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn one_of<T: ToString>(known: &[T]) -> String {
    let known: Vec<String> = known.iter().map(ToString::to_string).collect();
    if known.is_empty() { "one, but there is none".to_owned() } else { known.join(", ") }
}

/// The learner whom the command line names.
pub(super) async fn learner(
    store: &dyn Store,
    named: &str,
) -> Result<RosterEntry, ClassCommandError> {
    let found = find_learner(store, named).await?;
    found.ok_or_else(|| ClassCommandError::NoLearner(named.to_owned()))
}

/// Checks that a section exists: the course names it, or some learner is in it.
pub(super) fn check_section(
    section: &SectionName,
    curriculum: &Curriculum,
    roster: &[RosterEntry],
) -> Result<(), ClassCommandError> {
    let mut known = curriculum.course.sections.clone();
    for section in roster.iter().filter_map(|entry| entry.learner.section.as_ref()) {
        if !known.contains(section) {
            known.push(section.clone());
        }
    }
    if known.contains(section) {
        return Ok(());
    }
    Err(ClassCommandError::NoSection { name: section.to_string(), known })
}

/// Prints a table for people and programs: a line for each row, tabs between the columns.
pub(super) fn print_table<const COLUMNS: usize>(
    head: [&str; COLUMNS],
    rows: impl IntoIterator<Item = [String; COLUMNS]>,
) -> io::Result<()> {
    print(|out| {
        writeln!(out, "{}", head.join("\t"))?;
        rows.into_iter().try_for_each(|row| writeln!(out, "{}", row.join("\t")))
    })
}

/// Prints keys that were just given, which `rekey` could give anew. It is the only time that they are shown.
pub(super) fn print_keys<'a>(
    keys: impl IntoIterator<Item = (&'a str, &'a str)>,
    rekey: &'static str,
) -> Result<(), ClassCommandError> {
    let mut out = io::stdout().lock();
    let printed = write_keys(&mut out, keys).and_then(|()| out.flush());
    printed.map_err(|source| ClassCommandError::KeysLost { source, rekey })
}

/// Writes a line for each key: the name, a tab, the key.
pub(super) fn write_keys<'a>(
    out: &mut impl io::Write,
    keys: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> io::Result<()> {
    keys.into_iter().try_for_each(|(name, key)| writeln!(out, "{name}\t{key}"))
}

/// A new file that a command writes. Nobody but its owner can read it, and it has its name only when it is whole.
pub(super) struct OutputFile<'a> {
    path: &'a Path,
    file: NewFile,
}

impl<'a> OutputFile<'a> {
    /// Begins the file, before there is anything to write: what is likely to stand in its way is known then.
    pub(super) fn begin(path: &'a Path) -> Result<Self, ClassCommandError> {
        // A link to nowhere is something, too.
        if path.symlink_metadata().is_ok() {
            return Err(ClassCommandError::Exists(path.to_owned()));
        }
        let unwritable = |source| ClassCommandError::Unwritable { path: path.to_owned(), source };
        Ok(Self { path, file: NewFile::begin(path).map_err(unwritable)? })
    }

    /// Writes the file and gives it its name, which is returned.
    pub(super) fn finish(
        self,
        write: impl FnOnce(&mut NewFile) -> io::Result<()>,
    ) -> Result<&'a Path, ClassCommandError> {
        let Self { path, mut file } = self;
        match write(&mut file).and_then(|()| file.finish()) {
            Ok(()) => Ok(path),
            Err(source) => Err(ClassCommandError::Unwritable { path: path.to_owned(), source }),
        }
    }
}

/// `1 attempt`, `2 attempts`.
pub(super) fn counted(count: u64, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}
