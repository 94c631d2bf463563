//! What is remembered: learners and their attempts.
//!
//! [`Store`] speaks in the domain's verbs. Serving a task needs none of them; an attempt is durable before its reply leaves.

mod attempt;
mod learner;
pub mod sqlite;

use async_trait::async_trait;
use thiserror::Error;

pub use attempt::{Attempt, Outcome, Progress, Recorded};
pub use learner::{KeyHash, Learner, LearnerId, LearnerKey, LearnerName, NAME_LIMIT, NotAName};
pub use sqlite::SqliteStore;

use crate::step::Timestamp;

/// Why the store did not do what it was asked.
#[derive(Debug, Error)]
pub enum StoreError {
    /// Another learner has the name, in this or another case of letters.
    #[error("the name is taken")]
    NameTaken,
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

    /// Whether the database answers.
    async fn ready(&self) -> Result<(), StoreError>;
}
