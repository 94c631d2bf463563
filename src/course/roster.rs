//! A class list in CSV.

use super::learner::LearnerName;
use super::member::{EmailAddress, SectionName, StudentId};

/// A line of a class list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RosterRow {
    /// The line in the file, from 1.
    pub line: usize,
    /// The name.
    pub name: LearnerName,
    /// The section.
    pub section: Option<SectionName>,
    /// The e-mail address.
    pub email: Option<EmailAddress>,
    /// The student id.
    pub student_id: Option<StudentId>,
}

/// What is wrong with a class list: the line, what was found, and the help.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}; {help}")]
pub struct RosterFault {
    /// The line, from 1.
    pub line: usize,
    /// What was found.
    pub what: String,
    /// What to do about it.
    pub help: String,
}

/// Reads a class list: a head with `name` and any of `section`, `email`, `id`, then a line for each learner. Separated by commas,
/// semicolons or tabs, quoted as RFC 4180 says; a byte order mark is skipped. `sections` are those of the course; empty: any.
pub fn read_roster(text: &str, sections: &[SectionName]) -> Result<Vec<RosterRow>, Vec<RosterFault>> {
    todo!()
}
