//! Step 12: the sums of the ten lines.

use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use super::positions::Boards;
use crate::board::numerical::{Board, LINES};
use crate::kinds::item::whole_number;
use crate::step::{Count, Expected, Feedback, Misconception, OldKind as Kind, Question};

/// The sums of the ten lines of each board: rows, columns, major diagonal, minor diagonal.
pub enum LineSums {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    boards: Count<4, 16>,
}

impl Kind for LineSums {
    const NAME: &'static str = "numerical/line-sums";
    const FEEDBACK: Feedback = Feedback::Located;
    const MISCONCEPTIONS: &'static [Misconception<Self>] = &[
        Misconception {
            id: "columns-before-rows",
            hint: "The first four sums of a board are those of its rows, the next four those of its columns.",
            solve: |task| {
                task.sums(|[a, b, c, d, e, f, g, h, major, minor], _| {
                    [e, f, g, h, a, b, c, d, major, minor]
                })
            },
        },
        Misconception {
            id: "minor-diagonal-first",
            hint: "The major diagonal, from the upper left to the lower right, comes before the minor one.",
            solve: |task| {
                task.sums(|[a, b, c, d, e, f, g, h, major, minor], _| {
                    [a, b, c, d, e, f, g, h, minor, major]
                })
            },
        },
        Misconception {
            id: "only-full-lines",
            hint: "A line with empty cells has a sum too: an empty cell counts 0.",
            solve: |task| {
                task.sums(|sums, board| {
                    let mut full = sums;
                    for (sum, line) in full.iter_mut().zip(LINES) {
                        if line.iter().any(|&cell| board.at(cell).is_none()) {
                            *sum = 0;
                        }
                    }
                    full
                })
            },
        },
        Misconception {
            id: "minor-diagonal-shifted",
            hint: "The minor diagonal has the cells 3, 6, 9 and 12, counted from 0: the step between them is 3.",
            solve: |task| {
                task.sums(|[a, b, c, d, e, f, g, h, major, _], board| {
                    // The cells' numbers counted from 1, used as if they counted from 0.
                    let [_, _, _, _, p, _, _, q, _, _, r, _, _, s, ..] = board.cells();
                    [a, b, c, d, e, f, g, h, major, p + q + r + s]
                })
            },
        },
    ];

    type Params = Params;
    type Task = Boards;
    type Item = i64;

    fn generate(params: &Params, rng: &mut ChaCha8Rng) -> Boards {
        Boards::undecided(rng, params.boards.get(), 7..=14)
    }

    fn reference(task: &Boards) -> Vec<i64> {
        task.sums(|sums, _| sums)
    }

    fn read_item(_task: &Boards, _position: usize, text: &str) -> Result<i64, Expected> {
        whole_number(text)
    }

    fn questions(_task: &Boards, reference: &[i64]) -> Vec<Question> {
        reference.chunks(LINES.len()).map(Question::with_all_of).collect()
    }
}

impl Boards {
    /// Ten numbers for each board, made from its line sums and the board itself.
    fn sums(&self, arrange: impl Fn([u8; 10], &Board) -> [u8; 10]) -> Vec<i64> {
        let sums = self.boards.iter().flat_map(|board| arrange(board.line_sums(), board));
        sums.map(i64::from).collect()
    }
}
