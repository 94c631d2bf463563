//! Step 13: in how many ways a line can still be completed.

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IteratorRandom as _, SliceRandom as _};
use serde::{Deserialize, Serialize};

use super::HINTS;
use crate::board::numerical::{Number, NumberSet, WINNING_SETS};
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
    /// How many numbers a set has; none if it may have any number of them.
    sizes: &'static [usize],
    sum: Sum,
    order: Order,
    added: Added,
    told: Told,
    kept: Kept,
    looked_at: LookedAt,
    compared: Compared,
}

/// Which numbers may be added to a list, beside those that the range says.
#[derive(Clone, Copy)]
enum Added {
    Any,
    /// Only numbers greater than all of the list, as by loops that go on from its last number.
    Greater,
    Smaller,
    /// None between the numbers of the list, as if these stood side by side in the set.
    SideBySide,
}

/// What is said of the sets.
#[derive(Clone, Copy)]
enum Told {
    HowMany,
    /// 1 if there is any.
    WhetherAny,
    /// How many different numbers the sets add to the list.
    NumbersAdded,
    /// How many different numbers the sets have.
    NumbersOfAll,
    /// What the list lacks to 34.
    Missing,
}

/// What is kept from the lists before.
#[derive(Clone, Copy)]
enum Kept {
    Nothing,
    /// The sets that were counted are not counted again.
    SetsCounted,
    /// A list has the count of the first one with the same sum.
    CountsBySum,
}

/// Which numbers of a list are looked at.
#[derive(Clone, Copy)]
enum LookedAt {
    All,
    FirstOnly,
    LastOnly,
    WithoutFirst,
    WithoutLast,
}

/// How the fourth number is compared, if the list has three.
#[derive(Clone, Copy)]
enum Compared {
    Rightly,
    /// It may be below 1 and above 16.
    WithListOnly,
}

/// In which order the lists are answered.
#[derive(Clone, Copy)]
enum Order {
    Given,
    Sorted,
    ByLength,
    BySum,
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
    AtLeast34,
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
            added: Added::Any,
            told: Told::HowMany,
            kept: Kept::Nothing,
            looked_at: LookedAt::All,
            compared: Compared::Rightly,
        }
    }
}

