//! Which boards a caller has had lately: so that an answer to an older one can be told as such.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};

use quick_cache::sync::Cache;

use crate::step::{Fingerprint, Nonce, StepNumber, SubjectId, TaskIdentity, Timestamp};

/// How many boards of one caller and step are remembered.
const BOARDS: usize = 8;

/// For how many callers and steps boards are remembered.
const CALLERS: usize = 8192;

/// Whose boards, and of which step.
type Key = (StepNumber, Fingerprint, SubjectId);

/// The boards, the latest first, with the time at which each was served first.
type Boards = Arc<Mutex<VecDeque<(Timestamp, Nonce)>>>;

/// The boards that were served lately, in memory: after a restart, and on another replica, none are known.
pub(super) struct RecentBoards(Cache<Key, Boards>);

impl Default for RecentBoards {
    fn default() -> Self {
        Self(Cache::new(CALLERS))
    }
}

impl RecentBoards {
    /// Remembers a board that is served now.
    pub(super) fn add(&self, identity: TaskIdentity, now: Timestamp) {
        let Ok::<_, Infallible>(boards) =
            self.0.get_or_insert_with(&key(&identity), || Ok(Boards::default()));
        // A list of numbers is whole at every moment.
        let mut boards = boards.lock().unwrap_or_else(PoisonError::into_inner);
        boards.retain(|(_, nonce)| *nonce != identity.nonce);
        boards.push_front((now, identity.nonce));
        boards.truncate(BOARDS);
    }

    /// The boards of the same caller and step, the latest first.
    pub(super) fn of(&self, identity: &TaskIdentity) -> Vec<(Timestamp, TaskIdentity)> {
        let Some(boards) = self.0.get(&key(identity)) else { return Vec::new() };
        let boards = boards.lock().unwrap_or_else(PoisonError::into_inner);
        boards
            .iter()
            .map(|&(served, nonce)| (served, TaskIdentity { nonce, ..*identity }))
            .collect()
    }
}

fn key(identity: &TaskIdentity) -> Key {
    (identity.step, identity.fingerprint, identity.subject)
}
