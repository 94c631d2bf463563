//! Step 23: how many lines go through a cell.

use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom as _;
use serde::{Deserialize, Serialize};
use serde_with::{FromInto, serde_as};

use crate::board::lattice::four_in_a_row::{Cell, Line, lines_through};
use crate::kinds::item::whole_number;
use crate::step::{Count, Expected, Feedback, Misconception, OldKind as Kind, Question};

/// The number of lines through each cell, and the number of those that change all of x, y, z and w.
pub enum LinesThrough {}

/// How many items a cell has.
const ITEMS: usize = 2;

/// A task asks for a cell once, and the smallest class of cells that have the same answer, those on 15 lines, has 32.
const MAX_IDS: u32 = 32;

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    ids: Count<16, MAX_IDS>,
}

#[serde_as]
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    #[serde_as(as = "Vec<FromInto<u8>>")]
    ids: Vec<Cell>,
}

impl Kind for LinesThrough {
    const NAME: &'static str = "four-in-a-row/lines-through";
    const FEEDBACK: Feedback = Feedback::Silent;
    const MISCONCEPTIONS: &'static [Misconception<Self>] = &[
        Misconception {
            id: "counted-from-both-ends",
            hint: "A direction and its opposite meet the same lines. Each line counts once.",
            solve: |task| task.counts(|cell| count(cell, |_| true).map(|lines| 2 * lines)),
        },
        Misconception {
            id: "every-direction-counts",
            hint: "A line has four cells from border to border. In most directions no such line goes through the cell.",
            // There are 40 directions, and 8 of them change all coordinates.
            solve: |task| task.counts(|_| [40, 8]),
        },
        Misconception {
            id: "lines-along-the-axes-only",
            hint: "A line may change several coordinates at once: there are 40 directions, not 4.",
            solve: |task| task.counts(|cell| count(cell, is_along_an_axis)),
        },
        Misconception {
            id: "falling-coordinates-missed",
            hint: "Along a line one coordinate may fall while another rises.",
            solve: |task| task.counts(|cell| count(cell, nothing_falls)),
        },
        Misconception {
            id: "three-dimensions-only",
            hint: "Lines also run from one w to another: the four cubes are one board.",
            solve: |task| task.counts(|cell| count(cell, Line::is_in_one_cube)),
        },
    ];

    type Params = Params;
    type Task = Task;
    type Item = i64;

    #[expect(clippy::expect_used, reason = "the array of classes is not empty")]
    fn generate(params: &Params, rng: &mut ChaCha8Rng) -> Task {
        // There are only three answers. Each is made equally likely, although the classes differ in size.
        let classes = [15, 8, 6].map(|lines| -> Vec<Cell> {
            Cell::all().filter(|&cell| lines_through(cell).len() == lines).collect()
        });
        let mut ids: Vec<Cell> = Vec::new();
        for _ in 0..params.ids.get() {
            let class = classes.choose(rng).expect("there are three classes").iter().copied();
            let unasked: Vec<Cell> = class.filter(|cell| !ids.contains(cell)).collect();
            ids.extend(unasked.choose(rng));
        }
        Task { ids }
    }

    fn reference(task: &Task) -> Vec<i64> {
        task.counts(|cell| count(cell, |_| true))
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<i64, Expected> {
        whole_number(text)
    }

    fn questions(_task: &Task, reference: &[i64]) -> Vec<Question> {
        reference.chunks(ITEMS).map(Question::with_all_of).collect()
    }
}

impl Task {
    /// Two numbers for each cell.
    fn counts(&self, counts: impl Fn(Cell) -> [i64; ITEMS]) -> Vec<i64> {
        self.ids.iter().flat_map(|&cell| counts(cell)).collect()
    }
}

/// The lines of some sort through a cell, and those of them that change all coordinates.
fn count(cell: Cell, counted: impl Fn(&Line) -> bool) -> [i64; ITEMS] {
    let lines = lines_through(cell).iter().filter(|line| counted(line));
    lines.fold([0, 0], |[all, long], line| [all + 1, long + i64::from(line.changes() == [true; 4])])
}

fn is_along_an_axis(line: &Line) -> bool {
    line.changes().into_iter().filter(|&changes| changes).count() == 1
}

/// Whether no coordinate falls while another one rises. Walked from the first cell to the last, some coordinate rises.
fn nothing_falls(line: &Line) -> bool {
    let [first, .., last] = line.cells().map(Cell::coordinates);
    first.into_iter().zip(last).all(|(from, to)| from <= to)
}
