//! What is wrong with a class list.

use gradus_text::Text;

/// What is wrong with a class list: the line, what was found, and the help.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {}; {}", .what.english(), .help.english())]
pub struct RosterDiagnostic {
    /// The line, from 1.
    pub line: usize,
    /// What was found.
    pub what: Text,
    /// What to do about it.
    pub help: Text,
}

impl RosterDiagnostic {
    /// A diagnostic of a line.
    pub fn new(line: usize, what: Text, help: Text) -> Self {
        Self { line, what, help }
    }
}
