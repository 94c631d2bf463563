//! What a solver knows of positions that it has met: many orders of moves lead to the same one.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::ending::Ending;
use super::standing::Bounds;

/// The standings that are still possible, by position.
#[derive(Debug, Default)]
pub(super) struct Transpositions(HashMap<u128, Bounds, BuildHasherDefault<KeyHasher>>);

impl Transpositions {
    pub(super) fn get(&self, ending: &Ending) -> Bounds {
        self.0.get(&ending.key()).copied().unwrap_or(Bounds::ALL)
    }

    pub(super) fn insert(&mut self, ending: &Ending, bounds: Bounds) {
        self.0.insert(ending.key(), bounds);
    }
}

/// Mixes the bits of a key. Keys come from positions, not from strangers, so that they need no hash
/// that is hard to foresee; and this one is asked for at every step of a search.
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
