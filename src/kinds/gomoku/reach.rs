//! Step 04: how many points a stone can reach.

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom as _;
use serde::{Deserialize, Serialize};
use serde_with::{DisplayFromStr, serde_as};

use super::HINTS;
use super::plain::{self, LineSet, Place, SIDE};
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
    lines: LineSet,
    steps: Steps,
    itself: Itself,
    border: Border,
    shape: Shape,
    /// Where the letters begin.
    first_number: i16,
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
#[derive(Clone, Copy, Default)]
enum Itself {
    #[default]
    Once,
    OnEveryLine,
    Never,
}

/// Which points are taken for points of the board.
#[derive(Clone, Copy, Default)]
enum Border {
    #[default]
    Exact,
    /// Rows and columns from one number to another.
    Within(i16, i16),
    /// Every place whose row is on the board.
    RowChecked,
    /// Every place whose column is on the board.
    ColumnChecked,
    /// Every place whose index is one of the board.
    IndexChecked,
    /// Every place whose index is one of the board and not 0.
    IndexNotZero,
}

/// Which points around the point count.
#[derive(Clone, Copy, Default)]
enum Shape {
    #[default]
    Lines,
    /// All that are at most four rows and four columns away.
    Square,
}

/// Any number of steps.
const UNLIMITED: i16 = SIDE;

/// Further than any point is away.
const FAR: i16 = 2 * SIDE;

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

    fn aspects(aspects: &mut Aspects<Reading>) {
        aspects
            .add()
            .or("itself-on-every-line", |reading| reading.itself = Itself::OnEveryLine)
            .or("itself-left-out", |reading| reading.itself = Itself::Never);
        aspects
            .add()
            .or("no-border", |reading| reading.border = Border::Within(-FAR, FAR))
            .or("only-the-index-checked", |reading| reading.border = Border::IndexChecked)
            .or("only-the-rows-checked", |reading| reading.border = Border::RowChecked)
            .or("only-the-columns-checked", |reading| reading.border = Border::ColumnChecked)
            .or("no-upper-and-left-border", |reading| reading.border = Border::Within(-FAR, 14))
            .or("no-lower-and-right-border", |reading| reading.border = Border::Within(0, FAR))
            .or("first-row-and-column-left-out", |reading| {
                reading.border = Border::Within(1, 14);
            })
            .or("last-row-and-column-left-out", |reading| reading.border = Border::Within(0, 13))
            .or("outermost-points-left-out", |reading| reading.border = Border::Within(1, 13))
            .or("border-one-too-far", |reading| reading.border = Border::Within(0, 15))
            .or("border-one-too-early-and-too-far", |reading| {
                reading.border = Border::Within(1, 15);
            })
            .or("index-0-left-out", |reading| reading.border = Border::IndexNotZero);
        plain::forgotten_lines(aspects.add(), 0, |reading| &mut reading.lines);
        aspects
            .add()
            .or("five-away", |reading| reading.steps = Steps { before: 5, after: 5 })
            .or("three-away", |reading| reading.steps = Steps { before: 3, after: 3 })
            .or("three-after", |reading| reading.steps.after = 3)
            .or("three-before", |reading| reading.steps.before = 3)
            .or("only-after", |reading| reading.steps.before = 0)
            .or("only-before", |reading| reading.steps.after = 0)
            .or("up-to-the-border", |reading| {
                reading.steps = Steps { before: UNLIMITED, after: UNLIMITED };
            });
        aspects.add().or("the-whole-square", |reading| reading.shape = Shape::Square);
        aspects.add().or("letters-counted-from-one", |reading| reading.first_number = 1);
    }

    fn generate(params: &Params, steering: &Steering<Self>, rng: &mut ChaCha8Rng) -> Task {
        let misreadings = steering.misreadings();
        let shown = |point| -> Vec<u32> {
            let right = i64::from(Point::points_in_reach(point));
            let counts = misreadings.iter().map(|reading| reading.count(point));
            counts.map(|count| if count == right { 0 } else { tenths(count) }).collect()
        };
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
        task.coord.iter().map(|&point| One(reading.count(point)))
    }

    fn reference(task: &Task) -> Vec<One<i64>> {
        task.coord.iter().map(|point| One(point.points_in_reach().into())).collect()
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<i64, Expected> {
        whole_number(text)
    }
}

/// How many points are offered in exchange for others.
const OFFERS: u32 = 40;

/// A point, one of four times one that has the corner `aa` in reach.
#[expect(clippy::expect_used, reason = "a row and a column of the board are drawn")]
fn random_point(rng: &mut ChaCha8Rng) -> Point {
    let away = rng.random_range(0..=4);
    let (row, column) = match rng.random_range(0..12u8) {
        0 => (0, away),
        1 => (away, 0),
        2 => (away, away),
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

/// About how rare a count is among the right ones, in tenths of a bit.
fn tenths(count: i64) -> u32 {
    match count {
        33 => 25,
        13..=32 => 32,
        _ => 75,
    }
}

impl Reading {
    /// How many points are counted around a point.
    fn count(&self, point: Point) -> i64 {
        let (row, column) = plain::place(point);
        let centre = (row + self.first_number, column + self.first_number);
        let mut count = 0;
        let mut add = |place| count += i64::from(self.border.has(place));
        match self.shape {
            Shape::Lines => {
                let Steps { before, after } = self.steps;
                for line in self.lines.steps() {
                    let beside = (-before..=after).filter(|&steps| steps != 0);
                    beside.for_each(|steps| add(plain::along(centre, line, steps)));
                }
            }
            Shape::Square => {
                let away = || -4..=4;
                let beside = away().flat_map(|down| away().map(move |across| (down, across)));
                let beside = beside.filter(|&away| away != (0, 0));
                beside.for_each(|away| add(plain::along(centre, away, 1)));
            }
        }
        let itself = match self.itself {
            Itself::Once => 1,
            Itself::OnEveryLine => self.lines.steps().count(),
            Itself::Never => 0,
        };
        (0..itself).for_each(|_| add(centre));
        count
    }
}

impl Border {
    fn has(self, (row, column): Place) -> bool {
        let is_index = |first: i16| (first..SIDE * SIDE).contains(&(row * SIDE + column));
        match self {
            Self::Exact => (0..SIDE).contains(&row) && (0..SIDE).contains(&column),
            Self::Within(first, last) => {
                (first..=last).contains(&row) && (first..=last).contains(&column)
            }
            Self::RowChecked => (0..SIDE).contains(&row),
            Self::ColumnChecked => (0..SIDE).contains(&column),
            Self::IndexChecked => is_index(0),
            Self::IndexNotZero => Self::Exact.has((row, column)) && is_index(1),
        }
    }
}
