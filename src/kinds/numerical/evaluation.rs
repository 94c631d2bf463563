//! How the evaluation of a position is read: one rule asks for it, and another one searches with it.

use std::sync::LazyLock;

use super::readings::{Cells, Line, Lines, on_line, placed};
use crate::step::{Aspect, Aspects};

/// How the evaluation is read.
#[derive(Clone, Copy)]
pub struct Evaluation {
    pub(super) lines: Lines,
    condition: Condition,
    /// The value of a line, by how many odd and how many even numbers lie on it.
    table: [[i32; 5]; 5],
    empty: Empty,
    side: Side,
    total: Total,
}

/// How the values of the lines are put together.
#[derive(Clone, Copy)]
enum Total {
    Sum,
    /// The lines from the first one that cannot be won are left out.
    UntilDeadLine,
    /// A line that cannot be won has the value of the line before.
    LastValueKept,
    /// Numbers are counted on from line to line.
    CountsKept,
    LastLine,
    LineLeftOut(usize),
}

/// Which lines count.
#[derive(Clone, Copy)]
enum Condition {
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
    /// Those that should not count.
    NotInWinningSet,
    None,
}

/// What an empty cell is.
#[derive(Clone, Copy)]
enum Empty {
    Nothing,
    EvenNumber,
}

/// From whose side the value is seen.
#[derive(Clone, Copy)]
enum Side {
    Odd,
    Even,
    /// The value of the player to move: the other sign if that is the even player.
    PlayerToMove,
    /// The pairs of the table are numbers of the player to move and of the other one.
    PairsOfPlayerToMove,
}

/// The rows of the table: how many odd and even numbers, and the value.
const ROWS: [(usize, usize, i32); 8] =
    [(0, 1, 8), (1, 0, 4), (1, 1, 2), (2, 1, 1), (1, 2, 16), (2, 2, 32), (4, 0, 32), (0, 4, -32)];

/// Pairs that are not in the table, as far as a line with them can be completed.
const OTHER_PAIRS: [(usize, usize); 4] = [(2, 0), (0, 2), (3, 0), (0, 3)];

/// Values that people take for a pair by mistake.
const SLIPS: [i32; 8] = [1, 2, 4, 8, 16, 32, -8, -16];

impl Default for Evaluation {
    fn default() -> Self {
        let mut evaluation = Self {
            lines: Lines::default(),
            condition: Condition::InWinningSet,
            table: [[0; 5]; 5],
            empty: Empty::Nothing,
            side: Side::Odd,
            total: Total::Sum,
        };
        for (odd, even, value) in ROWS {
            evaluation.set(odd, even, value);
        }
        evaluation
    }
}

/// Adds the conditions for a line to count that people often take instead of the right one.
pub(super) fn add_conditions<R: 'static>(
    aspects: &mut Aspects<R>,
    evaluation: fn(&mut R) -> &mut Evaluation,
) -> &mut Aspect<R> {
    let conditions = [
        ("every-line-counts", Condition::None),
        ("sum-at-most-34", Condition::SumAtMost34),
        ("only-full-lines-asked", Condition::OnlyFullLinesAsked),
        ("numbers-repeated", Condition::InSetWithRepetition),
        ("numbers-elsewhere", Condition::InFreeSet),
    ];
    let aspect = aspects.add();
    for (id, condition) in conditions {
        aspect.or(id, move |reading| evaluation(reading).condition = condition);
    }
    aspect
}

/// Adds conditions that are rarer, or matter on few positions.
pub(super) fn add_rare_conditions<R: 'static>(
    aspects: &mut Aspects<R>,
    evaluation: fn(&mut R) -> &mut Evaluation,
) {
    let conditions = [
        ("sum-below-34", Condition::SumBelow34),
        ("sixteen-left-out", Condition::InSetWithoutSixteen),
        ("zero-in-sets", Condition::InSetWithZero),
        ("only-won-lines", Condition::OnlyWonLines),
        ("one-left-out", Condition::InSetWithoutOne),
        ("fourth-without-limits", Condition::FourthNotOnLine),
        ("fourth-above-16", Condition::SumOfThreeBelow34),
        ("only-lost-lines", Condition::NotInWinningSet),
    ];
    let aspect = aspects.add().alone();
    for (id, condition) in conditions {
        aspect.or(id, move |reading| evaluation(reading).condition = condition);
    }
}

