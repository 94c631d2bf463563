//! Step 04: how many points a stone can reach.

mod aspects;
mod reading;

use std::sync::OnceLock;

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom as _;
use serde::{Deserialize, Serialize};
use serde_with::{DisplayFromStr, serde_as};

use self::reading::{Reading, Total};
use super::HINTS;
use super::positions::QuestionSelector;
use crate::item::whole_number;
use gradus_board::drawing::Panel;
use gradus_board::drawing::gomoku::Sheet;
use gradus_board::gomoku::Point;
use gradus_step::{Aspects, Catalogue, Count, Expected, Feedback, Kind, One, Steering};

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
    const VERSION: u32 = 5;
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
        aspects::add_aspects(aspects);
    }

    fn generate(params: &Params, steering: &Steering<Self>, rng: &mut ChaCha8Rng) -> Task {
        Task { coord: points(rng, steering, params.coord.get()) }
    }

    fn solve<'a>(task: &'a Task, reading: &'a Reading) -> impl Iterator<Item = One<i64>> + 'a {
        reading.counts(&task.coord).map(One)
    }

    fn reference(task: &Task) -> Vec<One<i64>> {
        task.coord.iter().map(|point| One(point.points_in_reach().into())).collect()
    }

    fn panels(task: &Self::Task) -> Vec<Panel> {
        let sheet = Sheet { asked: &task.coord, ..Sheet::empty() };
        Panel::each([sheet.drawn()], task.coord.len())
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<i64, Expected> {
        whole_number(text)
    }
}

/// Different points to ask about.
fn points(rng: &mut ChaCha8Rng, steering: &Steering<Reach>, count: u32) -> Vec<Point> {
    // What runs on from point to point shows on whatever points are asked about.
    let misreadings: Vec<&Reading> =
        steering.misreadings().iter().filter(|reading| reading.total == Total::Separate).collect();
    let table =
        SHOWN.get_or_init(|| Point::all().map(|point| shown(&misreadings, point)).collect());
    let shown = |point: Point| table.get(usize::from(point.index())).cloned().unwrap_or_default();
    let mut points = QuestionSelector::new(misreadings.len());
    let is_new =
        |points: &QuestionSelector<Point>, new: Point| !points.questions().any(|&p| p == new);
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
