//! How the rule is read, and how many points are counted by a reading.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use super::super::plain::{self, LINES, Place, SIDE};
use gradus_board::gomoku::Point;

/// How the rule is read.
#[derive(Default)]
pub struct Reading {
    pub(super) weights: Weights,
    pub(super) steps: Steps,
    pub(super) itself: Itself,
    /// Whether the point itself counts even where it is not taken for one of the board.
    pub(super) always_itself: bool,
    pub(super) rows: Border,
    pub(super) columns: Border,
    pub(super) board: Board,
    pub(super) ending: Ending,
    pub(super) shape: Shape,
    pub(super) centre: Centre,
    pub(super) total: Total,
}

/// How often each half of each line counts: before the point, and after it.
#[derive(Clone, Copy)]
pub(super) struct Weights(pub(super) [[i64; 2]; LINES.len()]);

impl Default for Weights {
    fn default() -> Self {
        Self([[1; 2]; LINES.len()])
    }
}

impl Weights {
    pub(super) fn set(&mut self, line: usize, side: usize, weight: i64) {
        let weights = self.0.get_mut(line).and_then(|line| line.get_mut(side));
        if let Some(old) = weights {
            *old = weight;
        }
    }
}

/// How many steps of a line are followed before the point, and how many after it.
#[derive(Clone, Copy)]
pub(super) struct Steps {
    pub(super) before: i16,
    pub(super) after: i16,
}

impl Default for Steps {
    fn default() -> Self {
        Self { before: 4, after: 4 }
    }
}

/// How often the point itself counts.
#[derive(Clone, Copy)]
pub(super) struct Itself(pub(super) i64);

impl Default for Itself {
    fn default() -> Self {
        Self(1)
    }
}

/// The first and the last row or column that is taken for one of the board.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Border(pub(super) i16, pub(super) i16);

impl Default for Border {
    fn default() -> Self {
        Self(0, SIDE - 1)
    }
}

impl Border {
    fn has(self, number: i16) -> bool {
        (self.0..=self.1).contains(&number)
    }
}

/// Which places are taken for points of the board.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Board {
    /// Those whose row and column are.
    #[default]
    Both,
    /// Those whose row or column is.
    Either,
    /// On diagonals only the rows are looked at.
    DiagonalsByRows,
    /// On diagonals only the columns are.
    DiagonalsByColumns,
    /// On diagonals those whose row or column is.
    DiagonalsByEither,
    /// Every place whose index is from one number to another.
    Index(i16, i16),
    /// The places of the board, without the one of this index.
    Without(i16),
}

/// What happens where a line is off the board.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Ending {
    #[default]
    Continues,
    /// The line is left, which begins at its far end. The point itself counts nevertheless.
    LeavesTheLine,
    /// The same, and the point itself counts only if some line comes to it.
    LeavesThePoint,
    /// All lines are left, in both senses, as soon as one of them is off the board.
    LeavesAllLines,
    /// At each distance the directions, in this order, are left at the first one that is off the board.
    LeavesTheDirections(&'static [Place]),
    /// A line with fewer points than this does not count.
    NoLineShorterThan(usize),
    /// A line has as many points on either side of the point as on the side where it has fewer.
    SameOnBothSides,
}

/// Which points around the point count.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Shape {
    #[default]
    Lines,
    /// All that are at most four rows and four columns away.
    Square,
    /// All that are at most four steps away, a step being to the next row or column.
    Diamond,
    /// The last one of the lines only.
    LastLine,
    /// The line with the most points only.
    LongestLine,
    /// A diagonal has as many points as the row or the column, whichever has fewer.
    DiagonalsLikeTheShorter,
    /// As the one that has more.
    DiagonalsLikeTheLonger,
    /// Rows and columns off the board are moved to the border, so that a diagonal runs on along it.
    MovedToTheBorder,
}

/// Around which point is counted.
#[derive(Clone, Copy, Default)]
pub(super) enum Centre {
    #[default]
    Given,
    /// One that is so far below and to the right.
    Shifted(i16, i16),
    /// Its first letter is taken for its row and its column.
    FirstLetterTwice,
    SecondLetterTwice,
}

/// Whether each point has an item of its own.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Total {
    #[default]
    Separate,
    /// The points of all questions so far, each counted once.
    DifferentPoints,
    /// The sum of all items so far.
    Sum,
    /// The points are answered in the order of the alphabet.
    Sorted,
}

impl Reading {
    /// The items for points, one after another.
    pub(super) fn counts(&self, points: &[Point]) -> impl Iterator<Item = i64> {
        let (mut sum, mut seen) = (0, HashSet::new());
        let mut points = points.to_vec();
        if self.total == Total::Sorted {
            points.sort_unstable_by_key(|point| point.index());
        }
        points.into_iter().map(move |point| match self.total {
            Total::Separate | Total::Sorted => self.count(point),
            Total::Sum => {
                sum += self.count(point);
                sum
            }
            Total::DifferentPoints => {
                let centre = plain::place(point);
                let places = LINES
                    .iter()
                    .flat_map(|&line| (-4..=4).map(move |steps| plain::along(centre, line, steps)));
                seen.extend(places.filter(|&place| self.is_on_board(place, false)));
                i64::try_from(seen.len()).unwrap_or(i64::MAX)
            }
        })
    }

