//! `gradus instructors`: who runs the class. `--instructors` names more of them when a server starts, for one whose first instructor comes from
//! its deployment.

use std::str::FromStr;

use clap::{Args, Subcommand};
use gradus::app::class::{ClassError, add_instructor, rekey_instructor, remove_instructor};
use gradus::app::now;
use gradus::course::{INSTRUCTOR_KEY, KeyHash, LearnerKey, LearnerName};
use gradus::store::{Instructor, InstructorId, Store, StoreError};

use super::class::DatabaseOptions;
use super::error::CliError;
use super::output::{print_keys, print_table};

/// The options of `gradus instructors`.
#[derive(Args)]
pub(crate) struct Instructors {
    #[command(subcommand)]
    action: Action,
    #[command(flatten)]
    database: DatabaseOptions,
}

#[derive(Subcommand)]
enum Action {
    /// Add an instructor, and print the key: NAME, a tab, KEY
    Add {
        /// The name
        name: LearnerName,
    },
    /// List the instructors
    List,
    /// Remove an instructor; the key is no longer valid
    Remove {
        /// The name
        name: LearnerName,
    },
    /// Print a new key for an instructor; the old one is no longer valid
    Rekey {
        /// The name
        name: LearnerName,
    },
}

impl Instructors {
    /// Changes or lists the instructors.
    pub(crate) async fn run(self) -> Result<(), CliError> {
        let Self { action, database } = self;
        let creates = matches!(action, Action::Add { .. });
        let run = async |store: &dyn Store| action.run(store).await;
        if creates { database.open_or_create(run).await } else { database.open(run).await }
    }
}

impl Action {
    async fn run(self, store: &dyn Store) -> Result<(), CliError> {
        match self {
            Self::Add { name } => match add_instructor(store, &name, now()).await {
                Ok(key) => show(&name, &key),
                Err(ClassError::Store(StoreError::InstructorTaken)) => {
                    Err(CliError::Failed(format!(
                        "there is an instructor {name} already; expected another name, or `instructors rekey`"
                    )))
                }
                Err(ClassError::Store(StoreError::NameTaken)) => {
                    Err(CliError::name_taken(name.as_str()))
                }
                Err(error) => Err(error.into()),
            },
            Self::List => {
                let names = store.instructors().await?.into_iter();
                Ok(print_table(["name"], names.map(|instructor| [instructor.name.to_string()]))?)
            }
            Self::Remove { name } => {
                let (found, id) = find(store, &name).await?;
                remove_instructor(store, id).await?;
                eprintln!("{} is no longer an instructor.", found.name);
                if store.instructors().await?.is_empty() {
                    eprintln!(
                        "No instructor is left in the database; `gradus instructors add` adds one."
                    );
                }
                Ok(())
            }
            Self::Rekey { name } => {
                let (found, id) = find(store, &name).await?;
                show(&found.name, &rekey_instructor(store, id).await?)
            }
        }
    }
}

/// The instructor of this name in the database.
async fn find(
    store: &dyn Store,
    name: &LearnerName,
) -> Result<(Instructor, InstructorId), CliError> {
    let instructors = store.instructors().await?;
    let found = instructors.iter().find(|known| known.name.folded() == name.folded());
    found.and_then(|found| Some((found.clone(), found.id?))).ok_or_else(|| {
        let known = instructors.iter().map(|instructor| &instructor.name);
        CliError::unknown(format_args!("instructor {name} in the database"), known)
    })
}

/// The name of an instructor in the database, or of one of those who are named beside it.
pub(super) async fn known_name(
    store: &dyn Store,
    named: Option<&NamedInstructors>,
    name: &LearnerName,
) -> Result<LearnerName, CliError> {
    let stored = store.instructors().await?.into_iter().map(|instructor| instructor.name);
    let named = named.iter().flat_map(|NamedInstructors(named)| named).map(|(name, _)| name);
    let known: Vec<LearnerName> = stored.chain(named.cloned()).collect();
    let found = known.iter().find(|known| known.folded() == name.folded()).cloned();
    found.ok_or_else(|| CliError::unknown(format_args!("instructor {name}"), &known))
}

