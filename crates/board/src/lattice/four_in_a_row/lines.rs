//! The 520 lines, those through a cell, and how many stones of each side lie on every line.
//!
//! ```text
//!    0  1  2  3         In one 4×4 plane a corner is on 3 lines, an edge cell on 2. In four dimensions
//!    4  5  6  7         a corner and a cell of the innermost 2×2×2×2 are on 15, which is the maximum:
//!    8  9 10 11         one for every set of axes that the line can move along.
//!   12 13 14 15
//! ```
//!
//! ```
//! use gradus_board::lattice::four_in_a_row::{Cell, lines, lines_through};
//!
//! assert_eq!(lines().len(), 520);
//! assert_eq!(lines_through(Cell::new(0)).len(), 15);
//! ```
//!
//! ```text
//!   x x . x      0  1  2  3       Row 0 has three black stones and no white one: black completes it
//!   o x . .      4  5  6  7       with 2. The column of 0 has one of each, and no player can complete it.
//!   . . . .      8  9 10 11
//!   . . . .     12 13 14 15
//! ```
//!
//! ```
//! use gradus_board::lattice::four_in_a_row::{Board, Cell, LineCounts, Stone};
//!
//! let mut board = Board::empty();
//! [0, 1, 3, 5].map(|id| board.place(Cell::new(id), Stone::Black));
//! board.place(Cell::new(4), Stone::White);
//!
//! let counts = LineCounts::of(&board);
//! let open_threes: Vec<_> = counts.lines_with(Stone::Black, 3, 0).collect();
//! assert_eq!(open_threes.len(), 1);
//! assert_eq!(open_threes[0].cells().map(Cell::id), [0, 1, 2, 3]);
//! ```

use std::sync::LazyLock;

use super::cell::ByCell;
use super::{Bitboard, Board, Cell, Stone};
use crate::lattice::Lattice;

/// Four cells from border to border.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Line {
    cells: [Cell; 4],
    mask: Bitboard,
    index: u16,
}

/// How many lines there are.
const LINE_COUNT: usize = 520;

impl Line {
    /// The cells on the way from one end to the other.
    pub const fn cells(&self) -> [Cell; 4] {
        self.cells
    }

    /// The cells as a set.
    pub const fn mask(&self) -> Bitboard {
        self.mask
    }

    /// Which of x, y, z and w change on the way.
    pub fn changes(&self) -> [bool; 4] {
        let [first, .., last] = self.cells.map(Cell::coordinates);
        let mut changes = [false; 4];
        for (changes, (from, to)) in changes.iter_mut().zip(first.into_iter().zip(last)) {
            *changes = from != to;
        }
        changes
    }

    /// The line's position in [`lines`].
    const fn index(&self) -> usize {
        self.index as usize
    }
}

static LINES: LazyLock<Vec<Line>> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "the lattice has 256 cells")]
    let cell = |id| Cell::new(u8::try_from(id).expect("a cell of the lattice 4×4×4×4"));
    Lattice::<4, 4>::lines()
        .map(|line| line.map(cell))
        .zip(0..)
        .map(|(cells, index)| Line { cells, mask: cells.into_iter().collect(), index })
        .collect()
});

static LINES_THROUGH: LazyLock<ByCell<Vec<Line>>> = LazyLock::new(|| {
    ByCell::from_fn(|cell| LINES.iter().filter(|line| line.mask.contains(cell)).copied().collect())
});

/// All lines.
pub fn lines() -> &'static [Line] {
    &LINES
}

/// The lines that `cell` is on.
#[expect(clippy::indexing_slicing, reason = "the table has an entry for each cell")]
pub fn lines_through(cell: Cell) -> &'static [Line] {
    &LINES_THROUGH[cell]
}

/// The stones on each of the 520 lines.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub struct LineCounts {
    counts: [Count; LINE_COUNT],
}

/// The black stones of a line in the lower half of a byte, the white ones in the upper half.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Count(u8);

impl Count {
    const fn new(side: Stone, own: u8, others: u8) -> Count {
        match side {
            Stone::Black => Count(own | others << 4),
            Stone::White => Count(others | own << 4),
        }
    }

    const fn stones(self, side: Stone) -> u8 {
        match side {
            Stone::Black => self.0 & 0xF,
            Stone::White => self.0 >> 4,
        }
    }
}

#[expect(clippy::indexing_slicing, reason = "a line's index is below LINE_COUNT")]
impl LineCounts {
    /// The lines of the empty board.
    pub const fn empty() -> LineCounts {
        LineCounts { counts: [Count(0); LINE_COUNT] }
    }

    /// The lines of a board.
    pub fn of(board: &Board) -> LineCounts {
        let mut counts = LineCounts::empty();
        for side in Stone::ALL {
            board.stones(side).iter().for_each(|cell| counts.place(cell, side));
        }
        counts
    }

    /// Counts one more stone.
    pub fn place(&mut self, cell: Cell, stone: Stone) {
        for line in lines_through(cell) {
            self.add(line, stone);
        }
    }

    /// Counts one more stone on one line.
    pub(super) fn add(&mut self, line: &Line, stone: Stone) {
        self.counts[line.index()].0 += Count::new(stone, 1, 0).0;
    }

    /// How many stones of `side` lie on a line.
    pub fn stones(&self, line: &Line, side: Stone) -> u8 {
        self.counts[line.index()].stones(side)
    }

    /// Whether a line has exactly `own` stones of `side` and `others` of the opponent.
    pub fn has(&self, line: &Line, side: Stone, own: u8, others: u8) -> bool {
        self.counts[line.index()] == Count::new(side, own, others)
    }

    /// Whether any line has exactly `own` stones of `side` and `others` of the opponent.
    pub fn any_has(&self, side: Stone, own: u8, others: u8) -> bool {
        self.counts.contains(&Count::new(side, own, others))
    }

    /// The lines that have exactly `own` stones of `side` and `others` of the opponent.
    pub fn lines_with(
        &self,
        side: Stone,
        own: u8,
        others: u8,
    ) -> impl Iterator<Item = &'static Line> {
        let wanted = Count::new(side, own, others);
        let lines = lines().iter().zip(self.counts);
        lines.filter(move |&(_, count)| count == wanted).map(|(line, _)| line)
    }
}
