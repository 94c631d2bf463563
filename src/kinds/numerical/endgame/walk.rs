//! A search of an endgame in which the order of the moves matters, or what a win is worth: cell by cell, and number by number on each.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::super::readings::{Cells, Lines, placed};

/// What goes wrong in the search.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Slip {
    /// The first move that does not lose is taken, though a later one may win.
    FirstNotLosing,
    /// Results are remembered by the empty cells and the numbers on the others.
    RememberedByCellsAndNumbers,
}

/// A search of one board.
pub(super) struct Walk {
    slip: Slip,
    cells: Cells,
    known: HashMap<Cells, i8>,
    /// Whether so many cells are empty that it pays to remember positions.
    is_large: bool,
}

/// The other cells of the lines through each cell.
static OTHERS: LazyLock<[Vec<[usize; 3]>; 16]> = LazyLock::new(|| {
    let lines = Lines::default().list();
    std::array::from_fn(|cell| {
        let through = lines.iter().filter(|line| line.contains(&cell));
        let without = through.map(|line| {
            let mut others = line.iter().copied().filter(|&other| other != cell);
            [(); 3].map(|()| others.next().unwrap_or(cell))
        });
        without.collect()
    })
});

#[expect(clippy::indexing_slicing, reason = "cells of the board")]
impl Walk {
    pub(super) fn new(slip: Slip, cells: Cells) -> Self {
        let is_large = placed(&cells) <= 10;
        Self { slip, cells, known: HashMap::new(), is_large }
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
        let is_won = OTHERS[cell].iter().any(completes);
        self.cells[cell] = number;
        let result = if is_won {
            side
        } else if self.cells.contains(&0) {
            self.remembered()
        } else {
            0
        };
        self.cells[cell] = 0;
        result
    }

    fn remembered(&mut self) -> i8 {
        let key = match self.slip {
            Slip::RememberedByCellsAndNumbers => {
                let numbers = self.cells.iter().fold(0_u32, |set, number| set | 1 << number);
                let mut place = 0;
                self.cells.map(|number| {
                    place += 1;
                    u8::from(number != 0) | if numbers >> place & 1 == 1 { 2 } else { 0 }
                })
            }
            Slip::FirstNotLosing if self.is_large => self.cells,
            Slip::FirstNotLosing => return self.best().0,
        };
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let result = self.best().0;
        self.known.insert(key, result);
        result
    }
}