/// Adds how pairs are counted and looked up.
pub(super) fn add_pairs<R: 'static>(
    aspects: &mut Aspects<R>,
    evaluation: fn(&mut R) -> &mut Evaluation,
) -> &mut Aspect<R> {
    aspects
        .add()
        .or("empty-is-even", move |reading| evaluation(reading).empty = Empty::EvenNumber)
        .or("odd-and-even-swapped", move |reading| evaluation(reading).transpose())
        .or("values-4-and-8-exchanged", move |reading| {
            evaluation(reading).exchange((0, 1), (1, 0));
        })
        .or("values-16-and-1-exchanged", move |reading| {
            evaluation(reading).exchange((1, 2), (2, 1));
        })
}

/// Adds how the signs of four numbers of one kind are taken.
pub(super) fn add_fours<R: 'static>(
    aspects: &mut Aspects<R>,
    evaluation: fn(&mut R) -> &mut Evaluation,
) {
    aspects
        .add()
        .or("four-even-like-four-odd", move |reading| evaluation(reading).set(0, 4, 32))
        .or("fours-exchanged", move |reading| evaluation(reading).exchange((0, 4), (4, 0)))
        .alone();
}

/// Adds from whose side the value is seen.
pub(super) fn add_sides<R: 'static>(
    aspects: &mut Aspects<R>,
    evaluation: fn(&mut R) -> &mut Evaluation,
) -> &mut Aspect<R> {
    aspects
        .add()
        .or("for-the-player-to-move", move |reading| evaluation(reading).side = Side::PlayerToMove)
        .or("for-the-even-player", move |reading| evaluation(reading).side = Side::Even)
        .or("pairs-of-the-player-to-move", move |reading| {
            evaluation(reading).side = Side::PairsOfPlayerToMove;
        })
}

/// Adds wrong ways from the lines to the value.
pub(super) fn add_totals<R: 'static>(
    aspects: &mut Aspects<R>,
    evaluation: fn(&mut R) -> &mut Evaluation,
) {
    let totals = [
        ("ends-at-dead-line", Total::UntilDeadLine),
        ("last-value-kept", Total::LastValueKept),
        ("counts-not-set-back", Total::CountsKept),
        ("last-line-only", Total::LastLine),
    ];
    let aspect = aspects.add().alone();
    for (id, total) in totals {
        aspect.or(id, move |reading| evaluation(reading).total = total);
    }
    let lines = (0..8).filter(|line| ![3, 7].contains(line));
    let lines = lines.map(|line: usize| {
        let label = super::readings::Lines::default()
            .list()
            .get(line)
            .map(|cells| cells.map(|cell| cell.to_string()).join(", "));
        (line.to_string(), label.unwrap_or_default(), line)
    });
    aspect.or_each("line-left-out", lines, move |reading, line| {
        evaluation(reading).total = Total::LineLeftOut(line);
    });
}

/// Adds pairs that are asked for by "at least", or by analogy.
pub(super) fn add_ranges<R: 'static>(
    aspects: &mut Aspects<R>,
    evaluation: fn(&mut R) -> &mut Evaluation,
) {
    type Values = &'static [(usize, usize, i32)];
    let ranges: [(&'static str, Values); 6] = [
        ("at-least-one-of-each", &[(1, 2, 2), (2, 1, 2), (2, 2, 2), (1, 3, 2), (3, 1, 2)]),
        (
            "at-least-one-number",
            &[(1, 1, 8), (2, 1, 8), (0, 2, 8), (0, 3, 8), (2, 0, 4), (3, 0, 4)],
        ),
        ("two-or-more-like-one", &[(0, 2, 8), (0, 3, 8), (2, 0, 4), (3, 0, 4)]),
        ("each-number-counts", &[(0, 2, 16), (0, 3, 24), (2, 0, 8), (3, 0, 12)]),
        ("three-like-four", &[(0, 3, -32), (3, 0, 32)]),
        ("even-numbers-negative", &[(0, 1, -8), (1, 2, -16)]),
    ];
    let aspect = aspects.add().alone();
    for (id, values) in ranges {
        aspect.or(id, move |reading| {
            for &(odd, even, value) in values {
                evaluation(reading).set(odd, even, value);
            }
        });
    }
}

/// Adds each row of the table left out.
pub(super) fn add_missing_rows<R: 'static>(
    aspects: &mut Aspects<R>,
    evaluation: fn(&mut R) -> &mut Evaluation,
) {
    let rows = ROWS
        .into_iter()
        .map(|(odd, even, _)| (format!("{odd}-{even}"), format!("{odd}, {even}"), (odd, even)));
    aspects.add().or_each("row-left-out", rows, move |reading, (odd, even)| {
        evaluation(reading).set(odd, even, 0);
    });
}

