//! Step 36: a history as a short code, and back.

use std::fmt;

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom as _;
use serde::{Deserialize, Serialize};

use super::HINTS;
use super::games::{History, random_history};
use crate::board::lattice::tesseract::Tile;
use crate::board::lattice::tesseract::code::{DecodeError, decode, encode};
use crate::kinds::item::NumberList;
use crate::step::{AnyOf, Aspects, Catalogue, Count, Expected, Feedback, Kind, Steering, Workload};

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
struct Code {
    history: Vec<Tile>,
    text: String,
}

impl TryFrom<String> for Code {
    type Error = DecodeError;

    fn try_from(text: String) -> Result<Self, DecodeError> {
        let history = decode(&text)?;
        Ok(Self { history, text })
    }
}

impl From<Code> for String {
    fn from(code: Code) -> Self {
        code.text
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
    /// Whether the codes of the histories come before the histories of the codes.
    codes_come_first: bool,
}

/// How a number is changed from one base to the other.
#[expect(clippy::struct_excessive_bools, reason = "a conversion goes wrong in many ways")]
struct Conversion {
    alphabet: Alphabet,
    /// What the letters of a code that is read count for.
    letters: Letters,
    /// The base of a history.
    history_base: u32,
    /// The base of a code.
    code_base: u32,
    digit: Digit,
    /// Whether the code begins with its last digit.
    is_code_backwards: bool,
    /// Whether the history begins with its last move.
    is_history_backwards: bool,
    arithmetic: Arithmetic,
    stop: Stop,
    moves: Moves,
    /// Whether the code loses its last digit.
    is_code_cut: bool,
    /// Whether the lowest power of the base is the first one and not 1.
    begins_with_first_power: bool,
    /// Whether the digits have a 0 before them.
    has_zero_in_front: bool,
    /// Whether an item goes on where the one before it ended.
    runs_on: bool,
}

/// What the letters of a code count for.
#[derive(Clone, Copy)]
enum Letters {
    /// What their places in the alphabet are.
    ByAlphabet,
    /// As if they were small.
    AsSmall,
    /// The small ones count from the first number, the capital ones from the second.
    From(u32, u32),
    /// This one falls out of its range and is counted on from A.
    NotInRange(u8),
}

/// Which digit an id has.
#[derive(Clone, Copy)]
enum Digit {
    Id,
    /// One less.
    LessOne,
    /// The number of the tile's place, the centre being one too, from 0.
    Place,
    /// The same from 1.
    PlaceFromOne,
}

impl Digit {
    fn of(self, id: u32) -> u32 {
        match self {
            Self::Id => id,
            Self::LessOne => id - 1,
            Self::Place => id - u32::from(id <= 40),
            Self::PlaceFromOne => id + u32::from(id > 40),
        }
    }

    fn id(self, digit: u32) -> u32 {
        match self {
            Self::Id => digit,
            Self::LessOne => digit + 1,
            Self::Place => digit + u32::from(digit < 40),
            Self::PlaceFromOne => digit - u32::from(digit > 40),
        }
    }

    /// The ids that the digit of the centre's place may get, which is no tile's.
    fn of_centre(self) -> [impl Fn(u32) -> Option<u32>; 2] {
        let centre = match self {
            Self::Id | Self::LessOne => None,
            Self::Place => Some(40),
            Self::PlaceFromOne => Some(41),
        };
        [40, 41].map(|id| move |digit| (Some(digit) == centre).then_some(id))
    }
}

/// When the divisions end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stop {
    AtZero,
    AtOne,
    /// When one digit is left, which is lost.
    BeforeTheLastDigit,
}

/// The digits of a code, by value. The last two are used in base 64 only.
type Alphabet = &'static [u8];

const SMALL_FIRST: Alphabet = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ+/";
const CAPITALS_FIRST: Alphabet =
    b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+/";
const DIGITS_LAST: Alphabet = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/";
const CAPITALS_FIRST_DIGITS_LAST: Alphabet =
    b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// How the integer is computed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Arithmetic {
    Exact,
    /// In floating-point numbers of 64 bits.
    Floating,
    /// In integers of 64 bits, of which the higher ones are lost.
    Wrapping,
    /// Each move or digit by itself.
    OneByOne,
}

