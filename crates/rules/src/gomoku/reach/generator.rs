//! Points on which every misreading shows.

use std::sync::OnceLock;

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom as _;

use super::super::positions::Telling;
use super::Reach;
use super::reading::{Reading, Total};
use gradus_board::gomoku::Point;
use gradus_step::Steering;

/// Different points to ask about.
pub(super) fn points(rng: &mut ChaCha8Rng, steering: &Steering<Reach>, count: u32) -> Vec<Point> {
    // What runs on from point to point shows on whatever points are asked about.
    let misreadings: Vec<&Reading> =
        steering.misreadings().iter().filter(|reading| reading.total == Total::Separate).collect();
    let table =
        SHOWN.get_or_init(|| Point::all().map(|point| shown(&misreadings, point)).collect());
    let shown = |point: Point| table.get(usize::from(point.index())).cloned().unwrap_or_default();
    let mut points = Telling::new(misreadings.len());
    let is_new = |points: &Telling<Point>, new: Point| !points.questions().any(|&p| p == new);
    for _ in 0..count {
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
    let mut points = points.into_questions();
    points.shuffle(rng);
    points
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
