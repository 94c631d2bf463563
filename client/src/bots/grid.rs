//! Three of the games are one game on different boards: the players take cells in turn, and what counts are lines of so many cells. Gomoku
//! has lines of five (a longer row is several of them), four-in-a-row lines of four, the tesseract lines of three.

use super::BotError;

/// A cell's number, in whatever way the game numbers its cells.
pub(super) type Cell = u8;

/// A player, numbered from 0.
pub(super) type Side = usize;

/// The most players.
const SIDES: usize = 4;

/// A board without stones: its lines, all of the same length.
pub(super) struct Grid {
    lines: Vec<Vec<Cell>>,
    /// How many cells a line has.
    length: u8,
    /// The numbers of the lines through each cell; none where there is no cell.
    through: Vec<Vec<usize>>,
}

impl Grid {
    pub(super) fn new(lines: Vec<Vec<Cell>>) -> Self {
        let mut through = vec![Vec::new(); 256];
        for (number, line) in lines.iter().enumerate() {
            for cell in line {
                if let Some(through) = through.get_mut(usize::from(*cell)) {
                    through.push(number);
                }
            }
        }
        let length = lines.first().map_or(0, |line| line.iter().map(|_| 1).sum());
        Self { lines, length, through }
    }

    /// The numbers of the lines through a cell.
    fn through(&self, cell: Cell) -> &[usize] {
        self.through.get(usize::from(cell)).map_or(&[], Vec::as_slice)
    }

    fn cells(&self) -> impl Iterator<Item = Cell> {
        (0..=255).filter(|cell| !self.through(*cell).is_empty())
    }
}

/// The stones on a grid. For every line is known how many each side has there.
pub(super) struct Stones<'a> {
    grid: &'a Grid,
    taken: Vec<bool>,
    counts: Vec<[u8; SIDES]>,
}

impl<'a> Stones<'a> {
    /// The stones after some moves, which so many sides made in turn.
    pub(super) fn after(grid: &'a Grid, moves: &[Cell], sides: usize) -> Result<Self, BotError> {
        let counts = vec![[0; SIDES]; grid.lines.len()];
        let mut stones = Self { grid, taken: vec![false; 256], counts };
        for (cell, side) in moves.iter().zip((0..sides).cycle()) {
            if !stones.is_empty(*cell) {
                return Err(BotError::History(format!("move {cell} is made twice")));
            }
            stones.place(*cell, side);
        }
        Ok(stones)
    }

    pub(super) fn place(&mut self, cell: Cell, side: Side) {
        self.change(cell, side, true);
    }

    /// Takes a side's stone away again.
    pub(super) fn clear(&mut self, cell: Cell, side: Side) {
        self.change(cell, side, false);
    }

    fn change(&mut self, cell: Cell, side: Side, stone: bool) {
        if let Some(taken) = self.taken.get_mut(usize::from(cell)) {
            *taken = stone;
        }
        for line in self.grid.through(cell) {
            let count = self.counts.get_mut(*line).and_then(|counts| counts.get_mut(side));
            if let Some(count) = count {
                *count = if stone { *count + 1 } else { *count - 1 };
            }
        }
    }

    pub(super) fn is_empty(&self, cell: Cell) -> bool {
        self.taken.get(usize::from(cell)) == Some(&false)
    }

    /// The empty cells, ascending.
    pub(super) fn empty(&self) -> impl Iterator<Item = Cell> {
        self.grid.cells().filter(|cell| self.is_empty(*cell))
    }

    /// How many stones of each side lie on each line through a cell.
    pub(super) fn counts(&self, cell: Cell) -> impl Iterator<Item = [u8; SIDES]> {
        self.grid.through(cell).iter().filter_map(|line| self.counts.get(*line).copied())
    }

    /// How many stones of each side lie on each line.
    pub(super) fn lines(&self) -> impl Iterator<Item = &[u8; SIDES]> {
        self.counts.iter()
    }

    /// How many complete lines a side has.
    pub(super) fn complete(&self, side: Side) -> u32 {
        self.lines().map(|counts| u32::from(counts.get(side) == Some(&self.grid.length))).sum()
    }

    /// How many complete lines of a side go through a cell.
    pub(super) fn completed(&self, cell: Cell, side: Side) -> u32 {
        let lines = self.counts(cell);
        lines.map(|counts| u32::from(counts.get(side) == Some(&self.grid.length))).sum()
    }

    /// The empty cells of the lines that lack so many stones of a side and nothing else, ascending, none twice.
    pub(super) fn lacking(&self, side: Side, stones: u8) -> Vec<Cell> {
        let lines = self.grid.lines.iter().zip(&self.counts);
        let lines = lines.filter(|(_, counts)| self.lacks(**counts, side, stones));
        self.empty_of(lines.map(|(line, _)| line))
    }

    /// The cells where a side would complete a line.
    pub(super) fn completing(&self, side: Side) -> Vec<Cell> {
        self.lacking(side, 1)
    }

    /// Of the lines through a cell: the cells where a side would complete one.
    pub(super) fn completing_with(&self, cell: Cell, side: Side) -> Vec<Cell> {
        let lines = self.grid.through(cell).iter();
        let lines = lines.filter(|line| {
            self.counts.get(**line).is_some_and(|counts| self.lacks(*counts, side, 1))
        });
        self.empty_of(lines.filter_map(|line| self.grid.lines.get(*line)))
    }

    /// Whether a line lacks so many stones of a side and nothing else.
    fn lacks(&self, counts: [u8; SIDES], side: Side, stones: u8) -> bool {
        let own = counts.get(side).copied().unwrap_or(0);
        own + stones == self.grid.length && counts.iter().sum::<u8>() == own
    }

    fn empty_of<'l>(&self, lines: impl Iterator<Item = &'l Vec<Cell>>) -> Vec<Cell> {
        let mut cells: Vec<Cell> = lines.flatten().copied().collect();
        cells.retain(|cell| self.is_empty(*cell));
        cells.sort_unstable();
        cells.dedup();
        cells
    }
}
