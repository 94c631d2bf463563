//! The instructors who are named to the server when it starts, for a server whose first instructor comes from its deployment.

use std::ffi::{OsStr, OsString};

use clap::Args;
use gradus::course::{INSTRUCTOR_KEY, KeyHash, LearnerName, NotAName};
use thiserror::Error;

/// The variable that names them: `Name:gi_…,Name:gi_…`.
pub(super) const VARIABLE: &str = "GRADUS_INSTRUCTORS";

/// Instructors beside those in the database.
#[derive(Args)]
pub(crate) struct NamedInstructorOptions {
    /// Instructors and their keys, beside those in the database: for deployments, preferably from the environment
    #[arg(long, env = VARIABLE, value_name = "NAME:KEY,…", hide_env_values = true)]
    instructors: Option<OsString>,
}

impl NamedInstructorOptions {
    /// The instructors with the hashes of their keys.
    pub(super) fn read(&self) -> Result<Vec<(LearnerName, KeyHash)>, NotInstructors> {
        self.instructors.as_deref().map_or_else(|| Ok(Vec::new()), read)
    }
}

/// A key has at least so many characters after its beginning. What the server makes has 32.
const SHORTEST: usize = 20;

/// Why the instructors cannot be read. No message repeats what may be a key.
#[derive(Debug, PartialEq, Eq, Error)]
pub(crate) enum NotInstructors {
    /// It is not text.
    #[error("it is not UTF-8")]
    Encoding,
    /// There is no colon.
    #[error("entry {0} is not of the form NAME:KEY")]
    Form(usize),
    /// The name is none.
    #[error("entry {0}: {1}")]
    Name(usize, NotAName),
    /// The key is none.
    #[error(
        "entry {0}: a key begins with {INSTRUCTOR_KEY} and has at least {SHORTEST} letters, digits, _ or - after that"
    )]
    Key(usize),
    /// A name or a key is there already.
    #[error("entry {0} has the name or the key of an entry before it")]
    Repeated(usize),
}

/// Reads the instructors with the hashes of their keys.
fn read(value: &OsStr) -> Result<Vec<(LearnerName, KeyHash)>, NotInstructors> {
    let text = value.to_str().ok_or(NotInstructors::Encoding)?;
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
    Ok(named)
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
        let instructors = read(two.as_ref()).unwrap();
        let names: Vec<&str> = instructors.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["Barbara Liskov", "Ada"]);
        assert_eq!(instructors[0].1, KeyHash::of(KEY));
        assert_eq!(read("".as_ref()), Ok(Vec::new()));
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
            let error = read(text.as_ref()).unwrap_err();
            assert_eq!(error, expected);
            assert!(!error.to_string().contains("abcdef"), "{error}");
        }
    }
}
