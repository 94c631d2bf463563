//! A minimax search in which the order of the moves matters: cell by cell, and number by number on each.

use std::collections::HashMap;

use super::super::evaluation::{Evaluation, Numbers, class, is_won, numbers};
use super::super::readings::{Cells, Lines, on_line, placed};
use super::reading::Order;

/// A search of one board.
pub(super) struct OrderedSearch<'a> {
    order: Order,
    evaluation: &'a Evaluation,
    lines: Vec<[usize; 4]>,
    cells: Cells,
    /// The numbers that may not be placed: those on the board, unless some are not taken back.
    used: Numbers,
    known: HashMap<(u8, u16), i32>,
}

#[expect(clippy::indexing_slicing, reason = "cells of the board")]
impl<'a> OrderedSearch<'a> {
    pub(super) fn new(order: Order, evaluation: &'a Evaluation, cells: Cells) -> Self {
        let (lines, used) = (Lines::default().list(), numbers(&cells));
        Self { order, evaluation, lines, cells, used, known: HashMap::new() }
    }

    /// The value of the board as it is at the moment.
    pub(super) fn value(&mut self, plies: u8) -> i32 {
        if plies == 0 || self.is_finished() {
            return self.evaluation.value(&self.cells, &self.lines);
        }
        let is_odd = placed(&self.cells).is_multiple_of(2);
        let mut best = None;
        let empty: Vec<usize> = (0..16).filter(|&cell| self.cells[cell] == 0).collect();
        let used = match self.order {
            Order::CellNotTakenBack => numbers(&self.cells),
            _ => self.used,
        };
        for cell in empty {
            for number in (1..=16).filter(|number| (number % 2 == 1) == is_odd) {
                let bit = 1 << (number - 1);
                let is_used = match self.order {
                    Order::NumberNotTakenBack => self.used & bit != 0,
                    _ => used & bit != 0,
                };
                if is_used {
                    continue;
                }
                let value = self.value_after(plies - 1, cell, number);
                best = Some(match best {
                    None => value,
                    Some(best) if is_odd => value.max(best),
                    Some(best) => value.min(best),
                });
            }
        }
        best.unwrap_or_else(|| self.evaluation.value(&self.cells, &self.lines))
    }

    /// The value after a move, which is taken back as far as this reading does.
    fn value_after(&mut self, plies: u8, cell: usize, number: u8) -> i32 {
        let bit = 1 << (number - 1);
        self.cells[cell] = number;
        self.used |= bit;
        let key = self.key().map(|key| (plies, key));
        let known = key.and_then(|key| self.known.get(&key).copied());
        let value = known.unwrap_or_else(|| self.value(plies));
        if let Some(key) = key {
            self.known.insert(key, value);
        }
        if !matches!(self.order, Order::CellNotTakenBack) {
            self.cells[cell] = 0;
        }
        if !matches!(self.order, Order::NumberNotTakenBack) {
            self.used &= !bit;
        }
        value
    }

    /// What a value is remembered by.
    fn key(&self) -> Option<u16> {
        match self.order {
            Order::RememberedByNumbers => Some(numbers(&self.cells)),
            _ => None,
        }
    }

    fn is_finished(&self) -> bool {
        self.lines.iter().any(|line| is_won(class(numbers(&on_line(&self.cells, line)))))
    }
}
