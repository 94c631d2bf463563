//! Step 36: a history as a short code, and back.

mod aspects;
mod conversion;
mod integer;
mod reading;

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom as _;
use serde::{Deserialize, Serialize};

use self::conversion::Item;
use self::reading::{Code, Moves, Reading, Recorded, Task};
use super::games::random_history;
use crate::item::NumberList;
use crate::texts::{form, tesseract as hints};
use gradus_board::drawing::Panel;
use gradus_board::drawing::tesseract::moves;
use gradus_board::lattice::tesseract::Tile;
use gradus_board::lattice::tesseract::code::encode;
use gradus_step::{AnyOf, Aspects, Count, Feedback, Kind, Steering, Template, Text, Workload};

/// The histories of some codes, then the codes of some histories.
pub enum Export {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    codes: Count<3, 20>,
    histories: Count<3, 20>,
}

impl Kind for Export {
    const NAME: &'static str = "tesseract/export";
    const VERSION: u32 = 2;
    const WORKLOAD: Workload = Workload::Heavy;
    const FEEDBACK: Feedback = Feedback::Located;
    const DIAGNOSIS_LIMIT: usize = 650;

    type Params = Params;
    type Task = Task;
    type Item = Item;
    type Solution = AnyOf<Item>;
    type Reading = Reading;

    fn hints() -> &'static [&'static [Template]] {
        &[hints::EXPORT]
    }

    fn aspects(aspects: &mut Aspects<Reading>) {
        aspects::add_aspects(aspects);
    }

    fn generate(params: &Params, _: &Steering<Self>, rng: &mut ChaCha8Rng) -> Task {
        task(rng, params.codes.get(), params.histories.get())
    }

    fn solve<'a>(task: &'a Task, reading: &'a Reading) -> impl Iterator<Item = AnyOf<Item>> + 'a {
        reading.items(task)
    }

    fn reference(task: &Task) -> Vec<AnyOf<Item>> {
        let histories = task.codes.iter().map(|Code(recorded)| recorded.history());
        let codes = task.histories.iter().map(|Moves(recorded)| Item::Code(recorded.code.clone()));
        histories.chain(codes).map(|item| AnyOf(vec![item])).collect()
    }

    fn panels(task: &Self::Task) -> Vec<Panel> {
        let drawn =
            |Moves(recorded): &Moves| moves(recorded.ids.iter().filter_map(|&id| Tile::new(id)));
        let mut panels = Panel::each(task.histories.iter().map(drawn), 1);
        // The codes come first.
        for Panel { items, .. } in &mut panels {
            *items = items.start + task.codes.len()..items.end + task.codes.len();
        }
        panels
    }

    fn read_item(task: &Task, position: usize, text: &str) -> Result<Item, Text> {
        if position < task.codes.len() {
            return NumberList::read(text).map(Item::History);
        }
        if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return Err(form::code());
        }
        Ok(Item::code(text))
    }
}

/// A task with so many codes and histories.
fn task(rng: &mut ChaCha8Rng, codes: u32, written: u32) -> Task {
    // A first digit 1 is lost by programs that stop dividing too early, and those that stop at a rest 0 need one.
    let codes = histories(
        rng,
        codes,
        &[&|history| {
            if let Some(place) = history.iter().position(|tile| tile.id() == 1) {
                history.swap(0, place);
            }
            history.first().is_some_and(|tile| tile.id() == 1)
        }],
    );
    let has_zero = |history: &mut Vec<Tile>| encode(history).contains('0');
    let histories = histories(
        rng,
        written,
        &[&|history| encode(history).starts_with('1'), &has_zero, &has_zero],
    );
    Task {
        codes: codes.into_iter().map(|history| Code(Recorded::new(history))).collect(),
        histories: histories.into_iter().map(|history| Moves(Recorded::new(history))).collect(),
    }
}

/// Random histories in random order, one for each of these; the others are as they come.
fn histories(rng: &mut ChaCha8Rng, count: u32, special: &[MakeSpecial<'_>]) -> Vec<Vec<Tile>> {
    let mut special = special.iter();
    let mut draw = |make_special: Option<&MakeSpecial<'_>>| loop {
        let moves = rng.random_range(MOVES);
        let mut history = random_history(rng, moves);
        if make_special.is_none_or(|make_special| make_special(&mut history)) {
            return history;
        }
    };
    let mut histories: Vec<_> = (0..count).map(|_| draw(special.next())).collect();
    histories.shuffle(rng);
    histories
}

/// How many moves a history has. A floating-point number and 64 bits hold at most ten.
const MOVES: std::ops::RangeInclusive<u8> = 8..=60;

/// Makes a history special, if it can, and says whether it is.
type MakeSpecial<'a> = &'a dyn Fn(&mut Vec<Tile>) -> bool;
