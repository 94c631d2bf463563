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

use super::{Cell, Number, NumberSet};

const C: [Cell; 16] = Cell::ALL;

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

/// The numbers on each of the [`LINES`], in their order.
pub(super) fn numbers_on_lines(cells: &[Option<Number>; 16]) -> [NumberSet; 10] {
    let at = |cell: Cell| cells.get(usize::from(cell.index())).copied().flatten();
    LINES.map(|line| line.into_iter().filter_map(at).collect())
}
