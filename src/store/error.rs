//! Why an operation of a store fails.

use std::fmt::Display;

use thiserror::Error;

use super::guessing::Refusal;

/// The result of a store operation.
pub(super) type Result<T, E = StoreError> = std::result::Result<T, E>;

/// Why a store operation failed.
#[derive(Clone, Debug, Error)]
pub enum StoreError {
    /// Another learner or an instructor has the name, or a name or nickname that looks like it. Letter case is ignored.
    #[error("the name is taken")]
    NameTaken,
    /// Another learner has the e-mail address or the student id.
    #[error("another learner has the same e-mail address or student id")]
    MemberTaken,
    /// An instructor of this name exists.
    #[error("an instructor has the name already")]
    InstructorTaken,
    /// A decision was to void answers, and there are none.
    #[error("there is no answer to void")]
    NothingToVoid,
    /// The attempt, extension, decision or instructor does not exist.
    #[error("there is no such entry")]
    EntryUnknown,
    /// The learner may not answer now. Nothing is recorded, and the reply must not contain the verdict.
    #[error("the learner may not answer now: {0:?}")]
    Refused(Refusal),
    /// The learner does not exist, or is forgotten.
    #[error("there is no such learner")]
    LearnerUnknown,
    /// The learner has as many records as are allowed.
    #[error("the learner has {0} records, which is the limit")]
    TooManyRecords(u32),
    /// The learner already has a record with this name.
    #[error("the record's name is taken")]
    RecordTaken,
    /// The learner has no record with this name.
    #[error("there is no record with this name")]
    RecordUnknown,
    /// Another request has changed the match since it was read.
    #[error("the match has changed in the meantime")]
    MatchChanged,
    /// The database failed. The text is for the log, not for the client.
    #[error("the database failed: {0}")]
    Database(String),
}

impl StoreError {
    /// A stored value does not have the form of its column.
    pub(super) fn unreadable(error: impl Display) -> Self {
        Self::Database(format!("a stored value cannot be read: {error}"))
    }
}
