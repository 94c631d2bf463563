//! Step 12: the sums of the ten lines.

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use super::positions::{Boards, undecided, with_short_line};
use super::readings::Cells;
use crate::item::whole_number;
use crate::texts::numerical as hints;
use gradus_board::drawing::Panel;
use gradus_board::numerical::LINES;
use gradus_step::{
    Aspects, Count, Feedback, Kind, One, Question, Steering, Template, Text, Workload,
};

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
    is_minor_first: bool,
    rows: [Line; 4],
    columns: [Line; 4],
    major: Line,
    minor: Line,
    value: Value,
    end: End,
    kept: Kept,
}

/// What is kept from before a line or a board, since it is not reset.
#[derive(Clone, Copy)]
enum Kept {
    Nothing,
    /// The sum of the row before.
    SumBetweenRows,
    SumBetweenColumns,
    /// The sum of the major diagonal is in that of the minor one.
    SumBetweenDiagonals,
    /// The sums of all lines of the board before.
    SumBetweenLines,
    /// The sums of the boards before.
    SumsBetweenBoards,
    /// Numbers of the boards before, where the board has none.
    Numbers,
    FirstBoard,
}

/// In which order the lines come.
#[derive(Clone, Copy)]
enum Order {
    RowsColumns,
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
    /// The numbers of the cells themselves.
    CellNumbers,
    AtMost34,
    /// 0 if the sum is greater than 34.
    ZeroAbove34,
    /// 0 if the sum is another one.
    ZeroUnless34,
    /// Nothing is added any more after an empty cell.
    UntilEmpty,
    /// Each number takes the place of those before it.
    LastCell,
    LastNumber,
    FirstNumber,
    Largest,
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

/// Rows and columns numbered from 1, with these numbers taken for indices from 0: the fourth ones go beyond the board.
const ROWS_FROM_ONE: [Line; 4] = [&[4, 5, 6, 7], &[8, 9, 10, 11], &[12, 13, 14, 15], &[]];
const COLUMNS_FROM_ONE: [Line; 4] = [&[1, 5, 9, 13], &[2, 6, 10, 14], &[3, 7, 11, 15], &[4, 8, 12]];

const SHORT_ROWS: [Line; 4] = [&[0, 1, 2], &[4, 5, 6], &[8, 9, 10], &[12, 13, 14]];
const LATE_ROWS: [Line; 4] = [&[1, 2, 3], &[5, 6, 7], &[9, 10, 11], &[13, 14, 15]];
const SHORT_COLUMNS: [Line; 4] = [&[0, 4, 8], &[1, 5, 9], &[2, 6, 10], &[3, 7, 11]];
const LATE_COLUMNS: [Line; 4] = [&[4, 8, 12], &[5, 9, 13], &[6, 10, 14], &[7, 11, 15]];

impl Default for Reading {
    fn default() -> Self {
        Self {
            order: Order::RowsColumns,
            is_minor_first: false,
            rows: ROWS,
            columns: COLUMNS,
            major: MAJOR,
            minor: MINOR,
            value: Value::Sum,
            end: End::Summed,
            kept: Kept::Nothing,
        }
    }
}

impl Kind for LineSums {
    const NAME: &'static str = "numerical/line-sums";
    const VERSION: u32 = 3;
    const WORKLOAD: Workload = Workload::Heavy;
    const FEEDBACK: Feedback = Feedback::Located;
    // A question is one sum, and a reading that is wrong on one line only is followed for many of them.
    const DIAGNOSIS_LIMIT: usize = 20_000;

    type Params = Params;
    type Task = Boards;
    type Item = i64;
    type Solution = One<i64>;
    type Reading = Reading;

    fn hints() -> &'static [&'static [Template]] {
        &[hints::LINE_SUMS]
    }

    fn aspects(aspects: &mut Aspects<Reading>) {
        aspects
            .add()
            .or("columns-before-rows", |reading| reading.order = Order::ColumnsRows)
            .or("diagonals-first", |reading| reading.order = Order::DiagonalsFirst)
            .or("rows-and-columns-in-turn", |reading| reading.order = Order::RowAndColumnInTurn);
        aspects.add().or("minor-diagonal-first", |reading| reading.is_minor_first = true);
        aspects
            .add()
            .or("minor-is-last-column", |reading| reading.minor = &[3, 7, 11, 15])
            .or("minor-diagonal-shifted", |reading| reading.minor = &[4, 7, 10, 13])
            .or("minor-from-zero", |reading| reading.minor = &[0, 3, 6, 9])
            .or("minor-ends-early", |reading| reading.minor = &[3, 6, 9])
            .or("minor-runs-on", |reading| reading.minor = &[3, 6, 9, 12, 15])
            .or("minor-ends-in-fifteen", |reading| reading.minor = &[3, 6, 9, 15])
            .or("minor-is-major", |reading| reading.minor = MAJOR)
            .or("minor-is-first-column", |reading| reading.minor = &[0, 4, 8, 12])
            .or("minor-from-last-cell", |reading| reading.minor = &[15, 2, 5, 8]);
        aspects
            .add()
            .or("only-full-lines", |reading| reading.value = Value::SumIfFull)
            .or("missing-to-34", |reading| reading.value = Value::MissingTo34)
            .or("numbers-counted", |reading| reading.value = Value::HowMany)
            .or("above-34-is-zero", |reading| reading.value = Value::ZeroAbove34)
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
        add_single_mistakes(aspects);
    }

