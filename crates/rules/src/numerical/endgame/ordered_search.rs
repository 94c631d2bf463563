//! A search of an endgame in which the order of the moves matters: cell by cell, and number by number on each.

use std::collections::HashMap;
use std::sync::LazyLock;

use foldhash::fast::FixedState;

use super::super::readings::{Cells, Lines};
use super::reading::SearchMistake;
use super::search::{CellSet, Numbers, ODD, Placed, each_move};

/// How the search goes on: which moves are tried first, and what is remembered.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    AsTheyCome,
    /// The same, and the others are searched too when one is found that wins.
    AllToTheEnd,
    /// Those that win.
    WinsFirst,
    /// As they come, and results are remembered by the numbers too.
    WithNumbers,
}

impl SearchMistake {
    /// The orders in which programs with this mistake try the moves.
    pub(super) fn orders(self) -> &'static [Order] {
        match self {
            Self::RememberedByCells => {
                &[Order::AsTheyCome, Order::AllToTheEnd, Order::WinsFirst, Order::WithNumbers]
            }
            Self::WinNotTakenBack => &[Order::AsTheyCome],
        }
    }
}

/// A search of one board.
pub(super) struct OrderedSearch {
    mistake: SearchMistake,
    order: Order,
    cells: Cells,
    /// The empty cells, and the numbers that are not on the board.
    empty: CellSet,
    free: Numbers,
    known: HashMap<u64, i8, FixedState>,
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
impl OrderedSearch {
    pub(super) fn new(mistake: SearchMistake, order: Order, cells: Cells) -> Self {
        let set = |set, cell: usize| if cells[cell] == 0 { set | 1 << cell } else { set };
        let empty = (0..16).fold(0, set);
        let free = cells.iter().fold(0x1_fffe, |free: Numbers, number| free & !(1 << number));
        Self { mistake, order, cells, empty, free, known: HashMap::default() }
    }

    /// The result of the board as it is at the moment, 1 if the odd player wins and -1 if the even player does, and the first move that
    /// leads there.
    pub(super) fn best(&mut self) -> (i8, Option<Placed>) {
        let is_odd = self.empty.count_ones().is_multiple_of(2);
        let side = if is_odd { 1 } else { -1 };
        let own = self.free & if is_odd { ODD } else { !ODD };
        if self.order == Order::WinsFirst
            && let Some(win) = each_move(self.empty.into(), own).find(|&placed| self.wins(placed))
        {
            return (side, Some(win));
        }
        let mut found: Option<(i8, Placed)> = None;
        for placed in each_move(self.empty.into(), own) {
            let result = self.result(placed, side);
            if found.is_none_or(|(best, _)| result * side > best * side) {
                found = Some((result, placed));
            }
            if result == side && self.order != Order::AllToTheEnd {
                break;
            }
        }
        found.map_or((0, None), |(result, first)| (result, Some(first)))
    }

    /// Whether a move completes a line.
    fn wins(&self, (cell, number): Placed) -> bool {
        let completes = |&[a, b, c]: &[usize; 3]| {
            let others = [self.cells[a], self.cells[b], self.cells[c]];
            !others.contains(&0) && others.iter().sum::<u8>() + number == 34
        };
        OTHERS[cell].iter().any(completes)
    }

    /// The result of a move.
    fn result(&mut self, (cell, number): Placed, side: i8) -> i8 {
        let is_won = self.wins((cell, number));
        // A number that was not taken back gives way.
        let before = self.cells[cell];
        self.free = (self.free | 1 << before & !1) & !(1 << number);
        self.empty &= !(1 << cell);
        self.cells[cell] = number;
        let result = if is_won {
            side
        } else if self.empty != 0 {
            self.remembered()
        } else {
            0
        };
        if !(is_won && self.mistake == SearchMistake::WinNotTakenBack) {
            self.cells[cell] = 0;
            self.empty |= 1 << cell;
            self.free |= 1 << number;
        }
        result
    }

    fn remembered(&mut self) -> i8 {
        let Some(key) = self.key() else { return self.best().0 };
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let result = self.best().0;
        self.known.insert(key, result);
        result
    }

    /// What a result is remembered by.
    fn key(&self) -> Option<u64> {
        match self.mistake {
            SearchMistake::RememberedByCells if self.order == Order::WithNumbers => {
                Some(u64::from(self.empty) << 17 | u64::from(self.free))
            }
            SearchMistake::RememberedByCells => Some(self.empty.into()),
            SearchMistake::WinNotTakenBack => None,
        }
    }
}
