//! Step 04: how many points a stone can reach.

mod aspects;
mod generator;
mod reading;

use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use serde_with::{DisplayFromStr, serde_as};

use self::generator::points;
use self::reading::Reading;
use crate::item::whole_number;
use crate::texts::gomoku as hints;
use gradus_board::drawing::Panel;
use gradus_board::drawing::gomoku::Sheet;
use gradus_board::gomoku::Point;
use gradus_step::{Aspects, Count, Feedback, Kind, One, Steering, Template, Text};

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

    fn hints() -> &'static [&'static [Template]] {
        &[hints::REACH]
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

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<i64, Text> {
        whole_number(text)
    }
}
