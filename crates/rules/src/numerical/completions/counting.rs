//! What a reading answers.

use super::reading::{
    Added, Compared, Contained, Counted, Kept, Line, LookedAt, Order, Parity, Range, Reading,
    Repeated, Size, Sum, Task, Told, Used,
};
use super::sets;
use super::sets::{Numbers, ODD, is_found_in_text, range};
use gradus_board::numerical::{Number, WINNING_SETS};

pub(super) fn sum(task: &Task, index: usize) -> u8 {
    task.lines.get(index).map_or(0, |Line(numbers)| numbers.sum())
}

/// How many sets contain a list and none before it.
fn sets_not_counted(task: &Task, index: usize, counted: &mut Vec<Numbers>) -> i64 {
    let list = task.lines.get(index).map_or(0, bits);
    let new = winning_sets().filter(|set| list & !set == 0 && !counted.contains(set));
    let new: Vec<Numbers> = new.collect();
    counted.extend(&new);
    new.iter().map(|_| 1).sum()
}

fn winning_sets() -> impl Iterator<Item = Numbers> {
    WINNING_SETS.iter().map(|set| set.iter().fold(0, |bits, number| bits | 1 << number.value()))
}

/// The numbers of a line as a set.
fn bits(Line(numbers): &Line) -> Numbers {
    numbers.iter().fold(0, |bits, number| bits | 1 << number.value())
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

impl Reading {
    /// The items of a task, one after another.
    pub(super) fn items(&self, task: &Task) -> impl Iterator<Item = i64> {
        let mut order: Vec<usize> = (0..task.lines.len()).collect();
        let numbers = |&index: &usize| task.lines.get(index).cloned().map(Vec::from);
        match self.order {
            Order::Given => {}
            Order::Sorted => order.sort_by_key(numbers),
            Order::ByLength => order.sort_by_key(|index| numbers(index).map(|list| list.len())),
            Order::BySum => order.sort_by_key(|&index| sum(task, index)),
        }
        let mut counted: Vec<Numbers> = Vec::new();
        let mut before = 0;
        order.into_iter().map(move |index| match self.kept {
            Kept::SetsCounted => sets_not_counted(task, index, &mut counted),
            Kept::Count => {
                before += self.count(task, index);
                before
            }
            Kept::CountsBySum => {
                let is_like = |&other: &usize| sum(task, other) == sum(task, index);
                let first = (0..task.lines.len()).find(is_like).unwrap_or(index);
                self.count(task, first)
            }
            Kept::Nothing => self.count(task, index),
        })
    }

    /// The answer for the list with this index.
    fn count(&self, task: &Task, index: usize) -> i64 {
        let numbers = |Line(numbers): &Line| numbers.iter().map(Number::value);
        let list: Vec<u8> = task.lines.get(index).into_iter().flat_map(numbers).collect();
        let lacks = 34 - list.iter().copied().map(i64::from).sum::<i64>();
        if matches!(self.told, Told::Missing) {
            return lacks;
        }
        if list.len() == 3 && matches!(self.compared, Compared::WithListOnly) {
            return i64::from(!list.iter().any(|&number| i64::from(number) == lacks));
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
        let used = others.fold(0, |used, (_, line)| used | bits(line));
        let sets = match self.size {
            Size::Of(size) => self.sets(&list, used, size),
            Size::MoreThanList(more) => self.sets(&list, used, list.len() + more),
            Size::Any => ways_of_any_size(&list),
        };
        let list = list.iter().fold(0, |bits, number| bits | 1 << number);
        match self.told {
            Told::HowMany | Told::Missing => sets,
            Told::WhetherAny => i64::from(sets > 0),
            Told::OtherSets => 86 - sets,
            Told::NumbersAdded => i64::from((found_with(list) & !list).count_ones()),
            Told::NumbersOfAll => i64::from(found_with(list).count_ones()),
        }
    }

    /// How many sets of this size there are.
    fn sets(&self, list: &[u8], used: Numbers, size: usize) -> i64 {
        let needs_all = matches!(self.contained, Contained::All);
        let Some(missing) = size.checked_sub(if needs_all { list.len() } else { 0 }) else {
            return 0;
        };
        let orders = match self.counted {
            Counted::Sets => 1,
            Counted::OrdersOfMissing => factorial(missing),
            Counted::OrdersOfAll => factorial(size),
        };
        let ways = match self.repeated {
            Repeated::None => self.different(list, used, size),
            _ if needs_all => {
                self.ways(Partial { list, used, added: [0; 6], count: 0 }, missing, &|_| true)
            }
            _ => {
                let empty = Partial { list: &[], used, added: [0; 6], count: 0 };
                self.ways(empty, missing, &|set| self.is_wanted(list, set))
            }
        };
        orders * ways
    }

    /// How many sets of different numbers there are.
    fn different(&self, list: &[u8], used: Numbers, size: usize) -> i64 {
        let numbers = list.iter().fold(0, |bits, number| bits | 1 << number);
        let own = if matches!(self.contained, Contained::All) { numbers } else { 0 };
        let allowed = range(self.first, self.last);
        let not_added = used | self.not_added(own);
        let sums = match self.sum {
            Sum::Exactly(sum) => sum.into()..=sum.into(),
            Sum::AtMost34 => 0..=34,
            Sum::AtLeast34 => 34..=usize::MAX - 1,
        };
        let found = sets::of_sums(size, sums).filter(|&set| {
            let added = set & !own;
            let is_contained = match self.contained {
                Contained::All => set & numbers == numbers,
                Contained::Any => set & numbers != 0,
                Contained::None => set & numbers == 0,
                Contained::Exactly => set == numbers,
                Contained::AsText => is_found_in_text(numbers, set),
            };
            let in_range = match self.range {
                Range::OfAll => set,
                Range::OfOthers => added,
            };
            let has_parity = match self.parity {
                Parity::Any => true,
                Parity::TwoAndTwo => size == 4 && (set & ODD).count_ones() == 2,
                Parity::OthersAlike => added & ODD == 0 || added & !ODD == 0,
            };
            is_contained && in_range & !allowed == 0 && added & not_added == 0 && has_parity
        });
        found.map(|_| 1).sum()
    }

    /// The numbers that cannot be added because of where those of the list are.
    fn not_added(&self, own: Numbers) -> Numbers {
        if own == 0 {
            return 0;
        }
        let up_to_greatest = Numbers::MAX >> own.leading_zeros();
        let from_least = Numbers::MAX << own.trailing_zeros();
        match self.added {
            Added::Any => 0,
            Added::Greater => up_to_greatest,
            Added::Smaller => from_least,
            Added::SideBySide => up_to_greatest & from_least,
        }
    }
}

/// All numbers of the winning sets that contain a list.
fn found_with(list: Numbers) -> Numbers {
    winning_sets().filter(|set| list & !set == 0).fold(0, |found, set| found | set)
}

/// A set that is being completed: numbers from 0 to 17, six at most.
#[derive(Clone, Copy)]
struct Partial<'a> {
    list: &'a [u8],
    /// Numbers that cannot be added.
    used: Numbers,
    added: [u8; 6],
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

/// Sets in which numbers may be equal.
impl Reading {
    fn is_wanted(&self, list: &[u8], set: &Partial) -> bool {
        let has = |number: u8| list.contains(&number);
        match self.contained {
            Contained::All => true,
            Contained::Any => set.added().any(has),
            Contained::None => !set.added().any(has),
            Contained::Exactly => set.count == list.len() && set.added().all(has),
            Contained::AsText => {
                let bits = |bits: Numbers, number: u8| bits | 1 << number;
                let numbers = list.iter().copied().fold(0, bits);
                is_found_in_text(numbers, set.added().fold(0, bits))
            }
        }
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
                && (is_in_list || set.used >> number & 1 == 0)
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
