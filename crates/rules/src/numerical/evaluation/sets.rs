//! The numbers of a line as a set, and what is asked of it: whether a winning set contains it, and what people ask instead.

use std::collections::HashMap;
use std::sync::LazyLock;

/// A set of numbers: number `n` is bit `n − 1`.
pub(in super::super) type Numbers = u16;

pub(super) const ODD: Numbers = 0b0101_0101_0101_0101;

/// Which lines count.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Condition {
    /// Those whose numbers are contained in a set of four different numbers with the sum 34.
    InWinningSet,
    /// The numbers of the set may be equal.
    InSetWithRepetition,
    /// A set may have a 0 in it.
    InSetWithZero,
    /// A set has numbers up to 15 only.
    InSetWithoutSixteen,
    /// The other numbers of the set do not lie elsewhere on the board.
    InFreeSet,
    SumAtMost34,
    SumBelow34,
    /// Full lines must have the sum 34, others always count.
    OnlyFullLinesAsked,
    /// Only full lines with the sum 34 count.
    OnlyWonLines,
    /// A set has numbers from 2 on only.
    InSetWithoutOne,
    /// The fourth number of a line of three must not be on it, but may be below 1 and above 16.
    FourthNotOnLine,
    /// The fourth number of a line of three must be at least 1, but may be above 16.
    SumOfThreeBelow34,
    /// The largest number that still fits is added to the line again and again, and four with the sum 34 are to come out.
    Greedy,
    /// Those that should not count.
    NotInWinningSet,
    None,
}

impl Condition {
    /// All of them, in their order.
    const ALL: [Self; 15] = [
        Self::InWinningSet,
        Self::InSetWithRepetition,
        Self::InSetWithZero,
        Self::InSetWithoutSixteen,
        Self::InFreeSet,
        Self::SumAtMost34,
        Self::SumBelow34,
        Self::OnlyFullLinesAsked,
        Self::OnlyWonLines,
        Self::InSetWithoutOne,
        Self::FourthNotOnLine,
        Self::SumOfThreeBelow34,
        Self::Greedy,
        Self::NotInWinningSet,
        Self::None,
    ];

    /// For each class of lines, whether it holds where no other numbers are on the board.
    pub(super) fn of_classes(self) -> &'static [bool; CLASSES] {
        HOLDING.get(self as usize).unwrap_or(&[false; CLASSES])
    }

    /// Whether a line with these numbers counts, on a board with `all` of these.
    pub(super) fn holds(self, numbers: Numbers, all: Numbers) -> bool {
        match self {
            Self::InSetWithRepetition => WITH_REPETITION.has(numbers),
            Self::InSetWithZero => WITH_ZERO.has(numbers),
            Self::InSetWithoutSixteen => WITHOUT_SIXTEEN.has(numbers),
            Self::InFreeSet => IN_WINNING.has(numbers) && is_completable(numbers, all),
            Self::SumAtMost34 => sum(numbers) <= 34,
            Self::SumBelow34 => sum(numbers) < 34,
            Self::OnlyFullLinesAsked => numbers.count_ones() < 4 || sum(numbers) == 34,
            Self::OnlyWonLines => numbers.count_ones() == 4 && sum(numbers) == 34,
            Self::InSetWithoutOne => WITHOUT_ONE.has(numbers),
            Self::FourthNotOnLine if numbers.count_ones() == 3 => {
                let is_lacking = |number| sum(numbers) + number == 34;
                !(1..=16).any(|number| is_lacking(number) && numbers >> (number - 1) & 1 == 1)
            }
            Self::SumOfThreeBelow34 if numbers.count_ones() == 3 && sum(numbers) < 18 => true,
            Self::InWinningSet | Self::FourthNotOnLine | Self::SumOfThreeBelow34 => {
                IN_WINNING.has(numbers)
            }
            Self::Greedy => GREEDY.has(numbers),
            Self::NotInWinningSet => !IN_WINNING.has(numbers),
            Self::None => true,
        }
    }
}

