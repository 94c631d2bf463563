//! A board as the readings look at it.

use std::cmp::Reverse;

use super::known_lines::{KNOWN_LINES, KnownLine, LINES, places_on};
use super::line_sets::LineSet;
use gradus_board::lattice::four_in_a_row::{Board, ByColor, Cell, Stone};

/// A board as the readings look at it: what lies on each cell, and the lines with enough stones to matter.
pub(super) struct View {
    /// 0 for an empty cell, else the number of the stone.
    stones: [u8; 256],
    /// Those with the most stones of one side come first.
    lines: Vec<SeenLine>,
    /// What is only taken for a line, in the same order.
    others: Vec<SeenLine>,
    /// What is only taken for a line by a program that goes round the border.
    round: Vec<SeenLine>,
}

/// A line on a board.
#[derive(Clone, Copy)]
pub(super) struct SeenLine {
    line: &'static KnownLine,
    stones: ByColor<u8>,
    /// The sets that have it, as the line says: most lines are passed over without a look at them.
    sets: u32,
}

const BLACK: u8 = 1;
const WHITE: u8 = 16;

impl View {
    /// The view of a board, with the lines whose stones matter; of what is only taken for a line, others may.
    #[expect(clippy::indexing_slicing, reason = "cells of the board, and places of lines")]
    pub(super) fn new(
        board: &Board,
        matters: impl Fn(ByColor<u8>) -> bool,
        of_others: impl Fn(ByColor<u8>) -> bool,
    ) -> Self {
        let mut stones = [0; 256];
        // There are many lines, and few stones.
        let mut sums = vec![0; KNOWN_LINES.len()];
        for (side, number) in [(Stone::Black, BLACK), (Stone::White, WHITE)] {
            for cell in board.stones(side).iter().map(Cell::id) {
                stones[usize::from(cell)] = number;
                for &place in places_on(cell) {
                    sums[usize::from(place)] += number;
                }
            }
        }
        let mut view = Self { stones, lines: Vec::new(), others: Vec::new(), round: Vec::new() };
        for (place, (line, sum)) in KNOWN_LINES.iter().zip(sums).enumerate() {
            let stones = ByColor { black: sum % WHITE, white: sum / WHITE };
            let is_of_the_board = place < LINES;
            let is_kept = if is_of_the_board { matters(stones) } else { of_others(stones) };
            if !is_kept {
                continue;
            }
            let sets = line.sets();
            let lines = if is_of_the_board {
                &mut view.lines
            } else if sets == LineSet::RoundTheBorder.bit() {
                &mut view.round
            } else {
                &mut view.others
            };
            lines.push(SeenLine { line, stones, sets });
        }
        for lines in [&mut view.lines, &mut view.others, &mut view.round] {
            lines.sort_by_key(|seen| Reverse(seen.most()));
        }
        view
    }

    #[expect(clippy::indexing_slicing, reason = "a board has a cell for each byte")]
    const fn content(&self, cell: u8) -> u8 {
        self.stones[cell as usize]
    }

    /// The stone on a cell.
    pub(super) const fn at(&self, cell: u8) -> Option<Stone> {
        match self.content(cell) {
            BLACK => Some(Stone::Black),
            WHITE => Some(Stone::White),
            _ => None,
        }
    }

    /// The empty cells, ascending.
    pub(super) fn empty_cells(&self) -> impl Iterator<Item = u8> {
        (0..=u8::MAX).filter(|&cell| self.at(cell).is_none())
    }

    /// The lines of a set with so many stones of one side or more, each with how often it is met.
    pub(super) fn lines_with(
        &self,
        stones: u8,
        set: LineSet,
    ) -> impl Iterator<Item = (&SeenLine, u8)> + Clone {
        let has_enough = move |seen: &&SeenLine| seen.most() >= stones;
        let others = if set.is_within_the_lines() { &[] } else { self.others.as_slice() };
        let round = if set == LineSet::RoundTheBorder { self.round.as_slice() } else { &[] };
        let [others, round] = [others, round].map(|lines| lines.iter().take_while(has_enough));
        let lines = self.lines.iter().take_while(has_enough).chain(others).chain(round);
        let of_the_set = lines.filter(move |seen| seen.sets & set.bit() != 0);
        of_the_set.map(move |seen| (seen, seen.line.times(set)))
    }
}

impl SeenLine {
    /// How many stones of a side it has.
    pub(super) fn stones(&self, side: Stone) -> u8 {
        self.stones[side]
    }

    /// How many stones the side has on it that has more.
    const fn most(&self) -> u8 {
        let ByColor { black, white } = self.stones;
        if black > white { black } else { white }
    }

    /// How many of its cells are empty.
    pub(super) fn empty(&self) -> u8 {
        4 - self.stones.black - self.stones.white
    }

    /// The line itself.
    pub(super) const fn line(&self) -> &'static KnownLine {
        self.line
    }

    /// Its cells in the order of a scan.
    pub(super) const fn cells(&self) -> [u8; 4] {
        self.line.cells()
    }
}
