//! Step 02: the index of a point.

mod reading;

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom as _;
use serde::{Deserialize, Serialize};

use self::reading::{Reading, Written};
use super::HINTS;
use super::positions::{QuestionSelector, random_point};
use crate::item::whole_number;
use gradus_board::drawing::Panel;
use gradus_board::drawing::gomoku::Sheet;
use gradus_board::gomoku::Point;
use gradus_step::{Aspects, Catalogue, Count, Expected, Feedback, Kind, One, Steering};

/// The row-major index of each point.
pub enum Coordinates {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    coord: Count<12, 100>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    coord: Vec<Written>,
}

impl Kind for Coordinates {
    const NAME: &'static str = "gomoku/coordinates";
    const VERSION: u32 = 4;
    const FEEDBACK: Feedback = Feedback::Located;

    type Params = Params;
    type Task = Task;
    type Item = i64;
    type Solution = One<i64>;
    type Reading = Reading;

    fn hints() -> &'static Catalogue {
        &HINTS
    }

    fn aspects(aspects: &mut Aspects<Reading>) {
        reading::add_aspects(aspects);
    }

    fn generate(params: &Params, steering: &Steering<Self>, rng: &mut ChaCha8Rng) -> Task {
        Task { coord: points(rng, steering, params.coord.get() as usize) }
    }

    fn solve<'a>(task: &'a Task, reading: &'a Reading) -> impl Iterator<Item = One<i64>> + 'a {
        reading.indices(&task.coord).map(One)
    }

    fn reference(task: &Task) -> Vec<One<i64>> {
        task.coord.iter().map(|written| One(written.point.index().into())).collect()
    }

    fn panels(task: &Self::Task) -> Vec<Panel> {
        let asked: Vec<Point> = task.coord.iter().map(|written| written.point).collect();
        let sheet = Sheet { asked: &asked, ..Sheet::empty() };
        Panel::each([sheet.drawn()], asked.len())
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<i64, Expected> {
        whole_number(text)
    }
}

/// Different points, as they are written.
fn points(rng: &mut ChaCha8Rng, steering: &Steering<Coordinates>, count: usize) -> Vec<Written> {
    // What depends on the points before shows on whatever points are asked about.
    let misreadings: Vec<&Reading> =
        steering.misreadings().iter().filter(|reading| reading.is_of_one_point()).collect();
    let shown = |written: &Written| -> Vec<u32> {
        let right = i64::from(written.point.index());
        let is_wrong = |reading: &&Reading| reading.index(&written.text) != right;
        misreadings.iter().map(|reading| u32::from(is_wrong(reading)) * WRONG).collect()
    };
    let mut points = QuestionSelector::new(misreadings.len());
    let is_new = |points: &QuestionSelector<Written>, new: Point| {
        points.questions().all(|written| written.point != new)
    };
    while points.questions().count() < count {
        let point = random_point(rng);
        if is_new(&points, point) {
            let written = Written { text: in_mixed_case(rng, point), point };
            let shown = shown(&written);
            points.add(written, shown);
        }
    }
    for _ in 0..OFFERS {
        if points.is_enough() {
            break;
        }
        let point = telling_point(rng);
        if is_new(&points, point) {
            let written = Written { text: in_mixed_case(rng, point), point };
            let shown = shown(&written);
            points.offer(written, shown, |_| true);
        }
    }
    let mut points = points.into_questions();
    points.shuffle(rng);
    points
}

/// A point; one of two times one with the letter `o`, or one whose letters are equal.
#[expect(clippy::expect_used, reason = "a row and a column of the board are drawn")]
fn telling_point(rng: &mut ChaCha8Rng) -> Point {
    let (last, other) = (Point::SIDE - 1, rng.random_range(0..Point::SIDE));
    let (row, column) = match rng.random_range(0..6u8) {
        0 => (last, other),
        1 => (other, last),
        2 => (other, other),
        _ => return random_point(rng),
    };
    Point::new(row, column).expect("a row and a column of the board")
}

/// Each letter in lower or upper case, at random.
fn in_mixed_case(rng: &mut ChaCha8Rng, point: Point) -> String {
    let letter = |letter: char| match rng.random_range(0..2u8) {
        0 => letter.to_ascii_uppercase(),
        _ => letter,
    };
    point.to_string().chars().map(letter).collect()
}

/// What a wrong index shows, in tenths of a bit: all are rare among the right ones.
const WRONG: u32 = 75;

/// How many points are offered in exchange for others.
const OFFERS: u32 = 160;
