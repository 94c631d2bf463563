//! Step 13: in how many ways a line can still be completed.

use rand::rngs::ChaCha8Rng;
use rand::seq::{IteratorRandom as _, SliceRandom as _};
use serde::{Deserialize, Serialize};

use super::HINTS;
use crate::board::numerical::{Number, NumberSet};
use crate::kinds::item::whole_number;
use crate::step::{Aspects, Catalogue, Count, Expected, Feedback, Kind, One, Steering, Workload};

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

/// How the rule is read.
pub struct Reading {
    contained: Contained,
    counted: Counted,
    repeated: Repeated,
    used: Used,
    parity: Parity,
    first: u8,
    last: u8,
    range: Range,
    /// How many numbers a set has.
    sizes: &'static [usize],
    sum: Sum,
    order: Order,
}

/// In which order the lists are answered.
#[derive(Clone, Copy)]
enum Order {
    Given,
    Sorted,
}

/// Which numbers of the list a set has.
#[derive(Clone, Copy)]
enum Contained {
    All,
    Any,
    None,
    /// All of them, and no others.
    Exactly,
}

/// What is counted.
#[derive(Clone, Copy)]
enum Counted {
    Sets,
    /// The orders of the numbers that the list lacks.
    OrdersOfMissing,
    OrdersOfAll,
}

/// Which numbers of a set may be equal.
#[derive(Clone, Copy)]
enum Repeated {
    None,
    /// A fourth number may be one of the three of the list.
    Fourth,
    /// The others may be numbers of the list, but not equal to each other.
    OfTheList,
    /// The others may be equal to each other, but not numbers of the list.
    AmongTheOthers,
    All,
}

/// Which numbers cannot complete a list any more.
#[derive(Clone, Copy)]
enum Used {
    None,
    InOtherLists,
    InEarlierLists,
}

/// Which numbers of a set must be from the first one to the last one.
#[derive(Clone, Copy)]
enum Range {
    OfAll,
    /// Those that are added to the list.
    OfOthers,
}

/// How many odd and even numbers a set has.
#[derive(Clone, Copy)]
enum Parity {
    Any,
    TwoAndTwo,
    /// The numbers that the list lacks are all odd or all even.
    OthersAlike,
}

/// What the numbers of a set add up to.
#[derive(Clone, Copy)]
enum Sum {
    Exactly(u8),
    AtMost34,
}

impl Default for Reading {
    fn default() -> Self {
        Self {
            contained: Contained::All,
            counted: Counted::Sets,
            repeated: Repeated::None,
            used: Used::None,
            parity: Parity::Any,
            first: 1,
            last: Number::MAX,
            range: Range::OfOthers,
            sizes: &[4],
            sum: Sum::Exactly(34),
            order: Order::Given,
        }
    }
}

impl Kind for Completions {
    const NAME: &'static str = "numerical/completions";
    const VERSION: u32 = 2;
    const WORKLOAD: Workload = Workload::Heavy;
    const FEEDBACK: Feedback = Feedback::Counted;
    const DIAGNOSIS_LIMIT: usize = 250;

    type Params = Params;
    type Task = Task;
    type Item = i64;
    type Solution = One<i64>;
    type Reading = Reading;

