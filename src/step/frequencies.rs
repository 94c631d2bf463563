//! How frequent answers are: what is frequent fits by chance.

use std::collections::HashMap;

use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;

use super::kind::{Kind, Rule};
use super::solution::{Choice, Solution as _};
use super::solved::SolvedTask;

/// How frequent each item is among the right ones of a kind.
pub(super) struct Frequencies {
    counts: HashMap<String, u32>,
    total: u32,
}

impl Frequencies {
    pub(super) fn of<K: Kind>(rule: &Rule<K>) -> Self {
        let mut frequencies = Self { counts: HashMap::new(), total: 0 };
        for seed in 0..K::SAMPLE_TASKS {
            let SolvedTask { solutions, .. } =
                rule.draw(&mut ChaCha8Rng::seed_from_u64(seed.into()));
            for item in solutions.iter().flat_map(|solution| solution.items(Choice::First)) {
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
        let count = self.counts.get(item).copied().unwrap_or(0);
        (f64::from(self.total + 2) / f64::from(count + 1)).log2()
    }
}
