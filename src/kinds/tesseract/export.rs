//! Step 36: a history as a short code, and back.

mod conversion;
mod integer;

use std::fmt;

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom as _;
use serde::{Deserialize, Serialize};

use self::conversion::{
    Arithmetic, CAPITALS_FIRST, CAPITALS_FIRST_DIGITS_LAST, Conversion, DIGITS_LAST, Digit, Left,
    Letters, Stop, Zeros,
};
use super::HINTS;
use super::games::{History, RecordError, random_history};
use super::two_lists::{Asked, Order};
use crate::board::lattice::tesseract::Tile;
use crate::board::lattice::tesseract::code::{DecodeError, decode, encode};
use crate::kinds::item::NumberList;
use crate::step::{
    AnyOf, Aspect, Aspects, Catalogue, Count, Expected, Feedback, Kind, Steering, Workload,
};

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

/// How the rule is read.
#[derive(Default)]
pub struct Reading {
    /// From codes to histories.
    read: Conversion,
    /// From histories to codes.
    write: Conversion,
    order: Order,
}

/// One of the two ways.
#[derive(Clone, Copy)]
enum Way {
    Reading,
    Writing,
}

impl Way {
    /// Both, with what stands for them in ids.
    const ALL: [(&str, Self); 2] = [("in-reading", Self::Reading), ("in-writing", Self::Writing)];
}

/// What goes wrong in a conversion.
type Change = fn(&mut Conversion);

/// What somebody may get wrong on one way and right on the other, with the names of the hints.
const ONE_WAY: [(&str, Change); 23] = [
    ("digits-after-letters", |way| way.alphabet = DIGITS_LAST),
    ("capitals-then-digits-last", |way| way.alphabet = CAPITALS_FIRST_DIGITS_LAST),
    ("base-eighty-from-zero", |way| {
        way.history_base = 80;
        way.digit = Digit::LessOne;
    }),
    ("base-eighty-two", |way| way.history_base = 82),
    ("base-one-hundred", |way| way.history_base = 100),
    ("base-sixty-one", |way| way.code_base = 61),
    ("base-sixty-three", |way| way.code_base = 63),
    ("base-sixty-four", |way| way.code_base = 64),
    ("places-for-ids", |way| way.digit = Digit::Place),
    ("places-from-one", |way| way.digit = Digit::PlaceFromOne),
    ("floating-point", |way| way.arithmetic = Arithmetic::Floating),
    ("sixty-four-bits", |way| way.arithmetic = Arithmetic::Wrapping),
    ("thirty-two-bits", |way| way.arithmetic = Arithmetic::WrappingShort),
    ("one-by-one", |way| way.arithmetic = Arithmetic::OneByOne),
    ("first-digit-lost", |way| way.stop = Stop::BeforeTheLastDigit),
    ("stops-at-one", |way| way.stop = Stop::AtOne),
    ("last-move-left-out", |way| way.moves = Left::AllButTheLast),
    ("first-move-left-out", |way| way.moves = Left::AllButTheFirst),
    ("first-power-for-the-lowest", |way| way.begins_with_first_power = true),
    ("number-begins-at-one", |way| way.has_one_in_front = true),
    ("last-digit-left-out", |way| way.is_code_cut = true),
    ("results-run-on", |way| way.runs_on = true),
    ("integer-runs-on", |way| way.integer_runs_on = true),
];

/// Adds a change of one way only, once for each way.
fn add_one_way(aspect: &mut Aspect<Reading>, hint: &'static str, change: Change) {
    let ways = Way::ALL.map(|(id, way)| (id.to_owned(), String::new(), way));
    aspect.or_each(hint, ways, move |reading, way| match way {
        Way::Reading => change(&mut reading.read),
        Way::Writing => change(&mut reading.write),
    });
}

/// Both ways at once.
fn both(change: Change) -> impl Fn(&mut Reading) {
    move |reading| {
        change(&mut reading.read);
        change(&mut reading.write);
    }
}

impl Kind for Export {
    const NAME: &'static str = "tesseract/export";
    const VERSION: u32 = 2;
    const WORKLOAD: Workload = Workload::Heavy;
    const FEEDBACK: Feedback = Feedback::Located;
    const DIAGNOSIS_LIMIT: usize = 480;

    type Params = Params;
    type Task = Task;
    type Item = Item;
    type Solution = AnyOf<Item>;
    type Reading = Reading;

