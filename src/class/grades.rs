//! The gradebook of the class.

use super::Curriculum;
use crate::course::{Gradebook, GradebookStep, SectionName};
use crate::store::{Store, StoreError};

/// The steps of a gradebook: all of the catalogue that are not hidden, whether they are open or not.
#[must_use]
pub fn steps_of(curriculum: &Curriculum) -> Vec<GradebookStep> {
    todo!()
}

/// The gradebook of a section, or of the whole class.
pub async fn gradebook(
    store: &dyn Store,
    curriculum: &Curriculum,
    section: Option<&SectionName>,
) -> Result<Gradebook, StoreError> {
    todo!()
}