    fn hints() -> &'static Catalogue {
        &HINTS
    }

    fn aspects(aspects: &mut Aspects<Reading>) {
        aspects
            .add()
            .or("orders-counted", |reading| reading.counted = Counted::OrdersOfMissing)
            .or("orders-of-all-counted", |reading| reading.counted = Counted::OrdersOfAll);
        aspects
            .add()
            .or("any-instead-of-all", |reading| reading.contained = Contained::Any)
            .or("exactly-the-list", |reading| reading.contained = Contained::Exactly)
            .or("none-of-the-list", |reading| reading.contained = Contained::None);
        aspects
            .add()
            .or("numbers-repeated", |reading| reading.repeated = Repeated::All)
            .or("fourth-not-compared", |reading| reading.repeated = Repeated::Fourth)
            .or("not-compared-with-list", |reading| reading.repeated = Repeated::OfTheList)
            .or("others-repeated", |reading| reading.repeated = Repeated::AmongTheOthers);
        aspects
            .add()
            .or("sixteen-left-out", |reading| {
                reading.last = 15;
                reading.range = Range::OfAll;
            })
            .or("sixteen-not-added", |reading| reading.last = 15)
            .or("seventeen-included", |reading| reading.last = 17)
            .or("one-left-out", |reading| {
                reading.first = 2;
                reading.range = Range::OfAll;
            });
        aspects
            .add()
            .or("used-in-other-lists", |reading| reading.used = Used::InOtherLists)
            .or("used-in-earlier-lists", |reading| reading.used = Used::InEarlierLists);
        aspects
            .add()
            .or("two-odd-two-even", |reading| reading.parity = Parity::TwoAndTwo)
            .or("others-of-one-kind", |reading| reading.parity = Parity::OthersAlike);
        aspects
            .add()
            .or("fewer-than-four", |reading| reading.sizes = &[3, 4])
            .or("three-to-a-set", |reading| reading.sizes = &[3])
            .or("five-to-a-set", |reading| reading.sizes = &[5]);
        aspects
            .add()
            .or("at-most-34", |reading| reading.sum = Sum::AtMost34)
            .or_each(
                "another-sum",
                [30, 32, 33, 35].map(|sum: u8| (sum.to_string(), sum.to_string(), sum)),
                |reading, sum| reading.sum = Sum::Exactly(sum),
            )
            .alone();
        aspects.add().or("lists-sorted", |reading| reading.order = Order::Sorted).alone();
    }

    fn generate(params: &Params, _: &Steering<Self>, rng: &mut ChaCha8Rng) -> Task {
        let count = params.lines.get() as usize;
        // Some numbers are in no list, so that most lists could be completed even without the numbers of the others.
        let pool: NumberSet = NumberSet::ALL.iter().sample(rng, POOL).into_iter().collect();
        let mut lines: Vec<Line> =
            SORTS.iter().cycle().take(count).map(|&sort| Line(line(rng, pool, sort))).collect();
        lines.shuffle(rng);
        Task { lines }
    }

    fn solve<'a>(task: &'a Task, reading: &'a Reading) -> impl Iterator<Item = One<i64>> + 'a {
        let mut order: Vec<usize> = (0..task.lines.len()).collect();
        if matches!(reading.order, Order::Sorted) {
            order.sort_by_key(|&index| task.lines.get(index).cloned().map(Vec::from));
        }
        order.into_iter().map(|index| One(reading.count(task, index)))
    }

    #[expect(clippy::expect_used, reason = "there are 86 sets")]
    fn reference(task: &Task) -> Vec<One<i64>> {
        let count =
            |Line(numbers): &Line| i64::try_from(numbers.completions()).expect("a small count");
        task.lines.iter().map(count).map(One).collect()
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<i64, Expected> {
        whole_number(text)
    }
}

/// A set that is being completed: numbers from 0 to 17, five at most.
#[derive(Clone, Copy)]
struct Partial<'a> {
    list: &'a [u8],
    /// Numbers that cannot be added.
    used: &'a [u8],
    added: [u8; 5],
    count: usize,
}

impl Partial<'_> {
    fn added(&self) -> impl Iterator<Item = u8> + Clone {
        self.added.into_iter().take(self.count)
    }

    fn sum(&self) -> u8 {
        self.list.iter().copied().chain(self.added()).sum()
    }
}

impl Reading {
    /// The answer for the list with this index.
    fn count(&self, task: &Task, index: usize) -> i64 {
        let numbers = |Line(numbers): &Line| numbers.iter().map(Number::value);
        let list: Vec<u8> = task.lines.get(index).into_iter().flat_map(numbers).collect();
        let others = task.lines.iter().enumerate().filter(|&(other, _)| match self.used {
            Used::None => false,
            Used::InOtherLists => other != index,
            Used::InEarlierLists => other < index,
        });
        let used: Vec<u8> = others.flat_map(|(_, line)| numbers(line)).collect();
        self.sizes.iter().map(|&size| self.sets(&list, &used, size)).sum()
    }

    /// How many sets of this size there are.
    fn sets(&self, list: &[u8], used: &[u8], size: usize) -> i64 {
        let empty = Partial { list: &[], used, added: [0; 5], count: 0 };
        match self.contained {
            Contained::All => {
                let Some(missing) = size.checked_sub(list.len()) else { return 0 };
                let orders = match self.counted {
                    Counted::Sets => 1,
                    Counted::OrdersOfMissing => factorial(missing),
                    Counted::OrdersOfAll => factorial(size),
                };
                orders * self.ways(Partial { list, ..empty }, missing, &|_| true)
            }
            Contained::Any => {
                self.all_sets(empty, size, &|set| set.added().any(|number| list.contains(&number)))
            }
            Contained::None => {
                self.all_sets(empty, size, &|set| !set.added().any(|number| list.contains(&number)))
            }
            Contained::Exactly => self.all_sets(empty, size, &|set| {
                set.count == list.len() && set.added().all(|number| list.contains(&number))
            }),
        }
    }