/// Prints an instructor's key.
fn show(name: &LearnerName, key: &LearnerKey) -> Result<(), CliError> {
    print_keys([(name.as_str(), key.reveal())], "gradus instructors rekey")?;
    eprintln!("The key is shown only here: the database has its hash.");
    Ok(())
}

/// Logs a warning for each learner whose name may be taken for that of an instructor. Nobody gets such a name while the server runs, but a learner
/// may have had it before.
pub(super) async fn warn_of_learners(
    named: &[(LearnerName, KeyHash)],
    store: &dyn Store,
) -> Result<(), StoreError> {
    if named.is_empty() {
        return Ok(());
    }
    for learner in store.roster().await?.into_iter().map(|entry| entry.learner) {
        if let Some((instructor, _)) = named.iter().find(|(name, _)| name.looks_like(&learner.name))
        {
            let id = learner.id.0;
            tracing::warn!(
                "the instructor {instructor} of GRADUS_INSTRUCTORS has the name of learner #{id}, or one that looks like it: name the instructor otherwise, or the learner by `gradus roster rename '#{id}' NAME`"
            );
        }
    }
    Ok(())
}

/// Instructors with the hashes of their keys.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct NamedInstructors(pub(super) Vec<(LearnerName, KeyHash)>);

/// A key has at least so many characters after its beginning. What the server makes has 32.
const SHORTEST: usize = 20;

/// No error repeats what may be a key.
impl FromStr for NamedInstructors {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut named: Vec<(LearnerName, KeyHash)> = Vec::new();
        let entries = text.split(',').map(str::trim).filter(|entry| !entry.is_empty());
        for (number, entry) in (1_usize..).zip(entries) {
            let (name, key) = entry.split_once(':').ok_or_else(|| {
                format!("entry {number} has no colon; expected NAME:KEY,NAME:KEY")
            })?;
            let name: LearnerName =
                name.parse().map_err(|error| format!("entry {number}: {error}"))?;
            let key = key.trim();
            if !is_key(key) {
                return Err(format!(
                    "the key of entry {number} is malformed; expected {INSTRUCTOR_KEY} and at least {SHORTEST} letters, digits, _ or -"
                ));
            }
            let key = KeyHash::of(key);
            if named.iter().any(|(known, hash)| known.folded() == name.folded() || *hash == key) {
                return Err(format!(
                    "entry {number} has the name or the key of an entry before it; expected another one"
                ));
            }
            named.push((name, key));
        }
        Ok(Self(named))
    }
}

fn is_key(text: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "_-".contains(c);
    text.strip_prefix(INSTRUCTOR_KEY)
        .is_some_and(|rest| rest.len() >= SHORTEST && rest.chars().all(is_part))
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "gi_abcdefghijklmnopqrstuvwxyz_-0123";

    #[test]
    fn names_and_keys_are_read() {
        let two = format!(" Barbara Liskov:{KEY}, Ada : {KEY}x ,");
        let NamedInstructors(instructors) = two.parse().unwrap();
        let names: Vec<&str> = instructors.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["Barbara Liskov", "Ada"]);
        assert_eq!(instructors[0].1, KeyHash::of(KEY));
        assert_eq!("".parse::<NamedInstructors>(), Ok(NamedInstructors(Vec::new())));
    }

    #[test]
    fn what_is_malformed_is_refused_without_its_key() {
        let longer = format!("{KEY}x");
        for (text, expected) in [
            (KEY.to_owned(), "entry 1 has no colon"),
            (format!("Ada:{KEY},{longer}"), "entry 2 has no colon"),
            (format!(":{KEY}"), "entry 1: "),
            ("Ada:gk_abcdefghijklmnopqrstuvwxyz".to_owned(), "the key of entry 1 is malformed"),
            ("Ada:gi_short".to_owned(), "the key of entry 1 is malformed"),
            (format!("Ada:{KEY}, ada:{longer}"), "entry 2 has the name or the key"),
            (format!("Ada:{KEY}, Grace:{KEY}"), "entry 2 has the name or the key"),
        ] {
            let error = text.parse::<NamedInstructors>().unwrap_err();
            assert!(error.starts_with(expected), "{error}");
            assert!(!error.contains("abcdef"), "{error}");
        }
    }
}
