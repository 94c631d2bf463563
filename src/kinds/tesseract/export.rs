//! Step 36: a history as a short code, and back.

use std::fmt;

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use super::games::{History, random_history};
use crate::board::lattice::tesseract::Tile;
use crate::board::lattice::tesseract::code::{DIGITS, DecodeError, change_base, decode, encode};
use crate::kinds::item::NumberList;
use crate::step::{Count, Expected, Feedback, Misconception, OldKind as Kind, Workload};

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
    histories: Vec<History>,
}

/// A history that the task writes as its code.
#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
struct Code(Vec<Tile>);

impl TryFrom<String> for Code {
    type Error = DecodeError;

    fn try_from(code: String) -> Result<Self, DecodeError> {
        decode(&code).map(Self)
    }
}

impl From<Code> for String {
    fn from(Code(tiles): Code) -> Self {
        encode(&tiles)
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

impl Kind for Export {
    const NAME: &'static str = "tesseract/export";
    const WORKLOAD: Workload = Workload::Heavy;
    const FEEDBACK: Feedback = Feedback::Located;
    const MISCONCEPTIONS: &'static [Misconception<Self>] = &[
        Misconception {
            id: "capital-letters-first",
            hint: "The digits of a code are 0-9, then a-z, then A-Z: small letters come before capital ones.",
            solve: |task| task.answer(&Scheme { digits: CAPITALS_FIRST, ..RIGHT }),
        },
        Misconception {
            id: "last-digit-first",
            hint: "The most significant digit of a code comes first.",
            solve: |task| task.answer(&Scheme { reversed: true, ..RIGHT }),
        },
        Misconception {
            id: "base-eighty",
            hint: "There are 80 tiles, but their ids run from 1 to 80 and stand for themselves: the base is 81.",
            solve: |task| task.answer(&Scheme { base: 80, first_id: 1, ..RIGHT }),
        },
    ];

    type Params = Params;
    type Task = Task;
    type Item = Item;

    fn generate(params: &Params, rng: &mut ChaCha8Rng) -> Task {
        let mut history = || {
            let moves = rng.random_range(8..=60);
            random_history(rng, moves)
        };
        Task {
            codes: (0..params.codes.get()).map(|_| Code(history())).collect(),
            histories: (0..params.histories.get()).map(|_| History(history())).collect(),
        }
    }

    fn reference(task: &Task) -> Vec<Item> {
        let ids = |tiles: &[Tile]| tiles.iter().map(|tile| tile.id()).collect();
        let histories = task.codes.iter().map(|Code(tiles)| Item::History(ids(tiles)));
        let codes = task.histories.iter().map(|History(tiles)| Item::Code(encode(tiles)));
        histories.chain(codes).collect()
    }

    fn read_item(task: &Task, position: usize, text: &str) -> Result<Item, Expected> {
        if position < task.codes.len() {
            return NumberList::read(text).map(Item::History);
        }
        if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return Err(Expected("a code of digits 0-9, a-z and A-Z"));
        }
        Ok(Item::code(text))
    }
}

/// Another way of writing histories as codes: what a wrong solver takes for the right one.
struct Scheme {
    /// The 62 digits of a code, by value.
    digits: &'static [u8; 62],
    /// The base of a history.
    base: u16,
    /// The id that has the digit 0.
    first_id: u16,
    /// Whether a code begins with its least significant digit.
    reversed: bool,
}

const CAPITALS_FIRST: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// The scheme of the rule: every wrong one differs from it in one thing.
const RIGHT: Scheme = Scheme { digits: DIGITS, base: 81, first_id: 0, reversed: false };

impl Scheme {
    fn write(&self, history: &[Tile]) -> String {
        let ids = history.iter().map(|tile| u16::from(tile.id()) - self.first_id);
        let mut values = change_base(ids, self.base, 62);
        if self.reversed {
            values.reverse();
        }
        #[expect(clippy::indexing_slicing, reason = "a digit of a code is less than 62")]
        values.into_iter().map(|value| char::from(self.digits[usize::from(value)])).collect()
    }

    fn read(&self, code: &str) -> NumberList {
        #[expect(clippy::expect_used, reason = "all schemes have the same digits in another order")]
        let value = |found: u8| {
            let value = (0..).zip(*self.digits).find(|&(_, digit)| digit == found);
            value.expect("one of the 62 digits").0
        };
        let mut values: Vec<u16> = code.bytes().map(value).collect();
        if self.reversed {
            values.reverse();
        }
        let digits = change_base(values, 62, self.base);
        digits.into_iter().map(|digit| digit + self.first_id).collect()
    }
}

impl Task {
    /// The answer of a solver that uses this scheme.
    fn answer(&self, scheme: &Scheme) -> Vec<Item> {
        let read = |Code(tiles): &Code| Item::History(scheme.read(&encode(tiles)));
        let write = |History(tiles): &History| Item::code(&scheme.write(tiles));
        self.codes.iter().map(read).chain(self.histories.iter().map(write)).collect()
    }
}