impl Kind for Completions {
    const NAME: &'static str = "numerical/completions";
    const VERSION: u32 = 2;
    const WORKLOAD: Workload = Workload::Heavy;
    const FEEDBACK: Feedback = Feedback::Counted;
    const DIAGNOSIS_LIMIT: usize = 420;

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
            .or("greater-numbers-only", |reading| reading.added = Added::Greater)
            .or("smaller-numbers-only", |reading| reading.added = Added::Smaller)
            .or("list-side-by-side", |reading| reading.added = Added::SideBySide);
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
        // A 0 that may be added makes sets of three numbers.
        aspects.add().or("fewer-than-four", |reading| reading.first = 0);
        aspects
            .add()
            .or("fourth-without-limits", |reading| reading.compared = Compared::WithListOnly);
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
            .or("sets-of-any-size", |reading| reading.sizes = &[])
            .or("three-to-a-set", |reading| reading.sizes = &[3])
            .or("five-to-a-set", |reading| reading.sizes = &[5]);
        aspects
            .add()
            .or("at-most-34", |reading| reading.sum = Sum::AtMost34)
            .or("at-least-34", |reading| reading.sum = Sum::AtLeast34)
            .or_each(
                "another-sum",
                [30, 32, 33, 35].map(|sum: u8| (sum.to_string(), sum.to_string(), sum)),
                |reading, sum| reading.sum = Sum::Exactly(sum),
            )
            .alone();
        aspects
            .add()
            .or("numbers-not-sets", |reading| reading.told = Told::NumbersAdded)
            .or("numbers-of-all-sets", |reading| reading.told = Told::NumbersOfAll)
            .or("whether-any", |reading| reading.told = Told::WhetherAny)
            .or("missing-sum", |reading| reading.told = Told::Missing)
            .alone();
        aspects
            .add()
            .or("sets-counted-once", |reading| reading.kept = Kept::SetsCounted)
            .or("remembered-by-sum", |reading| reading.kept = Kept::CountsBySum)
            .alone();
        aspects
            .add()
            .or("first-number-only", |reading| reading.looked_at = LookedAt::FirstOnly)
            .or("last-number-only", |reading| reading.looked_at = LookedAt::LastOnly)
            .or("first-number-passed-over", |reading| {
                reading.looked_at = LookedAt::WithoutFirst;
            })
            .or("last-number-passed-over", |reading| reading.looked_at = LookedAt::WithoutLast)
            .alone();
        aspects
            .add()
            .or("lists-sorted", |reading| reading.order = Order::Sorted)
            .or("lists-by-length", |reading| reading.order = Order::ByLength)
            .or("lists-by-sum", |reading| reading.order = Order::BySum)
            .alone();
    }

    fn generate(params: &Params, _: &Steering<Self>, rng: &mut ChaCha8Rng) -> Task {
        let count = params.lines.get() as usize;
        // Some numbers are in no list, so that most lists could be completed even without the numbers of the others.
        let mut lines = loop {
            let pool: NumberSet = NumberSet::ALL.iter().sample(rng, POOL).into_iter().collect();
            let mut sorts = SORTS.iter().cycle().take(count);
            let lines = sorts.try_fold(Vec::with_capacity(count), |mut lines, &sort| {
                let list = line(rng, pool, sort, &lines)?;
                lines.push(Line(list));
                Some(lines)
            });
            if let Some(lines) = lines {
                break lines;
            }
        };
        lines.shuffle(rng);
        Task { lines }
    }

    fn solve<'a>(task: &'a Task, reading: &'a Reading) -> impl Iterator<Item = One<i64>> + 'a {
        let mut order: Vec<usize> = (0..task.lines.len()).collect();
        let numbers = |&index: &usize| task.lines.get(index).cloned().map(Vec::from);
        match reading.order {
            Order::Given => {}
            Order::Sorted => order.sort_by_key(numbers),
            Order::ByLength => order.sort_by_key(|index| numbers(index).map(|list| list.len())),
            Order::BySum => order.sort_by_key(|&index| sum(task, index)),
        }
        let mut counted: Vec<u16> = Vec::new();
        order.into_iter().map(move |index| {
            One(match reading.kept {
                Kept::SetsCounted => sets_not_counted(task, index, &mut counted),
                Kept::CountsBySum => {
                    let is_like = |&other: &usize| sum(task, other) == sum(task, index);
                    let first = (0..task.lines.len()).find(is_like).unwrap_or(index);
                    reading.count(task, first)
                }
                Kept::Nothing => reading.count(task, index),
            })
        })
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

fn sum(task: &Task, index: usize) -> u8 {
    task.lines.get(index).map_or(0, |Line(numbers)| numbers.sum())
}

/// In how many ways other numbers, however many, add up to what a list lacks to 34.
fn ways_of_any_size(list: &[u8]) -> i64 {
    let mut ways = [0; 35];
    let own: usize = list.iter().copied().map(usize::from).sum();
    ways.get_mut(own).into_iter().for_each(|place| *place = 1);
    for number in (1..=16).filter(|number| !list.contains(number)) {
        let before = ways;
        let longer = ways.iter_mut().skip(number.into());
        longer.zip(before).for_each(|(ways, before)| *ways += before);
    }
    let [.., to_34] = ways;
    to_34
}

/// How many sets contain a list and none before it.
fn sets_not_counted(task: &Task, index: usize, counted: &mut Vec<u16>) -> i64 {
    let numbers = task.lines.get(index).map_or(0, |Line(numbers)| bits(numbers.iter()));
    let all = WINNING_SETS.iter().map(|set| bits(set.iter()));
    let new: Vec<u16> = all.filter(|set| numbers & !set == 0 && !counted.contains(set)).collect();
    counted.extend(&new);
    new.iter().map(|_| 1).sum()
}

/// A set of numbers: number `n` is bit `n − 1`.
fn bits(numbers: impl Iterator<Item = Number>) -> u16 {
    numbers.fold(0, |bits, number| bits | 1 << (number.value() - 1))
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
        let lacks = 34 - list.iter().copied().map(i64::from).sum::<i64>();
        if matches!(self.told, Told::Missing) {
            return lacks;
        }
        if list.len() == 3 {
            let is_in_list = list.iter().any(|&number| i64::from(number) == lacks);
            match self.compared {
                Compared::Rightly => {}
                Compared::WithListOnly => return i64::from(!is_in_list),
            }
        }
        let list = match (self.looked_at, &list[..]) {
            (LookedAt::FirstOnly, [first, ..]) => vec![*first],
            (LookedAt::LastOnly, [.., last]) => vec![*last],
            (LookedAt::WithoutFirst, [_, others @ ..])
            | (LookedAt::WithoutLast, [others @ .., _]) => others.to_vec(),
            _ => list,
        };
        let others = task.lines.iter().enumerate().filter(|&(other, _)| match self.used {
            Used::None => false,
            Used::InOtherLists => other != index,
            Used::InEarlierLists => other < index,
        });
        let used: Vec<u8> = others.flat_map(|(_, line)| numbers(line)).collect();
        match self.told {
            Told::HowMany | Told::Missing if self.sizes.is_empty() => ways_of_any_size(&list),
            Told::HowMany | Told::Missing => {
                self.sizes.iter().map(|&size| self.sets(&list, &used, size)).sum()
            }
            Told::WhetherAny => i64::from(self.sets(&list, &used, 4) > 0),
            Told::NumbersAdded | Told::NumbersOfAll => {
                let numbers = list.iter().fold(0_u32, |bits, number| bits | 1 << number);
                let mut found = 0;
                for set in WINNING_SETS.iter() {
                    let set = set.iter().fold(0_u32, |bits, number| bits | 1 << number.value());
                    found |= if numbers & !set == 0 { set } else { 0 };
                }
                let is_all = matches!(self.told, Told::NumbersOfAll);
                (if is_all { found } else { found & !numbers }).count_ones().into()
            }
        }
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
            (may_be_in_list || !is_in_list)
                && (is_in_list || !set.used.contains(number))
                && self.may_be_added(set.list, *number)
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

    fn may_be_added(&self, list: &[u8], number: u8) -> bool {
        let [Some(&least), Some(&greatest)] = [list.iter().min(), list.iter().max()] else {
            return true;
        };
        match self.added {
            Added::Any => true,
            Added::Greater => number > greatest,
            Added::Smaller => number < least,
            Added::SideBySide => number < least || number > greatest,
        }
    }

    fn is_complete(&self, set: &Partial) -> bool {
        let is_sum = match self.sum {
            Sum::Exactly(sum) => set.sum() == sum,
            Sum::AtMost34 => set.sum() <= 34,
            Sum::AtLeast34 => set.sum() >= 34,
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
    /// Three numbers that a fourth completes, in one task of twelve; two in the others. A 1 is seldom right, so that a program that
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
fn line(rng: &mut ChaCha8Rng, pool: NumberSet, sort: Sort, before: &[Line]) -> Option<NumberSet> {
    let like = |size, sums: std::ops::RangeInclusive<u8>| {
        let is_like = move |Line(list): &&Line| list.len() == size && sums.contains(&list.sum());
        before.iter().rev().find(is_like).map(|Line(list)| list.sum())
    };
    let is_three = rng.random_ratio(1, 12);
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
            let list = line(&mut rng, NumberSet::ALL, sort, &[]).unwrap();
            *frequencies.entry(list.completions()).or_default() += 1;
        }
        // Ten counts of at most one in four each are guessed right once in 2^20.
        assert!(frequencies.values().all(|&count| count < 2400 / 4), "{frequencies:?}");
    }
}
