//! Cells of every class, by how many lines go through them.

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom as _, SliceRandom as _};

use super::super::known_lines::{KnownLine, all_lines};
use super::super::line_sets::running_against;
use gradus_board::lattice::four_in_a_row::Cell;

/// Different cells, some of each class.
pub(super) fn cells(rng: &mut ChaCha8Rng, count: usize) -> Vec<Cell> {
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
