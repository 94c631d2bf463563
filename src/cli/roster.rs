//! `gradus roster`: who is in the class.

use std::fs;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Subcommand, ValueEnum};
use gradus::app::class::{
    ChangedLearner, ImportError, ImportedLearner, OnRegistered, RosterField, RosterPlan,
    RosterReport, import, new_learner_key, plan,
};
use gradus::app::now;
use gradus::course::{LearnerName, SectionName, read_roster};
use gradus::step::quoted;
use gradus::store::{Forgetting, LearnerChange, RosterEntry, Store, StoreError};

use super::class::{
    ClassCommandError, CourseOptions, DatabaseOptions, OutputFile, check_section, counted, learner,
    print_keys, print_table, write_keys,
};

/// The command that gives a learner a new key.
const REKEY: &str = "gradus roster rekey";

/// The options of `gradus roster`.
#[derive(Args)]
pub(crate) struct Roster {
    #[command(subcommand)]
    action: Action,
    #[command(flatten)]
    database: DatabaseOptions,
}

#[derive(Subcommand)]
enum Action {
    /// Put the learners of a class list on the roster, and print the new keys: NAME, a tab, KEY
    Import(Import),
    #[command(flatten)]
    OfLearners(LearnerAction),
}

/// What is done with learners who are known.
#[derive(Subcommand)]
enum LearnerAction {
    /// List the learners
    List {
        /// Only those of this section
        #[arg(long)]
        section: Option<SectionName>,
        #[command(flatten)]
        course: CourseOptions,
    },
    /// Print a new key for a learner; the old one is no longer valid
    Rekey {
        /// The learner: a name, or an id as '#37'
        learner: String,
    },
    /// Give a learner another name
    Rename {
        /// The learner: a name, or an id as '#37'
        learner: String,
        /// The new name
        name: LearnerName,
    },
    /// Forget a learner: name, key, matches and records are deleted
    Forget {
        /// The learner: a name, or an id as '#37'
        learner: String,
        /// What becomes of the learner's answers
        #[arg(long)]
        attempts: Attempts,
        /// Do not ask for confirmation
        #[arg(long)]
        yes: bool,
    },
}

/// What becomes of a forgotten learner's answers.
#[derive(Clone, Copy, ValueEnum)]
enum Attempts {
    /// They are kept without a name, for the statistics of the steps
    Keep,
    /// They are deleted
    Remove,
}

impl From<Attempts> for Forgetting {
    fn from(attempts: Attempts) -> Self {
        match attempts {
            Attempts::Keep => Self::KeepAttempts,
            Attempts::Remove => Self::RemoveAttempts,
        }
    }
}

/// The options of `gradus roster import`.
#[derive(Args)]
struct Import {
    /// The class list, in CSV: a head with `name` and any of `section`, `email`, `id`, then a line for each learner
    file: PathBuf,
    /// Only tell what would be done
    #[arg(long)]
    dry_run: bool,
    /// What is done with somebody who has registered under a name on the list [default: the list is refused, and names them]
    #[arg(long)]
    registered: Option<Registered>,
    /// Write the keys into this new file instead of printing them; only its owner can read it
    #[arg(long, value_name = "FILE")]
    keys: Option<PathBuf>,
    #[command(flatten)]
    course: CourseOptions,
}

/// What is done with somebody who has registered under a name on the list.
#[derive(Clone, Copy, ValueEnum)]
enum Registered {
    /// They are the learner on the list, and keep their key
    Keep,
    /// They are the learner on the list, and get a new key
    Rekey,
}

impl From<Registered> for OnRegistered {
    fn from(registered: Registered) -> Self {
        match registered {
            Registered::Keep => Self::Keep,
            Registered::Rekey => Self::Rekey,
        }
    }
}

