//! `gradus roster`: who is in the class.

use std::fs;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use gradus::app::class::{
    ChangedLearner, ClassError, OnRegistered, RosterPlan, RosterReport, change_learner,
    forget_learner, import, plan, rekey_learner,
};
use gradus::app::now;
use gradus::course::{
    Detail, LearnerName, RosterDiagnostic, RosterEntry, RosterList, SectionName, read_roster,
};
use gradus::new_file::NewFile;
use gradus::option_values::one_of;
use gradus::step::quoted;
use gradus::store::{Forgetting, LearnerChange, Store, StoreError};

use super::class::{CourseOptions, DatabaseOptions, check_section, learner};
use super::error::CliError;
use super::output::{begin_file, counted, finish_file, print_keys, print_table, write_keys};

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

/// What is done with known learners.
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
        #[arg(long, value_parser = one_of(ATTEMPTS))]
        attempts: Forgetting,
        /// Do not ask for confirmation
        #[arg(long)]
        yes: bool,
    },
}

const ATTEMPTS: &[(&str, &str, Forgetting)] = &[
    (
        "keep",
        "They are kept without a name, for the statistics of the steps",
        Forgetting::KeepAttempts,
    ),
    ("remove", "They are deleted", Forgetting::RemoveAttempts),
];

/// The options of `gradus roster import`.
#[derive(Args)]
struct Import {
    /// The class list, in CSV: a head such as `name,section,email,id`, of which only `name` is required, then a line for each learner
    file: PathBuf,
    /// Only tell what would be done
    #[arg(long)]
    dry_run: bool,
    /// What is done with somebody who has registered under a name on the list [default: the list is refused, and names them]
    #[arg(long, value_parser = one_of(REGISTERED))]
    registered: Option<OnRegistered>,
    /// Write the keys into this new file instead of printing them; only its owner can read it
    #[arg(long, value_name = "FILE")]
    keys: Option<PathBuf>,
    #[command(flatten)]
    course: CourseOptions,
}

const REGISTERED: &[(&str, &str, OnRegistered)] = &[
    ("keep", "They are the learner on the list, and keep their key", OnRegistered::Keep),
    ("rekey", "They are the learner on the list, and get a new key", OnRegistered::Rekey),
];

impl Roster {
    /// Changes or lists the learners.
    pub(crate) async fn run(self) -> Result<(), CliError> {
        let Self { action, database } = self;
        match action {
            Action::Import(import) => import.run(&database).await,
            Action::OfLearners(action) => {
                database.open(async |store: &dyn Store| action.run(store).await).await
            }
        }
    }
}

impl LearnerAction {
    async fn run(self, store: &dyn Store) -> Result<(), CliError> {
        match self {
            Self::List { section, course } => list(store, section.as_ref(), &course).await,
            Self::Rekey { learner: named } => {
                let RosterEntry { learner, .. } = learner(store, &named).await?;
                let key = rekey_learner(store, learner.id).await?;
                print_keys([(learner.name.as_str(), key.reveal())], REKEY)?;
                eprintln!("The old key is no longer valid.");
                Ok(())
            }
            Self::Rename { learner: named, name } => {
                let RosterEntry { learner, .. } = learner(store, &named).await?;
                let change = LearnerChange { name: Some(name.clone()), ..LearnerChange::default() };
                change_learner(store, learner.id, change).await.map_err(|error| match error {
                    ClassError::Store(StoreError::NameTaken) => CliError::name_taken(name.as_str()),
                    error => error.into(),
                })?;
                eprintln!("{} is {name} now.", learner.name);
                Ok(())
            }
            Self::Forget { learner: named, attempts, yes } => {
                let RosterEntry { learner, .. } = learner(store, &named).await?;
                if !yes {
                    confirm(&learner.name)?;
                }
                forget_learner(store, learner.id, attempts).await?;
                eprintln!("{} (#{}) is forgotten.", learner.name, learner.id.0);
                Ok(())
            }
        }
    }
}

/// Asks on a terminal for a learner's name, to be sure that this learner is meant.
fn confirm(name: &LearnerName) -> Result<(), CliError> {
    if !io::stdin().is_terminal() {
        return Err(CliError::Failed(format!(
            "{name} is not forgotten: standard input is not a terminal, so nobody can confirm it; expected --yes"
        )));
    }
    eprint!("This cannot be undone. To forget {name}, type the name: ");
    io::stderr().flush()?;
    let mut line = String::new();
    io::stdin().read_line(&mut line)?;
    if line.parse().as_ref() == Ok(name) {
        return Ok(());
    }
    let message = format!("{name} is not forgotten: expected this name as confirmation");
    Err(CliError::Failed(message))
}

