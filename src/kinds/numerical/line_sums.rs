//! Step 12: the sums of the ten lines.

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use super::HINTS;
use super::positions::{Boards, undecided, with_short_line};
use super::readings::Cells;
use crate::board::numerical::LINES;
use crate::kinds::item::whole_number;
use crate::step::{Aspects, Catalogue, Count, Expected, Feedback, Kind, One, Question, Steering};

/// The sums of the ten lines of each board: rows, columns, major diagonal, minor diagonal.
pub enum LineSums {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    boards: Count<4, 16>,
}

/// The cells of a line: four, or as many as a wrong reading takes.
type Line = &'static [usize];

/// How the rule is read.
pub struct Reading {
    order: Order,
    rows: [Line; 4],
    columns: [Line; 4],
    major: Line,
    minor: Line,
    value: Value,
    end: End,
}

/// In which order the lines come.
#[derive(Clone, Copy)]
enum Order {
    RowsColumnsMajorMinor,
    RowsColumnsMinorMajor,
    ColumnsRows,
    DiagonalsFirst,
    /// First row, first column, second row and so on.
    RowAndColumnInTurn,
}

/// What is said of the numbers on a line.
#[derive(Clone, Copy)]
enum Value {
    Sum,
    /// 0 if some cell is empty.
    SumIfFull,
    MissingTo34,
    HowMany,
    AtMost34,
    /// Nothing is added any more once 34 is reached.
    UntilAtLeast34,
    /// What would lead beyond 34 is not added.
    WithoutWhatExceeds34,
    OnlyOdd,
    OnlyEven,
}

/// What becomes of the lines after one with the sum 34.
#[derive(Clone, Copy)]
enum End {
    Summed,
    Zero,
}

const ROWS: [Line; 4] = [&[0, 1, 2, 3], &[4, 5, 6, 7], &[8, 9, 10, 11], &[12, 13, 14, 15]];
const COLUMNS: [Line; 4] = [&[0, 4, 8, 12], &[1, 5, 9, 13], &[2, 6, 10, 14], &[3, 7, 11, 15]];
const MAJOR: Line = &[0, 5, 10, 15];
const MINOR: Line = &[3, 6, 9, 12];

const SHORT_ROWS: [Line; 4] = [&[0, 1, 2], &[4, 5, 6], &[8, 9, 10], &[12, 13, 14]];
const LATE_ROWS: [Line; 4] = [&[1, 2, 3], &[5, 6, 7], &[9, 10, 11], &[13, 14, 15]];
const SHORT_COLUMNS: [Line; 4] = [&[0, 4, 8], &[1, 5, 9], &[2, 6, 10], &[3, 7, 11]];
const LATE_COLUMNS: [Line; 4] = [&[4, 8, 12], &[5, 9, 13], &[6, 10, 14], &[7, 11, 15]];

impl Default for Reading {
    fn default() -> Self {
        Self {
            order: Order::RowsColumnsMajorMinor,
            rows: ROWS,
            columns: COLUMNS,
            major: MAJOR,
            minor: MINOR,
            value: Value::Sum,
            end: End::Summed,
        }
    }
}

impl Kind for LineSums {
    const NAME: &'static str = "numerical/line-sums";
    const VERSION: u32 = 2;
    const FEEDBACK: Feedback = Feedback::Located;
    // A question is one sum, and a reading that is wrong on one line only is followed for many of them.
    const DIAGNOSIS_LIMIT: usize = 20_000;

    type Params = Params;
    type Task = Boards;
    type Item = i64;
    type Solution = One<i64>;
    type Reading = Reading;

