//! The symmetries of the board: the ways to rearrange its cells that make every line a line.
//!
//! There are 32. The eight turns and mirrorings of the square are among them; others carry the
//! corners into the middle, and the rules cannot tell the two boards apart:
//!
//! ```text
//!    0  1  2  3         5  4  7  6        Rows 0 and 1 change places, and 2 and 3; then the same
//!    4  5  6  7         1  0  3  2        with the columns. The diagonals keep their cells, in
//!    8  9 10 11        13 12 15 14        another order.
//!   12 13 14 15         9  8 11 10
//! ```
//!
//! Every number lies on the board once: a symmetry carries a position into itself exactly when it
//! leaves every filled cell in its place.

#![expect(clippy::indexing_slicing, reason = "the compiler fills the tables")]

use super::Cell;
use super::cell::{ByCell, CellSet};

/// For each cell, which symmetries leave it in its place, a bit each.
static FIXING: ByCell<u32> = ByCell::new(tables().0);

/// For each cell, which symmetries carry it to a lower cell.
static LOWERING: ByCell<u32> = ByCell::new(tables().1);

/// The symmetries that carry a position into itself, a bit each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Symmetries(u32);

impl Symmetries {
    /// Those of the empty board: all.
    pub(super) const ALL: Symmetries = Symmetries(u32::MAX);

    /// Those that are left when `cell` is filled.
    pub(super) fn when_filled(self, cell: Cell) -> Symmetries {
        Symmetries(self.0 & FIXING[cell])
    }

    /// The cells of a set that none of these symmetries carries to a lower one. Of cells that are
    /// carried to each other, it is enough to try one.
    pub(super) fn distinct(self, cells: CellSet) -> CellSet {
        // Most positions have no symmetry but the identity, which is bit 0.
        if self.0 == 1 {
            return cells;
        }
        cells.iter().filter(|&cell| self.0 & LOWERING[cell] == 0).collect()
    }
}

/// The rearrangements of four rows that carry a pair of opposite rows, 0 and 3 or 1 and 2, to such a
/// pair.
const ROWS: [[usize; 4]; 8] = [
    [0, 1, 2, 3],
    [3, 1, 2, 0],
    [0, 2, 1, 3],
    [3, 2, 1, 0],
    [1, 0, 3, 2],
    [1, 3, 0, 2],
    [2, 0, 3, 1],
    [2, 3, 0, 1],
];

/// Where the symmetry with this number carries the cell in this row and column: rows and columns are
/// rearranged alike, or the columns the other way round too; then both may change places.
const fn image(symmetry: usize, row: usize, column: usize) -> usize {
    let rows = ROWS[symmetry % 8];
    let column = if (symmetry / 8).is_multiple_of(2) { column } else { 3 - column };
    if symmetry / 16 == 0 { rows[row] * 4 + rows[column] } else { rows[column] * 4 + rows[row] }
}

/// [`FIXING`] and [`LOWERING`].
const fn tables() -> ([u32; 16], [u32; 16]) {
    let (mut fixing, mut lowering) = ([0; 16], [0; 16]);
    let mut cell = 0;
    while cell < 16 {
        let mut symmetry = 0;
        while symmetry < 32 {
            let image = image(symmetry, cell / 4, cell % 4);
            if image == cell {
                fixing[cell] |= 1 << symmetry;
            } else if image < cell {
                lowering[cell] |= 1 << symmetry;
            }
            symmetry += 1;
        }
        cell += 1;
    }
    (fixing, lowering)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::numerical::LINES;

    /// The images of the cells under every symmetry.
    fn symmetries() -> Vec<Vec<usize>> {
        let images = |symmetry| (0..16).map(|cell| image(symmetry, cell / 4, cell % 4)).collect();
        (0..32).map(images).collect()
    }

    fn lines() -> BTreeSet<BTreeSet<usize>> {
        LINES.map(|line| line.map(|cell| cell.index().into()).into()).into()
    }

    #[test]
    fn every_symmetry_carries_lines_to_lines() {
        for images in symmetries() {
            let carry = |line: &BTreeSet<usize>| line.iter().map(|&cell| images[cell]).collect();
            assert_eq!(lines().iter().map(carry).collect::<BTreeSet<_>>(), lines());
        }
    }

    #[test]
    fn there_are_32_different_symmetries_that_form_a_group() {
        let all: BTreeSet<Vec<usize>> = symmetries().into_iter().collect();
        assert_eq!(all.len(), 32);
        assert_eq!(symmetries()[0], (0..16).collect::<Vec<_>>());
        for first in &all {
            for second in &all {
                assert!(all.contains(&first.iter().map(|&cell| second[cell]).collect::<Vec<_>>()));
            }
        }
    }

    #[test]
    fn the_empty_board_has_two_cells_to_try() {
        let cells: CellSet = Cell::ALL.into_iter().collect();
        let distinct: Vec<u8> = Symmetries::ALL.distinct(cells).iter().map(Cell::index).collect();
        assert_eq!(distinct, [0, 1]);
    }
}
