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
    /// Remembers a board that is served now, as the latest. The clock is read only if it was not known.
    pub(super) fn add(&self, identity: TaskIdentity, now: impl FnOnce() -> Timestamp) {
        let Ok::<_, Infallible>(boards) =
            self.0.get_or_insert_with(&key(&identity), || Ok(Boards::default()));
        // A list of numbers is whole at every moment.
        let mut boards = boards.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(place) = boards.iter().position(|(_, nonce)| *nonce == identity.nonce) {
            // The order of the others stays.
            (1..=place).rev().for_each(|place| boards.swap(place, place - 1));
        } else {
            boards.push_front((now(), identity.nonce));
            boards.truncate(BOARDS);
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_that_is_served_again_is_the_latest_and_keeps_its_time() {
        let recent = RecentBoards::default();
        let board = |nonce| TaskIdentity {
            step: StepNumber::new(7).unwrap(),
            fingerprint: Fingerprint::from_bits(1),
            subject: SubjectId::from_bytes([0; 16]),
            nonce: Nonce::from_bits(nonce),
        };
        let serve = |nonce, time| recent.add(board(nonce), || Timestamp::from_seconds(time));
        let known = || -> Vec<_> {
            let boards = recent.of(&board(0)).into_iter();
            boards.map(|(served, board)| (board.nonce.to_bits(), served.seconds())).collect()
        };
        (1..=3).for_each(|nonce| serve(nonce, nonce));
        serve(1, 4);
        assert_eq!(known(), [(1, 1), (3, 3), (2, 2)]);
        (11..=18).for_each(|nonce| serve(nonce, nonce));
        assert!(known().iter().all(|(nonce, _)| *nonce > 10));
        serve(1, 20);
        assert_eq!(known()[..2], [(1, 20), (18, 18)]);
    }
}
