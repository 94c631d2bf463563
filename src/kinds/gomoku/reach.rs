//! Step 04: how many points a stone can reach.

use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::sync::OnceLock;

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom as _;
use serde::{Deserialize, Serialize};
use serde_with::{DisplayFromStr, serde_as};

use super::HINTS;
use super::plain::{self, LINES, Place, SIDE};
use super::positions::Telling;
use crate::board::gomoku::Point;
use crate::kinds::item::whole_number;
use crate::step::{Aspects, Catalogue, Count, Expected, Feedback, Kind, One, Steering};

/// How many points lie on the four lines through each point, at most four away.
pub enum Reach {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    coord: Count<12, 100>,
}

#[serde_as]
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    #[serde_as(as = "Vec<DisplayFromStr>")]
    coord: Vec<Point>,
}

/// How the rule is read.
#[derive(Default)]
pub struct Reading {
    weights: Weights,
    steps: Steps,
    itself: Itself,
    /// Whether the point itself counts even where it is not taken for one of the board.
    always_itself: bool,
    rows: Border,
    columns: Border,
    board: Board,
    ending: Ending,
    shape: Shape,
    centre: Centre,
    total: Total,
}

/// How often each half of each line counts: before the point, and after it.
#[derive(Clone, Copy)]
struct Weights([[i64; 2]; LINES.len()]);

impl Default for Weights {
    fn default() -> Self {
        Self([[1; 2]; LINES.len()])
    }
}

/// How many steps of a line are followed before the point, and how many after it.
#[derive(Clone, Copy)]
struct Steps {
    before: i16,
    after: i16,
}

impl Default for Steps {
    fn default() -> Self {
        Self { before: 4, after: 4 }
    }
}

/// How often the point itself counts.
#[derive(Clone, Copy)]
struct Itself(i64);

impl Default for Itself {
    fn default() -> Self {
        Self(1)
    }
}

/// The first and the last row or column that is taken for one of the board.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Border(i16, i16);

impl Default for Border {
    fn default() -> Self {
        Self(0, SIDE - 1)
    }
}

/// Which places are taken for points of the board.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Board {
    /// Those whose row and column are.
    #[default]
    Both,
    /// Those whose row or column is.
    Either,
    /// On diagonals only the rows are looked at.
    DiagonalsByRows,
    /// On diagonals only the columns are.
    DiagonalsByColumns,
    /// Every place whose index is from one number to another.
    Index(i16, i16),
    /// The places of the board, without the one of this index.
    Without(i16),
}

/// What happens where a line is off the board.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Ending {
    #[default]
    Continues,
    /// The line is left, which begins at its far end. The point itself counts nevertheless.
    LeavesTheLine,
    /// The same, and the point itself counts only if some line comes to it.
    LeavesThePoint,
    /// All lines are left, in both senses, as soon as one of them is off the board.
    LeavesAllLines,
    /// A line with fewer points than this does not count.
    NoLineShorterThan(usize),
}

/// Which points around the point count.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Shape {
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
}