/// Whether the numbers that a line lacks do not lie elsewhere on a board with `all` of these.
pub(in super::super) fn is_completable(line: Numbers, all: Numbers) -> bool {
    // A line of four numbers lacks none.
    line.count_ones() == 4
        // All of them, without a branch, which is faster than to stop at the first one.
        || WINNING.iter().filter(|&set| set & all == line).count() > 0
}

/// Whether a winning set contains these numbers.
pub(in super::super) fn is_in_winning_set(numbers: Numbers) -> bool {
    IN_WINNING.has(numbers)
}

/// The numbers on these cells.
pub(in super::super) fn numbers(cells: &[u8]) -> Numbers {
    cells.iter().filter(|&&number| number != 0).fold(0, |set, number| set | 1 << (number - 1))
}

fn sum(numbers: Numbers) -> u32 {
    (1..=16).filter(|number| numbers >> (number - 1) & 1 == 1).sum()
}

/// For every set of numbers, whether it is contained in one of some sets.
struct Contained(Vec<bool>);

impl Contained {
    /// In one of these lists of four numbers, in which 0 is no number.
    fn of(fours: impl Iterator<Item = [u8; 4]>) -> Self {
        let mut is_contained = vec![false; 1 << 16];
        for four in fours.map(|four| numbers(&four)) {
            for (_, place) in (0..=four).zip(&mut is_contained).filter(|(set, _)| set & !four == 0)
            {
                *place = true;
            }
        }
        Self(is_contained)
    }

    fn has(&self, numbers: Numbers) -> bool {
        self.0.get(usize::from(numbers)).is_some_and(|&is_contained| is_contained)
    }
}

/// Four numbers in ascending order with the sum 34, from `first` to `last`.
fn fours(first: u8, last: u8, may_repeat: bool) -> impl Iterator<Item = [u8; 4]> {
    let next = move |number: u8| if may_repeat { number } else { number + 1 };
    (first..=last).flat_map(move |a| {
        (next(a)..=last).flat_map(move |b| {
            (next(b)..=last).filter_map(move |c| {
                let d = 34_u8.checked_sub(a + b + c)?;
                (d >= next(c) && d <= last).then_some([a, b, c, d])
            })
        })
    })
}

/// Whether four numbers with the sum 34 come out if the largest number that still fits is added again and again.
fn is_completed_greedily(line: Numbers) -> bool {
    let completed = (1..=16).rev().fold(line, |set, number| {
        let added = set | 1 << (number - 1);
        let fits = set.count_ones() < 4 && sum(added) <= 34;
        if fits { added } else { set }
    });
    completed.count_ones() == 4 && sum(completed) == 34
}

static GREEDY: LazyLock<Contained> =
    LazyLock::new(|| Contained((0..=Numbers::MAX).map(is_completed_greedily).collect()));
static IN_WINNING: LazyLock<Contained> = LazyLock::new(|| Contained::of(fours(1, 16, false)));
static WITH_REPETITION: LazyLock<Contained> = LazyLock::new(|| Contained::of(fours(1, 16, true)));
static WITH_ZERO: LazyLock<Contained> = LazyLock::new(|| Contained::of(fours(0, 16, false)));
static WITHOUT_SIXTEEN: LazyLock<Contained> = LazyLock::new(|| Contained::of(fours(1, 15, false)));
static WITHOUT_ONE: LazyLock<Contained> = LazyLock::new(|| Contained::of(fours(2, 16, false)));
static WINNING: LazyLock<Vec<Numbers>> =
    LazyLock::new(|| fours(1, 16, false).map(|four| numbers(&four)).collect());

/// The most classes of lines that there can be.
pub(in super::super) const CLASSES: usize = 128;

/// A full line has at least this as the number of its pair.
const FIRST_FULL_PAIR: u32 = 10;

/// The lines of at most four numbers, in classes: those of a class have as many odd and as many even numbers, and each condition
/// holds for all of them or for none, unless it asks what lies elsewhere.
pub(in super::super) struct Classes {
    of_lines: Box<[u8; 1 << Numbers::BITS]>,
    examples: Vec<Numbers>,
    are_won: [bool; CLASSES],
}

