//! The common board of gomoku, four-in-a-row and the tesseract: the players take cells in turn, and complete lines count. Gomoku has lines of
//! five (a longer row is several of them), four-in-a-row lines of four, the tesseract lines of three.

use super::turn::BotError;

/// A cell's number, in whatever way the game numbers its cells.
pub(super) type Cell = u8;

/// A player, numbered from 0.
pub(super) type Side = usize;

/// The most players.
const SIDES: usize = 4;

/// How many stones each side has on a line.
pub(super) type LineCounts = [u8; SIDES];

/// One of a grid's lines, by its place in the list.
type LineIndex = usize;

/// A board without stones: its lines, all of the same length.
pub(super) struct Grid {
    lines: Vec<Vec<Cell>>,
    /// How many cells a line has.
    length: u8,
    /// The lines through each of 256 cells; none where there is no cell.
    through: Vec<Vec<LineIndex>>,
}

impl Grid {
    #[expect(clippy::expect_used, reason = "the games have lines of three to five cells")]
    pub(super) fn new<const LENGTH: usize>(
        lines: impl IntoIterator<Item = [Cell; LENGTH]>,
    ) -> Self {
        let lines: Vec<Vec<Cell>> = lines.into_iter().map(Vec::from).collect();
        let through = |cell| {
            let lines = lines.iter().enumerate().filter(|(_, line)| line.contains(&cell));
            lines.map(|(index, _)| index).collect()
        };
        let through = (0..=Cell::MAX).map(through).collect();
        let length = u8::try_from(LENGTH).expect("a line is short");
        Self { lines, length, through }
    }

    #[expect(clippy::indexing_slicing, reason = "there is a list for every u8")]
    fn through(&self, cell: Cell) -> &[LineIndex] {
        &self.through[usize::from(cell)]
    }

    fn cells(&self) -> impl Iterator<Item = Cell> {
        (0..=Cell::MAX).filter(|cell| !self.through(*cell).is_empty())
    }
}

/// The stones on a grid, with the counts of every line kept up to date.
pub(super) struct Stones<'a> {
    grid: &'a Grid,
    taken: [bool; 256],
    counts: Vec<LineCounts>,
}

impl<'a> Stones<'a> {
    /// The stones after some moves, made by so many sides in turn, at most four.
    pub(super) fn after(grid: &'a Grid, moves: &[Cell], sides: usize) -> Result<Self, BotError> {
        let counts = vec![[0; SIDES]; grid.lines.len()];
        let mut stones = Self { grid, taken: [false; 256], counts };
        for (cell, side) in moves.iter().zip((0..sides).cycle()) {
            if !stones.is_empty(*cell) {
                return Err(BotError::History(format!("move {cell} is made twice")));
            }
            stones.place(*cell, side);
        }
        Ok(stones)
    }

    #[expect(
        clippy::indexing_slicing,
        reason = "cells are u8, sides below 4, and lines those of the grid"
    )]
    pub(super) fn place(&mut self, cell: Cell, side: Side) {
        self.taken[usize::from(cell)] = true;
        for line in self.grid.through(cell) {
            self.counts[*line][side] += 1;
        }
    }

    /// Takes a side's stone away again.
    #[expect(
        clippy::indexing_slicing,
        reason = "cells are u8, sides below 4, and lines those of the grid"
    )]
    pub(super) fn clear(&mut self, cell: Cell, side: Side) {
        self.taken[usize::from(cell)] = false;
        for line in self.grid.through(cell) {
            self.counts[*line][side] -= 1;
        }
    }

    #[expect(clippy::indexing_slicing, reason = "there is an entry for every u8")]
    pub(super) fn is_empty(&self, cell: Cell) -> bool {
        !self.taken[usize::from(cell)]
    }

    /// The empty cells, ascending.
    pub(super) fn empty(&self) -> impl Iterator<Item = Cell> {
        self.grid.cells().filter(|cell| self.is_empty(*cell))
    }

    /// The counts of each line through a cell.
    #[expect(clippy::indexing_slicing, reason = "the lines are those of the grid")]
    pub(super) fn counts_through(&self, cell: Cell) -> impl Iterator<Item = LineCounts> {
        self.grid.through(cell).iter().map(|line| self.counts[*line])
    }

    /// The counts of all lines.
    pub(super) fn counts(&self) -> impl Iterator<Item = LineCounts> {
        self.counts.iter().copied()
    }

    /// How many complete lines a side has.
    pub(super) fn complete(&self, side: Side) -> u32 {
        self.counts().map(|counts| u32::from(self.is_complete(counts, side))).sum()
    }

    /// How many complete lines of a side run through a cell.
    pub(super) fn complete_through(&self, cell: Cell, side: Side) -> u32 {
        self.counts_through(cell).map(|counts| u32::from(self.is_complete(counts, side))).sum()
    }

    fn is_complete(&self, counts: LineCounts, side: Side) -> bool {
        counts.get(side) == Some(&self.grid.length)
    }

    /// The empty cells of the lines that lack so many stones of a side and hold nothing else, ascending, none twice.
    pub(super) fn lacking(&self, side: Side, stones: u8) -> Vec<Cell> {
        self.empty_cells_of(0..self.grid.lines.len(), side, stones)
    }

    /// The cells where a side would complete a line.
    pub(super) fn completing(&self, side: Side) -> Vec<Cell> {
        self.lacking(side, 1)
    }

    /// The cells where a side would complete a line that runs through a cell.
    pub(super) fn completing_through(&self, cell: Cell, side: Side) -> Vec<Cell> {
        self.empty_cells_of(self.grid.through(cell).iter().copied(), side, 1)
    }

    #[expect(
        clippy::indexing_slicing,
        reason = "sides are below 4, and the lines are those of the grid"
    )]
    fn empty_cells_of(
        &self,
        lines: impl Iterator<Item = LineIndex>,
        side: Side,
        lacking: u8,
    ) -> Vec<Cell> {
        let mut cells = Vec::new();
        for line in lines {
            let counts = self.counts[line];
            let own = counts[side];
            if own + lacking == self.grid.length && counts.iter().sum::<u8>() == own {
                cells.extend(self.grid.lines[line].iter().filter(|cell| self.is_empty(**cell)));
            }
        }
        cells.sort_unstable();
        cells.dedup();
        cells
    }
}