/// Which moves of a history are there.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Moves {
    All,
    AllButTheLast,
    AllButTheFirst,
}

impl Default for Conversion {
    fn default() -> Self {
        Self {
            alphabet: SMALL_FIRST,
            letters: Letters::ByAlphabet,
            history_base: 81,
            code_base: 62,
            digit: Digit::Id,
            is_code_backwards: false,
            is_history_backwards: false,
            arithmetic: Arithmetic::Exact,
            stop: Stop::AtZero,
            moves: Moves::All,
            is_code_cut: false,
            begins_with_first_power: false,
            has_zero_in_front: false,
            runs_on: false,
        }
    }
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
const ONE_WAY: [(&str, Change); 17] = [
    ("capital-letters-first", |way| way.alphabet = CAPITALS_FIRST),
    ("digits-after-letters", |way| way.alphabet = DIGITS_LAST),
    ("base-eighty", |way| way.history_base = 80),
    ("base-eighty-two", |way| way.history_base = 82),
    ("base-sixty-one", |way| way.code_base = 61),
    ("base-sixty-three", |way| way.code_base = 63),
    ("base-sixty-four", |way| way.code_base = 64),
    ("ids-from-zero", |way| way.digit = Digit::LessOne),
    ("places-for-ids", |way| way.digit = Digit::Place),
    ("places-from-one", |way| way.digit = Digit::PlaceFromOne),
    ("floating-point", |way| way.arithmetic = Arithmetic::Floating),
    ("sixty-four-bits", |way| way.arithmetic = Arithmetic::Wrapping),
    ("one-by-one", |way| way.arithmetic = Arithmetic::OneByOne),
    ("first-digit-lost", |way| way.stop = Stop::BeforeTheLastDigit),
    ("last-move-left-out", |way| way.moves = Moves::AllButTheLast),
    ("first-power-for-the-lowest", |way| way.begins_with_first_power = true),
    ("results-run-on", |way| way.runs_on = true),
];

impl Kind for Export {
    const NAME: &'static str = "tesseract/export";
    const VERSION: u32 = 2;
    const WORKLOAD: Workload = Workload::Heavy;
    const FEEDBACK: Feedback = Feedback::Located;
    const DIAGNOSIS_LIMIT: usize = 380;

    type Params = Params;
    type Task = Task;
    type Item = Item;
    type Solution = AnyOf<Item>;
    type Reading = Reading;

    fn hints() -> &'static Catalogue {
        &HINTS
    }

