//! Gradebooks in CSV, for spreadsheets and learning platforms.

use super::gradebook::Gradebook;

/// A form of a gradebook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GradebookFormat {
    /// One line for each learner, with everything: for spreadsheets.
    Csv,
    /// Moodle's import of grades.
    Moodle,
    /// Canvas's import of a gradebook.
    Canvas,
}

/// What a platform needs to know whose grades they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GradeColumns {
    /// One column for each step.
    Steps,
    /// Only the total.
    Total,
}

impl Gradebook {
    /// The gradebook as CSV (RFC 4180). A cell that a spreadsheet would take for a formula begins with an apostrophe.
    #[must_use]
    pub fn to_csv(&self, format: GradebookFormat, columns: GradeColumns) -> String {
        todo!()
    }
}
