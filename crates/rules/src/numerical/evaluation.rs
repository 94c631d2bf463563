//! How the evaluation of a position is read: one rule asks for it, and another one searches with it.

pub(super) mod aspects;
mod sets;

use self::sets::{CLASS_PAIRS, Condition, ODD};
use super::readings::{Cells, Line, Lines, MINOR, on_line, placed};

pub(super) use self::sets::{
    CLASSES, Classes, Numbers, class, is_completable, is_in_winning_set, is_won, numbers,
};

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
    LargestLine,
    LineLeftOut(usize),
    /// Lines with the same numbers count once.
    SameNumbersOnce,
    /// Lines with the same value count once.
    SameValueOnce,
    /// The sum goes on from position to position.
    NotSetBack,
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
const WRONG_VALUES: [i32; 8] = [1, 2, 4, 8, 16, 32, -8, -16];

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
        let fifth = if self.lines.minor_runs_on { numbers(&cells[15..]) } else { 0 };
        let on_line =
            |line: &Line| numbers(&on_line(cells, line)) | if *line == MINOR { fifth } else { 0 };
        let lines = lines.iter().map(on_line);
        self.value_of(lines, numbers(cells), !placed(cells).is_multiple_of(2))
    }

    /// The value of a position with these numbers on its lines, and all of these on the board.
    pub(super) fn value_of(
        &self,
        mut lines: impl DoubleEndedIterator<Item = Numbers>,
        all: Numbers,
        is_even_to_move: bool,
    ) -> i32 {
        let mut read = *self;
        if is_even_to_move && matches!(self.side, Side::PairsOfPlayerToMove) {
            read.transpose();
        }
        let value = match self.total {
            Total::Sum | Total::NotSetBack => lines.map(|line| read.line_value(line, all)).sum(),
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
            Total::LargestLine => lines.map(|line| read.line_value(line, all)).max().unwrap_or(0),
            Total::SameNumbersOnce => {
                let mut different: Vec<Numbers> = lines.collect();
                different.sort_unstable();
                different.dedup();
                different.into_iter().map(|line| read.line_value(line, all)).sum()
            }
            Total::SameValueOnce => {
                let mut different: Vec<i32> =
                    lines.map(|line| read.line_value(line, all)).collect();
                different.sort_unstable();
                different.dedup();
                different.into_iter().sum()
            }
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

    /// Whether the value is the sum of what the classes of the lines are worth.
    pub(super) fn is_sum_of_classes(&self) -> bool {
        matches!(self.total, Total::Sum) && !matches!(self.condition, Condition::InFreeSet)
    }

    /// Whether the value is such a sum of those lines only that can still be completed with the numbers that are left.
    pub(super) fn is_sum_of_free_classes(&self) -> bool {
        matches!(self.total, Total::Sum) && matches!(self.condition, Condition::InFreeSet)
    }

    /// Whether the value of a position is added to those of the positions before.
    pub(super) fn is_not_set_back(&self) -> bool {
        matches!(self.total, Total::NotSetBack)
    }

    /// The sign is turned where the even player is to move.
    pub(super) fn see_from_the_player_to_move(&mut self) {
        self.side = Side::PlayerToMove;
    }

    /// The sets have numbers up to 15 only.
    pub(super) fn leave_out_sixteen(&mut self) {
        self.condition = Condition::InSetWithoutSixteen;
    }

    /// The sign is turned on every board.
    pub(super) fn see_from_even(&mut self) {
        self.side = Side::Even;
    }

    /// Whether it is right on most positions: it differs in two pairs, or in few of the sets.
    pub(super) fn is_often_right(&self) -> bool {
        let right = Self::default();
        let is_wrong = |odd: usize, even: usize| self.table[odd][even] != right.table[odd][even];
        let wrong_pairs = (0..5).flat_map(|odd| (0..5).map(move |even| (odd, even)));
        let wrong_pairs = wrong_pairs.filter(|&(odd, even)| is_wrong(odd, even)).count();
        wrong_pairs == 2
            || matches!(
                self.condition,
                Condition::InSetWithRepetition
                    | Condition::SumOfThreeBelow34
                    | Condition::FourthNotOnLine
            )
    }

    /// The evaluation by sets in which numbers may be equal.
    pub(super) fn with_repetition() -> Self {
        Self { condition: Condition::InSetWithRepetition, ..Self::default() }
    }

    /// What a line of each class is worth while the odd player is to move, and while the even player is, both from the odd player's
    /// side.
    ///
    /// Where it matters which numbers lie elsewhere, they are not asked for: that is for [`Condition::holds`].
    pub(super) fn of_classes(&self) -> [[i32; CLASSES]; 2] {
        let mut swapped = *self;
        swapped.transpose();
        let holds = self.condition.of_classes();
        let table = |read: &Self, sign: i32| {
            let mut values = [0; CLASSES];
            let classes = values.iter_mut().zip(CLASS_PAIRS.iter()).zip(holds);
            for ((value, &(odd, even)), _) in classes.filter(|(_, holds)| **holds) {
                *value = sign * read.pair_value(odd, even);
            }
            values
        };
        match self.side {
            Side::Odd => [table(self, 1); 2],
            Side::Even => [table(self, -1); 2],
            Side::PlayerToMove => [table(self, 1), table(self, -1)],
            Side::PairsOfPlayerToMove => [table(self, 1), table(&swapped, 1)],
        }
    }

    /// The value of a line with so many odd and even numbers that counts.
    fn pair_value(&self, odd: usize, even: usize) -> i32 {
        match self.empty {
            Empty::Nothing => self.table[odd][even],
            Empty::EvenNumber => self.table[odd][4 - odd],
        }
    }

    /// The value of a line with these numbers, on a board with `all` of these.
    pub(super) fn line_value(&self, numbers: Numbers, all: Numbers) -> i32 {
        if numbers.count_ones() > 4 {
            return 0;
        }
        let odd = (numbers & ODD).count_ones() as usize;
        let even = numbers.count_ones() as usize - odd;
        match self.pair_value(odd, even) {
            0 => 0,
            value if self.condition.holds(numbers, all) => value,
            _ => 0,
        }
    }
}
