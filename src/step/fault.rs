//! What is wrong with a challenge, and how to mend it.

use std::fmt;

/// One fault of a challenge folder, as its author reads it: where, what, and the mend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The file or folder, relative to the challenges.
    pub file: String,
    /// The line in the file, from 1, where there is one to name.
    pub line: Option<usize>,
    /// What was found.
    pub what: String,
    /// What the author can do about it.
    pub mend: String,
}

impl Fault {
    /// A fault of a whole file or folder.
    pub fn new(file: impl Into<String>, what: impl Into<String>, mend: impl Into<String>) -> Self {
        Self { file: file.into(), line: None, what: what.into(), mend: mend.into() }
    }

    /// The same fault, on this line.
    #[must_use]
    pub fn on_line(self, line: usize) -> Self {
        Self { line: Some(line), ..self }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        write!(f, ": {}; {}", self.what, self.mend)
    }
}
