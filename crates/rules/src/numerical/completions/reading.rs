//! The lists of a task, and how the rule is read.

use serde::{Deserialize, Serialize};

use gradus_board::numerical::{Number, NumberSet};
use gradus_step::Aspects;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    pub(super) lines: Vec<Line>,
}

/// One to three numbers on a line of four cells.
#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "Vec<u8>", into = "Vec<u8>")]
pub(super) struct Line(pub(super) NumberSet);

/// Why a list of integers is not a line with an empty cell.
#[derive(Debug, thiserror::Error)]
pub(super) enum LineError {
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
    pub(super) contained: Contained,
    pub(super) counted: Counted,
    pub(super) repeated: Repeated,
    pub(super) used: Used,
    pub(super) parity: Parity,
    pub(super) first: u8,
    pub(super) last: u8,
    pub(super) range: Range,
    pub(super) size: Size,
    pub(super) sum: Sum,
    pub(super) order: Order,
    pub(super) added: Added,
    pub(super) told: Told,
    pub(super) kept: Kept,
    pub(super) looked_at: LookedAt,
    pub(super) compared: Compared,
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
            size: Size::Of(4),
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

/// Which numbers of the list a set has.
#[derive(Clone, Copy)]
pub(super) enum Contained {
    All,
    Any,
    None,
    /// All of them, and no others.
    Exactly,
    /// All of them, as parts of texts: a 1 is found in 10.
    AsText,
}

/// What is counted.
#[derive(Clone, Copy)]
pub(super) enum Counted {
    Sets,
    /// The orders of the numbers that the list lacks.
    OrdersOfMissing,
    OrdersOfAll,
}

/// Which numbers of a set may be equal.
#[derive(Clone, Copy)]
pub(super) enum Repeated {
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
pub(super) enum Used {
    None,
    InOtherLists,
    InEarlierLists,
}

/// How many odd and even numbers a set has.
#[derive(Clone, Copy)]
pub(super) enum Parity {
    Any,
    TwoAndTwo,
    /// The numbers that the list lacks are all odd or all even.
    OthersAlike,
}

/// Which numbers of a set must be from the first one to the last one.
#[derive(Clone, Copy)]
pub(super) enum Range {
    OfAll,
    /// Those that are added to the list.
    OfOthers,
}

/// How many numbers a set has.
#[derive(Clone, Copy)]
pub(super) enum Size {
    Of(usize),
    /// So many more than the list.
    MoreThanList(usize),
    Any,
}

/// What the numbers of a set add up to.
#[derive(Clone, Copy)]
pub(super) enum Sum {
    Exactly(u8),
    AtMost34,
    AtLeast34,
}

/// In which order the lists are answered.
#[derive(Clone, Copy)]
pub(super) enum Order {
    Given,
    Sorted,
    ByLength,
    BySum,
}

/// Which numbers may be added to a list, beside those that the range says.
#[derive(Clone, Copy)]
pub(super) enum Added {
    Any,
    /// Only numbers greater than all of the list, as by loops that go on from its last number.
    Greater,
    Smaller,
    /// None between the numbers of the list, as if these stood side by side in the set.
    SideBySide,
}

/// What is said of the sets.
#[derive(Clone, Copy)]
pub(super) enum Told {
    HowMany,
    /// 1 if there is any.
    WhetherAny,
    /// How many different numbers the sets add to the list.
    NumbersAdded,
    /// How many different numbers the sets have.
    NumbersOfAll,
    /// How many of the 86 sets do not contain the list.
    OtherSets,
    /// What the list lacks to 34.
    Missing,
}

/// What is kept from the lists before.
#[derive(Clone, Copy)]
pub(super) enum Kept {
    Nothing,
    /// The sets that were counted are not counted again.
    SetsCounted,
    /// The count goes on from list to list.
    Count,
    /// A list has the count of the first one with the same sum.
    CountsBySum,
}

/// Which numbers of a list are looked at.
#[derive(Clone, Copy)]
pub(super) enum LookedAt {
    All,
    FirstOnly,
    LastOnly,
    WithoutFirst,
    WithoutLast,
}

/// How the fourth number is compared, if the list has three.
#[derive(Clone, Copy)]
pub(super) enum Compared {
    Rightly,
    /// It may be below 1 and above 16.
    WithListOnly,
}

/// Adds what can be misread, an aspect for each clause of the rule.
pub(super) fn add_aspects(aspects: &mut Aspects<Reading>) {
    aspects
        .add()
        .or("orders-counted", |reading| reading.counted = Counted::OrdersOfMissing)
        .or("orders-of-all-counted", |reading| reading.counted = Counted::OrdersOfAll);
    aspects
        .add()
        .or("any-instead-of-all", |reading| reading.contained = Contained::Any)
        .or("searched-as-text", |reading| reading.contained = Contained::AsText);
    aspects
        .add()
        .or("exactly-the-list", |reading| reading.contained = Contained::Exactly)
        .or("none-of-the-list", |reading| reading.contained = Contained::None)
        .alone();
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
    aspects.add().or("fourth-without-limits", |reading| reading.compared = Compared::WithListOnly);
    aspects
        .add()
        .or("used-in-other-lists", |reading| reading.used = Used::InOtherLists)
        .or("used-in-earlier-lists", |reading| reading.used = Used::InEarlierLists);
    aspects
        .add()
        .or("two-odd-two-even", |reading| reading.parity = Parity::TwoAndTwo)
        .or("others-of-one-kind", |reading| reading.parity = Parity::OthersAlike);
    aspects.add().or("sets-of-any-size", |reading| reading.size = Size::Any);
    aspects
        .add()
        .or("three-to-a-set", |reading| reading.size = Size::Of(3))
        .or("five-to-a-set", |reading| reading.size = Size::Of(5))
        .or("two-numbers-added", |reading| reading.size = Size::MoreThanList(2))
        .or("three-numbers-added", |reading| reading.size = Size::MoreThanList(3))
        .alone();
    aspects.add().or("at-least-34", |reading| reading.sum = Sum::AtLeast34);
    aspects
        .add()
        .or("at-most-34", |reading| reading.sum = Sum::AtMost34)
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
        .or("sets-without-the-list", |reading| reading.told = Told::OtherSets)
        .alone();
    aspects
        .add()
        .or("sets-counted-once", |reading| reading.kept = Kept::SetsCounted)
        .or("remembered-by-sum", |reading| reading.kept = Kept::CountsBySum)
        .or("count-not-set-back", |reading| reading.kept = Kept::Count)
        .alone();
    aspects.add().or("first-number-only", |reading| reading.looked_at = LookedAt::FirstOnly);
    aspects
        .add()
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
