//! How the rule is read, and the best points by a reading.

use std::sync::OnceLock;

use super::super::plain::{LINES, LineSet, POINTS};
use super::lines::{Cells, Classes, EMPTY};
use super::position::{OpenGame, Played, Position, Seen, View, play};
use super::table::{Patterns, ROWS, Row, TABLE};
use gradus_board::gomoku::{Point, Stone};

/// How the rule is read.
pub struct Reading {
    pub(super) table: [Row; ROWS],
    /// The patterns that are left out of it.
    left_out: Patterns,
    /// The value of a line without a pattern.
    pub(super) plain: u32,
    pub(super) fitting: Fitting,
    pub(super) total: Total,
    pub(super) lines: LineSet,
    /// Which line is taken for each of [`LINES`].
    pub(super) taken: [usize; LINES.len()],
    pub(super) played: Played,
    pub(super) mine: Mine,
    pub(super) compared: Compared,
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
            left_out: 0,
            plain: 20,
            fitting: Fitting::default(),
            total: Total::default(),
            lines: LineSet::default(),
            taken: [0, 1, 2, 3],
            played: Played::default(),
            mine: Mine::default(),
            compared: Compared::default(),
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
    Of(Stone),
    /// Those of either side: a point is scored for both, and the two scores are added.
    OfBoth,
}

/// How scores are compared.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Compared {
    #[default]
    AsNumbers,
    /// Digit by digit, so that 960 is more than 2560.
    AsText,
}

impl Compared {
    /// What is greater for the score that is taken for the higher one.
    fn key(self, score: u32) -> u32 {
        match self {
            Self::AsNumbers => score,
            // Of two texts of which one begins with the other the longer one is greater.
            Self::AsText => (0..7)
                .map(|zeros| (zeros, score.max(1) * 10_u32.pow(zeros)))
                .find(|&(_, padded)| padded >= 1_000_000)
                .map_or(0, |(zeros, padded)| 10 * padded - zeros),
        }
    }
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

/// The classes of lines without a pattern.
const NO_PATTERNS: [u8; LINES.len()] = [0; LINES.len()];

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
        self.left_out |= left_out;
        self.table.iter_mut().for_each(|row| row.patterns &= !left_out);
    }

    /// Whether it only leaves out patterns, and none of these.
    pub(super) fn only_leaves_out_others(&self, kept: Patterns) -> bool {
        self.left_out != 0 && self.left_out & kept == 0
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
            Mine::OfBoth => {
                let [of_one, of_other] = Stone::ALL.map(|mine| self.scores(position, mine));
                let score = |index: usize| Some(of_one.get(index)? + of_other.get(index)?);
                return self.best_of_all(position, score);
            }
        };
        let mine = if is_turned { mine.other() } else { mine };
        if self.compared == Compared::AsText {
            let scores = self.scores(position, mine);
            return self.best_of_all(position, |index| scores.get(index).copied());
        }
        let (mut highest, mut best) = (0, Vec::new());
        for &(point, classes) in self.seen(position, mine).iter() {
            let score = self.score(classes);
            if score > highest {
                highest = score;
                best.clear();
            }
            if score == highest {
                best.push(point);
            }
        }
        // Points whose lines have no pattern are scored only where one may be the best.
        if highest > self.score(NO_PATTERNS) {
            return (highest, best);
        }
        (highest, position.free_points().collect())
    }

    /// The best of all free points, by what is made of each one's scores, which are found by its index.
    fn best_of_all(&self, position: &Position, score: impl Fn(usize) -> Option<u32>) -> Best {
        let key =
            |point: Point| score(point.index().into()).map_or(0, |score| self.compared.key(score));
        let highest = position.free_points().map(key).max().unwrap_or(0);
        (highest, position.free_points().filter(|&point| key(point) == highest).collect())
    }

    /// The scores of all points for a side, by their indexes.
    fn scores(&self, position: &Position, mine: Stone) -> [u32; POINTS] {
        let mut scores = [self.score(NO_PATTERNS); POINTS];
        for &(point, classes) in self.seen(position, mine).iter() {
            if let Some(score) = scores.get_mut(usize::from(point.index())) {
                *score = self.score(classes);
            }
        }
        scores
    }

    fn seen(&self, position: &Position, mine: Stone) -> Seen {
        position.seen(View { mine: Some(mine), ..self.view })
    }

    /// What a point is worth whose lines are of these classes.
    fn score(&self, classes: [u8; LINES.len()]) -> u32 {
        let values = self.values();
        #[expect(clippy::indexing_slicing, reason = "there is a value for each byte")]
        let value = |class: u8| values[usize::from(class)];
        #[expect(clippy::indexing_slicing, reason = "a line is one of four")]
        let taken = self.taken.map(|line| classes[line]);
        let counted = taken.into_iter().zip(self.lines.are_in());
        let values = counted.map(|(class, is_counted)| if is_counted { value(class) } else { 0 });
        match self.total {
            Total::Sum => values.sum::<u32>(),
            Total::BestLine => values.max().unwrap_or(0),
        }
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
