//! Step 13: in how many ways a line can still be completed.

mod counting;
mod reading;
mod sets;

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IteratorRandom as _, SliceRandom as _};
use serde::{Deserialize, Serialize};

use self::reading::{Line, Reading, Task};
use crate::item::whole_number;
use crate::texts::numerical as hints;
use gradus_board::drawing::{Panel, numerical};
use gradus_board::numerical::{Number, NumberSet};
use gradus_step::{Aspects, Count, Feedback, Kind, One, Steering, Template, Text, Workload};

/// For the numbers of each line: how many of the 86 winning sets contain them all.
pub enum Completions {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    lines: Count<10, 50>,
}

impl Kind for Completions {
    const NAME: &'static str = "numerical/completions";
    const VERSION: u32 = 2;
    const WORKLOAD: Workload = Workload::Heavy;
    const FEEDBACK: Feedback = Feedback::Counted;
    // With 2400, what the misreadings answer alone is found first, which takes longer than it saves: 5.0 ms for 2.9 at the 99th percentile
    // of `check --seeds 1000`, and of 990 pairs one fewer is told.
    const DIAGNOSIS_LIMIT: usize = 600;

    type Params = Params;
    type Task = Task;
    type Item = i64;
    type Solution = One<i64>;
    type Reading = Reading;

    fn hints() -> &'static [&'static [Template]] {
        &[hints::COMPLETIONS]
    }

    fn aspects(aspects: &mut Aspects<Reading>) {
        reading::add_aspects(aspects);
    }

    fn generate(params: &Params, _: &Steering<Self>, rng: &mut ChaCha8Rng) -> Task {
        Task { lines: lines(rng, params.lines.get() as usize) }
    }

    fn solve<'a>(task: &'a Task, reading: &'a Reading) -> impl Iterator<Item = One<i64>> + 'a {
        reading.items(task).map(One)
    }

    #[expect(clippy::expect_used, reason = "there are 86 sets")]
    fn reference(task: &Task) -> Vec<One<i64>> {
        let count =
            |Line(numbers): &Line| i64::try_from(numbers.completions()).expect("a small count");
        task.lines.iter().map(count).map(One).collect()
    }

    fn panels(task: &Self::Task) -> Vec<Panel> {
        Panel::each(
            [numerical::lines(task.lines.iter().map(|line| line.0.iter()))],
            task.lines.len(),
        )
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<i64, Text> {
        whole_number(text)
    }
}

/// The lines of a task.
fn lines(rng: &mut ChaCha8Rng, count: usize) -> Vec<Line> {
    // Some numbers are in no list, so that most lists could be completed even without the numbers of the others.
    let mut lines = loop {
        let pool: NumberSet = NumberSet::ALL.iter().sample(rng, POOL).into_iter().collect();
        let mut sorts = SORTS.iter().cycle().take(count);
        let lines = sorts.try_fold(Vec::with_capacity(count), |mut lines, &sort| {
            let numbers = list(rng, pool, sort, &lines)?;
            lines.push(Line(numbers));
            Some(lines)
        });
        if let Some(lines) = lines {
            break lines;
        }
    };
    lines.shuffle(rng);
    lines
}

/// A sort of list.
#[derive(Clone, Copy)]
enum Sort {
    One,
    Two,
    /// Three numbers that a fourth completes, in one task of thirty; two in the others. A 1 is seldom right, so that a program that
    /// gives it wrongly is known by it.
    RarelyThree,
    /// Three numbers that lack one of themselves, such as 5, 9 and 15, which lack another 5.
    ThreeThatLackTheirOwn,
    /// Three numbers that lack more than 16.
    ThreeThatLackTooMuch,
    /// Two numbers with the sum of a list of one, or of three that lack too much.
    TwoLikeOne,
    TwoLikeThree,
}

/// The sorts of a task's lists. Most sets of three have one completion and would be guessed: so few others are among them.
const SORTS: [Sort; 10] = {
    use Sort::{
        One, RarelyThree, ThreeThatLackTheirOwn, ThreeThatLackTooMuch, Two, TwoLikeOne,
        TwoLikeThree,
    };
    [
        One,
        ThreeThatLackTooMuch,
        TwoLikeOne,
        TwoLikeThree,
        ThreeThatLackTheirOwn,
        RarelyThree,
        One,
        Two,
        One,
        Two,
    ]
};

/// How many numbers occur in the lists of a task.
const POOL: usize = 10;

/// How many lists are drawn to find one of a rare sort in the pool.
const TRIES: usize = 200;

/// A list of a sort that goes with those before it, if one is found in the pool.
fn list(rng: &mut ChaCha8Rng, pool: NumberSet, sort: Sort, before: &[Line]) -> Option<NumberSet> {
    let like = |size, sums: std::ops::RangeInclusive<u8>| {
        let is_like = move |Line(list): &&Line| list.len() == size && sums.contains(&list.sum());
        before.iter().rev().find(is_like).map(|Line(list)| list.sum())
    };
    let is_three = rng.random_ratio(1, 30);
    let (size, sum) = match sort {
        Sort::One => (1, None),
        Sort::Two => (2, None),
        Sort::RarelyThree if !is_three => (2, None),
        Sort::TwoLikeOne => (2, like(1, 5..=16)),
        Sort::TwoLikeThree => (2, like(3, 6..=17)),
        _ => (3, None),
    };
    for _ in 0..TRIES {
        let numbers: NumberSet = pool.iter().sample(rng, size).into_iter().collect();
        let missing = 34_u8.checked_sub(numbers.sum()).and_then(Number::new);
        let lacks_its_own = missing.is_some_and(|number| numbers.contains(number));
        let is_wanted = match sort {
            _ if size < 3 => {
                numbers.completions() > 1 && sum.is_none_or(|sum| numbers.sum() == sum)
            }
            Sort::ThreeThatLackTooMuch => numbers.sum() < 18,
            Sort::ThreeThatLackTheirOwn => lacks_its_own,
            _ => missing.is_some() && !lacks_its_own,
        };
        if is_wanted {
            return Some(numbers);
        }
    }
    None
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
        for &sort in SORTS.iter().cycle().take(2400) {
            let list = list(&mut rng, NumberSet::ALL, sort, &[]).unwrap();
            *frequencies.entry(list.completions()).or_default() += 1;
        }
        // Ten counts of at most one in four each are guessed right once in 2^20.
        assert!(frequencies.values().all(|&count| count < 2400 / 4), "{frequencies:?}");
    }
}