    /// How many points are counted around a point.
    pub(super) fn count(&self, point: Point) -> i64 {
        let (row, column) = plain::place(point);
        let centre = match self.centre {
            Centre::Given => (row, column),
            Centre::Shifted(down, across) => (row + down, column + across),
            Centre::FirstLetterTwice => (row, row),
            Centre::SecondLetterTwice => (column, column),
        };
        let mut lines = [0; LINES.len()];
        let counts = lines.iter_mut().zip(LINES).zip(self.weights.0);
        for ((count, line), weights) in counts {
            *count = self.count_on_line(centre, line, weights);
        }
        let others = match self.shape {
            Shape::Lines => match self.ending {
                Ending::LeavesTheDirections(order) => self.count_by_distance(centre, order),
                _ => lines.iter().sum(),
            },
            Shape::LastLine => lines.last().copied().unwrap_or(0),
            Shape::LongestLine => lines.iter().max().copied().unwrap_or(0),
            Shape::DiagonalsLikeTheShorter | Shape::DiagonalsLikeTheLonger => {
                let straight =
                    LINES.iter().zip(lines).filter(|((down, across), _)| down * across == 0);
                let straight = || straight.clone().map(|(_, count)| count);
                let diagonal = match self.shape {
                    Shape::DiagonalsLikeTheShorter => straight().min(),
                    _ => straight().max(),
                };
                straight().sum::<i64>() + 2 * diagonal.unwrap_or(0)
            }
            Shape::MovedToTheBorder => count_moved_to_the_border(centre),
            Shape::Square => self.count_around(centre, |_| true),
            Shape::Diamond => {
                self.count_around(centre, |(down, across): Place| down.abs() + across.abs() <= 4)
            }
        };
        let is_seen = match self.ending {
            Ending::LeavesThePoint => LINES.iter().any(|&line| {
                (-self.steps.before..=0)
                    .all(|steps| self.is_on_board(plain::along(centre, line, steps), false))
            }),
            _ => self.always_itself || self.is_on_board(centre, false),
        };
        let itself = if is_seen { self.itself.0 } else { 0 };
        others + itself
    }

    /// How many points of a line count beside the point itself.
    fn count_on_line(&self, centre: Place, line: Place, weights: [i64; 2]) -> i64 {
        let is_diagonal = line.0 != 0 && line.1 != 0;
        let is_on_board =
            |&steps: &i16| self.is_on_board(plain::along(centre, line, steps), is_diagonal);
        let leaves = matches!(self.ending, Ending::LeavesTheLine | Ending::LeavesThePoint);
        let count = |steps: RangeInclusive<i16>| {
            if leaves {
                steps.take_while(is_on_board).count()
            } else {
                steps.filter(is_on_board).count()
            }
        };
        let Steps { mut before, mut after } = self.steps;
        if self.ending == Ending::LeavesAllLines {
            let (row, column) = centre;
            let free = row.min(column).min(SIDE - 1 - row).min(SIDE - 1 - column);
            (before, after) = (before.min(free), after.min(free));
        }
        let first_half = count(-before..=-1);
        let is_left = leaves && first_half < usize::from(before.unsigned_abs());
        let second_half = if is_left { 0 } else { count(1..=after) };
        let halves = match self.ending {
            Ending::SameOnBothSides => [first_half.min(second_half); 2],
            _ => [first_half, second_half],
        };
        match self.ending {
            Ending::NoLineShorterThan(least) if first_half + 1 + second_half < least => 0,
            _ => weights
                .iter()
                .zip(halves)
                .map(|(weight, half)| weight * i64::try_from(half).unwrap_or(0))
                .sum(),
        }
    }

    /// How many points of the lines count if at each distance the directions come one after the other.
    fn count_by_distance(&self, centre: Place, order: &[Place]) -> i64 {
        let count = |distance| {
            let points = order.iter().map(|&direction| plain::along(centre, direction, distance));
            let counted = points.take_while(|&place| self.is_on_board(place, false));
            counted.map(|_| 1).sum::<i64>()
        };
        // Four directions are followed in both senses.
        let first = if order.len() == LINES.len() { -4 } else { 1 };
        (first..=4).filter(|&distance| distance != 0).map(count).sum()
    }

    /// How many points of the square around a point count beside the point itself.
    fn count_around(&self, centre: Place, counts: impl Fn(Place) -> bool) -> i64 {
        let away = || -4..=4;
        let beside = away().flat_map(|down| away().map(move |across| (down, across)));
        let beside = beside.filter(|&away| away != (0, 0) && counts(away));
        beside
            .filter(|&away| self.is_on_board(plain::along(centre, away, 1), false))
            .map(|_| 1)
            .sum()
    }

    fn is_on_board(&self, (row, column): Place, is_on_diagonal: bool) -> bool {
        let index = row * SIDE + column;
        let (in_row, in_column) = (self.rows.has(row), self.columns.has(column));
        match self.board {
            Board::DiagonalsByRows if is_on_diagonal => in_row,
            Board::DiagonalsByColumns if is_on_diagonal => in_column,
            Board::DiagonalsByEither if is_on_diagonal => in_row || in_column,
            Board::Both
            | Board::DiagonalsByRows
            | Board::DiagonalsByColumns
            | Board::DiagonalsByEither => in_row && in_column,
            Board::Either => in_row || in_column,
            Board::Index(first, last) => (first..=last).contains(&index),
            Board::Without(left_out) => in_row && in_column && index != left_out,
        }
    }
}

/// How many points count beside the point itself if those off the board are moved to its border, each point once.
fn count_moved_to_the_border(centre: Place) -> i64 {
    let on_board = |number: i16| number.clamp(0, SIDE - 1);
    let places = LINES
        .iter()
        .flat_map(|&line| (-4..=4).map(move |steps| plain::along(centre, line, steps)))
        .map(|(row, column)| (on_board(row), on_board(column)));
    let others: HashSet<Place> = places.filter(|&place| place != centre).collect();
    i64::try_from(others.len()).unwrap_or(i64::MAX)
}
