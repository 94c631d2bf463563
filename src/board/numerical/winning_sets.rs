//! The 86 sets of four numbers with sum 34, and what fits into one of them.
//!
//! Both tables are made by the compiler. The second has a bit for each of the 65 536 sets of
//! numbers, so that the question an evaluation asks of every line is one look-up.
//!
//! ```
//! use gradus::board::numerical::{Number, NumberSet, WINNING_SETS};
//!
//! assert_eq!(WINNING_SETS[0].to_string(), "1 2 15 16");
//! let pair: NumberSet = [15, 16].into_iter().filter_map(Number::new).collect();
//! assert_eq!(pair.completions(), 1);
//! assert!(pair.is_completable());
//! ```

use super::NumberSet;
use super::lines::SUM;

/// The sets of four different numbers with sum 34, in lexicographic order.
pub const WINNING_SETS: [NumberSet; 86] = winning_sets();

/// Bit `s % 64` of word `s / 64` says whether the set with the bits `s` is contained in a winning
/// set.
static COMPLETABLE: [u64; 1024] = completable();

impl NumberSet {
    /// Whether the set is contained in a winning set. Of four numbers: whether they are one.
    #[must_use]
    #[expect(clippy::indexing_slicing, reason = "a set has 16 bits, of which the word takes ten")]
    pub fn is_completable(self) -> bool {
        COMPLETABLE[usize::from(self.bits() / 64)] >> (self.bits() % 64) & 1 == 1
    }

    /// How many winning sets contain the whole set.
    #[must_use]
    pub fn completions(self) -> usize {
        WINNING_SETS.iter().filter(|winning| winning.contains_all(self)).count()
    }
}

#[expect(
    clippy::indexing_slicing,
    reason = "runs in the compiler, which refuses an index out of range"
)]
const fn winning_sets() -> [NumberSet; 86] {
    let mut sets = [NumberSet::EMPTY; 86];
    let mut found = 0;
    let mut a = 1;
    while a <= 16 {
        let mut b = a + 1;
        while b <= 16 {
            let mut c = b + 1;
            while c <= 16 {
                let mut d = c + 1;
                while d <= 16 {
                    if a + b + c + d == SUM {
                        sets[found] = NumberSet::from_bits(
                            1 << (a - 1) | 1 << (b - 1) | 1 << (c - 1) | 1 << (d - 1),
                        );
                        found += 1;
                    }
                    d += 1;
                }
                c += 1;
            }
            b += 1;
        }
        a += 1;
    }
    assert!(found == sets.len(), "there are 86 winning sets");
    sets
}

#[expect(
    clippy::indexing_slicing,
    reason = "runs in the compiler, which refuses an index out of range"
)]
const fn completable() -> [u64; 1024] {
    let mut table = [0; 1024];
    let mut index = 0;
    while index < WINNING_SETS.len() {
        let winning = WINNING_SETS[index];
        let mut subset = Some(winning);
        while let Some(numbers) = subset {
            table[(numbers.bits() / 64) as usize] |= 1 << (numbers.bits() % 64);
            subset = next_subset(numbers, winning);
        }
        index += 1;
    }
    table
}

/// The subset of `whole` that comes after `subset`, when one goes down from `whole` itself to the
/// empty set, the last.
pub(super) const fn next_subset(subset: NumberSet, whole: NumberSet) -> Option<NumberSet> {
    if subset.bits() == 0 {
        return None;
    }
    // The next smaller number with no other bits than those of the whole.
    Some(NumberSet::from_bits((subset.bits() - 1) & whole.bits()))
}