/// Adds other values for each pair.
pub(super) fn add_slips<R: 'static>(
    aspects: &mut Aspects<R>,
    evaluation: fn(&mut R) -> &mut Evaluation,
) {
    let slip = |odd, even, value: i32| {
        let sign = if value < 0 { "minus-" } else { "" };
        let id = format!("{odd}-{even}-as-{sign}{}", value.abs());
        (id, format!("{odd}, {even}"), (odd, even, value))
    };
    let set = move |reading: &mut R, (odd, even, value)| evaluation(reading).set(odd, even, value);
    // What four even numbers have without the sign has its own name.
    let is_other = |right, slip: i32, pair| slip != right && !(pair == (0, 4) && slip == 32);
    let wrong = ROWS.into_iter().flat_map(|(odd, even, right)| {
        let slips = SLIPS.into_iter().filter(move |&value| is_other(right, value, (odd, even)));
        slips.map(move |value| slip(odd, even, value))
    });
    aspects.add().or_each("other-value", wrong, set).alone();
    let unlisted = OTHER_PAIRS
        .into_iter()
        .flat_map(|(odd, even)| SLIPS.into_iter().map(move |value| slip(odd, even, value)));
    aspects.add().or_each("unlisted-pair", unlisted, set).alone();
}

#[expect(clippy::indexing_slicing, reason = "a line has at most four numbers of either kind")]
impl Evaluation {
    fn set(&mut self, odd: usize, even: usize, value: i32) {
        self.table[odd][even] = value;
    }

    fn exchange(&mut self, (odd, even): (usize, usize), other: (usize, usize)) {
        let value = self.table[odd][even];
        self.table[odd][even] = self.table[other.0][other.1];
        self.table[other.0][other.1] = value;
    }

    fn transpose(&mut self) {
        let table = self.table;
        self.table = std::array::from_fn(|odd| std::array::from_fn(|even| table[even][odd]));
    }

    /// The value of a position; `lines` is what [`Lines::list`] gives.
    pub(super) fn value(&self, cells: &Cells, lines: &[Line]) -> i32 {
        let all = numbers(cells);
        let is_even_to_move = !placed(cells).is_multiple_of(2);
        let mut read = *self;
        if is_even_to_move && matches!(self.side, Side::PairsOfPlayerToMove) {
            read.transpose();
        }
        let mut lines = lines.iter().map(|line| numbers(&on_line(cells, line)));
        let value = match self.total {
            Total::Sum => lines.map(|line| read.line_value(line, all)).sum(),
            Total::UntilDeadLine => {
                let alive = lines.take_while(|&line| read.condition.holds(line, all));
                alive.map(|line| read.line_value(line, all)).sum()
            }
            Total::LastValueKept => {
                let mut last = 0;
                let values = lines.map(|line| {
                    let is_alive = read.condition.holds(line, all);
                    last = if is_alive { read.line_value(line, all) } else { last };
                    last
                });
                values.sum()
            }
            Total::CountsKept => {
                let (mut odd, mut even) = (0, 0);
                let alive = lines.filter(|&line| read.condition.holds(line, all));
                let values = alive.map(|line| {
                    odd += (line & ODD).count_ones() as usize;
                    even += (line & !ODD).count_ones() as usize;
                    read.table.get(odd).and_then(|row| row.get(even)).copied().unwrap_or(0)
                });
                values.sum()
            }
            Total::LastLine => lines.next_back().map_or(0, |line| read.line_value(line, all)),
            Total::LineLeftOut(left_out) => {
                let others = lines.enumerate().filter(|&(line, _)| line != left_out);
                others.map(|(_, line)| read.line_value(line, all)).sum()
            }
        };
        match self.side {
            Side::Odd | Side::PairsOfPlayerToMove => value,
            Side::PlayerToMove if !is_even_to_move => value,
            Side::Even | Side::PlayerToMove => -value,
        }
    }

    /// The sign is turned where the even player is to move.
    pub(super) fn see_from_the_player_to_move(&mut self) {
        self.side = Side::PlayerToMove;
    }

    /// The evaluation by sets in which numbers may be equal.
    pub(super) fn with_repetition() -> Self {
        Self { condition: Condition::InSetWithRepetition, ..Self::default() }
    }

    /// What a line of each class is worth while the odd player is to move, and while the even player is, both from the odd player's
    /// side.
    ///
    /// Where it matters which numbers lie elsewhere, they are not asked for: that is for [`is_completable`].
    pub(super) fn of_classes(&self) -> [[i32; CLASSES]; 2] {
        let mut swapped = *self;
        swapped.transpose();
        let value = |read: &Self, class: usize| {
            CLASS_EXAMPLES
                .get(class)
                .copied()
                .flatten()
                .map_or(0, |line| read.line_value(line, line))
        };
        let table = |read: &Self, sign: i32| std::array::from_fn(|class| sign * value(read, class));
        match self.side {
            Side::Odd => [table(self, 1); 2],
            Side::Even => [table(self, -1); 2],
            Side::PlayerToMove => [table(self, 1), table(self, -1)],
            Side::PairsOfPlayerToMove => [table(self, 1), table(&swapped, 1)],
        }
    }

