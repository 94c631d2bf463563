//! The instructors who are named to the server when it starts, for a server whose first instructor comes from its deployment.

use std::str::FromStr;

use clap::Args;
use gradus::course::{INSTRUCTOR_KEY, KeyHash, LearnerName, NotAName};
use gradus::store::{Store, StoreError};
use thiserror::Error;

use super::values::hidden;

/// Instructors beside those in the database.
#[derive(Args)]
pub(crate) struct NamedInstructorOptions {
    /// Instructors and their keys, beside those in the database: for deployments, preferably from the environment
    #[arg(long, env = "GRADUS_INSTRUCTORS", value_name = "NAME:KEY,…", hide_env_values = true, value_parser = hidden::<NamedInstructors>())]
    instructors: Option<NamedInstructors>,
}

impl NamedInstructorOptions {
    /// The instructors with the hashes of their keys.
    pub(super) fn instructors(self) -> Vec<(LearnerName, KeyHash)> {
        self.instructors.map(|NamedInstructors(named)| named).unwrap_or_default()
    }
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

/// The instructors of a text, with the hashes of their keys.
#[derive(Clone, Debug, PartialEq, Eq)]
struct NamedInstructors(Vec<(LearnerName, KeyHash)>);

/// A key has at least so many characters after its beginning. What the server makes has 32.
const SHORTEST: usize = 20;

/// Why the instructors cannot be read. No message repeats what may be a key.
#[derive(Debug, PartialEq, Eq, Error)]
enum NotInstructors {
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
