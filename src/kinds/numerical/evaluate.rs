//! Step 14: the evaluation of a position.

use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use super::positions::{Boards, ROWS_AND_COLUMNS};
use crate::board::numerical::{Board, LINES, NumberSet, Player, pair_value};
use crate::kinds::item::whole_number;
use crate::step::{Count, Expected, Feedback, Misconception, OldKind as Kind};

/// The evaluation of each position, from the odd player's side.
pub enum Evaluate {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    boards: Count<8, 50>,
}

impl Kind for Evaluate {
    const NAME: &'static str = "numerical/evaluate";
    const FEEDBACK: Feedback = Feedback::Counted;
    const MISCONCEPTIONS: &'static [Misconception<Self>] = &[
        Misconception {
            id: "every-line-counts",
            hint: "A line counts only while its numbers are contained in one of the 86 sets that add up to 34.",
            solve: |task| task.values(LINES.len(), |line| pair_value(line.odd, line.even)),
        },
        Misconception {
            id: "odd-and-even-swapped",
            hint: "The table's pairs name the odd numbers first, then the even ones.",
            solve: |task| {
                let swapped = |line: &Line| line.if_completable(pair_value(line.even, line.odd));
                task.values(LINES.len(), swapped)
            },
        },
        Misconception {
            id: "empty-is-even",
            hint: "An empty cell is written 0, but it is not an even number: it is not counted at all.",
            solve: |task| {
                let padded = |line: &Line| line.if_completable(pair_value(line.odd, 4 - line.odd));
                task.values(LINES.len(), padded)
            },
        },
        Misconception {
            id: "diagonals-missed",
            hint: "There are ten lines: four rows, four columns and two diagonals.",
            solve: |task| {
                let right = |line: &Line| line.if_completable(pair_value(line.odd, line.even));
                task.values(ROWS_AND_COLUMNS, right)
            },
        },
    ];

    type Params = Params;
    type Task = Boards;
    type Item = i64;

    fn generate(params: &Params, rng: &mut ChaCha8Rng) -> Boards {
        Boards::undecided(rng, params.boards.get(), 3..=14)
    }

    fn reference(task: &Boards) -> Vec<i64> {
        task.boards.iter().map(|board| i64::from(board.evaluation())).collect()
    }

    fn read_item(_task: &Boards, _position: usize, text: &str) -> Result<i64, Expected> {
        whole_number(text)
    }
}

/// The numbers on one line, as the wrong solvers see them.
struct Line {
    odd: u32,
    even: u32,
    is_completable: bool,
}

impl Line {
    fn if_completable(&self, value: i32) -> i32 {
        if self.is_completable { value } else { 0 }
    }
}

impl Boards {
    /// For each board, the sum over its first lines of a value of the line.
    fn values(&self, lines: usize, value: impl Fn(&Line) -> i32) -> Vec<i64> {
        let line = |numbers: NumberSet| {
            let odd = (numbers & NumberSet::of(Player::Odd)).len();
            Line { odd, even: numbers.len() - odd, is_completable: numbers.is_completable() }
        };
        let total = |board: &Board| -> i32 {
            let numbers = board.numbers_on_lines().into_iter().take(lines);
            numbers.map(|numbers| value(&line(numbers))).sum()
        };
        self.boards.iter().map(total).map(i64::from).collect()
    }
}
