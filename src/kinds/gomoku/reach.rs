//! Step 04: how many points a stone can reach.

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use serde_with::{DisplayFromStr, serde_as};

use super::positions::different;
use crate::board::gomoku::{Direction, Point};
use crate::kinds::item::whole_number;
use crate::step::{Count, Expected, Feedback, Misconception, OldKind as Kind};

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

impl Kind for Reach {
    const NAME: &'static str = "gomoku/reach";
    const FEEDBACK: Feedback = Feedback::Counted;
    const MISCONCEPTIONS: &'static [Misconception<Self>] = &[
        Misconception {
            id: "itself-on-every-line",
            hint: "The point lies on all four lines, but it is one point and counts once.",
            solve: |task| task.counts(|point| reach(point, &Direction::ALL, 4) + 3),
        },
        Misconception {
            id: "itself-left-out",
            hint: "The point itself counts too.",
            solve: |task| task.counts(|point| reach(point, &Direction::ALL, 4) - 1),
        },
        Misconception {
            id: "no-border",
            hint: "Points off the board do not count: near the border a line is shorter.",
            solve: |task| task.counts(|_| 33),
        },
        Misconception {
            id: "the-whole-square",
            hint: "Only the points on the row, the column and the two diagonals count, not the square around the point.",
            solve: |task| task.counts(square),
        },
        Misconception {
            id: "five-away",
            hint: "A line goes from 4 points before the point to 4 after it.",
            solve: |task| task.counts(|point| reach(point, &Direction::ALL, 5)),
        },
        Misconception {
            id: "no-diagonals",
            hint: "Four lines go through a point: its row, its column and two diagonals.",
            solve: |task| {
                task.counts(|point| reach(point, &[Direction::Row, Direction::Column], 4))
            },
        },
    ];

    type Params = Params;
    type Task = Task;
    type Item = i64;

    fn generate(params: &Params, rng: &mut ChaCha8Rng) -> Task {
        Task { coord: different(rng, params.coord.get(), random_point) }
    }

    fn reference(task: &Task) -> Vec<i64> {
        task.counts(|point| point.points_in_reach().into())
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<i64, Expected> {
        whole_number(text)
    }
}

#[expect(clippy::expect_used, reason = "a row and a column of the board are drawn")]
fn random_point(rng: &mut ChaCha8Rng) -> Point {
    Point::new(coordinate(rng), coordinate(rng)).expect("a row and a column of the board")
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

impl Task {
    fn counts(&self, count: impl Fn(Point) -> i64) -> Vec<i64> {
        self.coord.iter().map(|&point| count(point)).collect()
    }
}

/// How many points lie on some lines through a point, at most this far away, the point itself included.
fn reach(point: Point, lines: &[Direction], reach: i8) -> i64 {
    let steps = lines.iter().map(|line| line.step());
    let beside = steps.flat_map(|(row, column)| {
        let away = (-reach..=reach).filter(|&i| i != 0);
        away.filter_map(move |i| point.offset(row * i, column * i))
    });
    beside.fold(1, |count, _| count + 1)
}

/// How many points of the board are at most four rows and four columns away.
fn square(point: Point) -> i64 {
    let side = |at: u8| i64::from((at + 4).min(Point::SIDE - 1) - at.saturating_sub(4) + 1);
    side(point.row()) * side(point.column())
}
