//! `gradus roster`: who is in the class.

use std::fs;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::PathBuf;

use clap::{Args, Subcommand};
use gradus::app::class::{
    ChangedLearner, ChangedValue, ClassError, ImportedLearner, ListLine, OnRegistered, RosterPlan,
    RosterReport, change_learner, forget_learner, import, plan, rekey_learner,
};
use gradus::app::now;
use gradus::course::{
    Course, Detail, LearnerName, RosterColumns, RosterDiagnostic, RosterEncoding, RosterEntry,
    RosterList, SectionName, decode_roster, read_roster,
};
use gradus::new_file::NewFile;
use gradus::option_values::{Completed, one_of};
use gradus::step::quoted;
use gradus::store::{Forgetting, LearnerChange, Store, StoreError};

use super::class::{CourseOptions, DatabaseOptions, check_section, learner};
use super::error::CliError;
use super::output::{begin_file, counted, finish_file, print_keys, print_table};

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
        /// The learner: a name, a student id as 'id:1001', or an id as '#37'
        learner: String,
    },
    /// Give a learner another name
    Rename {
        /// The learner: a name, a student id as 'id:1001', or an id as '#37'
        learner: String,
        /// The new name
        name: LearnerName,
    },
    /// Forget a learner: name, key, matches and records are deleted
    Forget {
        /// The learner: a name, a student id as 'id:1001', or an id as '#37'
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
    /// The class list, in CSV: a line of headings such as `name,section,email,id`, of which only `name` is required, then a line for each learner
    file: PathBuf,
    /// Which heading stands for which column, where the headings are not recognised: name=Teilnehmer,section=Tutorium
    #[arg(long, value_name = "COLUMN=HEADING,…", value_parser = str::parse::<RosterColumns>)]
    column: Vec<RosterColumns>,
    /// The encoding of the list, such as windows-1252 or gb18030 [default: it is detected]
    #[arg(long, hide_possible_values = true, value_parser = Completed(&RosterEncoding::OFFERED, str::parse::<RosterEncoding>))]
    encoding: Option<RosterEncoding>,
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
        let course = self.course.load()?.course;
        let bytes =
            fs::read(&self.file).map_err(|error| CliError::unreadable(&self.file, &error))?;
        let decoded = decode_roster(&bytes, self.encoding);
        let (text, encoding) = decoded.map_err(|fault| self.refused(&[fault]))?;
        let columns = RosterColumns::joined(self.column.iter().cloned());
        let list = read_roster(&text, &course.sections, &columns);
        let list = list.map_err(|faults| self.refused(&faults))?;
        if self.dry_run {
            eprintln!("The list was read as {encoding}.");
            let plan = match database.missing_file() {
                Some(_) => self.plan(list, &course, None).await?,
                None => {
                    database
                        .open(async |store: &dyn Store| self.plan(list, &course, Some(store)).await)
                        .await?
                }
            };
            preview(&plan.report());
            return Ok(());
        }
        let file = self.keys.as_deref().map(begin_file).transpose()?;
        let import = async |store: &dyn Store| {
            let plan = self.plan(list, &course, Some(store)).await?;
            self.import(store, plan, file).await
        };
        database.open_or_create(import).await
    }

    /// Compares the list with the learners and instructors of a store, if there is one.
    async fn plan(
        &self,
        list: RosterList,
        course: &Course,
        store: Option<&dyn Store>,
    ) -> Result<RosterPlan, CliError> {
        let (known, instructors) = match store {
            Some(store) => (store.roster().await?, store.instructors().await?),
            None => (Vec::new(), Vec::new()),
        };
        let registered = self.registered.unwrap_or_default();
        let plan = plan(list, &known, &instructors, course, registered);
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
        warn(&plan.report());
        let report = import(store, plan, now()).await?;
        let labels: Vec<String> =
            report.keys.iter().map(|imported| imported.label(&report.keys)).collect();
        let keys =
            || labels.iter().zip(&report.keys).map(|(label, imported)| (&**label, &*imported.key));
        let handed_out = match file {
            None => print_keys(keys(), REKEY),
            Some(file) => {
                let table = ImportedLearner::table(&report.keys, true);
                let written = finish_file(file, |file| file.write_all(table.as_bytes()));
                let written = written.map(|path| eprintln!("The keys are in {}.", path.display()));
                // Keys that are not in the file are lost unless they are printed.
                written.or_else(|unwritable| print_keys(keys(), REKEY).and(Err(unwritable)))
            }
        };
        summarize(&report, "", "added");
        handed_out
    }
}

/// Reports what an import would do.
fn preview(report: &RosterReport) {
    warn(report);
    for name in &report.new {
        eprintln!("{name} would be added.");
    }
    for change in &report.changes {
        eprintln!("{} (#{}) would be changed: {}.", change.name, change.id.0, changes_of(change));
    }
    summarize(report, "Dry run, nothing is stored: ", "would be added");
}

/// The values of a learner that change: `Student id 0071 → 0072`.
fn changes_of(ChangedLearner { values, new_key, .. }: &ChangedLearner) -> String {
    let value = |ChangedValue { field, was, is }: &ChangedValue| {
        let label = field.label().english().into_owned();
        match (was, is) {
            (Some(was), Some(is)) => format!("{label} {was} → {is}"),
            (None, Some(is)) => format!("{label} {is}"),
            (_, None) => label,
        }
    };
    let new_key = new_key.then(|| "new key".to_owned());
    values.iter().map(value).chain(new_key).collect::<Vec<_>>().join(", ")
}

/// Warns of what is read otherwise than it may be meant, before anything is stored.
fn warn(report: &RosterReport) {
    if report.lacks_sections {
        eprintln!(
            "The course has sections, and the list has no column for them: the new learners are in no section."
        );
    }
    if report.names_turned > 0 {
        let names = counted(report.names_turned as u64, "name");
        eprintln!("Turned {names} such as \"Lovelace, Ada\" into \"Ada Lovelace\".");
    }
    for ListLine { line, text } in &report.skipped_lines {
        eprintln!("Line {line} is skipped, because it is no learner: {}.", quoted(text));
    }
    for ListLine { line, text } in &report.unidentified {
        eprintln!("Line {line} has neither an id nor an e-mail address: {}.", quoted(text));
    }
}

/// Sums up what an import has done, or would do. `first` comes before it, and `verb` is said of new learners.
fn summarize(report: &RosterReport, first: &str, verb: &str) {
    let RosterReport { added, changed, unchanged, nicknames_cleared, missing_total, .. } = report;
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
    if *missing_total > 0 {
        let missing = counted(*missing_total as u64, "learner");
        eprintln!("On the roster and not on the list, and left as they are: {missing}.");
    }
    if !report.unused_columns.is_empty() {
        let unused =
            report.unused_columns.iter().map(|head| quoted(head)).collect::<Vec<_>>().join(", ");
        eprintln!("Columns that are not used: {unused}.");
    }
}