    fn aspects(aspects: &mut Aspects<Reading>) {
        let both = |change: Change| {
            move |reading: &mut Reading| {
                change(&mut reading.read);
                change(&mut reading.write);
            }
        };
        aspects
            .add()
            .or("capital-letters-first", both(|way| way.alphabet = CAPITALS_FIRST))
            .or("digits-after-letters", both(|way| way.alphabet = DIGITS_LAST))
            .or("capitals-then-digits-last", both(|way| way.alphabet = CAPITALS_FIRST_DIGITS_LAST))
            .or("capitals-from-thirty-five", |reading| {
                reading.read.letters = Letters::From(10, 35);
            });
        aspects
            .add()
            .or("base-eighty", both(|way| way.history_base = 80))
            .or(
                "base-eighty-from-zero",
                both(|way| {
                    way.history_base = 80;
                    way.digit = Digit::LessOne;
                }),
            )
            .or("base-one-hundred", both(|way| way.history_base = 100));
        aspects
            .add()
            .or("base-sixty-four", both(|way| way.code_base = 64))
            .or("base-sixty-one", both(|way| way.code_base = 61))
            .or(
                "base-thirty-six",
                both(|way| {
                    way.code_base = 36;
                    way.letters = Letters::AsSmall;
                }),
            );
        aspects
            .add()
            .or("ids-from-zero", both(|way| way.digit = Digit::LessOne))
            .or("places-for-ids", both(|way| way.digit = Digit::Place));
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
        aspects
            .add()
            .or("last-move-left-out", both(|way| way.moves = Moves::AllButTheLast))
            .or("first-move-left-out", both(|way| way.moves = Moves::AllButTheFirst));
        aspects
            .add()
            .or("capitals-read-as-small", |reading| reading.read.letters = Letters::AsSmall);
        let one_way = aspects.add().alone();
        for (hint, change) in ONE_WAY {
            let ways = Way::ALL.map(|(id, way)| (id.to_owned(), String::new(), way));
            one_way.or_each(hint, ways, move |reading, way| match way {
                Way::Reading => change(&mut reading.read),
                Way::Writing => change(&mut reading.write),
            });
        }
        let offsets = [(10, 37), (9, 36), (11, 36), (11, 37), (9, 35), (36, 10)];
        let offsets = offsets.map(|(small, capital)| {
            (format!("{small}-{capital}"), format!("a = {small}, A = {capital}"), (small, capital))
        });
        let ends = [("z", b'z'), ("a", b'a'), ("9", b'9')];
        let ends = ends.map(|(id, letter)| (id.to_owned(), id.to_owned(), letter));
        aspects
            .add()
            .or_each("letters-count-from", offsets, |reading, (small, capital)| {
                reading.read.letters = Letters::From(small, capital);
            })
            .or_each("out-of-its-range", ends, |reading, letter| {
                reading.read.letters = Letters::NotInRange(letter);
            })
            .or("zero-in-front", |reading| reading.read.has_zero_in_front = true)
            .or("base-eighty-two", both(|way| way.history_base = 82))
            .or("base-two-hundred-and-fifty-six", both(|way| way.history_base = 256))
            .or("base-sixty-three", both(|way| way.code_base = 63))
            .or("places-from-one", both(|way| way.digit = Digit::PlaceFromOne))
            .or("last-digit-left-out", both(|way| way.is_code_cut = true))
            .or("first-power-for-the-lowest", both(|way| way.begins_with_first_power = true))
            .or("results-run-on", both(|way| way.runs_on = true))
            .alone();
        aspects.add().or("codes-come-first", |reading| reading.codes_come_first = true).alone();
    }

    fn generate(params: &Params, _: &Steering<Self>, rng: &mut ChaCha8Rng) -> Task {
        // A first digit 1 is lost by programs that stop dividing too early: one code and one history have it.
        let first_tile_is_one =
            |history: &[Tile]| history.first().is_some_and(|tile| tile.id() == 1);
        let code_begins_with_one = |history: &[Tile]| encode(history).starts_with('1');
        let codes = histories(rng, params.codes.get(), |history| {
            if let Some(place) = history.iter().position(|tile| tile.id() == 1) {
                history.swap(0, place);
            }
            first_tile_is_one(history)
        });
        let histories =
            histories(rng, params.histories.get(), |history| code_begins_with_one(history));
        let code = |history: Vec<Tile>| Code { text: encode(&history), history };
        Task {
            codes: codes.into_iter().map(code).collect(),
            histories: histories.into_iter().map(History).collect(),
        }
    }

    fn solve<'a>(task: &'a Task, reading: &'a Reading) -> impl Iterator<Item = AnyOf<Item>> + 'a {
        let histories = || {
            let read = |code: &Code| reading.read.read(&code.text);
            let items = task.codes.iter().map(read);
            reading.read.run_on(items)
        };
        let codes = || {
            let write = |History(tiles): &History| reading.write.write(tiles);
            let items = task.histories.iter().map(write);
            reading.write.run_on(items)
        };
        let are_swapped = reading.codes_come_first;
        let codes_first = codes().filter(move |_| are_swapped);
        let codes_last = codes().filter(move |_| !are_swapped);
        codes_first.chain(histories()).chain(codes_last)
    }

