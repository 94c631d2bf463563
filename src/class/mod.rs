//! What instructors do with a class, over the store: imports, gradebooks, replays, judging again. It knows no HTTP: the pages, the API
//! and the command line use the same functions.

mod curriculum;
mod grades;
mod rejudge;
mod replay;
mod roster;

pub use curriculum::Curriculum;
pub use grades::{gradebook, steps_of};
pub use rejudge::{Regraded, RejudgeReport, Rejudged, Scope, regrade, rejudge};
pub use replay::{Replay, ReplayedItem, replay};
pub use roster::{
    ImportError, ImportedLearner, NewKey, OnRegistered, RosterReport, RosterPlan, find_learner, import, plan,
};

use thiserror::Error;

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
