//! Persistent data: learners, their attempts and records, and matches.
//!
//! [`Store`] is a trait of domain verbs; [`open`] opens a database by its URL. Serving a task reads and writes nothing
//! here. An attempt is durable before its reply is sent.

mod attempt;
mod guessing;
mod learner;
mod matches;
mod open;
pub mod sqlite;

use async_trait::async_trait;
use thiserror::Error;

pub use attempt::{
    NewAttempt, PastAttempt, Progress, RawAnswer, RawRest, Standing, StoredDiagnosis,
    StoredVerdict, Submitted, VerdictBasis,
};
pub use guessing::Refusal;
pub use learner::{KeyHash, Learner, LearnerId, LearnerKey, LearnerName, NAME_LIMIT, NotAName};
pub use matches::{
    MatchChange, MatchEntry, NotARecordName, RecordEntry, RecordName, RecordPage, SaveMode,
    SavedRecord, StoredMatch,
};
pub use open::{DatabaseUrl, NotADatabaseUrl, OpenError, open};

use crate::game::MatchId;
use crate::step::{StepNumber, Timestamp};

/// Why a store operation failed.
#[derive(Debug, Error)]
pub enum StoreError {
    /// Another learner has the name, or one that looks like it; upper and lower case do not count.
    #[error("the name is taken")]
    NameTaken,
    /// There is no such learner any more.
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
    /// The database failed; the text is for the log, not for the client.
    #[error("the database failed: {0}")]
    Database(String),
}

/// The database of a server. Every write that returns `Ok` survives a crash of the process and of the machine.
#[async_trait]
pub trait Store: Send + Sync {
    /// Registers a learner under a name that is not taken.
    async fn register_learner(
        &self,
        name: &LearnerName,
        key: KeyHash,
        at: Timestamp,
    ) -> Result<Learner, StoreError>;

    /// The learner whose key has this hash.
    async fn learner_by_key(&self, key: KeyHash) -> Result<Option<Learner>, StoreError>;

    /// Records a judged answer and returns the stored verdict: its own, or the earlier one if the same answer to the same task is
    /// recorded already. Or refuses it: a learner who was wrong too often has to wait or to take another task, and may make so many attempts
    /// a day. All this is decided in one transaction.
    async fn submit_attempt(
        &self,
        attempt: NewAttempt,
        per_day: u32,
    ) -> Result<Submitted, StoreError>;

    /// The progress of a learner.
    async fn progress(&self, learner: LearnerId) -> Result<Progress, StoreError>;

    /// The latest attempts of a learner at a step, at most so many, the latest first.
    async fn attempts(
        &self,
        learner: LearnerId,
        step: StepNumber,
        limit: u32,
    ) -> Result<Vec<PastAttempt>, StoreError>;

    /// Stores a new match.
    async fn create_match(&self, new: StoredMatch, at: Timestamp) -> Result<(), StoreError>;

    /// The match with this id.
    async fn load_match(&self, id: MatchId) -> Result<Option<StoredMatch>, StoreError>;

    /// Replaces the moves of a match, unless they have changed since they were read: see [`MatchChange`].
    async fn save_match(&self, change: MatchChange) -> Result<(), StoreError>;

    /// Deletes matches of nobody that were last changed before a time, at most this many, and returns how many there were. A match belongs to
    /// the learner who has created it, or to the task that it was created for.
    async fn expire_matches(&self, before: Timestamp, limit: u32) -> Result<u64, StoreError>;

    /// The matches that a learner has created, the open ones first and then the latest first; at most this many.
    async fn matches_of(
        &self,
        learner: LearnerId,
        limit: u32,
    ) -> Result<Vec<MatchEntry>, StoreError>;

    /// Saves a record under a name that the learner has not used yet, or has used: see [`SaveMode`]. A learner may have this many.
    async fn save_record(
        &self,
        learner: LearnerId,
        name: &RecordName,
        record: SavedRecord,
        mode: SaveMode,
        limit: u32,
    ) -> Result<(), StoreError>;

    /// Deletes a learner's record.
    async fn delete_record(&self, learner: LearnerId, name: &RecordName) -> Result<(), StoreError>;

    /// A page of a learner's records, the latest last.
    async fn records(
        &self,
        learner: LearnerId,
        page: RecordPage,
    ) -> Result<Vec<RecordEntry>, StoreError>;

    /// How many records a learner has.
    async fn count_records(&self, learner: LearnerId) -> Result<u32, StoreError>;

    /// A learner's latest records, the latest first; at most this many.
    async fn latest_records(
        &self,
        learner: LearnerId,
        limit: u32,
    ) -> Result<Vec<RecordEntry>, StoreError>;

    /// A learner's record with this name.
    async fn record(
        &self,
        learner: LearnerId,
        name: &RecordName,
    ) -> Result<Option<SavedRecord>, StoreError>;

    /// Whether the database can be read and written: something is read, and something is written to the disk.
    async fn ready(&self) -> Result<(), StoreError>;

    /// Finishes the pending writes, refuses all later calls, and returns when the database is closed.
    async fn close(&self);
}
