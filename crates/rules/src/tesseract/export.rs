//! Step 36: a history as a short code, and back.

mod aspects;
mod conversion;
mod generator;
mod integer;
mod reading;

use std::fmt;

use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use self::reading::Reading;
use super::games::{History, RecordError};
use crate::item::NumberList;
use crate::texts::{form, tesseract as hints};
use gradus_board::drawing::Panel;
use gradus_board::drawing::tesseract::moves;
use gradus_board::lattice::tesseract::Tile;
use gradus_board::lattice::tesseract::code::{DecodeError, decode, encode};
use gradus_step::{AnyOf, Aspects, Count, Feedback, Kind, Steering, Template, Text, Workload};

/// The histories of some codes, then the codes of some histories.
pub enum Export {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    codes: Count<3, 20>,
    histories: Count<3, 20>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    codes: Vec<Code>,
    histories: Vec<Moves>,
}

/// A history with its code.
#[derive(Clone)]
struct Recorded {
    ids: Vec<u8>,
    code: String,
}

impl Recorded {
    fn new(history: Vec<Tile>) -> Self {
        let code = encode(&history);
        Self { ids: history.into_iter().map(Tile::id).collect(), code }
    }

    fn history(&self) -> Item {
        Item::History(self.ids.iter().copied().collect())
    }
}

/// A history that the task writes as its code.
#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
struct Code(Recorded);

/// A history that the task writes as its ids.
#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "Vec<u8>", into = "Vec<u8>")]
struct Moves(Recorded);

impl TryFrom<String> for Code {
    type Error = DecodeError;

    fn try_from(code: String) -> Result<Self, DecodeError> {
        let history = decode(&code)?;
        Ok(Self(Recorded { ids: history.into_iter().map(Tile::id).collect(), code }))
    }
}

impl From<Code> for String {
    fn from(Code(recorded): Code) -> Self {
        recorded.code
    }
}

impl TryFrom<Vec<u8>> for Moves {
    type Error = RecordError;

    fn try_from(ids: Vec<u8>) -> Result<Self, RecordError> {
        let History(tiles) = ids.try_into()?;
        Ok(Self(Recorded::new(tiles)))
    }
}

impl From<Moves> for Vec<u8> {
    fn from(Moves(recorded): Moves) -> Self {
        recorded.ids
    }
}

/// An item: its form depends on the question.
#[derive(Clone, PartialEq, Eq)]
pub enum Item {
    History(NumberList),
    Code(String),
}

impl Item {
    /// A code; zeros before its first digit do not count.
    fn code(digits: &str) -> Self {
        Self::Code(digits.trim_start_matches('0').to_owned())
    }
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::History(numbers) => numbers.fmt(f),
            Self::Code(code) => f.write_str(code),
        }
    }
}

impl Item {
    /// This one, and another of the same sort behind it.
    fn then(&self, next: &Self) -> Self {
        match (self, next) {
            (Self::History(NumberList(one)), Self::History(NumberList(other))) => {
                Self::History(NumberList([&one[..], other].concat()))
            }
            (Self::Code(one), Self::Code(other)) => Self::Code(format!("{one}{other}")),
            _ => next.clone(),
        }
    }
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
        generator::task(rng, params.codes.get(), params.histories.get())
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
