//! The 520 lines, and those through a cell.
//!
//! ```text
//!    0  1  2  3         In one 4×4 plane a corner is on 3 lines, an edge cell on 2. In four dimensions
//!    4  5  6  7         a corner and a cell of the innermost 2×2×2×2 are on 15, the most there are:
//!    8  9 10 11         one for every set of axes that the line can move along.
//!   12 13 14 15
//! ```
//!
//! ```
//! use gradus::board::lattice::four_in_a_row::{Cell, lines, lines_through};
//!
//! assert_eq!(lines().len(), 520);
//! assert_eq!(lines_through(Cell::new(0)).len(), 15);
//! ```

use std::sync::LazyLock;

use super::{Bitboard, Cell};
use crate::board::lattice::Lattice;

/// Four cells from border to border.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Line {
    cells: [Cell; 4],
    mask: Bitboard,
}

impl Line {
    /// The cells on the way from one end to the other.
    #[must_use]
    pub const fn cells(&self) -> [Cell; 4] {
        self.cells
    }

    /// The cells as a set.
    #[must_use]
    pub const fn mask(&self) -> Bitboard {
        self.mask
    }
}

static LINES: LazyLock<Vec<Line>> = LazyLock::new(|| {
    let cell = |id| u8::try_from(id).ok().map(Cell::new);
    Lattice::<4, 4>::lines()
        .filter_map(|[a, b, c, d]| Some([cell(a)?, cell(b)?, cell(c)?, cell(d)?]))
        .map(|cells| Line { cells, mask: cells.into_iter().collect() })
        .collect()
});

static LINES_THROUGH: LazyLock<Vec<Vec<Line>>> = LazyLock::new(|| {
    let through = |cell| LINES.iter().filter(|line| line.mask.contains(cell)).copied().collect();
    Cell::all().map(through).collect()
});

/// All lines.
#[must_use]
pub fn lines() -> &'static [Line] {
    &LINES
}

/// The lines that `cell` is on.
#[must_use]
pub fn lines_through(cell: Cell) -> &'static [Line] {
    LINES_THROUGH.get(usize::from(cell.id())).map_or(&[], Vec::as_slice)
}
