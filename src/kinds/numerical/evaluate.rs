//! Step 14: the evaluation of a position (`seeds/001_5f6d218b93f71914.txt`).

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use serde_with::{TryFromInto, serde_as};

use super::positions::undecided_position;
use crate::board::numerical::{Board, LINES, NumberSet, Player};
use crate::kinds::item::whole_number;
use crate::step::{Count, Expected, Feedback, Kind, Misconception};

/// What each position is worth to the odd player.
pub enum Evaluate {}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    boards: Count<8, 50>,
}

#[serde_as]
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    #[serde_as(as = "Vec<TryFromInto<[u8; 16]>>")]
    boards: Vec<Board>,
}

/// How many lines there are beside the two diagonals.
const ROWS_AND_COLUMNS: usize = 8;

impl Kind for Evaluate {
    const NAME: &'static str = "numerical/evaluate";
    const FEEDBACK: Feedback = Feedback::Counted;
    const MISCONCEPTIONS: &'static [Misconception<Self>] = &[
        Misconception {
            id: "every-line-counts",
            hint: "A line counts only while its numbers are contained in one of the 86 sets that add up to 34.",
            solve: |task| task.values(LINES.len(), |line| line_value(line.odd, line.even)),
        },
        Misconception {
            id: "odd-and-even-swapped",
            hint: "The table's pairs name the odd numbers first, then the even ones.",
            solve: |task| {
                let swapped = |line: &Line| line.if_completable(line_value(line.even, line.odd));
                task.values(LINES.len(), swapped)
            },
        },
        Misconception {
            id: "empty-is-even",
            hint: "An empty cell is written 0, but it is no even number: it is not counted at all.",
            solve: |task| {
                let padded = |line: &Line| line.if_completable(line_value(line.odd, 4 - line.odd));
                task.values(LINES.len(), padded)
            },
        },
        Misconception {
            id: "diagonals-missed",
            hint: "There are ten lines: four rows, four columns and two diagonals.",
            solve: |task| {
                let right = |line: &Line| line.if_completable(line_value(line.odd, line.even));
                task.values(ROWS_AND_COLUMNS, right)
            },
        },
    ];

    type Params = Params;
    type Task = Task;
    type Item = i64;

    fn generate(params: &Params, rng: &mut ChaCha8Rng) -> Task {
        let boards = (0..params.boards.get()).map(|_| {
            let placed = rng.random_range(3..=14);
            undecided_position(rng, placed)
        });
        Task { boards: boards.collect() }
    }

    fn reference(task: &Task) -> Vec<i64> {
        task.boards.iter().map(|board| i64::from(board.evaluation())).collect()
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<i64, Expected> {
        whole_number(text)
    }
}

/// The numbers on one line, as the wrong solvers see them.
struct Line {
    odd: u32,
    even: u32,
    completable: bool,
}

impl Line {
    fn if_completable(&self, value: i64) -> i64 {
        if self.completable { value } else { 0 }
    }
}

impl Task {
    /// The sum over the first lines of each board, valued in some way.
    fn values(&self, lines: usize, value: impl Fn(&Line) -> i64) -> Vec<i64> {
        let line_of = |board: &Board, cells: [_; 4]| {
            let numbers: NumberSet = cells.into_iter().filter_map(|cell| board.at(cell)).collect();
            let odd = numbers.intersection(NumberSet::of(Player::Odd)).len();
            Line { odd, even: numbers.len() - odd, completable: numbers.is_completable() }
        };
        let total = |board| LINES.into_iter().take(lines).map(|l| value(&line_of(board, l))).sum();
        self.boards.iter().map(total).collect()
    }
}

/// The table of the evaluation.
fn line_value(odd: u32, even: u32) -> i64 {
    match (odd, even) {
        (2, 2) | (4, 0) => 32,
        (0, 4) => -32,
        (1, 2) => 16,
        (0, 1) => 8,
        (1, 0) => 4,
        (1, 1) => 2,
        (2, 1) => 1,
        _ => 0,
    }
}
