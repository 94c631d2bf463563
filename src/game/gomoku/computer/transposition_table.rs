//! What alpha-beta knows of positions that it has searched: many orders of moves lead to the same one, and each iteration
//! meets the positions of the one before.

use super::position::Position;
use crate::board::gomoku::Point;

/// How many entries the table has. A newer position replaces an older one in the same slot.
const SIZE: usize = 1 << 12;

/// The results of searched positions.
#[derive(Debug)]
pub(super) struct TranspositionTable(Vec<Option<Entry>>);

/// The result of a search of a position.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    key: u64,
    pub(super) depth: i32,
    pub(super) score: i32,
    pub(super) bound: Bound,
    /// The best move, or the one that caused the beta cutoff.
    pub(super) best_move: Option<Point>,
}

/// How the score of an entry is to be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    /// It is the position's.
    Exact,
    /// The position's is this or greater: the search ended with a beta cutoff.
    Lower,
    /// The position's is this or less: no move raised alpha.
    Upper,
}

impl Entry {
    pub(super) const fn new(
        position: &Position,
        depth: i32,
        score: i32,
        bound: Bound,
        best_move: Option<Point>,
    ) -> Entry {
        Entry { key: position.key(), depth, score, bound, best_move }
    }

    /// The score, if it decides a search with this window.
    pub(super) fn cutoff(&self, alpha: i32, beta: i32) -> Option<i32> {
        let is_decisive = match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= beta,
            Bound::Upper => self.score <= alpha,
        };
        is_decisive.then_some(self.score)
    }
}

#[expect(clippy::indexing_slicing, reason = "a slot is below SIZE")]
impl TranspositionTable {
    pub(super) fn new() -> TranspositionTable {
        TranspositionTable(vec![None; SIZE])
    }

    pub(super) fn get(&self, position: &Position) -> Option<Entry> {
        self.0[slot(position.key())].filter(|entry| entry.key == position.key())
    }

    pub(super) fn insert(&mut self, entry: Entry) {
        self.0[slot(entry.key)] = Some(entry);
    }
}

#[expect(clippy::cast_possible_truncation, reason = "only the low bits are used")]
const fn slot(key: u64) -> usize {
    key as usize % SIZE
}
