//! Which boards callers have had lately: so that an answer to an older one, or to that of somebody else, is known as such.

use std::cmp::Reverse;
use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use quick_cache::sync::Cache;

use crate::course::LearnerId;
use crate::step::{Fingerprint, Nonce, StepNumber, SubjectId, TaskIdentity, Timestamp};

/// How many boards of one caller and step are remembered.
const BOARDS: usize = 8;

/// For how many callers and steps boards are remembered.
const CALLERS: usize = 8192;

/// Whose boards, and of which step.
type Key = (StepNumber, Fingerprint, SubjectId);

/// The boards of a caller at a step.
struct Boards {
    /// None if nothing of what the caller does is recorded.
    learner: Option<LearnerId>,
    /// The latest first, with the time at which each was served first.
    served: Mutex<VecDeque<(Timestamp, Nonce)>>,
}

/// The boards that were served lately, in memory: after a restart, and on another replica, none are known.
pub(crate) struct RecentBoards(Cache<Key, Arc<Boards>>);

impl Default for RecentBoards {
    fn default() -> Self {
        Self(Cache::new(CALLERS))
    }
}

impl RecentBoards {
    /// Remembers a board that is served now, as the latest. The clock is read only if it was not known.
    pub(crate) fn add(
        &self,
        identity: TaskIdentity,
        learner: Option<LearnerId>,
        now: impl FnOnce() -> Timestamp,
    ) {
        let empty = || Ok(Arc::new(Boards { learner, served: Mutex::default() }));
        let Ok::<_, Infallible>(boards) = self.0.get_or_insert_with(&key(&identity), empty);
        let mut boards = boards.served();
        if let Some(place) = boards.iter().position(|(_, nonce)| *nonce == identity.nonce) {
            // The order of the others stays.
            (1..=place).rev().for_each(|place| boards.swap(place, place - 1));
        } else {
            boards.push_front((now(), identity.nonce));
            boards.truncate(BOARDS);
        }
    }

    /// The boards of the same caller and step, the latest first.
    pub(crate) fn of(&self, identity: &TaskIdentity) -> Vec<(Timestamp, TaskIdentity)> {
        let Some(boards) = self.0.get(&key(identity)) else { return Vec::new() };
        boards
            .served()
            .iter()
            .map(|&(served, nonce)| (served, TaskIdentity { nonce, ..*identity }))
            .collect()
    }

    /// The boards of other learners at the same step, the latest first; at most this many.
    pub(crate) fn of_other_learners(
        &self,
        identity: &TaskIdentity,
        limit: usize,
    ) -> Vec<(LearnerId, TaskIdentity)> {
        let mut found = Vec::new();
        for (key, boards) in self.0.iter() {
            let (step, fingerprint, subject) = key;
            let is_same_step = (step, fingerprint) == (identity.step, identity.fingerprint);
            if let Some(learner) =
                boards.learner.filter(|_| is_same_step && subject != identity.subject)
            {
                let board = |nonce| TaskIdentity { subject, nonce, ..*identity };
                let served = boards.served();
                found.extend(served.iter().map(|&(at, nonce)| (at, learner, board(nonce))));
            }
        }
        found.sort_unstable_by_key(|(at, ..)| Reverse(at.seconds()));
        found.truncate(limit);
        found.into_iter().map(|(_, learner, board)| (learner, board)).collect()
    }
}

impl Boards {
    fn served(&self) -> MutexGuard<'_, VecDeque<(Timestamp, Nonce)>> {
        // A list of numbers is whole at every moment.
        self.served.lock().unwrap_or_else(PoisonError::into_inner)
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
        let serve = |nonce, time| recent.add(board(nonce), None, || Timestamp::from_seconds(time));
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

    #[test]
    fn boards_of_others_are_those_of_learners_at_the_same_step() {
        let recent = RecentBoards::default();
        let board = |step, subject, nonce| TaskIdentity {
            step: StepNumber::new(step).unwrap(),
            fingerprint: Fingerprint::from_bits(1),
            subject: SubjectId::from_bytes([subject; 16]),
            nonce: Nonce::from_bits(nonce),
        };
        let served = [(7, 1, 1), (7, 2, 2), (7, 2, 3), (8, 2, 4), (7, 3, 5), (7, 0, 6)];
        for (time, (step, subject, nonce)) in (0..).zip(served) {
            // The one with the last number has no key.
            let learner = (subject > 0).then_some(LearnerId(i64::from(subject)));
            recent.add(board(step, subject, nonce), learner, || Timestamp::from_seconds(time));
        }
        let expected = [(3, 5), (2, 3), (2, 2)]
            .map(|(subject, nonce)| (LearnerId(i64::from(subject)), board(7, subject, nonce)));
        let found = |limit| recent.of_other_learners(&board(7, 1, 9), limit);
        assert_eq!(found(9), expected);
        assert_eq!(found(1), expected[..1]);
    }
}