    fn generate(params: &Params, steering: &Steering<Self>, rng: &mut ChaCha8Rng) -> Boards {
        let draw = |rng: &mut ChaCha8Rng| {
            // Lines with the sum 34 and an empty cell are not the end of anything, nor are three cells with more than that.
            if rng.random_ratio(3, 5) {
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
        let boards = steering.cover(rng, params.boards.get() as usize, 3, draw, Boards::one);
        Boards { boards }
    }

    fn solve<'a>(task: &'a Boards, reading: &'a Reading) -> impl Iterator<Item = One<i64>> + 'a {
        let mut kept = [0; 16];
        let mut sums_before = [0; 10];
        let boards = task.boards.iter().enumerate();
        boards.flat_map(move |(index, board)| {
            let is_first = index == 0;
            for (kept, number) in kept.iter_mut().zip(board.cells()) {
                let is_taken = match reading.kept {
                    Kept::Numbers => number != 0,
                    Kept::FirstBoard => is_first,
                    _ => true,
                };
                *kept = if is_taken { number } else { *kept };
            }
            let sums = reading.sums(&kept);
            if matches!(reading.kept, Kept::SumsBetweenBoards) {
                sums_before.iter_mut().zip(sums).for_each(|(before, sum)| *before += sum);
                return sums_before.map(One);
            }
            sums.map(One)
        })
    }

    fn reference(task: &Boards) -> Vec<One<i64>> {
        let sums = task.boards.iter().flat_map(gradus_board::numerical::Board::line_sums);
        sums.map(|sum| One(sum.into())).collect()
    }

    fn panels(task: &Self::Task) -> Vec<Panel> {
        task.panels(10)
    }

    fn read_item(_task: &Boards, _position: usize, text: &str) -> Result<i64, Text> {
        whole_number(text)
    }

    fn questions(_task: &Boards, reference: &[One<i64>]) -> Vec<Question> {
        let board = |sums: &[One<i64>]| Question::with_all_of(sums.iter().map(|One(sum)| sum));
        reference.chunks(LINES.len()).map(board).collect()
    }
}

/// What is not combined with other mistakes.
fn add_single_mistakes(aspects: &mut Aspects<Reading>) {
    aspects
        .add()
        .or("minor-from-two", |reading| reading.minor = &[2, 5, 8, 11])
        .or("minor-begins-late", |reading| reading.minor = &[6, 9, 12])
        .or("minor-by-fives", |reading| reading.minor = &[3, 8, 13])
        .or("minor-is-last-row", |reading| reading.minor = &[12, 13, 14, 15])
        .alone();
    aspects
        .add()
        .or("cell-numbers", |reading| reading.value = Value::CellNumbers)
        .or("only-34", |reading| reading.value = Value::ZeroUnless34)
        .or("adding-ends-at-empty", |reading| reading.value = Value::UntilEmpty)
        .or("last-cell-only", |reading| reading.value = Value::LastCell)
        .or("last-number-only", |reading| reading.value = Value::LastNumber)
        .or("first-number-only", |reading| reading.value = Value::FirstNumber)
        .or("largest-number", |reading| reading.value = Value::Largest)
        .alone();
    aspects
        .add()
        .or("columns-are-rows", |reading| reading.columns = ROWS)
        .or("columns-begin-by-fours", |reading| {
            reading.columns = [&[0, 4, 8, 12], &[4, 8, 12], &[8, 12], &[12]];
        })
        .or("columns-from-one", |reading| reading.columns = COLUMNS_FROM_ONE)
        .alone();
    aspects
        .add()
        .or("rows-are-columns", |reading| reading.rows = COLUMNS)
        .or("rows-overlap", |reading| {
            reading.rows = [&[0, 1, 2, 3], &[1, 2, 3, 4], &[2, 3, 4, 5], &[3, 4, 5, 6]];
        })
        .or("rows-of-one-end", |reading| reading.rows = [&[0, 1, 2, 3], &[4], &[], &[]])
        .or("rows-from-one", |reading| reading.rows = ROWS_FROM_ONE)
        .alone();
    aspects
        .add()
        .or("major-begins-late", |reading| reading.major = &[5, 10, 15])
        .or("major-is-first-row", |reading| reading.major = &[0, 1, 2, 3])
        .alone();
    aspects
        .add()
        .or("columns-not-set-back", |reading| reading.kept = Kept::SumBetweenColumns)
        .or("rows-not-set-back", |reading| reading.kept = Kept::SumBetweenRows)
        .or("diagonals-not-set-back", |reading| reading.kept = Kept::SumBetweenDiagonals)
        .or("lines-not-set-back", |reading| reading.kept = Kept::SumBetweenLines)
        .or("boards-not-set-back", |reading| reading.kept = Kept::SumsBetweenBoards)
        .or("numbers-kept", |reading| reading.kept = Kept::Numbers)
        .or("first-board-only", |reading| reading.kept = Kept::FirstBoard)
        .alone();
    aspects
        .add()
        .or("three-cells-to-a-line", |reading| {
            reading.rows = SHORT_ROWS;
            reading.columns = SHORT_COLUMNS;
            reading.major = &[0, 5, 10];
            reading.minor = &[3, 6, 9];
        })
        .or("lines-from-one", |reading| {
            reading.rows = ROWS_FROM_ONE;
            reading.columns = COLUMNS_FROM_ONE;
        })
        .or("last-cell-missed", |reading| {
            reading.rows = [&[0, 1, 2, 3], &[4, 5, 6, 7], &[8, 9, 10, 11], &[12, 13, 14]];
            reading.columns = [&[0, 4, 8, 12], &[1, 5, 9, 13], &[2, 6, 10, 14], &[3, 7, 11]];
            reading.major = &[0, 5, 10];
        })
        .or("columns-without-last-cell", |reading| {
            reading.columns = [&[0, 4, 8, 12], &[1, 5, 9, 13], &[2, 6, 10, 14], &[3, 7, 11]];
        })
        .alone();
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
    fn sums(&self, cells: &Cells) -> [i64; 10] {
        let mut is_over = false;
        let mut before = 0;
        let mut place = 0;
        self.lines().map(|line| {
            let is_added = match self.kept {
                Kept::SumBetweenRows => (1..4).contains(&place),
                Kept::SumBetweenColumns => (5..8).contains(&place),
                Kept::SumBetweenDiagonals => place == 9,
                Kept::SumBetweenLines => true,
                _ => false,
            };
            place += 1;
            let sum = self.value.of(cells, line) + if is_added { before } else { 0 };
            before = sum;
            let shown = if is_over { 0 } else { sum };
            is_over |= matches!(self.end, End::Zero) && sum == 34;
            shown
        })
    }

    fn lines(&self) -> [Line; 10] {
        let [r1, r2, r3, r4] = self.rows;
        let [c1, c2, c3, c4] = self.columns;
        let (major, minor) =
            if self.is_minor_first { (self.minor, self.major) } else { (self.major, self.minor) };
        match self.order {
            Order::RowsColumns => [r1, r2, r3, r4, c1, c2, c3, c4, major, minor],
            Order::ColumnsRows => [c1, c2, c3, c4, r1, r2, r3, r4, major, minor],
            Order::DiagonalsFirst => [major, minor, r1, r2, r3, r4, c1, c2, c3, c4],
            Order::RowAndColumnInTurn => [r1, c1, r2, c2, r3, c3, r4, c4, major, minor],
        }
    }
}

impl Value {
    #[expect(clippy::indexing_slicing, reason = "a line has cells of the board")]
    fn of(self, cells: &Cells, line: Line) -> i64 {
        let mut numbers = line.iter().map(|&cell| i64::from(cells[cell]));
        match self {
            Self::SumIfFull if numbers.clone().any(|number| number == 0) => 0,
            Self::Sum | Self::SumIfFull => numbers.sum(),
            Self::MissingTo34 => 34 - numbers.sum::<i64>(),
            Self::HowMany => numbers.map(|number| i64::from(number != 0)).sum(),
            Self::CellNumbers => line.iter().filter_map(|&cell| i64::try_from(cell).ok()).sum(),
            Self::ZeroAbove34 => Some(numbers.sum()).filter(|&sum| sum <= 34).unwrap_or(0),
            Self::ZeroUnless34 => Some(numbers.sum()).filter(|&sum| sum == 34).unwrap_or(0),
            Self::UntilEmpty => numbers.take_while(|&number| number != 0).sum(),
            Self::LastCell => numbers.next_back().unwrap_or(0),
            Self::LastNumber => numbers.rfind(|&number| number != 0).unwrap_or(0),
            Self::FirstNumber => numbers.find(|&number| number != 0).unwrap_or(0),
            Self::Largest => numbers.max().unwrap_or(0),
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
