//! What instructors do with a class, over the store: imports, gradebooks, replays, judging again. It knows no HTTP: the pages, the API
//! and the command line use the same functions.

mod curriculum;
mod grades;
mod rejudge;
mod replay;
mod roster;

pub use curriculum::Curriculum;
pub use grades::{gradebook, steps_of};
pub use rejudge::{RegradeReport, Regraded, RejudgeReport, Rejudged, Scope, regrade, rejudge};
pub use replay::{Replay, Replayable, ReplayedItem};
pub use roster::{
    ChangedLearner, ImportError, ImportedLearner, OnRegistered, PlannedChange, RosterField,
    RosterPlan, RosterReport, find_learner, import, plan,
};

use rand::TryRng as _;
use rand::rngs::SysRng;
use thiserror::Error;

use crate::course::LearnerKey;
use crate::store::StoreError;

/// Why something could not be done with the class.
#[derive(Debug, Error)]
pub enum ClassError {
    /// The store failed or refused.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The system gave no random bytes for a key.
    #[error("no random bytes: {0}")]
    NoRandom(String),
}

/// A new learner's key.
pub fn new_learner_key() -> Result<LearnerKey, ClassError> {
    random_bytes().map(LearnerKey::from_bytes)
}

/// A new instructor's key.
pub fn new_instructor_key() -> Result<LearnerKey, ClassError> {
    random_bytes().map(LearnerKey::of_instructor)
}

/// Unpredictable bytes of the system's random source.
fn random_bytes() -> Result<[u8; 24], ClassError> {
    let mut bytes = [0; 24];
    let filled = SysRng.try_fill_bytes(&mut bytes);
    filled.map_err(|error| ClassError::NoRandom(error.to_string()))?;
    Ok(bytes)
}
