//! Step 23: how many lines go through a cell.

mod reading;

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use serde::{Deserialize, Serialize};
use serde_with::{FromInto, serde_as};

use self::reading::{ITEMS, Reading};
use super::known_lines::{KnownLine, all_lines};
use super::line_sets::running_against;
use crate::item::whole_number;
use crate::texts::four_in_a_row as hints;
use gradus_board::drawing::Panel;
use gradus_board::drawing::four_in_a_row::asked;
use gradus_board::lattice::four_in_a_row::Cell;
use gradus_step::{Aspects, Count, Feedback, Kind, One, Question, Steering, Template, Text};

/// The number of lines through each cell, and the number of those that change all of x, y, z and w.
pub enum LinesThrough {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    ids: Count<16, MAX_IDS>,
}

/// A task asks for a cell once, and the smallest class of cells has 16.
const MAX_IDS: u32 = 32;

#[serde_as]
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    #[serde_as(as = "Vec<FromInto<u8>>")]
    ids: Vec<Cell>,
}

impl Kind for LinesThrough {
    const NAME: &'static str = "four-in-a-row/lines-through";
    const VERSION: u32 = 3;
    const FEEDBACK: Feedback = Feedback::Silent;
    const DIAGNOSIS_LIMIT: usize = 6000;

    type Params = Params;
    type Task = Task;
    type Item = i64;
    type Solution = One<i64>;
    type Reading = Reading;

    fn hints() -> &'static [&'static [Template]] {
        &[hints::LINES_THROUGH]
    }

    fn aspects(aspects: &mut Aspects<Reading>) {
        reading::add_aspects(aspects);
    }

    fn generate(params: &Params, _: &Steering<Self>, rng: &mut ChaCha8Rng) -> Task {
        Task { ids: cells(rng, params.ids.get() as usize) }
    }

    fn solve<'a>(task: &'a Task, reading: &'a Reading) -> impl Iterator<Item = One<i64>> + 'a {
        reading.items(&task.ids).map(One)
    }

    fn panels(task: &Self::Task) -> Vec<Panel> {
        Panel::each([asked(task.ids.iter().copied())], 2 * task.ids.len())
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<i64, Text> {
        whole_number(text)
    }

    fn questions(_task: &Task, reference: &[One<i64>]) -> Vec<Question> {
        let pairs = reference.chunks(ITEMS);
        pairs.map(|pair| Question::with_all_of(pair.iter().map(|One(count)| count))).collect()
    }
}

/// Different cells, some of each class.
fn cells(rng: &mut ChaCha8Rng, count: usize) -> Vec<Cell> {
    let mut cells: Vec<Cell> = Vec::new();
    // On a long diagonal each class has two cells.
    let mut ends = [Class::AllAtBorders, Class::NoneAtBorders].repeat(DIAGONALS / 2);
    ends.shuffle(rng);
    for (diagonal, class) in diagonals(rng).into_iter().zip(ends) {
        let on_it = diagonal.cells().map(Cell::new);
        let is_new = |&cell: &Cell| class.has(cell) && !cells.contains(&cell);
        let fitting: Vec<Cell> = on_it.into_iter().filter(is_new).collect();
        cells.extend(fitting.choose(rng));
    }
    // Some of each class, so that no class can be counted wrongly.
    let mut wanted = [Class::OneOfItsSort, Class::TwoAndTwo].repeat(OTHERS_OF_A_CLASS);
    wanted.shuffle(rng);
    cells.truncate(count);
    while cells.len() < count {
        let class = wanted.pop().unwrap_or_else(|| drawn_class(rng));
        let unasked: Vec<Cell> =
            Cell::all().filter(|&cell| class.has(cell) && !cells.contains(&cell)).collect();
        cells.extend(unasked.choose(rng));
    }
    cells.shuffle(rng);
    cells
}

/// How many cells on long diagonals a task has. With more of them the answer for their cells would be easy to guess.
const DIAGONALS: usize = 6;

/// How many cells of each other class there are, so that each of the three answers is about as frequent.
const OTHERS_OF_A_CLASS: usize = 5;

/// Long diagonals such that for each diagonal of a plane or a space a cell of one of them is on it: the one that rises, twice, and all
/// others but three along which one coordinate runs against the rest. Two that differ in one coordinate alone, if both were left out,
/// would leave out a diagonal of a space.
fn diagonals(rng: &mut ChaCha8Rng) -> Vec<&'static KnownLine> {
    let mut long: Vec<&KnownLine> = all_lines().iter().filter(|line| line.changes() == 4).collect();
    long.shuffle(rng);
    long.sort_by_key(|line| match running_against(line.direction()) {
        0 => 0,
        against => 4 - against,
    });
    long.truncate(DIAGONALS - 1);
    long.extend(long.first().copied());
    long
}

/// Cells by how many of their coordinates are at a border, 0 or 3. A line can change coordinates of one sort only, so that there are
/// 15 lines through the cells of the first two classes, 8 through those of the third, and 6 through those of the last.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    AllAtBorders,
    NoneAtBorders,
    OneOfItsSort,
    TwoAndTwo,
}

impl Class {
    fn has(self, cell: Cell) -> bool {
        let at_borders = cell.coordinates().into_iter().filter(|n| [0, 3].contains(n)).count();
        match self {
            Self::AllAtBorders => at_borders == 4,
            Self::NoneAtBorders => at_borders == 0,
            Self::OneOfItsSort => at_borders == 1 || at_borders == 3,
            Self::TwoAndTwo => at_borders == 2,
        }
    }
}

/// A class, so that each of the three answers is equally likely.
fn drawn_class(rng: &mut ChaCha8Rng) -> Class {
    match rng.random_range(0..6) {
        0 => Class::AllAtBorders,
        1 => Class::NoneAtBorders,
        2 | 3 => Class::OneOfItsSort,
        _ => Class::TwoAndTwo,
    }
}
