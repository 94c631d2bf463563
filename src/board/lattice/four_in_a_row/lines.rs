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
    index: u16,
}

/// How many lines there are.
pub(super) const LINE_COUNT: usize = 520;

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

    /// Which of x, y, z and w change on the way.
    #[must_use]
    pub fn changes(&self) -> [bool; 4] {
        let [first, .., last] = self.cells.map(Cell::coordinates);
        let mut changes = [false; 4];
        for (changes, (from, to)) in changes.iter_mut().zip(first.into_iter().zip(last)) {
            *changes = from != to;
        }
        changes
    }

    /// Whether w stays the same, so that the line is one of a 4×4×4 cube.
    #[must_use]
    pub fn is_in_one_cube(&self) -> bool {
        let [.., w] = self.changes();
        !w
    }

    /// Its place among [`lines`].
    pub(super) const fn index(&self) -> usize {
        self.index as usize
    }
}

static LINES: LazyLock<Vec<Line>> = LazyLock::new(|| {
    let cell = |id| u8::try_from(id).ok().map(Cell::new);
    Lattice::<4, 4>::lines()
        .filter_map(|[a, b, c, d]| Some([cell(a)?, cell(b)?, cell(c)?, cell(d)?]))
        .zip(0..)
        .map(|(cells, index)| Line { cells, mask: cells.into_iter().collect(), index })
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
