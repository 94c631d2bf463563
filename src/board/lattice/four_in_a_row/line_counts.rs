//! How many stones of each side lie on every line.
//!
//! ```text
//!   x x . x      0  1  2  3       Row 0 has three black stones and no white one: black completes it
//!   o x . .      4  5  6  7       with 2. The column of 0 has one of each, and nobody can complete it.
//!   . . . .      8  9 10 11
//!   . . . .     12 13 14 15
//! ```
//!
//! ```
//! use gradus::board::lattice::four_in_a_row::{Board, Cell, LineCounts, Stone};
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

use super::lines::LINE_COUNT;
use super::{Board, Cell, Line, Stone, lines, lines_through};

/// The stones on each of the 520 lines.
#[derive(Debug, Clone, PartialEq, Eq)]
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

impl LineCounts {
    /// The lines of the empty board.
    #[must_use]
    pub const fn empty() -> LineCounts {
        LineCounts { counts: [Count(0); LINE_COUNT] }
    }

    /// The lines of a board.
    #[must_use]
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
        if let Some(count) = self.counts.get_mut(line.index()) {
            count.0 += Count::new(stone, 1, 0).0;
        }
    }

    /// How many stones of `side` lie on a line.
    #[must_use]
    pub fn stones(&self, line: &Line, side: Stone) -> u8 {
        self.counts.get(line.index()).map_or(0, |&count| count.stones(side))
    }

    /// Whether a line has exactly so many stones of `side`, and so many of the opponent's.
    #[must_use]
    pub fn has(&self, line: &Line, side: Stone, own: u8, others: u8) -> bool {
        self.counts.get(line.index()) == Some(&Count::new(side, own, others))
    }

    /// The lines that have exactly so many stones of `side`, and so many of the opponent's.
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