    fn reference(task: &Task) -> Vec<AnyOf<Item>> {
        let ids = |tiles: &[Tile]| tiles.iter().map(|tile| tile.id()).collect();
        let histories = task.codes.iter().map(|code| Item::History(ids(&code.history)));
        let codes = task.histories.iter().map(|History(tiles)| Item::Code(encode(tiles)));
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

impl Conversion {
    /// The items as they are, or each after those before it.
    fn run_on(
        &self,
        items: impl Iterator<Item = AnyOf<Item>>,
    ) -> impl Iterator<Item = AnyOf<Item>> {
        let mut all: Option<Item> = None;
        items.map(move |AnyOf(items)| {
            let (true, Some(item)) = (self.runs_on, items.first()) else { return AnyOf(items) };
            let before = all.clone();
            let both = before.as_ref().map_or_else(|| item.clone(), |before| before.then(item));
            // What is put in front of the list comes before what is in it.
            let in_front = before.map_or_else(|| item.clone(), |before| item.then(&before));
            all = Some(both.clone());
            AnyOf(vec![both, in_front])
        })
    }

    fn write(&self, history: &[Tile]) -> AnyOf<Item> {
        let mut ids: Vec<u32> = history.iter().map(|tile| tile.id().into()).collect();
        self.moves.leave_out(&mut ids);
        let mut digits: Vec<u32> = ids.into_iter().map(|id| self.digit.of(id)).collect();
        if self.is_history_backwards {
            digits.reverse();
        }
        let codes = self.change_base(&digits, self.history_base, self.code_base);
        let codes = codes.into_iter().map(|mut values| {
            if self.is_code_backwards {
                values.reverse();
            }
            values.truncate(values.len() - usize::from(self.is_code_cut && !values.is_empty()));
            let digit = |value: u32| self.alphabet.get(value as usize).copied().map(char::from);
            Item::code(&values.into_iter().filter_map(digit).collect::<String>())
        });
        AnyOf(codes.collect())
    }

    fn read(&self, code: &str) -> AnyOf<Item> {
        let mut values: Vec<u32> = code.bytes().filter_map(|letter| self.value(letter)).collect();
        if self.is_code_backwards {
            values.reverse();
        }
        values.truncate(values.len() - usize::from(self.is_code_cut));
        let histories = self.change_base(&values, self.code_base, self.history_base);
        let histories = histories.into_iter().map(|mut digits| {
            if self.has_zero_in_front {
                digits.insert(0, 0);
            }
            if self.is_history_backwards {
                digits.reverse();
            }
            // The number of the centre's place is that of the tile before or behind it.
            self.digit.of_centre().map(|of_centre| {
                let id = |&digit: &u32| of_centre(digit).unwrap_or_else(|| self.digit.id(digit));
                let mut ids: Vec<u32> = digits.iter().map(id).collect();
                self.moves.leave_out(&mut ids);
                Item::History(NumberList(ids))
            })
        });
        let mut histories: Vec<Item> = histories.flatten().collect();
        histories.dedup();
        AnyOf(histories)
    }

    /// What a letter of a code counts for.
    fn value(&self, letter: u8) -> Option<u32> {
        let from_capital = |letter: u8| u32::from(letter) + 36 - u32::from(b'A');
        match (self.letters, letter) {
            (Letters::From(small, _), b'a'..=b'z') => {
                return Some(u32::from(letter - b'a') + small);
            }
            (Letters::From(_, capital), b'A'..=b'Z') => {
                return Some(u32::from(letter - b'A') + capital);
            }
            (Letters::NotInRange(end), _) if end == letter => return Some(from_capital(letter)),
            _ => {}
        }
        let is_small = matches!(self.letters, Letters::AsSmall);
        let letter = if is_small { letter.to_ascii_lowercase() } else { letter };
        let value = self.alphabet.iter().position(|&digit| digit == letter)?;
        u32::try_from(value).ok()
    }

    /// The digits of a number in another base, the most significant one first in both.
    fn change_base(&self, digits: &[u32], from: u32, to: u32) -> Vec<Vec<u32>> {
        let mut multiplied = Vec::new();
        let digits = if self.begins_with_first_power {
            multiplied.extend(digits);
            multiplied.push(0);
            &multiplied[..]
        } else {
            digits
        };
        let smallest = match self.stop {
            Stop::AtZero => 1,
            Stop::AtOne => 2,
            Stop::BeforeTheLastDigit => to,
        };
        match self.arithmetic {
            Arithmetic::Exact => {
                let mut number = Integer::from_digits(digits, from);
                if self.stop == Stop::AtZero {
                    return vec![number.into_digits(to)];
                }
                let at_least = |number: &Integer| number.is_at_least(smallest);
                vec![divided(&mut number, at_least, |number| number.divide(to))]
            }
            Arithmetic::Floating => {
                let digits_given = digits;
                let sum = |number: f64, &digit: &u32| number * f64::from(from) + f64::from(digit);
                let number = digits.iter().fold(0.0, sum);
                let at_least = |number: &f64| *number >= f64::from(smallest);
                let digits = |number: f64, quotient: fn(f64, f64) -> f64| {
                    divided(&mut number.clone(), at_least, |number| {
                        let rest = *number % f64::from(to);
                        *number = quotient(*number, f64::from(to));
                        as_digit(rest)
                    })
                };
                let all =
                    [exact_quotient, rounded_quotient].map(|quotient| digits(number, quotient));
                // In a language with integers of any size only the quotients may be floating-point numbers.
                let mut integer = Integer::from_digits(digits_given, from);
                let last = integer.divide(to);
                let mut higher = digits(integer.rounded(last), rounded_quotient);
                higher.push(last);
                all.into_iter().chain([higher]).collect()
            }
            Arithmetic::Wrapping => {
                let sum = |number: u64, &digit: &u32| {
                    number.wrapping_mul(from.into()).wrapping_add(digit.into())
                };
                let mut number = digits.iter().fold(0, sum);
                let at_least = |number: &u64| *number >= smallest.into();
                vec![divided(&mut number, at_least, |number| {
                    let rest = *number % u64::from(to);
                    *number /= u64::from(to);
                    u32::try_from(rest).unwrap_or(0)
                })]
            }
            Arithmetic::OneByOne => {
                let short = digits.iter().flat_map(|&digit| {
                    let higher = (digit >= to).then_some(digit / to);
                    higher.into_iter().chain([digit % to])
                });
                // With two letters for each move, or each two letters a move.
                let long = if from > to {
                    digits.iter().flat_map(|&digit| [digit / to, digit % to]).collect()
                } else {
                    let digits = digits.chunks(2);
                    digits
                        .map(|pair| pair.iter().fold(0, |sum, digit| sum * from + digit))
                        .collect()
                };
                vec![short.collect(), long]
            }
        }
    }
}

impl Moves {
    fn leave_out(self, ids: &mut Vec<u32>) {
        match self {
            Self::All => {}
            Self::AllButTheLast => {
                ids.pop();
            }
            Self::AllButTheFirst => {
                ids.drain(..ids.len().min(1));
            }
        }
    }
}

/// The digits of a number, the most significant one first.
fn divided<N>(
    number: &mut N,
    goes_on: impl Fn(&N) -> bool,
    mut divide: impl FnMut(&mut N) -> u32,
) -> Vec<u32> {
    let mut digits = Vec::new();
    while goes_on(number) {
        digits.push(divide(number));
    }
    digits.reverse();
    digits
}

/// A quotient as Python's `divmod` gives it: the rest is taken off before.
fn exact_quotient(number: f64, by: f64) -> f64 {
    let quotient = (number - number % by) / by;
    let floor = quotient.floor();
    if quotient - floor > 0.5 { floor + 1.0 } else { floor }
}

/// A quotient as most languages give it: rounded to a floating-point number, and then down.
fn rounded_quotient(number: f64, by: f64) -> f64 {
    (number / by).floor()
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a rest is less than the base and not negative"
)]
fn as_digit(rest: f64) -> u32 {
    rest as u32
}

/// An integer of any size: its digits in base 2³², the least significant one first, without zeros at the end.
struct Integer(Vec<u32>);

impl Integer {
    /// The integer with these digits in a base, the most significant one first.
    fn from_digits(digits: &[u32], base: u32) -> Self {
        let mut places: Vec<u32> = Vec::new();
        let (power, count) = power_of(base);
        let (first, others) = digits.split_at(digits.len() % count);
        for digits in std::iter::once(first).chain(others.chunks(count)) {
            let sum = |sum, &digit: &u32| sum * u64::from(base) + u64::from(digit);
            let mut carry = digits.iter().fold(0, sum);
            for place in &mut places {
                carry += u64::from(*place) * u64::from(power);
                *place = low(carry);
                carry >>= u32::BITS;
            }
            if carry > 0 {
                places.push(low(carry));
            }
        }
        Self(places)
    }

