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

/// How the rule is read.
pub struct Reading {
    alphabet: Alphabet,
    /// The base of a history.
    history_base: u32,
    /// The base of a code.
    code_base: u32,
    /// The id that has the digit 0.
    first_id: u32,
    /// What comes out backwards, or is taken backwards.
    backwards: Backwards,
    arithmetic: Arithmetic,
    /// A number smaller than this is not divided any more.
    smallest: u32,
    moves: Moves,
    /// Whether a code is read as if its letters were small.
    reads_small_letters: bool,
    /// Whether the codes of the histories come before the histories of the codes.
    codes_come_first: bool,
}

/// The digits of a code, by value. The last two are used in base 64 only.
type Alphabet = &'static [u8];

const SMALL_FIRST: Alphabet = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ+/";
const CAPITALS_FIRST: Alphabet =
    b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+/";
const DIGITS_LAST: Alphabet = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/";
const CAPITALS_FIRST_DIGITS_LAST: Alphabet =
    b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// What is written or read with its end first.
#[derive(Clone, Copy, Default)]
#[expect(clippy::struct_excessive_bools, reason = "four texts, each of which may be backwards")]
struct Backwards {
    written_code: bool,
    read_code: bool,
    written_history: bool,
    read_history: bool,
}

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

impl Default for Reading {
    fn default() -> Self {
        Self {
            alphabet: SMALL_FIRST,
            history_base: 81,
            code_base: 62,
            first_id: 0,
            backwards: Backwards::default(),
            arithmetic: Arithmetic::Exact,
            smallest: 1,
            moves: Moves::All,
            reads_small_letters: false,
            codes_come_first: false,
        }
    }
}

impl Kind for Export {
    const NAME: &'static str = "tesseract/export";
    const VERSION: u32 = 2;
    const WORKLOAD: Workload = Workload::Heavy;
    const FEEDBACK: Feedback = Feedback::Located;
    const DIAGNOSIS_LIMIT: usize = 320;

    type Params = Params;
    type Task = Task;
    type Item = Item;
    type Solution = AnyOf<Item>;
    type Reading = Reading;

