//! `gradus instructors`: who runs the class. `--instructors` names more of them when a server starts, for one whose first instructor comes from
//! its deployment.

use std::str::FromStr;

use clap::{Args, Subcommand};
use gradus::app::class::new_instructor_key;
use gradus::app::now;
use gradus::course::{INSTRUCTOR_KEY, KeyHash, LearnerKey, LearnerName, NotAName};
use gradus::store::{Instructor, InstructorId, Store, StoreError};
use thiserror::Error;

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
        match action {
            Action::Add { name } => {
                database.open_or_create(async |store: &dyn Store| add(store, name).await).await
            }
            Action::List => database.open(list).await,
            Action::Remove { name } => {
                database.open(async |store: &dyn Store| remove(store, &name).await).await
            }
            Action::Rekey { name } => {
                database.open(async |store: &dyn Store| rekey(store, &name).await).await
            }
        }
    }
}

async fn add(store: &dyn Store, name: LearnerName) -> Result<(), CliError> {
    let key = new_instructor_key()?;
    match store.add_instructor(&name, key.hash(), now()).await {
        Ok(_) => show(&name, &key),
        Err(StoreError::InstructorTaken) => Err(CliError::InstructorTaken(name)),
        Err(StoreError::NameTaken) => Err(CliError::NameTaken(name.to_string())),
        Err(error) => Err(error.into()),
    }
}

async fn list(store: &dyn Store) -> Result<(), CliError> {
    let instructors = store.instructors().await?.into_iter();
    Ok(print_table(["name"], instructors.map(|instructor| [instructor.name.to_string()]))?)
}

async fn remove(store: &dyn Store, name: &LearnerName) -> Result<(), CliError> {
    let (found, id) = find(store, name).await?;
    store.remove_instructor(id).await?;
    eprintln!("{} is no longer an instructor.", found.name);
    if store.instructors().await?.is_empty() {
        eprintln!("No instructor is left in the database; `gradus instructors add` adds one.");
    }
    Ok(())
}

async fn rekey(store: &dyn Store, name: &LearnerName) -> Result<(), CliError> {
    let (found, id) = find(store, name).await?;
    let key = new_instructor_key()?;
    store.rekey_instructor(id, key.hash()).await?;
    show(&found.name, &key)
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
        CliError::unknown(format!("instructor {name} in the database"), known)
    })
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

/// Why the instructors cannot be read. No message repeats what may be a key.
#[derive(Debug, PartialEq, Eq, Error)]
pub(super) enum NotInstructors {
    /// There is no colon.
    #[error("entry {0} has no colon; expected NAME:KEY,NAME:KEY")]
    Form(usize),
    /// The name is none.
    #[error("entry {0}: {1}")]
    Name(usize, NotAName),
    /// The key is none.
    #[error(
        "the key of entry {0} is malformed; expected {INSTRUCTOR_KEY} and at least {SHORTEST} letters, digits, _ or -"
    )]
    Key(usize),
    /// A name or a key is there already.
    #[error("entry {0} has the name or the key of an entry before it; expected another one")]
    Repeated(usize),
}

impl FromStr for NamedInstructors {
    type Err = NotInstructors;

    fn from_str(text: &str) -> Result<Self, NotInstructors> {
        let mut named: Vec<(LearnerName, KeyHash)> = Vec::new();
        let entries = text.split(',').map(str::trim).filter(|entry| !entry.is_empty());
        for (number, entry) in (1..).zip(entries) {
            let (name, key) = entry.split_once(':').ok_or(NotInstructors::Form(number))?;
            let name: LearnerName =
                name.parse().map_err(|error| NotInstructors::Name(number, error))?;
            let key = key.trim();
            if !is_key(key) {
                return Err(NotInstructors::Key(number));
            }
            let key = KeyHash::of(key);
            if named.iter().any(|(known, hash)| known.folded() == name.folded() || *hash == key) {
                return Err(NotInstructors::Repeated(number));
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
            (KEY.to_owned(), NotInstructors::Form(1)),
            (format!("Ada:{KEY},{longer}"), NotInstructors::Form(2)),
            (format!(":{KEY}"), NotInstructors::Name(1, NotAName::Empty)),
            ("Ada:gk_abcdefghijklmnopqrstuvwxyz".to_owned(), NotInstructors::Key(1)),
            ("Ada:gi_short".to_owned(), NotInstructors::Key(1)),
            (format!("Ada:{KEY}, ada:{longer}"), NotInstructors::Repeated(2)),
            (format!("Ada:{KEY}, Grace:{KEY}"), NotInstructors::Repeated(2)),
        ] {
            let error = text.parse::<NamedInstructors>().unwrap_err();
            assert_eq!(error, expected);
            assert!(!error.to_string().contains("abcdef"), "{error}");
        }
    }
}
