//! How frequent answers are: what is frequent fits by chance.

use std::collections::HashMap;

use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;

use super::kind::Kind;
use super::solution::{Choice, Solution as _};
use super::solved::Rule;

/// How frequent each item is among the right ones of a kind.
pub(super) struct Frequencies {
    counts: HashMap<String, u32>,
    total: u32,
    /// How unlikely an item is at least that has no count.
    unseen_bits: f64,
}

impl Frequencies {
    pub(super) fn of<K: Kind>(rule: &Rule<K>) -> Self {
        let mut frequencies =
            Self { counts: HashMap::new(), total: 0, unseen_bits: K::UNSEEN_BITS };
        for seed in 0..K::SAMPLE_TASKS {
            let solved = rule.draw(&mut ChaCha8Rng::seed_from_u64(seed.into()));
            for item in solved.solutions.iter().flat_map(|solution| solution.items(Choice::First)) {
                *frequencies.counts.entry(item.to_string()).or_default() += 1;
                frequencies.total += 1;
            }
        }
        frequencies
    }

    /// Whether an item is right hardly ever: on none of the sampled tasks.
    pub(super) fn is_rare(&self, item: &str) -> bool {
        !self.counts.contains_key(item)
    }

    /// How unlikely an item is, in bits.
    pub(super) fn bits(&self, item: &str) -> f64 {
        let bits = |count: u32| (f64::from(self.total + 2) / f64::from(count + 1)).log2();
        self.counts.get(item).map_or_else(|| bits(0).max(self.unseen_bits), |&count| bits(count))
    }
}