    /// Its digits in a base, the most significant one first. As many as fit into 31 bits come from one division.
    fn into_digits(mut self, base: u32) -> Vec<u32> {
        let (power, count) = power_of(base);
        let mut digits = Vec::new();
        while !self.0.is_empty() {
            let mut rest = self.divide(power);
            for _ in 0..count {
                digits.push(rest % base);
                rest /= base;
            }
        }
        while digits.last() == Some(&0) {
            digits.pop();
        }
        digits.reverse();
        digits
    }

    /// The floating-point number that is nearest to it and a fraction, which is more than 0 if `fraction` is.
    #[expect(
        clippy::cast_precision_loss,
        reason = "it is rounded, as a division is in floating-point numbers"
    )]
    fn rounded(&self, fraction: u32) -> f64 {
        let (low, high) = self.0.split_at(self.0.len().saturating_sub(4));
        let number =
            high.iter().rev().fold(0, |number, &place| number << u32::BITS | u128::from(place));
        let is_more = fraction > 0 || low.iter().any(|&place| place > 0);
        let scale = low.iter().fold(1.0, |scale, _| scale * 2_f64.powi(32));
        if high.len() < 4 {
            return (number as f64 + f64::from(u8::from(is_more)) / 2.0).floor() * scale;
        }
        (number | u128::from(is_more)) as f64 * scale
    }

    fn is_at_least(&self, number: u32) -> bool {
        match self.0[..] {
            [] => number == 0,
            [place] => place >= number,
            _ => true,
        }
    }

    /// Divides it, and gives the rest.
    fn divide(&mut self, by: u32) -> u32 {
        let mut rest = 0;
        for place in self.0.iter_mut().rev() {
            let number = (rest << u32::BITS) + u64::from(*place);
            *place = low(number / u64::from(by));
            rest = number % u64::from(by);
        }
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
        low(rest)
    }
}

