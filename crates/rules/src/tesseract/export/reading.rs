//! The codes and histories of a task, how the rule is read, and the items by a reading.

use serde::{Deserialize, Serialize};

use super::super::games::{History, RecordError};
use super::super::two_lists::{Asked, Order};
use super::conversion::{Conversion, Item};
use gradus_board::lattice::tesseract::Tile;
use gradus_board::lattice::tesseract::code::{DecodeError, decode, encode};
use gradus_step::AnyOf;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    pub(super) codes: Vec<Code>,
    pub(super) histories: Vec<Moves>,
}

/// A history with its code.
#[derive(Clone)]
pub(super) struct Recorded {
    pub(super) ids: Vec<u8>,
    pub(super) code: String,
}

impl Recorded {
    pub(super) fn new(history: Vec<Tile>) -> Self {
        let code = encode(&history);
        Self { ids: history.into_iter().map(Tile::id).collect(), code }
    }

    pub(super) fn history(&self) -> Item {
        Item::History(self.ids.iter().copied().collect())
    }
}

/// A history that the task writes as its code.
#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(super) struct Code(pub(super) Recorded);

/// A history that the task writes as its ids.
#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "Vec<u8>", into = "Vec<u8>")]
pub(super) struct Moves(pub(super) Recorded);

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

/// How the rule is read.
#[derive(Default)]
pub struct Reading {
    /// From codes to histories.
    pub(super) read: Conversion,
    /// From histories to codes.
    pub(super) write: Conversion,
    pub(super) order: Order,
}

impl Reading {
    /// The items of a task, one after another.
    pub(super) fn items(&self, task: &Task) -> impl Iterator<Item = AnyOf<Item>> {
        let Task { codes, histories } = task;
        let (are_read_right, are_written_right) = (self.read.is_right(), self.write.is_right());
        let mut read = RunningOn { is_on: self.read.runs_on, before: None };
        let mut written = RunningOn { is_on: self.write.runs_on, before: None };
        let (mut all_codes, mut all_ids) = (String::new(), Vec::new());
        (0..codes.len() + histories.len()).filter_map(move |place| {
            Some(match self.order.asked(place, codes.len(), histories.len()) {
                Asked::First(place) => {
                    let Code(recorded) = codes.get(place)?;
                    if are_read_right {
                        return Some(AnyOf(vec![recorded.history()]));
                    }
                    if !self.read.integer_runs_on {
                        all_codes.clear();
                    }
                    all_codes.push_str(&recorded.code);
                    read.next(self.read.read(&all_codes))
                }
                Asked::Second(place) => {
                    let Moves(recorded) = histories.get(place)?;
                    if are_written_right {
                        return Some(AnyOf(vec![Item::Code(recorded.code.clone())]));
                    }
                    if !self.write.integer_runs_on {
                        all_ids.clear();
                    }
                    all_ids.extend(&recorded.ids);
                    written.next(self.write.write(&all_ids))
                }
            })
        })
    }
}

/// What of the items before is still there when the next one begins.
struct RunningOn {
    is_on: bool,
    before: Option<Item>,
}

impl RunningOn {
    /// The item as it is, or behind those before it.
    fn next(&mut self, AnyOf(items): AnyOf<Item>) -> AnyOf<Item> {
        let (true, Some(item)) = (self.is_on, items.first()) else { return AnyOf(items) };
        let before = self.before.as_ref();
        let both = before.map_or_else(|| item.clone(), |before| before.then(item));
        // What is put in front of the list comes before what is in it.
        let in_front = before.map_or_else(|| item.clone(), |before| item.then(before));
        self.before = Some(both.clone());
        AnyOf(vec![both, in_front])
    }
}
