//! Cells of every class, by how many lines go through them.

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom as _, SliceRandom as _};

use crate::board::lattice::four_in_a_row::Cell;

/// Different cells, some of each class.
pub(super) fn cells(rng: &mut ChaCha8Rng, count: usize) -> Vec<Cell> {
    let mut cells: Vec<Cell> = Vec::new();
    // Some of each class, so that no class can be counted wrongly.
    let mut wanted: Vec<Class> = CLASSES.to_vec();
    wanted.shuffle(rng);
    while cells.len() < count {
        let class = wanted.pop().unwrap_or_else(|| drawn_class(rng));
        let unasked: Vec<Cell> =
            Cell::all().filter(|&cell| class.has(cell) && !cells.contains(&cell)).collect();
        cells.extend(unasked.choose(rng));
    }
    cells.shuffle(rng);
    cells
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

const CLASSES: [Class; 4] =
    [Class::AllAtBorders, Class::NoneAtBorders, Class::OneOfItsSort, Class::TwoAndTwo];

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
