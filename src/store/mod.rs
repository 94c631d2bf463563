//! What is remembered: learners, their attempts and records, and matches.
//!
//! [`Store`] speaks in the domain's verbs. Serving a task needs none of them; an attempt is durable before its reply leaves.

mod attempt;
mod game;
mod learner;
mod record;
pub mod sqlite;

use async_trait::async_trait;
use thiserror::Error;

pub use attempt::{Attempt, Outcome, Progress, Recorded};
pub use game::{GameChange, StoredGame};
pub use learner::{KeyHash, Learner, LearnerId, LearnerKey, LearnerName, NAME_LIMIT, NotAName};
pub use record::{NotARecordName, RecordEntry, RecordName, SavedRecord};
pub use sqlite::SqliteStore;

use crate::game::GameId;
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
    /// The match is no longer as it was when the change was thought of.
    #[error("the match has changed meanwhile")]
    GameChanged,
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

    /// Records a judged answer, unless the same answer to the same task is recorded already.
    async fn record_attempt(&self, attempt: Attempt) -> Result<Recorded, StoreError>;

    /// What a learner has done so far.
    async fn progress(&self, learner: LearnerId) -> Result<Progress, StoreError>;

    /// Keeps a new match.
    async fn start_game(&self, game: StoredGame, at: Timestamp) -> Result<(), StoreError>;

    /// The match with this id.
    async fn game(&self, id: GameId) -> Result<Option<StoredGame>, StoreError>;

    /// Replaces the moves of a match, if nobody has since they were read: see [`GameChange`].
    async fn change_game(&self, change: GameChange) -> Result<(), StoreError>;

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

    /// Whether the database answers.
    async fn ready(&self) -> Result<(), StoreError>;
}