/// Around which point is counted.
#[derive(Clone, Copy, Default)]
enum Centre {
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
enum Total {
    #[default]
    Separate,
    /// The points of all questions so far, each counted once.
    DifferentPoints,
    /// The sum of all items so far.
    Sum,
    /// The points are answered in the order of the alphabet.
    Sorted,
}

/// Any number of steps.
const UNLIMITED: i16 = SIDE;

/// Further than any point is away.
const FAR: i16 = 2 * SIDE;

/// The halves of the lines, as people draw them: before the point and after it.
const HALVES: [[(&str, &str); 2]; LINES.len()] = [
    [("left", "←"), ("right", "→")],
    [("up-left", "↖"), ("down-right", "↘")],
    [("up", "↑"), ("down", "↓")],
    [("up-right", "↗"), ("down-left", "↙")],
];

/// The lines, as people draw them.
const NAMES: [(&str, &str); LINES.len()] =
    [("row", "—"), ("falling", "╲"), ("column", "│"), ("rising", "╱")];

/// A board on which some points are missing, with its labels for ids and for people.
type Narrow = (String, String, (Border, Border));

/// The boards without points of the border that are most often taken for the board.
fn narrow_borders() -> Vec<Narrow> {
    let (whole, without_first, without_last) = (Border(0, 14), Border(1, 14), Border(0, 13));
    let (first_row, first_column) = ("`aa`…`ao`", "`aa`…`oa`");
    let (last_row, last_column) = ("`oa`…`oo`", "`ao`…`oo`");
    let narrow = [
        ("first", [first_row, first_column], (without_first, without_first)),
        ("last", [last_row, last_column], (without_last, without_last)),
        ("first-row", [first_row, ""], (without_first, whole)),
        ("first-column", [first_column, ""], (whole, without_first)),
        ("last-row", [last_row, ""], (without_last, whole)),
        ("last-column", [last_column, ""], (whole, without_last)),
    ];
    let named = narrow.map(|(id, points, borders)| {
        let points: Vec<&str> = points.into_iter().filter(|points| !points.is_empty()).collect();
        (id.to_owned(), points.join(", "), borders)
    });
    named.into()
}

/// A change of the weights, with its labels for ids and for people.
type Weighted = (String, String, Weights);

/// Each half of a line left out.
fn without_a_half() -> Vec<Weighted> {
    let mut found = Vec::new();
    for (line, halves) in HALVES.iter().enumerate() {
        for (side, (id, arrow)) in halves.iter().enumerate() {
            let mut weights = Weights::default();
            weights.set(line, side, 0);
            found.push(((*id).to_owned(), (*arrow).to_owned(), weights));
        }
    }
    found
}

/// One half of a line counted twice, in place of the opposite one.
fn one_half_twice() -> Vec<Weighted> {
    let mut found = Vec::new();
    for (line, halves) in HALVES.iter().enumerate() {
        for (side, (id, arrow)) in halves.iter().enumerate() {
            let mut weights = Weights::default();
            weights.set(line, side, 2);
            weights.set(line, 1 - side, 0);
            found.push(((*id).to_owned(), format!("{arrow}{arrow}"), weights));
        }
    }
    found
}

/// One half of a line counted twice, in place of one beside it: of a diagonal for one of a diagonal, of a row for one of a column.
fn one_half_for_another() -> Vec<Weighted> {
    let mut found = Vec::new();
    for (line, halves) in HALVES.iter().enumerate() {
        let other_line = (line + 2) % LINES.len();
        for (side, (id, arrow)) in halves.iter().enumerate() {
            let others = HALVES.get(other_line).into_iter().flatten().enumerate();
            for (other_side, (other_id, other_arrow)) in others {
                let mut weights = Weights::default();
                weights.set(line, side, 2);
                weights.set(other_line, other_side, 0);
                let label = format!("{arrow}{arrow}, {other_arrow} × 0");
                found.push((format!("{id}-no-{other_id}"), label, weights));
            }
        }
    }
    found
}

/// One line counted twice, in place of another one.
fn one_line_twice() -> Vec<Weighted> {
    let mut found = Vec::new();
    for (line, (id, symbol)) in NAMES.iter().enumerate() {
        for (other, (other_id, other_symbol)) in NAMES.iter().enumerate() {
            if line != other {
                let mut weights = Weights::default();
                for side in 0..2 {
                    weights.set(line, side, 2);
                    weights.set(other, side, 0);
                }
                let label = format!("{symbol} {symbol}, {other_symbol} × 0");
                found.push((format!("{id}-no-{other_id}"), label, weights));
            }
        }
    }
    found
}

/// One line counted twice beside all others.
fn a_line_more() -> Vec<Weighted> {
    let mut found = Vec::new();
    for (line, (id, symbol)) in NAMES.iter().enumerate() {
        let mut weights = Weights::default();
        (0..2).for_each(|side| weights.set(line, side, 2));
        found.push(((*id).to_owned(), (*symbol).to_owned(), weights));
    }
    found
}

impl Kind for Reach {
    const NAME: &'static str = "gomoku/reach";
    const VERSION: u32 = 2;
    const FEEDBACK: Feedback = Feedback::Counted;

    type Params = Params;
    type Task = Task;
    type Item = i64;
    type Solution = One<i64>;
    type Reading = Reading;

    fn hints() -> &'static Catalogue {
        &HINTS
    }

