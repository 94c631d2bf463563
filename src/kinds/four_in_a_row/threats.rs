//! Step 25: where a side completes a line.

mod generator;
mod reading;

use std::sync::Arc;

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom as _;
use serde::{Deserialize, Serialize};

use self::generator::{PLANES, QUIET_BOARDS, QUIET_RANGE, quiet, threatening};
use self::reading::Reading;
use super::HINTS;
use super::positions::{IdSet, Position, Positions, drawn_side, put_among};
use crate::step::{AnyOf, Aspects, Catalogue, Count, Expected, Feedback, Kind, Steering, Workload};

/// The cells that complete a line for the side to move, for each board.
pub enum Threats {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    boards: Count<6, 16>,
}

impl Kind for Threats {
    const NAME: &'static str = "four-in-a-row/threats";
    const VERSION: u32 = 2;
    const WORKLOAD: Workload = Workload::Heavy;
    const FEEDBACK: Feedback = Feedback::Counted;

    type Params = Params;
    type Task = Positions;
    type Item = IdSet;
    type Solution = AnyOf<IdSet>;
    type Reading = Reading;

    fn hints() -> &'static Catalogue {
        &HINTS
    }

    fn aspects(aspects: &mut Aspects<Reading>) {
        reading::add_aspects(aspects);
    }

    fn generate(params: &Params, _: &Steering<Self>, rng: &mut ChaCha8Rng) -> Positions {
        let count = params.boards.get() as usize;
        let quiet_ones = QUIET_BOARDS.min(count);
        let side = drawn_side(rng);
        let first = rng.random_range(0..PLANES);
        let boards = (first..).take(count - quiet_ones);
        let mut boards: Vec<_> =
            boards.map(|number| Arc::new(Position::from(threatening(rng, side, number)))).collect();
        boards.shuffle(rng);
        let quiet = (0..quiet_ones).map(|_| Arc::new(Position::from(quiet(rng, side)))).collect();
        put_among(rng, &mut boards, quiet, QUIET_RANGE);
        Positions { boards, side }
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

    fn read_item(_task: &Positions, _position: usize, text: &str) -> Result<IdSet, Expected> {
        IdSet::read(text)
    }
}