async fn list(
    store: &dyn Store,
    section: Option<&SectionName>,
    course: &CourseOptions,
) -> Result<(), CliError> {
    let mut listed = store.roster().await?;
    if let Some(section) = section {
        check_section(section, &course.load()?, &listed)?;
        listed.retain(|entry| entry.learner.section.as_ref() == Some(section));
    }
    let rows = listed.into_iter().map(|entry| {
        let RosterEntry { learner, details, nickname, .. } = entry;
        let details = Detail::ALL.map(|detail| details.get(detail).unwrap_or_default().to_owned());
        let source = if learner.is_on_roster { "roster" } else { "registered" };
        let person = [
            format!("#{}", learner.id.0),
            learner.name.to_string(),
            learner.section.map_or_else(String::new, |section| section.to_string()),
        ];
        let nickname = nickname.map_or_else(String::new, |nickname| nickname.as_str().to_owned());
        [&person[..], &details, &[nickname, source.to_owned()]].concat()
    });
    let details = Detail::ALL.map(|detail| detail.spec().column);
    let head = [&["learner", "name", "section"][..], &details, &["nickname", "from"]].concat();
    Ok(print_table(head, rows)?)
}

impl Import {
    async fn run(&self, database: &DatabaseOptions) -> Result<(), CliError> {
        let sections = self.course.load()?.course.sections;
        let list = read_roster(&read(&self.file)?, &sections);
        let list = list.map_err(|faults| self.refused(&faults))?;
        if self.dry_run {
            let plan = match database.missing_file() {
                Some(_) => self.plan(list, None).await?,
                None => {
                    database
                        .open(async |store: &dyn Store| self.plan(list, Some(store)).await)
                        .await?
                }
            };
            preview(&plan.report());
            return Ok(());
        }
        let file = self.keys.as_deref().map(begin_file).transpose()?;
        let import = async |store: &dyn Store| {
            let plan = self.plan(list, Some(store)).await?;
            self.import(store, plan, file).await
        };
        database.open_or_create(import).await
    }

    /// Compares the list with the learners and instructors of a store, if there is one.
    async fn plan(
        &self,
        list: RosterList,
        store: Option<&dyn Store>,
    ) -> Result<RosterPlan, CliError> {
        let (known, instructors) = match store {
            Some(store) => (store.roster().await?, store.instructors().await?),
            None => (Vec::new(), Vec::new()),
        };
        let plan = plan(list, &known, &instructors, self.registered.unwrap_or_default());
        plan.map_err(|faults| self.refused(&faults))
    }

    fn refused(&self, faults: &[RosterDiagnostic]) -> CliError {
        CliError::faults(faults.iter().map(|fault| format!("{}: {fault}", self.file.display())))
    }

    /// Imports, and hands out the keys: into the file, if there is one.
    async fn import(
        &self,
        store: &dyn Store,
        plan: RosterPlan,
        file: Option<NewFile>,
    ) -> Result<(), CliError> {
        let report = import(store, plan, now()).await?;
        let keys = || report.keys.iter().map(|imported| (&*imported.name, &*imported.key));
        let handed_out = match file {
            None => print_keys(keys(), REKEY),
            Some(file) => {
                let written = finish_file(file, |file| write_keys(file, keys()));
                let written = written.map(|path| eprintln!("The keys are in {}.", path.display()));
                // Keys that are not in the file are lost unless they are printed.
                written.or_else(|unwritable| print_keys(keys(), REKEY).and(Err(unwritable)))
            }
        };
        summarize(&report, "", "added");
        handed_out
    }
}

/// The text of a class list.
fn read(path: &Path) -> Result<String, CliError> {
    let bytes = fs::read(path).map_err(|error| CliError::unreadable(path, &error))?;
    String::from_utf8(bytes).map_err(|_| {
        let path = path.display();
        let expected = "expected a table that was saved as \"CSV UTF-8\"";
        CliError::Failed(format!("{path} is not in UTF-8; {expected}"))
    })
}

/// Reports what an import would do.
fn preview(report: &RosterReport) {
    for name in &report.new {
        eprintln!("{name} would be added.");
    }
    for change in &report.changes {
        eprintln!("{} (#{}) would be changed: {}.", change.name, change.id.0, changes_of(change));
    }
    summarize(report, "Dry run, nothing is stored: ", "would be added");
}

/// The fields of a learner that change.
fn changes_of(ChangedLearner { fields, new_key, .. }: &ChangedLearner) -> String {
    let fields = fields.iter().map(|field| field.name());
    fields.chain(new_key.then_some("new key")).collect::<Vec<_>>().join(", ")
}

/// Sums up what an import has done, or would do. `first` comes before it, and `verb` is said of new learners.
fn summarize(report: &RosterReport, first: &str, verb: &str) {
    let RosterReport { added, changed, unchanged, nicknames_cleared, missing, .. } = report;
    eprintln!(
        "{first}{} {verb}, {} changed, {unchanged} unchanged.",
        counted(*added as u64, "learner"),
        changed
    );
    if *nicknames_cleared > 0 {
        eprintln!(
            "Nicknames taken away, because they look like a name on the list: {nicknames_cleared}."
        );
    }
    if !missing.is_empty() {
        eprintln!("On the roster and not on the list: {}.", missing.join(", "));
    }
    if !report.unused_columns.is_empty() {
        let unused =
            report.unused_columns.iter().map(|head| quoted(head)).collect::<Vec<_>>().join(", ");
        eprintln!("Columns that are not used: {unused}.");
    }
}