    /// Whether it matters which numbers lie elsewhere on the board.
    pub(super) fn asks_for_free_numbers(&self) -> bool {
        matches!(self.condition, Condition::InFreeSet)
    }

    /// The value of a line with these numbers, on a board with `all` of these.
    pub(super) fn line_value(&self, numbers: Numbers, all: Numbers) -> i32 {
        if !self.condition.holds(numbers, all) {
            return 0;
        }
        let odd = (numbers & ODD).count_ones() as usize;
        let even = match self.empty {
            Empty::Nothing => numbers.count_ones() as usize - odd,
            Empty::EvenNumber => 4 - odd,
        };
        self.table[odd][even]
    }
}

/// A set of numbers: number `n` is bit `n − 1`.
pub(super) type Numbers = u16;

const ODD: Numbers = 0b0101_0101_0101_0101;

/// How many classes of lines there are.
pub(super) const CLASSES: usize = 128;

/// The class of a won line, and of a full one that is not, have at least this as their number of the pair.
const FIRST_FULL_PAIR: usize = 10;

/// What a rule asks of the numbers of a line, for every set of at most four: the number of the pair (four bits), and whether the set is
/// contained in a winning one, in one with repetition, and adds up to at most 34.
static CLASS: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let class = |line: Numbers| {
        let (placed, odd) = (line.count_ones(), (line & ODD).count_ones());
        if placed > 4 {
            return 0;
        }
        // As many pairs as 1 + 2 + … have fewer numbers.
        let pair = (placed * (placed + 1) / 2 + odd).to_le_bytes()[0];
        pair | u8::from(IN_WINNING.has(line)) << 4
            | u8::from(WITH_REPETITION.has(line)) << 5
            | u8::from(sum(line) <= 34) << 6
    };
    (0..=Numbers::MAX).map(class).collect()
});

/// Some line of each class.
static CLASS_EXAMPLES: LazyLock<[Option<Numbers>; CLASSES]> = LazyLock::new(|| {
    let mut examples = [None; CLASSES];
    for line in (0..=Numbers::MAX).filter(|line| line.count_ones() <= 4) {
        if let Some(place) = examples.get_mut(class(line)) {
            *place = Some(line);
        }
    }
    examples
});

/// The class of a line with at most four numbers.
pub(super) fn class(line: Numbers) -> usize {
    CLASS.get(usize::from(line)).copied().unwrap_or_default().into()
}

/// Whether a line of this class has four numbers with the sum 34.
pub(super) fn is_won(class: usize) -> bool {
    class & 15 >= FIRST_FULL_PAIR && class >> 4 & 1 == 1
}

/// Whether the numbers that a line lacks do not lie elsewhere on a board with `all` of these.
pub(super) fn is_completable(line: Numbers, all: Numbers) -> bool {
    // Without a branch, which is faster than to stop at the first one.
    WINNING.iter().fold(false, |found, set| found | (set & all == line))
}

/// The numbers on these cells.
pub(super) fn numbers(cells: &[u8]) -> Numbers {
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

static IN_WINNING: LazyLock<Contained> = LazyLock::new(|| Contained::of(fours(1, 16, false)));
static WITH_REPETITION: LazyLock<Contained> = LazyLock::new(|| Contained::of(fours(1, 16, true)));
static WITH_ZERO: LazyLock<Contained> = LazyLock::new(|| Contained::of(fours(0, 16, false)));
static WITHOUT_SIXTEEN: LazyLock<Contained> = LazyLock::new(|| Contained::of(fours(1, 15, false)));
static WITHOUT_ONE: LazyLock<Contained> = LazyLock::new(|| Contained::of(fours(2, 16, false)));
static WINNING: LazyLock<Vec<Numbers>> =
    LazyLock::new(|| fours(1, 16, false).map(|four| numbers(&four)).collect());

impl Condition {
    /// Whether a line with these numbers counts, on a board with `all` of these.
    fn holds(self, numbers: Numbers, all: Numbers) -> bool {
        match self {
            Self::InWinningSet => IN_WINNING.has(numbers),
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
            Self::FourthNotOnLine | Self::SumOfThreeBelow34 => IN_WINNING.has(numbers),
            Self::NotInWinningSet => !IN_WINNING.has(numbers),
            Self::None => true,
        }
    }
}