impl Roster {
    /// Does it, and prints what is to be known.
    pub(crate) async fn run(self) -> Result<ExitCode, ClassCommandError> {
        let Self { action, database } = self;
        match action {
            Action::Import(import) => import.run(&database).await?,
            Action::OfLearners(action) => {
                let store = database.open().await?;
                let result = action.execute(&*store).await;
                store.close().await;
                result?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl LearnerAction {
    async fn execute(self, store: &dyn Store) -> Result<(), ClassCommandError> {
        match self {
            Self::List { section, course } => list(store, section.as_ref(), &course).await,
            Self::Rekey { learner: named } => {
                let RosterEntry { learner, .. } = learner(store, &named).await?;
                let key = new_learner_key()?;
                let change = LearnerChange { key: Some(key.hash()), ..LearnerChange::default() };
                store.change_learner(learner.id, change).await?;
                print_keys([(learner.name.as_str(), key.reveal())], REKEY)?;
                eprintln!("The old key is no longer valid.");
                Ok(())
            }
            Self::Rename { learner: named, name } => {
                let RosterEntry { learner, .. } = learner(store, &named).await?;
                let change = LearnerChange { name: Some(name.clone()), ..LearnerChange::default() };
                match store.change_learner(learner.id, change).await {
                    Ok(()) => eprintln!("{} is {name} now.", learner.name),
                    Err(StoreError::NameTaken) => {
                        return Err(ClassCommandError::NameTaken(name.to_string()));
                    }
                    Err(error) => return Err(error.into()),
                }
                Ok(())
            }
            Self::Forget { learner: named, attempts, yes } => {
                let RosterEntry { learner, .. } = learner(store, &named).await?;
                if !yes {
                    confirm(&learner.name)?;
                }
                store.forget_learner(learner.id, attempts.into()).await?;
                eprintln!("{} (#{}) is forgotten.", learner.name, learner.id.0);
                Ok(())
            }
        }
    }
}

/// Asks on a terminal for a learner's name, to be sure that this learner is meant.
fn confirm(name: &LearnerName) -> Result<(), ClassCommandError> {
    if !io::stdin().is_terminal() {
        return Err(ClassCommandError::NobodyToAsk(name.clone()));
    }
    eprint!("This cannot be undone. To forget {name}, type the name: ");
    io::stderr().flush()?;
    let mut line = String::new();
    io::stdin().read_line(&mut line)?;
    if line.parse() == Ok(name.clone()) {
        Ok(())
    } else {
        Err(ClassCommandError::Unconfirmed(name.clone()))
    }
}

async fn list(
    store: &dyn Store,
    section: Option<&SectionName>,
    course: &CourseOptions,
) -> Result<(), ClassCommandError> {
    let mut listed = store.roster().await?;
    if let Some(section) = section {
        check_section(section, &course.load()?, &listed)?;
        listed.retain(|entry| entry.learner.section.as_ref() == Some(section));
    }
    let rows = listed.into_iter().map(|entry| {
        let RosterEntry { learner, email, student_id, nickname, .. } = entry;
        let source = if learner.is_on_roster { "roster" } else { "registered" };
        [
            format!("#{}", learner.id.0),
            learner.name.to_string(),
            learner.section.map_or_else(String::new, |section| section.to_string()),
            email.map_or_else(String::new, |email| email.to_string()),
            student_id.map_or_else(String::new, |id| id.to_string()),
            nickname.map_or_else(String::new, |nickname| nickname.as_str().to_owned()),
            source.to_owned(),
        ]
    });
    let head = ["learner", "name", "section", "email", "id", "nickname", "from"];
    Ok(print_table(head, rows)?)
}

impl Import {
    async fn run(&self, database: &DatabaseOptions) -> Result<(), ClassCommandError> {
        let sections = self.course.load()?.course.sections;
        let text = read(&self.file)?;
        let list = read_roster(&text, &sections)
            .map_err(|faults| self.refused(ImportError::Diagnostics(faults)))?;
        if self.dry_run && database.missing_file().is_some() {
            let plan = plan(list, &[], &[], self.on_registered());
            preview(
                &plan.map_err(|faults| self.refused(ImportError::Diagnostics(faults)))?.report(),
            );
            return Ok(());
        }
        let keys = self.keys.as_deref().filter(|_| !self.dry_run);
        let file = keys.map(OutputFile::begin).transpose()?;
        let store =
            if self.dry_run { database.open().await? } else { database.open_or_create().await? };
        let result = async {
            let known = store.roster().await?;
            let instructors = store.instructors().await?.into_iter();
            let instructors: Vec<_> = instructors.map(|instructor| instructor.name).collect();
            let plan = plan(list, &known, &instructors, self.on_registered());
            let plan = plan.map_err(|faults| self.refused(ImportError::Diagnostics(faults)))?;
            if self.dry_run {
                preview(&plan.report());
                return Ok(());
            }
            self.carry_out(&*store, plan, file).await
        };
        let result = result.await;
        store.close().await;
        result
    }

    fn on_registered(&self) -> OnRegistered {
        self.registered.map(OnRegistered::from).unwrap_or_default()
    }

    fn refused(&self, error: ImportError) -> ClassCommandError {
        ClassCommandError::of_import(error, &self.file)
    }

    /// Imports, and hands out the keys: into the file, if there is one.
    async fn carry_out(
        &self,
        store: &dyn Store,
        plan: RosterPlan,
        file: Option<OutputFile<'_>>,
    ) -> Result<(), ClassCommandError> {
        let imported = import(store, plan, now()).await;
        let report = imported.map_err(|error| self.refused(error))?;
        let keys = || pairs(&report.keys);
        let handed_out = match file {
            None => print_keys(keys(), REKEY),
            Some(file) => match file.finish(|file| write_keys(file, keys())) {
                Ok(path) => {
                    eprintln!("The keys are in {}.", path.display());
                    Ok(())
                }
                Err(unwritable) => print_keys(keys(), REKEY).and(Err(unwritable)),
            },
        };
        summarize(&report, "", "added");
        handed_out
    }
}

/// The text of a class list.
fn read(path: &Path) -> Result<String, ClassCommandError> {
    let bytes = fs::read(path)
        .map_err(|source| ClassCommandError::Unreadable { path: path.to_owned(), source })?;
    String::from_utf8(bytes).map_err(|_| ClassCommandError::NotUtf8(path.to_owned()))
}

/// Tells what an import would do.
fn preview(report: &RosterReport) {
    for name in &report.added {
        eprintln!("{name} would be added.");
    }
    for change in &report.changed {
        eprintln!("{} (#{}) would be changed: {}.", change.name, change.id.0, told(change));
    }
    summarize(report, "Dry run, nothing is stored: ", "would be added");
}

/// What is changed of a learner.
fn told(ChangedLearner { fields, new_key, .. }: &ChangedLearner) -> String {
    let fields = fields.iter().map(|field| match field {
        RosterField::Name => "name",
        RosterField::Section => "section",
        RosterField::Email => "e-mail address",
        RosterField::StudentId => "student id",
        RosterField::OnRoster => "put on the roster",
    });
    fields.chain(new_key.then_some("new key")).collect::<Vec<_>>().join(", ")
}

/// Tells in sum what an import has done, or would do: what comes first, and what is said of those who are new.
fn summarize(report: &RosterReport, first: &str, verb: &str) {
    let RosterReport { added, changed, unchanged, nicknames_cleared, missing, unused, .. } = report;
    eprintln!(
        "{first}{} {verb}, {} changed, {unchanged} unchanged.",
        counted(added.len() as u64, "learner"),
        changed.len()
    );
    if *nicknames_cleared > 0 {
        eprintln!(
            "Nicknames taken away, because they look like a name on the list: {nicknames_cleared}."
        );
    }
    if !missing.is_empty() {
        eprintln!("On the roster and not on the list: {}.", missing.join(", "));
    }
    if !unused.is_empty() {
        let unused = unused.iter().map(|head| quoted(head)).collect::<Vec<_>>().join(", ");
        eprintln!("Columns that are not used: {unused}.");
    }
}

fn pairs(keys: &[ImportedLearner]) -> impl Iterator<Item = (&str, &str)> {
    keys.iter().map(|ImportedLearner { name, key }| (name.as_str(), key.as_str()))
}
