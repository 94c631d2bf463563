//! Step 27: a cell that makes two threats at once.

mod reading;

use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use self::reading::{Item, Reading, any_of};
use super::forks;
use super::positions::{NONE, Positions, QuietPositions, drawn_side, read_cell};
use crate::texts::{form, four_in_a_row as hints};
use gradus_board::drawing::Panel;
use gradus_board::lattice::four_in_a_row::Cell;
use gradus_step::{AnyOf, Aspects, Count, Feedback, Kind, Steering, Template, Text, Workload};

/// Any cell that gives the side to move two or more cells to complete a line, for each board.
pub enum DoubleThreat {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    boards: Count<6, 16>,
}

impl Kind for DoubleThreat {
    const NAME: &'static str = "four-in-a-row/double-threat";
    const VERSION: u32 = 5;
    const WORKLOAD: Workload = Workload::Heavy;
    const FEEDBACK: Feedback = Feedback::Counted;
    // One item may have to tell a mistake: with few tasks an item is frequent by chance.
    const SAMPLE_TASKS: u32 = 64;

    type Params = Params;
    type Task = QuietPositions;
    type Item = Item;
    type Solution = AnyOf<Item>;
    type Reading = Reading;

    fn hints() -> &'static [&'static [Template]] {
        &[hints::DOUBLE_THREAT]
    }

    fn aspects(aspects: &mut Aspects<Reading>) {
        reading::add_aspects(aspects);
    }

    fn generate(params: &Params, _: &Steering<Self>, rng: &mut ChaCha8Rng) -> QuietPositions {
        let side = drawn_side(rng);
        let boards = forks::drawn(rng, side, params.boards.get() as usize);
        QuietPositions(Positions { boards, side })
    }

    fn solve<'a>(
        task: &'a QuietPositions,
        reading: &'a Reading,
    ) -> impl Iterator<Item = AnyOf<Item>> + 'a {
        (0..task.0.boards.len()).map(|place| reading.answer_at(&task.0, place))
    }

    fn reference(task: &QuietPositions) -> Vec<AnyOf<Item>> {
        task.0.each(|board, side| {
            any_of(board.double_threats(side).iter().map(|cell| cell.id().into()), NONE)
        })
    }

    fn panels(task: &Self::Task) -> Vec<Panel> {
        task.0.panels()
    }

    fn places_of(item: &str) -> Vec<&str> {
        vec![item]
    }

    fn is_free(task: &QuietPositions, position: usize, item: &Item) -> bool {
        let Item::Cell(id) = *item else { return true };
        let position = task.0.boards.get(position);
        position
            .zip(u8::try_from(id).ok())
            .is_none_or(|(position, id)| position.board.at(Cell::new(id)).is_none())
    }

    fn read_item(_task: &QuietPositions, _position: usize, text: &str) -> Result<Item, Text> {
        if text == NONE {
            return Ok(Item::None(NONE));
        }
        let cell = read_cell(text).map(|cell| Item::Cell(cell.id().into()));
        cell.ok_or_else(form::id_or_none)
    }
}
