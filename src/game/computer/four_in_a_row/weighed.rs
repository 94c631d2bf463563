//! What every cell is worth, kept up to date stone by stone.
//!
//! Suppose that a coin decides who takes each of the cells that are left. A line with `k` stones of one side and none of
//! the other's is then completed with the chance 1/2⁴⁻ᵏ: each stone doubles it, and a stone of the opponent's makes it
//! nothing. The *balance* of a board is how many more lines than the opponent a side may expect, and a cell is *worth*
//! what a stone there adds to the balance. Both are counted in sixteenths of a line.
//!
//! ```text
//!   a line with                is completed with the chance       so that a stone on it is worth
//!   no stone                   1/16 by either side                2: the own chance becomes 2/16, the other's 0
//!   one                        2/16                               2: the chance becomes 4/16, or 0
//!   two of one side            4/16                               4: the chance becomes 8/16, or 0
//!   three of one side          8/16                               8: the line is complete, or never will be
//!   stones of both sides       0                                  0
//! ```
//!
//! Whoever plays there, the balance changes as much: so one number for a cell is enough.
//!
//! In the race for the first line a line without a stone is too slow to count for two; it is worth 1 there.

use std::cmp::Reverse;

use crate::board::lattice::four_in_a_row::{
    Bitboard, Board, Cell, End, LineCounts, Stone, lines, lines_through,
};

/// A board with what its cells are worth.
#[derive(Clone)]
pub(super) struct WeighedBoard {
    counts: LineCounts,
    empty: Bitboard,
    /// What a stone on a line without any is worth.
    free_line: u8,
    /// What the stones played so far were worth, black's less white's.
    balance: i32,
    /// For each cell the sum over its lines, of which there are 15 at most.
    worths: [u8; 256],
}

impl WeighedBoard {
    /// Weighs the cells of a board in a game with this end.
    pub(super) fn new(board: &Board, end: End) -> WeighedBoard {
        let mut weighed = WeighedBoard {
            counts: LineCounts::empty(),
            empty: !Bitboard::EMPTY,
            free_line: match end {
                End::FirstLine => 1,
                End::MostLines => 2,
            },
            balance: 0,
            worths: [0; 256],
        };
        for line in lines() {
            weighed.reweigh(line.cells(), 0, weighed.free_line);
        }
        for side in Stone::ALL {
            board.stones(side).iter().for_each(|cell| weighed.place(cell, side));
        }
        weighed
    }

    /// The board with one more stone, on an empty cell.
    pub(super) fn after(&self, cell: Cell, side: Stone) -> WeighedBoard {
        let mut next = self.clone();
        next.place(cell, side);
        next
    }

    /// What a stone of either side on an empty cell is worth.
    pub(super) fn worth(&self, cell: Cell) -> u8 {
        self.worths.get(usize::from(cell.id())).copied().unwrap_or_default()
    }

    /// How much more than the opponent `side` may expect, if the game is played for most lines.
    pub(super) const fn balance(&self, side: Stone) -> i32 {
        match side {
            Stone::Black => self.balance,
            Stone::White => -self.balance,
        }
    }

    /// What the best cell is worth; 0 on a full board.
    pub(super) fn greatest_worth(&self) -> u8 {
        self.empty.iter().map(|cell| self.worth(cell)).max().unwrap_or_default()
    }

    /// So many of the empty cells, those that are worth most: the best first, and equal ones by id.
    pub(super) fn best_cells(&self, count: usize) -> Vec<Cell> {
        let mut cells: Vec<Cell> = self.empty.iter().collect();
        let rank = |&cell: &Cell| (Reverse(self.worth(cell)), cell);
        if count < cells.len() {
            cells.select_nth_unstable_by_key(count, rank);
            cells.truncate(count);
        }
        cells.sort_unstable_by_key(rank);
        cells
    }

    fn place(&mut self, cell: Cell, side: Stone) {
        let worth = i32::from(self.worth(cell));
        self.balance += match side {
            Stone::Black => worth,
            Stone::White => -worth,
        };
        self.empty.remove(cell);
        self.counts.place(cell, side);
        for line in lines_through(cell) {
            let own = self.counts.stones(line, side);
            let others = self.counts.stones(line, side.other());
            let before = self.worth_on_line(own - 1, others);
            let after = self.worth_on_line(own, others);
            if before != after {
                self.reweigh(line.cells(), before, after);
            }
        }
    }

    /// What a stone on a line with so many stones of each side is worth.
    const fn worth_on_line(&self, own: u8, others: u8) -> u8 {
        match (own, others) {
            (0, 0) => self.free_line,
            (stones, 0) | (0, stones) => 1 << stones,
            _ => 0,
        }
    }

    /// Takes what a line was worth out of its cells' sums, and puts in what it is worth now.
    fn reweigh(&mut self, cells: [Cell; 4], before: u8, after: u8) {
        for cell in cells {
            if let Some(worth) = self.worths.get_mut(usize::from(cell.id())) {
                *worth = *worth + after - before;
            }
        }
    }
}
