//! What a solver knows of the positions that it has searched: many orders of moves lead to the same one.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::ending::Ending;

/// How the game ends with best play for the player to move; the better, the greater.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Wdl {
    Loss,
    Draw,
    Win,
}

impl Wdl {
    /// The next worse result, if there is one.
    pub(super) const fn next_worse(self) -> Option<Wdl> {
        match self {
            Wdl::Loss => None,
            Wdl::Draw => Some(Wdl::Loss),
            Wdl::Win => Some(Wdl::Draw),
        }
    }

    /// The same result from the opponent's point of view.
    pub(super) const fn reversed(self) -> Wdl {
        match self {
            Wdl::Loss => Wdl::Win,
            Wdl::Draw => Wdl::Draw,
            Wdl::Win => Wdl::Loss,
        }
    }
}

/// The results that are still possible: from `lower` to `upper`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bounds {
    pub(super) lower: Wdl,
    pub(super) upper: Wdl,
}

impl Bounds {
    /// Nothing is known.
    const UNKNOWN: Bounds = Bounds { lower: Wdl::Loss, upper: Wdl::Win };

    /// The result of a search with this window, if the bounds decide it.
    pub(super) fn cutoff(self, alpha: Wdl, beta: Wdl) -> Option<Wdl> {
        if self.lower >= beta {
            Some(self.lower)
        } else if self.upper <= alpha || self.lower == self.upper {
            Some(self.upper)
        } else {
            None
        }
    }

    /// What is known after a search with this window. A result at an end of the window is a bound only.
    pub(super) fn after_search(self, alpha: Wdl, beta: Wdl, result: Wdl) -> Bounds {
        if result == alpha {
            Bounds { upper: result, ..self }
        } else if result == beta {
            Bounds { lower: result, ..self }
        } else {
            Bounds { lower: result, upper: result }
        }
    }
}

/// The bounds by position.
#[derive(Debug, Default)]
pub(super) struct TranspositionTable(HashMap<u128, Bounds, BuildHasherDefault<KeyHasher>>);

impl TranspositionTable {
    pub(super) fn get(&self, ending: &Ending) -> Bounds {
        self.0.get(&ending.key()).copied().unwrap_or(Bounds::UNKNOWN)
    }

    pub(super) fn insert(&mut self, ending: &Ending, bounds: Bounds) {
        self.0.insert(ending.key(), bounds);
    }
}

/// A fast hash without protection against collisions made on purpose: keys come from positions, not from users, and a search
/// looks up every node.
#[derive(Debug, Default)]
struct KeyHasher(u64);

impl KeyHasher {
    fn mix(&mut self, word: u64) {
        let mixed = (self.0 ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = mixed ^ mixed >> 32;
    }
}

impl Hasher for KeyHasher {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.mix(byte.into());
        }
    }

    fn write_u128(&mut self, key: u128) {
        #[expect(clippy::cast_possible_truncation, reason = "the lower and the upper half")]
        let (lower, upper) = (key as u64, (key >> 64) as u64);
        self.mix(lower);
        self.mix(upper);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