    fn hints() -> &'static Catalogue {
        &HINTS
    }

    fn aspects(aspects: &mut Aspects<Reading>) {
        let alphabets = aspects
            .add()
            .or("capital-letters-first", both(|way| way.alphabet = CAPITALS_FIRST))
            .or("digits-after-letters", both(|way| way.alphabet = DIGITS_LAST))
            .or("capitals-from-thirty-five", |reading| {
                reading.read.letters = Letters::From(10, 35);
            });
        add_one_way(alphabets, "capital-letters-first", |way| way.alphabet = CAPITALS_FIRST);
        let bases = aspects.add().or("base-eighty", both(|way| way.history_base = 80)).or(
            "base-eighty-from-zero",
            both(|way| {
                way.history_base = 80;
                way.digit = Digit::LessOne;
            }),
        );
        add_one_way(bases, "base-eighty", |way| way.history_base = 80);
        aspects
            .add()
            .or("base-sixty-four", both(|way| way.code_base = 64))
            .or("base-sixty-one", both(|way| way.code_base = 61));
        let digits = aspects
            .add()
            .or("ids-from-zero", both(|way| way.digit = Digit::LessOne))
            .or("places-for-ids", both(|way| way.digit = Digit::Place));
        add_one_way(digits, "ids-from-zero", |way| way.digit = Digit::LessOne);
        aspects
            .add()
            .or("order-of-the-divisions", |reading| {
                reading.write.is_code_backwards = true;
                reading.read.is_history_backwards = true;
            })
            .or("last-digit-first", both(|way| way.is_code_backwards = true))
            .or("first-move-least-significant", both(|way| way.is_history_backwards = true))
            .or("written-code-backwards", |reading| reading.write.is_code_backwards = true)
            .or("read-history-backwards", |reading| reading.read.is_history_backwards = true)
            .or("read-code-backwards", |reading| reading.read.is_code_backwards = true)
            .or("written-history-backwards", |reading| reading.write.is_history_backwards = true);
        aspects
            .add()
            .or("floating-point", both(|way| way.arithmetic = Arithmetic::Floating))
            .or("sixty-four-bits", both(|way| way.arithmetic = Arithmetic::Wrapping))
            .or("one-by-one", both(|way| way.arithmetic = Arithmetic::OneByOne));
        aspects
            .add()
            .or("first-digit-lost", both(|way| way.stop = Stop::BeforeTheLastDigit))
            .or("stops-at-one", both(|way| way.stop = Stop::AtOne));
        aspects.add().or("last-move-left-out", both(|way| way.moves = Left::AllButTheLast));
        aspects
            .add()
            .or("capitals-read-as-small", |reading| reading.read.letters = Letters::AsSmall);
        let one_way = aspects.add().alone();
        for (hint, change) in ONE_WAY {
            add_one_way(one_way, hint, change);
        }
        add_rare_mistakes(aspects);
        let order = |order| move |reading: &mut Reading| reading.order = order;
        aspects
            .add()
            .or("codes-come-first", order(Order::SecondList))
            .or("both-lists-reversed", order(Order::BothReversed))
            .or("histories-reversed", order(Order::FirstReversed))
            .or("codes-reversed", order(Order::SecondReversed))
            .or("histories-and-codes-by-turns", order(Order::ByTurns))
            .alone();
    }

    fn generate(params: &Params, _: &Steering<Self>, rng: &mut ChaCha8Rng) -> Task {
        // A first digit 1 is lost by programs that stop dividing too early, and those that stop at a rest 0 need one.
        let codes = histories(
            rng,
            params.codes.get(),
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
            params.histories.get(),
            &[&|history| encode(history).starts_with('1'), &has_zero, &has_zero],
        );
        Task {
            codes: codes.into_iter().map(|history| Code(Recorded::new(history))).collect(),
            histories: histories.into_iter().map(|history| Moves(Recorded::new(history))).collect(),
        }
    }

    fn solve<'a>(task: &'a Task, reading: &'a Reading) -> impl Iterator<Item = AnyOf<Item>> + 'a {
        let Task { codes, histories } = task;
        let (are_read_right, are_written_right) =
            (reading.read.is_right(), reading.write.is_right());
        let mut read = RunningOn { is_on: reading.read.runs_on, before: None };
        let mut written = RunningOn { is_on: reading.write.runs_on, before: None };
        let (mut all_codes, mut all_ids) = (String::new(), Vec::new());
        (0..codes.len() + histories.len()).filter_map(move |place| {
            Some(match reading.order.asked(place, codes.len(), histories.len()) {
                Asked::First(place) => {
                    let Code(recorded) = codes.get(place)?;
                    if are_read_right {
                        return Some(AnyOf(vec![recorded.history()]));
                    }
                    if !reading.read.integer_runs_on {
                        all_codes.clear();
                    }
                    all_codes.push_str(&recorded.code);
                    read.next(reading.read.read(&all_codes))
                }
                Asked::Second(place) => {
                    let Moves(recorded) = histories.get(place)?;
                    if are_written_right {
                        return Some(AnyOf(vec![Item::Code(recorded.code.clone())]));
                    }
                    if !reading.write.integer_runs_on {
                        all_ids.clear();
                    }
                    all_ids.extend(&recorded.ids);
                    written.next(reading.write.write(&all_ids))
                }
            })
        })
    }

    fn reference(task: &Task) -> Vec<AnyOf<Item>> {
        let histories = task.codes.iter().map(|Code(recorded)| recorded.history());
        let codes = task.histories.iter().map(|Moves(recorded)| Item::Code(recorded.code.clone()));
        histories.chain(codes).map(|item| AnyOf(vec![item])).collect()
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

/// What is not combined with other mistakes: so many pairs are more than can be tried.
fn add_rare_mistakes(aspects: &mut Aspects<Reading>) {
    let labelled = |(small, capital): (u32, u32)| {
        (format!("{small}-{capital}"), format!("a = {small}, A = {capital}"), (small, capital))
    };
    let offsets = [(10, 37), (9, 36), (11, 36), (11, 37), (9, 35), (36, 10)].map(labelled);
    let written = [(10, 35), (10, 37), (9, 36), (11, 36), (11, 37), (9, 35)].map(labelled);
    let ends = [("z", b'z'), ("a", b'a'), ("9", b'9')];
    let ends = ends.map(|(id, letter)| (id.to_owned(), id.to_owned(), letter));
    aspects
        .add()
        .or("capitals-then-digits-last", both(|way| way.alphabet = CAPITALS_FIRST_DIGITS_LAST))
        .or("two-digits-swapped", both(|way| way.has_swapped_digits = true))
        .or_each("letters-count-from", offsets, |reading, (small, capital)| {
            reading.read.letters = Letters::From(small, capital);
        })
        .or_each("letters-written-from", written, |reading, (small, capital)| {
            reading.write.letters = Letters::From(small, capital);
        })
        .or_each("out-of-its-range", ends, |reading, letter| {
            reading.read.letters = Letters::NotInRange(letter);
        })
        .or("base-one-hundred", both(|way| way.history_base = 100))
        .or(
            "base-thirty-six",
            both(|way| {
                way.code_base = 36;
                way.letters = Letters::AsSmall;
            }),
        )
        .or("zero-in-front", |reading| reading.read.has_zero_in_front = true)
        .or("stops-at-a-rest-of-zero", |reading| reading.write.zeros = Zeros::End)
        .or("zeros-left-out", |reading| reading.write.zeros = Zeros::LeftOut)
        .or("first-move-left-out", both(|way| way.moves = Left::AllButTheFirst))
        .or("base-eighty-two", both(|way| way.history_base = 82))
        .or("base-two-hundred-and-fifty-six", both(|way| way.history_base = 256))
        .or("base-sixty-three", both(|way| way.code_base = 63))
        .or("places-from-one", both(|way| way.digit = Digit::PlaceFromOne))
        .or("last-digit-left-out", both(|way| way.is_code_cut = true))
        .or("first-power-for-the-lowest", both(|way| way.begins_with_first_power = true))
        .or("number-begins-at-one", both(|way| way.has_one_in_front = true))
        .or("thirty-two-bits", both(|way| way.arithmetic = Arithmetic::WrappingShort))
        .or("results-run-on", both(|way| way.runs_on = true))
        .or("integer-runs-on", both(|way| way.integer_runs_on = true))
        .alone();
}

/// How many moves a history has. A floating-point number and 64 bits hold at most ten.
const MOVES: std::ops::RangeInclusive<u8> = 8..=60;

/// Makes a history special, if it can, and says whether it is.
type MakeSpecial<'a> = &'a dyn Fn(&mut Vec<Tile>) -> bool;

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