    fn hints() -> &'static Catalogue {
        &HINTS
    }

    fn aspects(aspects: &mut Aspects<Reading>) {
        aspects
            .add()
            .or("columns-before-rows", |reading| reading.order = Order::ColumnsRows)
            .or("minor-diagonal-first", |reading| reading.order = Order::RowsColumnsMinorMajor)
            .or("diagonals-first", |reading| reading.order = Order::DiagonalsFirst)
            .or("rows-and-columns-in-turn", |reading| reading.order = Order::RowAndColumnInTurn);
        aspects
            .add()
            .or("minor-is-last-column", |reading| reading.minor = &[3, 7, 11, 15])
            .or("minor-diagonal-shifted", |reading| reading.minor = &[4, 7, 10, 13])
            .or("minor-from-zero", |reading| reading.minor = &[0, 3, 6, 9])
            .or("minor-ends-early", |reading| reading.minor = &[3, 6, 9])
            .or("minor-runs-on", |reading| reading.minor = &[3, 6, 9, 12, 15])
            .or("minor-ends-in-fifteen", |reading| reading.minor = &[3, 6, 9, 15])
            .or("minor-is-major", |reading| reading.minor = MAJOR)
            .or("minor-is-first-column", |reading| reading.minor = &[0, 4, 8, 12]);
        aspects
            .add()
            .or("only-full-lines", |reading| reading.value = Value::SumIfFull)
            .or("missing-to-34", |reading| reading.value = Value::MissingTo34)
            .or("numbers-counted", |reading| reading.value = Value::HowMany)
            .or("at-most-34", |reading| reading.value = Value::AtMost34)
            .or("adding-ends-at-34", |reading| reading.value = Value::UntilAtLeast34)
            .or("not-beyond-34", |reading| reading.value = Value::WithoutWhatExceeds34)
            .or("odd-numbers-only", |reading| reading.value = Value::OnlyOdd)
            .or("even-numbers-only", |reading| reading.value = Value::OnlyEven);
        aspects
            .add()
            .or("columns-without-last-row", |reading| reading.columns = SHORT_COLUMNS)
            .or("columns-without-first-row", |reading| reading.columns = LATE_COLUMNS)
            .or("columns-from-right", |reading| reading.columns.reverse());
        aspects
            .add()
            .or("rows-without-last-column", |reading| reading.rows = SHORT_ROWS)
            .or("rows-without-first-column", |reading| reading.rows = LATE_ROWS)
            .or("rows-from-below", |reading| reading.rows.reverse());
        aspects
            .add()
            .or("major-ends-early", |reading| reading.major = &[0, 5, 10])
            .or("major-is-first-column", |reading| reading.major = &[0, 4, 8, 12])
            .or("major-is-minor", |reading| reading.major = MINOR);
        aspects.add().or("nothing-after-34", |reading| reading.end = End::Zero);
        aspects
            .add()
            .or("three-cells-to-a-line", |reading| {
                reading.rows = SHORT_ROWS;
                reading.columns = SHORT_COLUMNS;
                reading.major = &[0, 5, 10];
                reading.minor = &[3, 6, 9];
            })
            .or("last-cell-missed", |reading| {
                reading.rows = [&[0, 1, 2, 3], &[4, 5, 6, 7], &[8, 9, 10, 11], &[12, 13, 14]];
                reading.columns = [&[0, 4, 8, 12], &[1, 5, 9, 13], &[2, 6, 10, 14], &[3, 7, 11]];
                reading.major = &[0, 5, 10];
            })
            .alone();
    }

    fn generate(params: &Params, steering: &Steering<Self>, rng: &mut ChaCha8Rng) -> Boards {
        let draw = |rng: &mut ChaCha8Rng| {
            // Lines with the sum 34 and an empty cell are not the end of anything, nor are three cells with more than that.
            if rng.random_ratio(1, 2) {
                return with_short_line(rng, 11..=14);
            }
            loop {
                let moves = rng.random_range(11..=14);
                let board = undecided(rng, moves);
                if has_early_34(&board.cells()) {
                    return board;
                }
            }
        };
        let boards = steering.cover(rng, params.boards.get() as usize, 32, draw, Boards::one);
        Boards { boards }
    }

    fn solve<'a>(task: &'a Boards, reading: &'a Reading) -> impl Iterator<Item = One<i64>> + 'a {
        task.boards.iter().flat_map(|board| reading.sums(board.cells())).map(One)
    }

    fn reference(task: &Boards) -> Vec<One<i64>> {
        let sums = task.boards.iter().flat_map(crate::board::numerical::Board::line_sums);
        sums.map(|sum| One(sum.into())).collect()
    }

    fn read_item(_task: &Boards, _position: usize, text: &str) -> Result<i64, Expected> {
        whole_number(text)
    }

    fn questions(_task: &Boards, reference: &[One<i64>]) -> Vec<Question> {
        let board = |sums: &[One<i64>]| Question::with_all_of(sums.iter().map(|One(sum)| sum));
        reference.chunks(LINES.len()).map(board).collect()
    }
}

/// Whether some line has at least 34 before its last number.
fn has_early_34(cells: &Cells) -> bool {
    let early = Value::UntilAtLeast34;
    Reading::default()
        .lines()
        .into_iter()
        .any(|line| early.of(cells, line) != Value::Sum.of(cells, line))
}

impl Reading {
    /// The sums of the ten lines of a board.
    fn sums(&self, cells: Cells) -> impl Iterator<Item = i64> {
        let mut is_over = false;
        self.lines().into_iter().map(move |line| {
            let sum = self.value.of(&cells, line);
            let shown = if is_over { 0 } else { sum };
            is_over |= matches!(self.end, End::Zero) && sum == 34;
            shown
        })
    }

    fn lines(&self) -> [Line; 10] {
        let [r1, r2, r3, r4] = self.rows;
        let [c1, c2, c3, c4] = self.columns;
        let (major, minor) = (self.major, self.minor);
        match self.order {
            Order::RowsColumnsMajorMinor => [r1, r2, r3, r4, c1, c2, c3, c4, major, minor],
            Order::RowsColumnsMinorMajor => [r1, r2, r3, r4, c1, c2, c3, c4, minor, major],
            Order::ColumnsRows => [c1, c2, c3, c4, r1, r2, r3, r4, major, minor],
            Order::DiagonalsFirst => [major, minor, r1, r2, r3, r4, c1, c2, c3, c4],
            Order::RowAndColumnInTurn => [r1, c1, r2, c2, r3, c3, r4, c4, major, minor],
        }
    }
}

impl Value {
    #[expect(clippy::indexing_slicing, reason = "a line has cells of the board")]
    fn of(self, cells: &Cells, line: Line) -> i64 {
        let numbers = line.iter().map(|&cell| i64::from(cells[cell]));
        match self {
            Self::SumIfFull if numbers.clone().any(|number| number == 0) => 0,
            Self::Sum | Self::SumIfFull => numbers.sum(),
            Self::MissingTo34 => 34 - numbers.sum::<i64>(),
            Self::HowMany => numbers.map(|number| i64::from(number != 0)).sum(),
            Self::AtMost34 => numbers.sum::<i64>().min(34),
            Self::UntilAtLeast34 => {
                numbers.fold(0, |sum, number| if sum < 34 { sum + number } else { sum })
            }
            Self::WithoutWhatExceeds34 => {
                numbers.fold(0, |sum, number| if sum + number > 34 { sum } else { sum + number })
            }
            Self::OnlyOdd => numbers.filter(|number| number % 2 == 1).sum(),
            Self::OnlyEven => numbers.filter(|number| number % 2 == 0).sum(),
        }
    }
}
