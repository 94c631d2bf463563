//! Step 25: where a side completes a line.

mod generator;
mod reading;

use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use self::reading::Reading;
use super::positions::{IdSet, Positions};
use crate::texts::four_in_a_row as hints;
use gradus_board::drawing::Panel;
use gradus_step::{AnyOf, Aspects, Count, Feedback, Kind, Steering, Template, Text, Workload};

/// The cells that complete a line for the side to move, for each board.
pub enum Threats {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    boards: Count<6, 16>,
}

impl Kind for Threats {
    const NAME: &'static str = "four-in-a-row/threats";
    const VERSION: u32 = 4;
    const WORKLOAD: Workload = Workload::Heavy;
    const FEEDBACK: Feedback = Feedback::Counted;

    type Params = Params;
    type Task = Positions;
    type Item = IdSet;
    type Solution = AnyOf<IdSet>;
    type Reading = Reading;

    fn hints() -> &'static [&'static [Template]] {
        &[hints::THREATS]
    }

    fn aspects(aspects: &mut Aspects<Reading>) {
        reading::add_aspects(aspects);
    }

    fn generate(params: &Params, _: &Steering<Self>, rng: &mut ChaCha8Rng) -> Positions {
        generator::positions(rng, params.boards.get() as usize)
    }

    fn solve<'a>(
        task: &'a Positions,
        reading: &'a Reading,
    ) -> impl Iterator<Item = AnyOf<IdSet>> + 'a {
        (0..task.boards.len()).map(|place| reading.answer_at(task, place))
    }

    fn reference(task: &Positions) -> Vec<AnyOf<IdSet>> {
        task.each(|board, side| AnyOf(vec![IdSet::of(board.completing_cells(side))]))
    }

    fn panels(task: &Self::Task) -> Vec<Panel> {
        task.panels()
    }

    fn places_of(item: &str) -> Vec<&str> {
        item.split(' ').collect()
    }

    fn read_item(_task: &Positions, _position: usize, text: &str) -> Result<IdSet, Text> {
        IdSet::read(text)
    }
}