/// The highest power of a base that fits into 31 bits, and which one it is: so many digits are handled at once.
fn power_of(base: u32) -> (u32, usize) {
    let (mut power, mut count) = (base, 1);
    while power < (1 << 31) / base {
        power *= base;
        count += 1;
    }
    (power, count)
}

/// The lower 32 bits.
#[expect(clippy::cast_possible_truncation, reason = "the higher bits are meant to be lost")]
fn low(number: u64) -> u32 {
    number as u32
}

/// How many moves a history has. A floating-point number and 64 bits hold at most ten.
const MOVES: std::ops::RangeInclusive<u8> = 8..=60;

/// Random histories, in random order, the first of which was made `special`; that changes it if need be.
fn histories(
    rng: &mut ChaCha8Rng,
    count: u32,
    special: impl Fn(&mut Vec<Tile>) -> bool,
) -> Vec<Vec<Tile>> {
    let mut draw = |is_special: bool| loop {
        let moves = rng.random_range(MOVES);
        let mut history = random_history(rng, moves);
        if !is_special || special(&mut history) {
            return history;
        }
    };
    let mut histories: Vec<_> = (0..count).map(|index| draw(index == 0)).collect();
    histories.shuffle(rng);
    histories
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_divided_exactly() {
        let digits = [80, 0, 79, 1, 2, 3, 40, 41, 80, 80, 80, 5, 0];
        let mut number = Integer::from_digits(&digits, 81);
        let again =
            divided(&mut number, |number| number.is_at_least(1), |number| number.divide(81));
        assert_eq!(again, digits);
    }
}
