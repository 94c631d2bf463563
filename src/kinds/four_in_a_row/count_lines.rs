//! Step 24: how many complete lines each side has.

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom as _;
use serde::{Deserialize, Serialize};
use serde_with::{DisplayFromStr, serde_as};

use crate::board::lattice::four_in_a_row::{Board, Cell, Line, Stone, lines};
use crate::kinds::item::whole_number;
use crate::step::{Count, Expected, Feedback, Misconception, OldKind as Kind, Question};

/// The number of complete lines of black, then of white, for each board.
pub enum CountLines {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    boards: Count<4, 16>,
}

#[serde_as]
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    #[serde_as(as = "Vec<DisplayFromStr>")]
    boards: Vec<Board>,
}

impl Kind for CountLines {
    const NAME: &'static str = "four-in-a-row/count-lines";
    const FEEDBACK: Feedback = Feedback::Counted;
    const MISCONCEPTIONS: &'static [Misconception<Self>] = &[
        Misconception {
            id: "counted-from-both-ends",
            hint: "A direction and its opposite meet the same lines. Each line counts once.",
            solve: |task| task.counts(|_| true).into_iter().map(|count| 2 * count).collect(),
        },
        Misconception {
            id: "white-before-black",
            hint: "Black is written `x`, and the number of its lines comes first.",
            solve: |task| {
                let counts = task.counts(|_| true);
                counts.chunks(2).flat_map(|sides| sides.iter().rev().copied()).collect()
            },
        },
        Misconception {
            id: "lines-along-the-axes-only",
            hint: "A line may change several coordinates at once: there are 40 directions, not 4.",
            solve: |task| task.counts(|line| axes(line) == 1),
        },
        Misconception {
            id: "three-dimensions-only",
            hint: "Lines also run from one w to another: the four cubes are one board.",
            solve: |task| {
                task.counts(|line| {
                    let [first, .., last] = line.cells().map(|cell| cell.coordinates()[3]);
                    first == last
                })
            },
        },
    ];

    type Params = Params;
    type Task = Task;
    type Item = i64;

    fn generate(params: &Params, rng: &mut ChaCha8Rng) -> Task {
        let boards = (0..params.boards.get()).map(|_| {
            let stones: u16 = rng.random_range(128..=256);
            played_on(rng, stones.into())
        });
        Task { boards: boards.collect() }
    }

    fn reference(task: &Task) -> Vec<i64> {
        let counts =
            task.boards.iter().flat_map(|board| SIDES.map(|side| board.complete_lines(side)));
        counts.map(i64::from).collect()
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<i64, Expected> {
        whole_number(text)
    }

    fn questions(_task: &Task, reference: &[i64]) -> Vec<Question> {
        reference.chunks(SIDES.len()).map(Question::with_all_of).collect()
    }
}

const SIDES: [Stone; 2] = [Stone::Black, Stone::White];

impl Task {
    /// The complete lines of both sides on every board, counting only lines of some sort.
    fn counts(&self, counted: impl Fn(&Line) -> bool) -> Vec<i64> {
        let lines: Vec<_> = lines().iter().filter(|line| counted(line)).collect();
        let complete = |board: &Board, side| {
            let stones = board.stones(side);
            lines.iter().map(|line| i64::from(stones.contains_all(line.mask()))).sum()
        };
        self.boards.iter().flat_map(|board| SIDES.map(|side| complete(board, side))).collect()
    }
}

/// How many coordinates change along a line.
fn axes(line: &Line) -> usize {
    let [first, .., last] = line.cells().map(Cell::coordinates);
    first.into_iter().zip(last).filter(|(from, to)| from != to).count()
}

/// The board after this many moves of a game that continues after the first line.
fn played_on(rng: &mut ChaCha8Rng, stones: usize) -> Board {
    let mut cells: Vec<Cell> = Cell::all().collect();
    cells.shuffle(rng);
    let mut board = Board::empty();
    for (number, &cell) in cells.iter().take(stones).enumerate() {
        board.place(cell, Stone::to_move_after(number));
    }
    board
}
