//! A search of an endgame in which the order of the moves matters, or what a win is worth: cell by cell, and number by number on each.

use std::collections::HashMap;

use super::super::readings::{Cells, Lines, placed};

/// What goes wrong in the search.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Slip {
    /// A win of the even player counts like a draw.
    EvenWinIsDraw,
    /// The turn changes before a win is noticed.
    NextPlayerWins,
    /// The first move that does not lose is taken, though a later one may win.
    FirstNotLosing,
    /// A number that wins is not taken off the board.
    WinningNumberStays,
    /// Results are remembered by the empty cells.
    RememberedByCells,
    /// Results are remembered by the empty cells and the numbers on the others.
    RememberedByCellsAndNumbers,
}

/// A search of one board.
pub(super) struct Walk {
    slip: Slip,
    cells: Cells,
    /// The other cells of the lines through each cell.
    others: [Vec<[usize; 3]>; 16],
    known: HashMap<(u16, u32), i8>,
}

#[expect(clippy::indexing_slicing, reason = "cells of the board")]
impl Walk {
    pub(super) fn new(slip: Slip, cells: Cells) -> Self {
        let lines = Lines::default().list();
        let others = |cell: usize| {
            let through = lines.iter().filter(|line| line.contains(&cell));
            let without = through.map(|line| {
                let mut others = line.iter().copied().filter(|&other| other != cell);
                [(); 3].map(|()| others.next().unwrap_or(cell))
            });
            without.collect()
        };
        Self { slip, cells, others: std::array::from_fn(others), known: HashMap::new() }
    }

    /// The result, 1 if the odd player wins and -1 if the even player does, and the first move that leads there.
    pub(super) fn best(&mut self) -> (i8, Option<(usize, u8)>) {
        let is_odd = placed(&self.cells).is_multiple_of(2);
        let side = if is_odd { 1 } else { -1 };
        let empty: Vec<usize> = (0..16).filter(|&cell| self.cells[cell] == 0).collect();
        let first = if is_odd { 1 } else { 2 };
        let free: Vec<u8> =
            (first..=16).step_by(2).filter(|number| !self.cells.contains(number)).collect();
        let enough = if self.slip == Slip::FirstNotLosing { 0 } else { 1 };
        let mut found: Option<(i8, (usize, u8))> = None;
        'moves: for cell in empty {
            for &number in &free {
                let result = self.result(cell, number, side);
                if found.is_none_or(|(best, _)| result * side > best * side) {
                    found = Some((result, (cell, number)));
                }
                if result * side >= enough {
                    break 'moves;
                }
            }
        }
        found.map_or((0, None), |(result, first)| (result, Some(first)))
    }

    /// The result of a move.
    fn result(&mut self, cell: usize, number: u8, side: i8) -> i8 {
        let cells = &self.cells;
        let completes = |&[a, b, c]: &[usize; 3]| {
            let others = [cells[a], cells[b], cells[c]];
            !others.contains(&0) && others.iter().sum::<u8>() + number == 34
        };
        let is_won = self.others[cell].iter().any(completes);
        self.cells[cell] = number;
        let result = if is_won {
            match self.slip {
                Slip::EvenWinIsDraw => side.max(0),
                Slip::NextPlayerWins => -side,
                _ => side,
            }
        } else if self.cells.contains(&0) {
            self.remembered()
        } else {
            0
        };
        if !(is_won && self.slip == Slip::WinningNumberStays) {
            self.cells[cell] = 0;
        }
        result
    }

    fn remembered(&mut self) -> i8 {
        let filled = |cell: &usize| self.cells[*cell] != 0;
        let cells = || (0..16).filter(filled).fold(0, |set, cell| set | 1 << cell);
        let key = match self.slip {
            Slip::RememberedByCells => (cells(), 0),
            Slip::RememberedByCellsAndNumbers => {
                (cells(), self.cells.iter().fold(0, |set, number| set | 1 << number))
            }
            _ => return self.best().0,
        };
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let result = self.best().0;
        self.known.insert(key, result);
        result
    }
}