    #[expect(clippy::too_many_lines, reason = "a list")]
    fn aspects(aspects: &mut Aspects<Reading>) {
        aspects
            .add()
            .or("itself-on-every-line", |reading| reading.itself = Itself(4))
            .or("itself-left-out", |reading| reading.itself = Itself(0));
        aspects
            .add()
            .or("no-border", |reading| {
                (reading.rows, reading.columns) = (Border(-FAR, FAR), Border(-FAR, FAR));
            })
            .or("only-the-index-checked", |reading| {
                reading.board = Board::Index(0, SIDE * SIDE - 1);
            })
            .or("first-row-and-column-left-out", |reading| {
                (reading.rows.0, reading.columns.0) = (1, 1);
            })
            .or("last-row-and-column-left-out", |reading| {
                (reading.rows.1, reading.columns.1) = (13, 13);
            })
            .or_each("left-out-but-for-itself", narrow_borders(), |reading, (rows, columns)| {
                (reading.rows, reading.columns, reading.always_itself) = (rows, columns, true);
            })
            .or("border-one-too-far", |reading| (reading.rows.1, reading.columns.1) = (15, 15))
            .or("only-the-rows-checked", |reading| reading.columns = Border(-FAR, FAR))
            .or("only-the-columns-checked", |reading| reading.rows = Border(-FAR, FAR))
            .or("no-upper-and-left-border", |reading| {
                (reading.rows.0, reading.columns.0) = (-FAR, -FAR);
            })
            .or("no-lower-and-right-border", |reading| {
                (reading.rows.1, reading.columns.1) = (FAR, FAR);
            });
        let without = NAMES.into_iter().enumerate().map(|(line, (id, symbol))| {
            let mut weights = Weights::default();
            (0..2).for_each(|side| weights.set(line, side, 0));
            (id.to_owned(), symbol.to_owned(), weights)
        });
        aspects
            .add()
            .or("no-diagonals", |reading| {
                reading.weights = Weights([[1; 2], [0; 2], [1; 2], [0; 2]]);
            })
            .or_each("line-left-out", without, |reading, weights| reading.weights = weights);
        aspects
            .add()
            .or("five-away", |reading| reading.steps = Steps { before: 5, after: 5 })
            .or("three-after", |reading| reading.steps.after = 3)
            .or("three-before", |reading| reading.steps.before = 3)
            .or("three-away", |reading| reading.steps = Steps { before: 3, after: 3 })
            .or("only-after", |reading| reading.steps.before = 0)
            .or("only-before", |reading| reading.steps.after = 0)
            .or("up-to-the-border", |reading| {
                reading.steps = Steps { before: UNLIMITED, after: UNLIMITED };
            });
        aspects.add().or("the-whole-square", |reading| reading.shape = Shape::Square);
        aspects
            .add()
            .or("letters-counted-from-one", |reading| reading.centre = Centre::Shifted(1, 1));
        aspects
            .add()
            .or("outermost-points-left-out", |reading| {
                (reading.rows, reading.columns) = (Border(1, 13), Border(1, 13));
            })
            .or("border-one-too-early-and-too-far", |reading| {
                (reading.rows, reading.columns) = (Border(1, 15), Border(1, 15));
            })
            .or("border-one-too-early", |reading| {
                (reading.rows, reading.columns) = (Border(-1, 14), Border(-1, 14));
            })
            .or("index-0-left-out", |reading| reading.board = Board::Without(0))
            .or("index-224-left-out", |reading| reading.board = Board::Without(SIDE * SIDE - 1))
            .or("row-or-column-on-the-board", |reading| reading.board = Board::Either)
            .or("diagonals-by-rows", |reading| reading.board = Board::DiagonalsByRows)
            .or("diagonals-by-columns", |reading| reading.board = Board::DiagonalsByColumns)
            .or("no-upper-border", |reading| reading.rows.0 = -FAR)
            .or("no-lower-border", |reading| reading.rows.1 = FAR)
            .or("no-left-border", |reading| reading.columns.0 = -FAR)
            .or("no-right-border", |reading| reading.columns.1 = FAR)
            .or("first-row-left-out", |reading| reading.rows.0 = 1)
            .or("last-row-left-out", |reading| reading.rows.1 = 13)
            .or("first-column-left-out", |reading| reading.columns.0 = 1)
            .or("last-column-left-out", |reading| reading.columns.1 = 13)
            .or("one-row-too-many", |reading| reading.rows.1 = 15)
            .or("one-column-too-many", |reading| reading.columns.1 = 15)
            .alone();
        aspects
            .add()
            .or("left-at-the-border", |reading| reading.ending = Ending::LeavesTheLine)
            .or("left-before-the-point", |reading| reading.ending = Ending::LeavesThePoint)
            .or("all-lines-left-at-once", |reading| reading.ending = Ending::LeavesAllLines)
            .or("short-lines-left-out", |reading| reading.ending = Ending::NoLineShorterThan(5))
            .or("cut-lines-left-out", |reading| reading.ending = Ending::NoLineShorterThan(9))
            .alone();
        aspects
            .add()
            .or("only-diagonals", |reading| {
                reading.weights = Weights([[0; 2], [1; 2], [0; 2], [1; 2]]);
            })
            .or_each("direction-left-out", without_a_half(), |reading, weights| {
                reading.weights = weights;
            })
            .or_each("direction-twice", one_half_twice(), |reading, weights| {
                reading.weights = weights;
            })
            .or_each("direction-for-another", one_half_for_another(), |reading, weights| {
                reading.weights = weights;
            })
            .or_each("line-twice", one_line_twice(), |reading, weights| reading.weights = weights)
            .or_each("line-more", a_line_more(), |reading, weights| reading.weights = weights)
            .alone();
        aspects
            .add()
            .or("five-after", |reading| reading.steps.after = 5)
            .or("five-before", |reading| reading.steps.before = 5)
            .or("two-away", |reading| reading.steps = Steps { before: 2, after: 2 })
            .or("neighbours-only", |reading| reading.steps = Steps { before: 1, after: 1 })
            .or("eight-after", |reading| reading.steps = Steps { before: 0, after: 8 })
            .alone();
        aspects
            .add()
            .or("itself-twice", |reading| reading.itself = Itself(2))
            .or("itself-five-times", |reading| reading.itself = Itself(5))
            .or("itself-eight-times", |reading| reading.itself = Itself(8))
            .alone();
        aspects
            .add()
            .or("the-diamond", |reading| reading.shape = Shape::Diamond)
            .or("only-the-last-line", |reading| reading.shape = Shape::LastLine)
            .or("only-the-longest-line", |reading| reading.shape = Shape::LongestLine)
            .alone();
        aspects
            .add()
            .or("rows-counted-from-one", |reading| reading.centre = Centre::Shifted(1, 0))
            .or("columns-counted-from-one", |reading| reading.centre = Centre::Shifted(0, 1))
            .or("first-letter-twice", |reading| reading.centre = Centre::FirstLetterTwice)
            .or("second-letter-twice", |reading| reading.centre = Centre::SecondLetterTwice)
            .alone();
        aspects
            .add()
            .or("points-not-cleared", |reading| reading.total = Total::DifferentPoints)
            .or("items-added-up", |reading| reading.total = Total::Sum)
            .or("points-sorted", |reading| reading.total = Total::Sorted)
            .alone();
    }

