//! How the rule is read, and the best points by a reading.

use std::sync::OnceLock;

use super::super::plain::{LINES, LineSet, POINTS};
use super::lines::{Cells, Classes, EMPTY};
use super::position::{OpenGame, Played, Position, View, play};
use super::table::{Patterns, ROWS, Row, TABLE};
use crate::board::gomoku::Point;

/// How the rule is read.
pub struct Reading {
    pub(super) table: [Row; ROWS],
    /// The value of a line without a pattern.
    pub(super) plain: u32,
    pub(super) fitting: Fitting,
    pub(super) total: Total,
    pub(super) lines: LineSet,
    /// Which line is taken for each of [`LINES`].
    pub(super) taken: [usize; LINES.len()],
    pub(super) played: Played,
    pub(super) mine: Mine,
    pub(super) view: View,
    pub(super) kept: Kept,
    pub(super) written: Written,
    /// What a line of each class is worth.
    values: OnceLock<Box<[u32; 256]>>,
}

impl Default for Reading {
    fn default() -> Self {
        Self {
            table: *TABLE,
            plain: 20,
            fitting: Fitting::default(),
            total: Total::default(),
            lines: LineSet::default(),
            taken: [0, 1, 2, 3],
            played: Played::default(),
            mine: Mine::default(),
            view: View::default(),
            kept: Kept::default(),
            written: Written::default(),
            values: OnceLock::new(),
        }
    }
}

/// What a line is worth in which several patterns occur.
#[derive(Clone, Copy, Default)]
pub(super) enum Fitting {
    #[default]
    FirstRow,
    LastRow,
    AllRows,
    AllPatterns,
}

/// What a point is worth.
#[derive(Clone, Copy, Default)]
pub(super) enum Total {
    #[default]
    Sum,
    BestLine,
}

/// Whose stones are `M`.
#[derive(Clone, Copy, Default)]
pub(super) enum Mine {
    #[default]
    OfThePlayerToMove,
    OfTheOpponent,
    Of(crate::board::gomoku::Stone),
}

/// What is not reset between games.
#[derive(Clone, Copy, Default)]
pub(super) enum Kept {
    #[default]
    Nothing,
    /// Whose turn it is, so that the next game begins with the player to move.
    Turn,
    Board,
    /// The highest score and its move.
    Best,
}

/// How the move is written.
#[derive(Clone, Copy, Default)]
pub(super) enum Written {
    #[default]
    RowFirst,
    ColumnFirst,
}

/// The highest score and points that have it.
type Best = (u32, Vec<Point>);

/// What the games before leave behind.
pub(super) struct Before {
    is_odd: bool,
    cells: Cells,
    best: Best,
}

impl Default for Before {
    fn default() -> Self {
        Self { is_odd: false, cells: [EMPTY; POINTS], best: Best::default() }
    }
}

impl Reading {
    /// Leaves patterns out of the table.
    pub(super) fn without(&mut self, left_out: Patterns) {
        self.table.iter_mut().for_each(|row| row.patterns &= !left_out);
    }

    /// The first and the last of the best points of a game that comes after others.
    pub(super) fn answer(&self, question: &OpenGame, before: &mut Before) -> Vec<Point> {
        let position = question.position(self.played);
        match self.kept {
            Kept::Nothing => self.best(position, false).1,
            Kept::Turn => {
                let is_odd = before.is_odd;
                before.is_odd ^= question.game().moves().len() % 2 == 1;
                self.best(position, is_odd).1
            }
            Kept::Board => {
                play(&mut before.cells, question.game().moves());
                self.best(&Position::with_stones_of(&before.cells, position.to_move()), false).1
            }
            Kept::Best => {
                let best = self.best(position, false);
                if best.0 > before.best.0 {
                    before.best = best;
                }
                before.best.1.clone()
            }
        }
    }

    /// The first and the last of the best points of a position, and their score; with both sides exchanged if it is so.
    fn best(&self, position: &Position, is_turned: bool) -> Best {
        let (score, best) = self.best_by_rows(position, is_turned);
        // A program finds the first of several, or the last.
        let ends = best.first().into_iter().chain(best.last().filter(|_| best.len() > 1));
        let ends = ends.map(|&point| match self.written {
            Written::RowFirst => point,
            Written::ColumnFirst => point.transposed(),
        });
        (score, ends.collect())
    }

    fn best_by_rows(&self, position: &Position, is_turned: bool) -> Best {
        let mine = match self.mine {
            Mine::OfThePlayerToMove => position.to_move(),
            Mine::OfTheOpponent => position.to_move().other(),
            Mine::Of(stone) => stone,
        };
        let mine = if is_turned { mine.other() } else { mine };
        let seen = position.seen(View { mine: Some(mine), ..self.view });
        let values = self.values();
        #[expect(clippy::indexing_slicing, reason = "there is a value for each byte")]
        let value = |class: u8| values[usize::from(class)];
        let is_counted = self.lines.are_in();
        #[expect(clippy::indexing_slicing, reason = "a line is one of four")]
        let score = |classes: [u8; LINES.len()]| {
            let taken = self.taken.map(|line| classes[line]);
            let counted = taken.into_iter().zip(is_counted);
            let values =
                counted.map(|(class, is_counted)| if is_counted { value(class) } else { 0 });
            match self.total {
                Total::Sum => values.sum::<u32>(),
                Total::BestLine => values.max().unwrap_or(0),
            }
        };
        let (mut highest, mut best) = (0, Vec::new());
        for &(point, classes) in seen.iter() {
            let score = score(classes);
            if score > highest {
                highest = score;
                best.clear();
            }
            if score == highest {
                best.push(point);
            }
        }
        // Points whose lines have no pattern are scored only where one may be the best.
        if highest > score([0; LINES.len()]) {
            return (highest, best);
        }
        (highest, position.free_points().collect())
    }

    fn values(&self) -> &[u32; 256] {
        self.values.get_or_init(|| {
            let mut values = Box::new([self.plain; 256]);
            for (value, &occurring) in values.iter_mut().zip(&Classes::of(self.view.dots).patterns)
            {
                *value = self.value_of(occurring);
            }
            values
        })
    }

    /// What a line is worth in which these patterns occur.
    fn value_of(&self, occurring: Patterns) -> u32 {
        let mut fitting = self.table.iter().filter(|row| row.patterns & occurring != 0);
        let value = match self.fitting {
            Fitting::FirstRow => fitting.next().map(|row| row.value),
            Fitting::LastRow => fitting.next_back().map(|row| row.value),
            Fitting::AllRows => fitting.map(|row| row.value).reduce(|sum, value| sum + value),
            Fitting::AllPatterns => fitting
                .map(|row| row.value * (row.patterns & occurring).count_ones())
                .reduce(|sum, value| sum + value),
        };
        value.unwrap_or(self.plain)
    }
}
