//! Step 02: the index of a point.

mod generator;
mod reading;

use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use self::generator::points;
use self::reading::Reading;
use crate::item::whole_number;
use crate::texts::gomoku as hints;
use gradus_board::drawing::Panel;
use gradus_board::drawing::gomoku::Sheet;
use gradus_board::gomoku::{ParsePointError, Point};
use gradus_step::{Aspects, Count, Feedback, Kind, One, Steering, Template, Text};

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

/// A point with its letters as the task writes them, in either case.
#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
struct Written {
    text: String,
    point: Point,
}

impl TryFrom<String> for Written {
    type Error = ParsePointError;

    fn try_from(text: String) -> Result<Self, ParsePointError> {
        let point = text.parse()?;
        Ok(Self { text, point })
    }
}

impl From<Written> for String {
    fn from(written: Written) -> Self {
        written.text
    }
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

    fn hints() -> &'static [&'static [Template]] {
        &[hints::COORDINATES]
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

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<i64, Text> {
        whole_number(text)
    }
}
