//! Step 23: how many lines go through a cell.

mod generator;
mod reading;

use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use serde_with::{FromInto, serde_as};

use self::generator::cells;
use self::reading::Reading;
use crate::item::whole_number;
use crate::texts::four_in_a_row as hints;
use gradus_board::drawing::Panel;
use gradus_board::drawing::four_in_a_row::asked;
use gradus_board::lattice::four_in_a_row::Cell;
use gradus_step::{Aspects, Count, Feedback, Kind, One, Question, Steering, Template, Text};

/// The number of lines through each cell, and the number of those that change all of x, y, z and w.
pub enum LinesThrough {}

/// How many items a cell has.
const ITEMS: usize = 2;

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    ids: Count<16, MAX_IDS>,
}

/// A task asks for a cell once, and the smallest class of cells has 16.
const MAX_IDS: u32 = 32;

#[serde_as]
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    #[serde_as(as = "Vec<FromInto<u8>>")]
    ids: Vec<Cell>,
}

impl Kind for LinesThrough {
    const NAME: &'static str = "four-in-a-row/lines-through";
    const VERSION: u32 = 3;
    const FEEDBACK: Feedback = Feedback::Silent;
    const DIAGNOSIS_LIMIT: usize = 6000;

    type Params = Params;
    type Task = Task;
    type Item = i64;
    type Solution = One<i64>;
    type Reading = Reading;

    fn hints() -> &'static [&'static [Template]] {
        &[hints::LINES_THROUGH]
    }

    fn aspects(aspects: &mut Aspects<Reading>) {
        reading::add_aspects(aspects);
    }

    fn generate(params: &Params, _: &Steering<Self>, rng: &mut ChaCha8Rng) -> Task {
        Task { ids: cells(rng, params.ids.get() as usize) }
    }

    fn solve<'a>(task: &'a Task, reading: &'a Reading) -> impl Iterator<Item = One<i64>> + 'a {
        reading.items(&task.ids).map(One)
    }

    fn panels(task: &Self::Task) -> Vec<Panel> {
        Panel::each([asked(task.ids.iter().copied())], 2 * task.ids.len())
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<i64, Text> {
        whole_number(text)
    }

    fn questions(_task: &Task, reference: &[One<i64>]) -> Vec<Question> {
        let pairs = reference.chunks(ITEMS);
        pairs.map(|pair| Question::with_all_of(pair.iter().map(|One(count)| count))).collect()
    }
}