    fn hints() -> &'static Catalogue {
        &HINTS
    }

    fn aspects(aspects: &mut Aspects<Reading>) {
        aspects
            .add()
            .or("capital-letters-first", |reading| reading.alphabet = CAPITALS_FIRST)
            .or("digits-after-letters", |reading| reading.alphabet = DIGITS_LAST)
            .or("capitals-then-digits-last", |reading| {
                reading.alphabet = CAPITALS_FIRST_DIGITS_LAST;
            });
        aspects
            .add()
            .or("base-eighty", |reading| reading.history_base = 80)
            .or("base-eighty-two", |reading| reading.history_base = 82)
            .or("base-one-hundred", |reading| reading.history_base = 100)
            .or("base-two-hundred-and-fifty-six", |reading| reading.history_base = 256);
        aspects
            .add()
            .or("base-sixty-four", |reading| reading.code_base = 64)
            .or("base-sixty-one", |reading| reading.code_base = 61)
            .or("base-thirty-six", |reading| {
                reading.code_base = 36;
                reading.reads_small_letters = true;
            });
        aspects.add().or("ids-from-zero", |reading| reading.first_id = 1);
        let backwards = |backwards| move |reading: &mut Reading| reading.backwards = backwards;
        let none = Backwards::default();
        aspects
            .add()
            .or(
                "order-of-the-divisions",
                backwards(Backwards { written_code: true, read_history: true, ..none }),
            )
            .or(
                "last-digit-first",
                backwards(Backwards { written_code: true, read_code: true, ..none }),
            )
            .or(
                "first-move-least-significant",
                backwards(Backwards { written_history: true, read_history: true, ..none }),
            )
            .or("written-code-backwards", backwards(Backwards { written_code: true, ..none }))
            .or("read-history-backwards", backwards(Backwards { read_history: true, ..none }));
        aspects
            .add()
            .or("floating-point", |reading| reading.arithmetic = Arithmetic::Floating)
            .or("sixty-four-bits", |reading| reading.arithmetic = Arithmetic::Wrapping)
            .or("one-by-one", |reading| reading.arithmetic = Arithmetic::OneByOne);
        aspects.add().or("stops-at-one", |reading| reading.smallest = 2);
        aspects
            .add()
            .or("last-move-left-out", |reading| reading.moves = Moves::AllButTheLast)
            .or("first-move-left-out", |reading| reading.moves = Moves::AllButTheFirst);
        aspects.add().or("capitals-read-as-small", |reading| reading.reads_small_letters = true);
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
        let histories = || task.codes.iter().map(|code| reading.read(&code.text));
        let codes = || task.histories.iter().map(|History(tiles)| reading.write(tiles));
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

impl Reading {
    fn write(&self, history: &[Tile]) -> AnyOf<Item> {
        let mut ids: Vec<u32> = history.iter().map(|tile| tile.id().into()).collect();
        self.moves.leave_out(&mut ids);
        let mut digits: Vec<u32> = ids.into_iter().map(|id| id - self.first_id).collect();
        if self.backwards.written_history {
            digits.reverse();
        }
        let codes = self.change_base(&digits, self.history_base, self.code_base);
        let codes = codes.into_iter().map(|mut values| {
            if self.backwards.written_code {
                values.reverse();
            }
            let digit = |value: u32| self.alphabet.get(value as usize).copied().map(char::from);
            Item::code(&values.into_iter().filter_map(digit).collect::<String>())
        });
        AnyOf(codes.collect())
    }

    fn read(&self, code: &str) -> AnyOf<Item> {
        let value = |letter: u8| {
            let letter =
                if self.reads_small_letters { letter.to_ascii_lowercase() } else { letter };
            let value = self.alphabet.iter().position(|&digit| digit == letter)?;
            u32::try_from(value).ok()
        };
        let mut values: Vec<u32> = code.bytes().filter_map(value).collect();
        if self.backwards.read_code {
            values.reverse();
        }
        let histories = self.change_base(&values, self.code_base, self.history_base);
        let histories = histories.into_iter().map(|mut digits| {
            if self.backwards.read_history {
                digits.reverse();
            }
            let mut ids: Vec<u32> = digits.into_iter().map(|digit| digit + self.first_id).collect();
            self.moves.leave_out(&mut ids);
            Item::History(NumberList(ids))
        });
        AnyOf(histories.collect())
    }

    /// The digits of a number in another base, the most significant one first in both.
    fn change_base(&self, digits: &[u32], from: u32, to: u32) -> Vec<Vec<u32>> {
        match self.arithmetic {
            Arithmetic::Exact => {
                let mut number = Integer::from_digits(digits, from);
                let at_least = |number: &Integer| number.is_at_least(self.smallest);
                vec![divided(&mut number, at_least, |number| number.divide(to))]
            }
            Arithmetic::Floating => {
                let sum = |number: f64, &digit: &u32| number * f64::from(from) + f64::from(digit);
                let number = digits.iter().fold(0.0, sum);
                let at_least = |number: &f64| *number >= f64::from(self.smallest);
                [exact_quotient, rounded_quotient]
                    .map(|quotient| {
                        divided(&mut number.clone(), at_least, |number| {
                            let rest = *number % f64::from(to);
                            *number = quotient(*number, f64::from(to));
                            as_digit(rest)
                        })
                    })
                    .into()
            }
            Arithmetic::Wrapping => {
                let sum = |number: u64, &digit: &u32| {
                    number.wrapping_mul(from.into()).wrapping_add(digit.into())
                };
                let mut number = digits.iter().fold(0, sum);
                let at_least = |number: &u64| *number >= self.smallest.into();
                vec![divided(&mut number, at_least, |number| {
                    let rest = *number % u64::from(to);
                    *number /= u64::from(to);
                    u32::try_from(rest).unwrap_or(0)
                })]
            }
            Arithmetic::OneByOne => vec![
                digits
                    .iter()
                    .flat_map(|&digit| {
                        let higher = (digit >= to).then_some(digit / to);
                        higher.into_iter().chain([digit % to])
                    })
                    .collect(),
            ],
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
        for &digit in digits {
            let mut carry = u64::from(digit);
            for place in &mut places {
                carry += u64::from(*place) * u64::from(base);
                *place = low(carry);
                carry >>= u32::BITS;
            }
            if carry > 0 {
                places.push(low(carry));
            }
        }
        Self(places)
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