    fn generate(params: &Params, steering: &Steering<Self>, rng: &mut ChaCha8Rng) -> Task {
        // What runs on from point to point shows on whatever points are asked about.
        let misreadings: Vec<&Reading> = steering
            .misreadings()
            .iter()
            .filter(|reading| reading.total == Total::Separate)
            .collect();
        let table =
            SHOWN.get_or_init(|| Point::all().map(|point| shown(&misreadings, point)).collect());
        let shown =
            |point: Point| table.get(usize::from(point.index())).cloned().unwrap_or_default();
        let mut points = Telling::new(misreadings.len());
        let is_new = |points: &Telling<Point>, new: Point| !points.questions().any(|&p| p == new);
        for _ in 0..params.coord.get() {
            let point = loop {
                let point = random_point(rng);
                if is_new(&points, point) {
                    break point;
                }
            };
            points.add(point, shown(point));
        }
        for _ in 0..OFFERS {
            if points.is_enough() {
                break;
            }
            let point = random_point(rng);
            if is_new(&points, point) {
                points.offer(point, shown(point), |_| true);
            }
        }
        let mut coord = points.into_questions();
        coord.shuffle(rng);
        Task { coord }
    }

    fn solve<'a>(task: &'a Task, reading: &'a Reading) -> impl Iterator<Item = One<i64>> + 'a {
        let (mut sum, mut seen) = (0, HashSet::new());
        let mut coord = task.coord.clone();
        if reading.total == Total::Sorted {
            coord.sort_unstable_by_key(|point| point.index());
        }
        coord.into_iter().map(move |point| {
            One(match reading.total {
                Total::Separate | Total::Sorted => reading.count(point),
                Total::Sum => {
                    sum += reading.count(point);
                    sum
                }
                Total::DifferentPoints => {
                    let centre = plain::place(point);
                    let places = LINES.iter().flat_map(|&line| {
                        (-4..=4).map(move |steps| plain::along(centre, line, steps))
                    });
                    seen.extend(places.filter(|&place| reading.is_on_board(place, false)));
                    i64::try_from(seen.len()).unwrap_or(i64::MAX)
                }
            })
        })
    }