    fn all_sets(&self, empty: Partial, size: usize, is_wanted: &impl Fn(&Partial) -> bool) -> i64 {
        let orders = match self.counted {
            Counted::Sets => 1,
            Counted::OrdersOfMissing | Counted::OrdersOfAll => factorial(size),
        };
        orders * self.ways(empty, size, is_wanted)
    }

    /// In how many ways this many numbers can be added, in ascending order.
    fn ways(&self, set: Partial, missing: usize, is_wanted: &impl Fn(&Partial) -> bool) -> i64 {
        if missing == 0 {
            return i64::from(self.is_complete(&set) && is_wanted(&set));
        }
        let previous = set.added().last();
        let next = match (previous, self.repeated) {
            (None, _) => self.first,
            (Some(number), Repeated::All | Repeated::AmongTheOthers) => number,
            (Some(number), _) => number + 1,
        };
        // The last number is known from the sum.
        let (from, to) = match self.sum {
            Sum::Exactly(sum) if missing == 1 => match sum.checked_sub(set.sum()) {
                Some(number) => (number.max(next), number.min(self.last)),
                None => return 0,
            },
            _ => (next, self.last),
        };
        let may_be_in_list = match self.repeated {
            Repeated::None | Repeated::AmongTheOthers => false,
            Repeated::Fourth => set.list.len() == 3,
            Repeated::OfTheList | Repeated::All => true,
        };
        let is_free = |number: &u8| {
            let is_in_list = set.list.contains(number);
            (may_be_in_list || !is_in_list) && (is_in_list || !set.used.contains(number))
        };
        (from..=to)
            .filter(is_free)
            .map(|number| {
                let mut longer = set;
                if let Some(place) = longer.added.get_mut(set.count) {
                    *place = number;
                }
                longer.count += 1;
                self.ways(longer, missing - 1, is_wanted)
            })
            .sum()
    }

    fn is_complete(&self, set: &Partial) -> bool {
        let is_sum = match self.sum {
            Sum::Exactly(sum) => set.sum() == sum,
            Sum::AtMost34 => set.sum() <= 34,
        };
        let odd = |numbers: &mut dyn Iterator<Item = u8>| {
            numbers.filter(|number| number % 2 == 1).count()
        };
        let is_in_range = match self.range {
            Range::OfAll => set.list.iter().all(|number| (self.first..=self.last).contains(number)),
            Range::OfOthers => true,
        };
        is_sum
            && is_in_range
            && match self.parity {
                Parity::Any => true,
                Parity::TwoAndTwo => {
                    odd(&mut set.list.iter().copied().chain(set.added())) == 2
                        && set.list.len() + set.count == 4
                }
                Parity::OthersAlike => {
                    let odd = odd(&mut set.added());
                    odd == 0 || odd == set.count
                }
            }
    }
}

#[expect(clippy::expect_used, reason = "of a few numbers")]
fn factorial(count: usize) -> i64 {
    (1..=count).product::<usize>().try_into().expect("a small number")
}

/// A sort of list.
#[derive(Clone, Copy)]
enum Sort {
    One,
    Two,
    Three,
    /// Three numbers that lack one of themselves, such as 5, 9 and 15, which lack another 5.
    ThreeThatLackTheirOwn,
}

/// The sorts of a task's lists. Most sets of three have one completion and would be guessed: so few others are among them.
const SORTS: [Sort; 12] = {
    use Sort::{One, Three, ThreeThatLackTheirOwn as Lacking, Two};
    [Two, Lacking, One, Two, Three, Two, Lacking, One, Two, One, Lacking, Two]
};

/// How many numbers occur in the lists of a task.
const POOL: usize = 10;

fn line(rng: &mut ChaCha8Rng, pool: NumberSet, sort: Sort) -> NumberSet {
    let size = match sort {
        Sort::One => 1,
        Sort::Two => 2,
        Sort::Three | Sort::ThreeThatLackTheirOwn => 3,
    };
    loop {
        // Those that lack one of themselves are too few for a pool.
        let from = match sort {
            Sort::ThreeThatLackTheirOwn => NumberSet::ALL,
            _ => pool,
        };
        let numbers: NumberSet = from.iter().sample(rng, size).into_iter().collect();
        let missing = 34_u8.checked_sub(numbers.sum()).and_then(Number::new);
        let lacks_its_own = missing.is_some_and(|number| numbers.contains(number));
        if matches!(sort, Sort::ThreeThatLackTheirOwn) == (size == 3 && lacks_its_own) {
            return numbers;
        }
    }
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
            *frequencies.entry(line(&mut rng, NumberSet::ALL, sort).completions()).or_default() +=
                1;
        }
        // Twelve counts of at most three in ten each are guessed right once in 2^20.
        assert!(frequencies.values().all(|&count| count < 2400 * 3 / 10), "{frequencies:?}");
    }
}
