//! The ten lines.
//!
//! ```text
//!           4  5  6  7
//!           │  │  │  │  9          The order of the tasks: four rows, four columns,
//!      0 ─  .  .  .  .  ╱          the major diagonal (8), the minor one (9).
//!      1 ─  .  .  .  .
//!      2 ─  .  .  .  .
//!      3 ─  .  .  .  .  ╲
//!                        8
//! ```
//!
//! ```
//! use gradus::board::numerical::LINES;
//!
//! assert_eq!(LINES[9].map(|cell| cell.index()), [3, 6, 9, 12]);
//! ```

use super::cell::{ByCell, CellSet};
use super::{Cell, Number, NumberSet};

const C: [Cell; 16] = Cell::ALL;

/// What the four numbers of a line must add up to.
pub(super) const SUM: u8 = 34;

/// The cells of the rows, the columns, the major and the minor diagonal.
pub const LINES: [[Cell; 4]; 10] = [
    [C[0], C[1], C[2], C[3]],
    [C[4], C[5], C[6], C[7]],
    [C[8], C[9], C[10], C[11]],
    [C[12], C[13], C[14], C[15]],
    [C[0], C[4], C[8], C[12]],
    [C[1], C[5], C[9], C[13]],
    [C[2], C[6], C[10], C[14]],
    [C[3], C[7], C[11], C[15]],
    [C[0], C[5], C[10], C[15]],
    [C[3], C[6], C[9], C[12]],
];

/// Which of the [`LINES`] go through each cell: its row, its column and its diagonals.
#[rustfmt::skip]
static LINES_THROUGH: ByCell<&[usize]> = ByCell::new([
    &[0, 4, 8], &[0, 5], &[0, 6], &[0, 7, 9],
    &[1, 4], &[1, 5, 8], &[1, 6, 9], &[1, 7],
    &[2, 4], &[2, 5, 9], &[2, 6, 8], &[2, 7],
    &[3, 4, 9], &[3, 5], &[3, 6], &[3, 7, 8],
]);

/// The cells of each of the [`LINES`] as a set.
pub(super) const LINE_CELLS: [CellSet; 10] = line_cells();

/// The positions in [`LINES`] of the lines through a cell.
pub(super) fn lines_through(cell: Cell) -> &'static [usize] {
    LINES_THROUGH[cell]
}

/// The numbers on each of the [`LINES`], in their order.
pub(super) fn numbers_on_lines(numbers: &ByCell<Option<Number>>) -> [NumberSet; 10] {
    LINES.map(|line| line.into_iter().filter_map(|cell| numbers[cell]).collect())
}

#[expect(
    clippy::indexing_slicing,
    reason = "runs in the compiler, which refuses an index out of range"
)]
const fn line_cells() -> [CellSet; 10] {
    let mut sets = [CellSet::EMPTY; 10];
    let mut line = 0;
    while line < 10 {
        let [a, b, c, d] = LINES[line];
        let bits = 1 << a.index() | 1 << b.index() | 1 << c.index() | 1 << d.index();
        sets[line] = CellSet::from_bits(bits);
        line += 1;
    }
    sets
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_through_a_cell_are_those_that_have_it() {
        for cell in Cell::ALL {
            let with_it: Vec<_> = (0..10).filter(|&line| LINES[line].contains(&cell)).collect();
            assert_eq!(lines_through(cell), with_it);
        }
    }
}