static CLASS: LazyLock<Classes> = LazyLock::new(|| {
    let mut known = HashMap::new();
    let mut classes = Classes {
        of_lines: Box::new([0; 1 << Numbers::BITS]),
        examples: Vec::with_capacity(CLASSES),
        are_won: [false; CLASSES],
    };
    for (line, place) in (0..=Numbers::MAX).zip(&mut *classes.of_lines) {
        let (placed, odd) = (line.count_ones(), (line & ODD).count_ones());
        if placed > 4 {
            continue;
        }
        // As many pairs as 1 + 2 + … have fewer numbers.
        let pair = placed * (placed + 1) / 2 + odd;
        let holds = SET_CONDITIONS.map(|condition| condition.holds(line, line));
        *place = *known.entry((pair, holds)).or_insert_with(|| {
            let class = classes.examples.len();
            classes.examples.push(line);
            if let Some(is_won) = classes.are_won.get_mut(class) {
                *is_won = pair >= FIRST_FULL_PAIR && IN_WINNING.has(line);
            }
            class.to_le_bytes()[0]
        });
    }
    classes
});

/// The conditions that ask only for the numbers of the line.
const SET_CONDITIONS: [Condition; 10] = [
    Condition::InWinningSet,
    Condition::InSetWithRepetition,
    Condition::InSetWithZero,
    Condition::InSetWithoutSixteen,
    Condition::InSetWithoutOne,
    Condition::SumAtMost34,
    Condition::SumBelow34,
    Condition::OnlyFullLinesAsked,
    Condition::FourthNotOnLine,
    Condition::SumOfThreeBelow34,
];

/// Some line of each class.
pub(super) fn class_examples() -> &'static [Numbers] {
    &CLASS.examples
}

/// For each class, how many odd and how many even numbers are on a line.
pub(super) static CLASS_PAIRS: LazyLock<Vec<(usize, usize)>> = LazyLock::new(|| {
    let pair = |line: &Numbers| {
        let odd = (line & ODD).count_ones() as usize;
        (odd, line.count_ones() as usize - odd)
    };
    class_examples().iter().map(pair).collect()
});

/// For each condition, the classes for which it holds where no other numbers are on the board. A search is made for each of many
/// readings, with few different conditions.
static HOLDING: LazyLock<Vec<[bool; CLASSES]>> = LazyLock::new(|| {
    let of_class = |condition: Condition, class: usize| {
        class_examples().get(class).is_some_and(|&line| condition.holds(line, line))
    };
    let of_classes = |condition| std::array::from_fn(|class| of_class(condition, class));
    Condition::ALL.into_iter().map(of_classes).collect()
});

impl Classes {
    /// All classes. A search looks them up once, not for every line.
    pub(in super::super) fn all() -> &'static Self {
        &CLASS
    }

    /// The class of a line with at most four numbers.
    #[inline]
    #[expect(clippy::indexing_slicing, reason = "the table has an entry for each set of numbers")]
    pub(in super::super) fn of(&self, line: Numbers) -> usize {
        self.of_lines[usize::from(line)].into()
    }

    /// Whether these are four numbers with the sum 34.
    #[inline]
    pub(in super::super) fn are_won(&self, line: Numbers) -> bool {
        self.are_won.get(self.of(line)).is_some_and(|&is_won| is_won)
    }
}

/// The class of a line with at most four numbers.
#[inline]
pub(in super::super) fn class(line: Numbers) -> usize {
    CLASS.of(line)
}

/// Whether a line of this class has four numbers with the sum 34.
#[inline]
pub(in super::super) fn is_won(class: usize) -> bool {
    CLASS.are_won.get(class).is_some_and(|&is_won| is_won)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_classes_than_there_may_be() {
        assert!(class_examples().len() <= CLASSES, "{}", class_examples().len());
    }

    #[test]
    fn the_conditions_are_listed_in_their_order() {
        assert!(Condition::ALL.into_iter().zip(0..).all(|(known, place)| known as usize == place));
        assert_eq!(Condition::None as usize + 1, Condition::ALL.len());
    }
}
