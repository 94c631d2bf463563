//! Step 13: in how many ways a line can still be completed.

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use crate::board::numerical::{Number, NumberSet, WINNING_SETS};
use crate::kinds::item::whole_number;
use crate::step::{Count, Expected, Feedback, Misconception, OldKind as Kind};

/// For the numbers of each line: how many of the 86 winning sets contain them all.
pub enum Completions {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    lines: Count<10, 50>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    lines: Vec<Line>,
}

/// One to three numbers on a line of four cells.
#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "Vec<u8>", into = "Vec<u8>")]
struct Line(NumberSet);

/// Why a list of integers is not a line with an empty cell.
#[derive(Debug, thiserror::Error)]
enum LineError {
    #[error("{0} is not a number of the game; expected 1 to 16")]
    Number(u8),
    #[error("{0} is on the line twice")]
    Twice(Number),
    #[error("{0} numbers on a line; expected 1 to 3")]
    Count(usize),
}

impl TryFrom<Vec<u8>> for Line {
    type Error = LineError;

    fn try_from(values: Vec<u8>) -> Result<Self, LineError> {
        if !(1..=3).contains(&values.len()) {
            return Err(LineError::Count(values.len()));
        }
        let mut numbers = NumberSet::EMPTY;
        for value in values {
            let number = Number::new(value).ok_or(LineError::Number(value))?;
            if numbers.contains(number) {
                return Err(LineError::Twice(number));
            }
            numbers = numbers.with(number);
        }
        Ok(Self(numbers))
    }
}

impl From<Line> for Vec<u8> {
    fn from(Line(numbers): Line) -> Self {
        numbers.iter().map(Number::value).collect()
    }
}

impl Kind for Completions {
    const NAME: &'static str = "numerical/completions";
    const FEEDBACK: Feedback = Feedback::Counted;
    const MISCONCEPTIONS: &'static [Misconception<Self>] = &[
        Misconception {
            id: "any-instead-of-all",
            hint: "A set counts only if it contains all numbers of the line, not just one of them.",
            solve: |task| {
                task.counts(|line| {
                    let shares = |set: &&NumberSet| !(**set & line).is_empty();
                    WINNING_SETS.iter().filter(shares).count()
                })
            },
        },
        Misconception {
            id: "orders-counted",
            hint: "A set has no order: the same four numbers on the empty cells in another order are not another set.",
            solve: |task| {
                task.counts(|line| {
                    let orders: u32 = (1..=4 - line.len()).product();
                    line.completions() * orders as usize
                })
            },
        },
        Misconception {
            id: "numbers-repeated",
            hint: "A set has four different numbers: each number of the game is used once.",
            solve: |task| {
                let sums = sums_with_repetition();
                task.counts(|line| sums.iter().filter(|sum| sum.contains_all(line)).count())
            },
        },
        Misconception {
            id: "sixteen-left-out",
            hint: "The numbers go from 1 to 16, both included.",
            solve: |task| {
                let sixteen: NumberSet = Number::new(Number::MAX).into_iter().collect();
                task.counts(|line| {
                    let without = |set: &&NumberSet| !set.contains_all(sixteen);
                    let sets = WINNING_SETS.iter().filter(without);
                    sets.filter(|set| set.contains_all(line)).count()
                })
            },
        },
        Misconception {
            id: "fewer-than-four",
            hint: "A line is complete with four numbers. Three numbers with the sum 34 are not a winning set.",
            solve: |task| {
                let threes = threes();
                task.counts(|line| {
                    let shorter = threes.iter().filter(|three| three.contains_all(line)).count();
                    line.completions() + shorter
                })
            },
        },
    ];

    type Params = Params;
    type Task = Task;
    type Item = i64;

    fn generate(params: &Params, rng: &mut ChaCha8Rng) -> Task {
        Task { lines: (0..params.lines.get()).map(|_| Line(line(rng))).collect() }
    }

    fn reference(task: &Task) -> Vec<i64> {
        task.counts(NumberSet::completions)
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<i64, Expected> {
        whole_number(text)
    }
}

impl Task {
    /// A count for each line.
    #[expect(clippy::expect_used, reason = "every solver counts a few hundred sets at most")]
    fn counts(&self, count: impl Fn(NumberSet) -> usize) -> Vec<i64> {
        let small = |count| i64::try_from(count).expect("a small count");
        self.lines.iter().map(|&Line(numbers)| small(count(numbers))).collect()
    }
}

/// One to three numbers. Most sets of three have one completion, so these are the fewest. The weights were found by trial: the
/// test below shows how frequent each count is.
#[expect(clippy::expect_used, reason = "a number of the game is drawn")]
fn line(rng: &mut ChaCha8Rng) -> NumberSet {
    let size = match rng.random_range(0..20) {
        0..7 => 1,
        7..16 => 2,
        _ => 3,
    };
    let mut numbers = NumberSet::EMPTY;
    while numbers.len() < size {
        let drawn = Number::new(rng.random_range(1..=Number::MAX));
        numbers.insert(drawn.expect("a number of the game"));
    }
    numbers
}

/// The numbers of every sum of four numbers that makes 34, if a number may occur several times.
fn sums_with_repetition() -> Vec<NumberSet> {
    let mut sums = Vec::new();
    for a in 1..=Number::MAX {
        for b in a..=Number::MAX {
            for c in b..=Number::MAX {
                let fourth = 34_u8.checked_sub(a + b + c).filter(|&d| d >= c).and_then(Number::new);
                if let Some(d) = fourth {
                    sums.push([a, b, c].into_iter().filter_map(Number::new).chain([d]).collect());
                }
            }
        }
    }
    sums
}

/// The sets of three numbers with sum 34.
fn threes() -> Vec<NumberSet> {
    let mut sets = Vec::new();
    for a in 1..=Number::MAX {
        for b in a + 1..=Number::MAX {
            let third = 34_u8.checked_sub(a + b).filter(|&c| c > b).and_then(Number::new);
            if let Some(c) = third {
                sets.push([a, b].into_iter().filter_map(Number::new).chain([c]).collect());
            }
        }
    }
    sets
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use rand::SeedableRng as _;

    use super::*;

    #[test]
    fn no_count_is_frequent() {
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        let mut frequencies: BTreeMap<usize, usize> = BTreeMap::new();
        for _ in 0..2000 {
            *frequencies.entry(line(&mut rng).completions()).or_default() += 1;
        }
        assert!(frequencies.values().all(|&count| count < 2000 / 6), "{frequencies:?}");
    }
}