    fn reference(task: &Task) -> Vec<One<i64>> {
        task.coord.iter().map(|point| One(point.points_in_reach().into())).collect()
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<i64, Expected> {
        whole_number(text)
    }
}

/// What each misreading shows on each point. It is the same for every task.
static SHOWN: OnceLock<Vec<Vec<u32>>> = OnceLock::new();

/// How many points are offered in exchange for others.
const OFFERS: u32 = 40;

/// A point, one of four times one that has the corner `aa` or `oo` in reach.
#[expect(clippy::expect_used, reason = "a row and a column of the board are drawn")]
fn random_point(rng: &mut ChaCha8Rng) -> Point {
    let away = rng.random_range(0..=4);
    let last = Point::SIDE - 1;
    let (row, column) = match rng.random_range(0..24u8) {
        0 => (0, away),
        1 => (away, 0),
        2 => (away, away),
        3 => (last, last - away),
        4 => (last - away, last),
        5 => (last - away, last - away),
        _ => (coordinate(rng), coordinate(rng)),
    };
    Point::new(row, column).expect("a row and a column of the board")
}

/// A row or a column: two of three times one of the four next to the border, where the lines are cut short. Elsewhere
/// every point has the same answer.
fn coordinate(rng: &mut ChaCha8Rng) -> u8 {
    match rng.random_range(0..3u8) {
        0 => rng.random_range(4..Point::SIDE - 4),
        1 => rng.random_range(0..4),
        _ => rng.random_range(Point::SIDE - 4..Point::SIDE),
    }
}

/// What each misreading shows on a point.
fn shown(misreadings: &[&Reading], point: Point) -> Vec<u32> {
    let right = i64::from(Point::points_in_reach(point));
    let counts = misreadings.iter().map(|reading| reading.count(point));
    counts.map(|count| if count == right { 0 } else { tenths(count) }).collect()
}

/// About how rare a count is among the right ones, in tenths of a bit.
fn tenths(count: i64) -> u32 {
    match count {
        33 => 25,
        13..=32 => 32,
        _ => 75,
    }
}

impl Weights {
    fn set(&mut self, line: usize, side: usize, weight: i64) {
        let weights = self.0.get_mut(line).and_then(|line| line.get_mut(side));
        if let Some(old) = weights {
            *old = weight;
        }
    }
}

impl Reading {
    /// How many points are counted around a point.
    fn count(&self, point: Point) -> i64 {
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
            Shape::Lines => lines.iter().sum(),
            Shape::LastLine => lines.last().copied().unwrap_or(0),
            Shape::LongestLine => lines.iter().max().copied().unwrap_or(0),
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
        match self.ending {
            Ending::NoLineShorterThan(least) if first_half + 1 + second_half < least => 0,
            _ => weights
                .iter()
                .zip([first_half, second_half])
                .map(|(weight, half)| weight * i64::try_from(half).unwrap_or(0))
                .sum(),
        }
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
            Board::Both | Board::DiagonalsByRows | Board::DiagonalsByColumns => in_row && in_column,
            Board::Either => in_row || in_column,
            Board::Index(first, last) => (first..=last).contains(&index),
            Board::Without(left_out) => in_row && in_column && index != left_out,
        }
    }
}

impl Border {
    fn has(self, number: i16) -> bool {
        (self.0..=self.1).contains(&number)
    }
}
