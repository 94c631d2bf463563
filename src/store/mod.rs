//! What is remembered: learners, their attempts and records, and matches.
//!
//! [`Store`] speaks in the domain's verbs; [`open`] opens one by its URL. Serving a task needs none of them; an attempt is
//! durable before its reply leaves.

mod attempt;
mod learner;
mod matches;
mod open;
pub mod sqlite;

use async_trait::async_trait;
use thiserror::Error;

pub use attempt::{NewAttempt, Progress, StoredVerdict, Submitted, VerdictBasis};
pub use learner::{KeyHash, Learner, LearnerId, LearnerKey, LearnerName, NAME_LIMIT, NotAName};
pub use matches::{MatchChange, NotARecordName, RecordEntry, RecordName, SavedRecord, StoredMatch};
pub use open::{DatabaseUrl, NotADatabaseUrl, OpenError, open};

use crate::game::MatchId;
use crate::step::Timestamp;

/// Why the store did not do what it was asked.
#[derive(Debug, Error)]
pub enum StoreError {
    /// Another learner has the name, in this or another case of letters.
    #[error("the name is taken")]
    NameTaken,
    /// The learner has a record of this name.
    #[error("the record's name is taken")]
    RecordTaken,
    /// Somebody else has changed the match since it was read.
    #[error("the match was changed meanwhile")]
    MatchChanged,
    /// The database failed; the text is for the log, not for the learner.
    #[error("the database failed: {0}")]
    Database(String),
}

/// The memory of a server. Every write that returns `Ok` survives a crash of the process and of the machine.
#[async_trait]
pub trait Store: Send + Sync {
    /// Registers a learner under a name that nobody has.
    async fn register_learner(
        &self,
        name: &LearnerName,
        key: KeyHash,
        at: Timestamp,
    ) -> Result<Learner, StoreError>;

    /// The learner whose key has this hash.
    async fn learner_by_key(&self, key: KeyHash) -> Result<Option<Learner>, StoreError>;

    /// Records a judged answer and returns the verdict that is stored for it: its own, or the earlier one if the same answer to
    /// the same task is recorded already. One transaction decides.
    async fn submit_attempt(&self, attempt: NewAttempt) -> Result<Submitted, StoreError>;

    /// What a learner has done so far.
    async fn progress(&self, learner: LearnerId) -> Result<Progress, StoreError>;

    /// Stores a new match.
    async fn create_match(&self, new: StoredMatch, at: Timestamp) -> Result<(), StoreError>;

    /// The match with this id.
    async fn load_match(&self, id: MatchId) -> Result<Option<StoredMatch>, StoreError>;

    /// Replaces the moves of a match, if nobody else has since they were read: see [`MatchChange`].
    async fn save_match(&self, change: MatchChange) -> Result<(), StoreError>;

    /// Saves a record under a name that the learner has no other record under.
    async fn save_record(
        &self,
        learner: LearnerId,
        name: &RecordName,
        record: SavedRecord,
    ) -> Result<(), StoreError>;

    /// A learner's records, the latest last.
    async fn records(&self, learner: LearnerId) -> Result<Vec<RecordEntry>, StoreError>;

    /// A learner's record of this name.
    async fn record(
        &self,
        learner: LearnerId,
        name: &RecordName,
    ) -> Result<Option<SavedRecord>, StoreError>;

    /// Whether the database can be read and written.
    async fn ready(&self) -> Result<(), StoreError>;

    /// Finishes the writes that were asked for, refuses all later calls, and returns when the database is closed.
    async fn close(&self);
}
