//! Step 22: walk from a line's end to the other border.

mod aspects;
mod reading;

use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use self::reading::{Reading, Walk};
use super::HINTS;
use super::positions::{Ids, read_cells};
use gradus_board::drawing::Panel;
use gradus_board::drawing::four_in_a_row::walks;
use gradus_board::lattice::four_in_a_row::Cell;
use gradus_step::{AnyOf, Aspects, Catalogue, Count, Expected, Feedback, Kind, Steering, Workload};

/// The ids met on the way from each start in its direction.
pub enum Scan {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    scans: Count<8, 50>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    scans: Vec<Walk>,
}

impl Kind for Scan {
    const NAME: &'static str = "four-in-a-row/scan";
    const VERSION: u32 = 2;
    const WORKLOAD: Workload = Workload::Heavy;
    const FEEDBACK: Feedback = Feedback::Located;
    const DIAGNOSIS_LIMIT: usize = 6000;
    // One wrong item of so many possible ones tells enough.
    const WRONG_QUESTIONS: u32 = 1;

    type Params = Params;
    type Task = Task;
    type Item = Ids;
    type Solution = AnyOf<Ids>;
    type Reading = Reading;

    fn hints() -> &'static Catalogue {
        &HINTS
    }

    fn aspects(aspects: &mut Aspects<Reading>) {
        aspects::add_aspects(aspects);
    }

    fn generate(params: &Params, steering: &Steering<Self>, rng: &mut ChaCha8Rng) -> Task {
        let count = params.scans.get() as usize;
        let instantiate = |&walk: &Walk| Task { scans: vec![walk] };
        Task { scans: steering.cover(rng, count, SPARE, Walk::draw, instantiate) }
    }

    fn solve<'a>(task: &'a Task, reading: &'a Reading) -> impl Iterator<Item = AnyOf<Ids>> + 'a {
        (0..task.scans.len()).map(|place| reading.met(&task.scans, place))
    }

    fn panels(task: &Self::Task) -> Vec<Panel> {
        Panel::each([walks(task.scans.iter().map(Walk::first_step))], task.scans.len())
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<Ids, Expected> {
        read_cells(text)
            .filter(|cells: &Vec<Cell>| cells.len() == 4)
            .map(|cells| cells.into_iter().collect())
            .ok_or(Expected("four ids from 0 to 255 with single spaces between them"))
    }
}

/// How many scans more are drawn to find those on which misconceptions fail.
const SPARE: usize = 2;
