//! Step 26: which of the computer's five rules applies, and what it may play.

mod aspects;
mod generator;
mod reading;

use std::fmt;

use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use self::reading::Reading;
use super::positions::{Positions, read_cells};
use crate::item::write_spaced;
use crate::texts::{form, four_in_a_row as hints};
use gradus_board::drawing::Panel;
use gradus_board::lattice::four_in_a_row::Cell;
use gradus_step::{AnyOf, Aspects, Count, Feedback, Kind, Steering, Template, Text, Workload};

/// The first rule that applies and its cells, for each board.
pub enum CpuRule {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    boards: Count<6, 16>,
}

/// A rule's number and its cells, at least one: `3: 17 33`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    rule: u8,
    /// Ascending.
    ids: Vec<u16>,
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.rule)?;
        write_spaced(f, &self.ids)
    }
}

impl Item {
    fn new(rule: u8, ids: impl IntoIterator<Item = u16>) -> Self {
        let mut ids: Vec<u16> = ids.into_iter().collect();
        ids.sort_unstable();
        ids.dedup();
        Self { rule, ids }
    }
}

impl Kind for CpuRule {
    const NAME: &'static str = "four-in-a-row/cpu-rule";
    const VERSION: u32 = 5;
    const WORKLOAD: Workload = Workload::Heavy;
    const FEEDBACK: Feedback = Feedback::Located;
    const DIAGNOSIS_LIMIT: usize = 570;

    type Params = Params;
    type Task = Positions;
    type Item = Item;
    type Solution = AnyOf<Item>;
    type Reading = Reading;

    fn hints() -> &'static [&'static [Template]] {
        &[hints::CPU_RULE]
    }

    fn aspects(aspects: &mut Aspects<Reading>) {
        aspects::add_aspects(aspects);
    }

    fn generate(params: &Params, _: &Steering<Self>, rng: &mut ChaCha8Rng) -> Positions {
        generator::positions(rng, params.boards.get() as usize)
    }

    fn solve<'a>(
        task: &'a Positions,
        reading: &'a Reading,
    ) -> impl Iterator<Item = AnyOf<Item>> + 'a {
        reading.answers_to(task)
    }

    #[expect(clippy::expect_used, reason = "the boards of positions have empty cells")]
    fn reference(task: &Positions) -> Vec<AnyOf<Item>> {
        task.each(|board, side| {
            let choice = board.computers_choice(side).expect("rule 5 allows any empty cell");
            let ids = choice.cells.iter().map(|cell| cell.id().into());
            AnyOf(vec![Item::new(choice.rule.number(), ids)])
        })
    }

    fn panels(task: &Self::Task) -> Vec<Panel> {
        task.panels()
    }

    fn places_of(item: &str) -> Vec<&str> {
        item.split([':', ' ']).skip(1).collect()
    }

    fn read_item(_task: &Positions, _position: usize, text: &str) -> Result<Item, Text> {
        let item = text.split_once(':').and_then(|(rule, cells)| {
            let rule = rule.trim().parse().ok().filter(|rule| (1..=5).contains(rule))?;
            let cells: Vec<Cell> = read_cells(cells)?;
            Some(Item::new(rule, cells.into_iter().map(|cell| cell.id().into())))
        });
        item.ok_or_else(form::rule)
    }
}
