//! From codes to histories and back, with what goes wrong on either way.

use std::fmt;
use std::sync::LazyLock;

use super::integer::{Integer, as_digit, divided, exact_quotient, rounded_quotient};
use crate::item::NumberList;
use gradus_step::AnyOf;

/// An item: its form depends on the question.
#[derive(Clone, PartialEq, Eq)]
pub enum Item {
    History(NumberList),
    Code(String),
}

impl Item {
    /// A code; zeros before its first digit do not count.
    pub(super) fn code(digits: &str) -> Self {
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
    pub(super) fn then(&self, next: &Self) -> Self {
        match (self, next) {
            (Self::History(NumberList(one)), Self::History(NumberList(other))) => {
                Self::History(NumberList([&one[..], other].concat()))
            }
            (Self::Code(one), Self::Code(other)) => Self::Code(format!("{one}{other}")),
            _ => next.clone(),
        }
    }
}

/// How a number is changed from one base to the other.
#[derive(PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "a conversion goes wrong in many ways")]
pub(super) struct Conversion {
    pub(super) alphabet: Alphabet,
    /// What the letters of a code that is read count for.
    pub(super) letters: Letters,
    /// The base of a history.
    pub(super) history_base: u32,
    /// The base of a code.
    pub(super) code_base: u32,
    pub(super) digit: Digit,
    /// Whether the code begins with its last digit.
    pub(super) is_code_backwards: bool,
    /// Whether the history begins with its last move.
    pub(super) is_history_backwards: bool,
    pub(super) arithmetic: Arithmetic,
    pub(super) stop: Stop,
    pub(super) moves: Left,
    /// Whether the code loses its last digit.
    pub(super) is_code_cut: bool,
    /// Whether the lowest power of the base is the first one and not 1.
    pub(super) begins_with_first_power: bool,
    /// Whether the digits have a 0 before them.
    pub(super) has_zero_in_front: bool,
    /// Whether the digits have a 1 before them: the integer begins at 1, not at 0.
    pub(super) has_one_in_front: bool,
    /// What becomes of digits 0 that are written.
    pub(super) zeros: Zeros,
    /// Whether two digits that follow each other have changed places in the alphabet.
    pub(super) has_swapped_digits: bool,
    /// Whether an item goes on where the one before it ended.
    pub(super) runs_on: bool,
    /// Whether the integer goes on where the one before it ended.
    pub(super) integer_runs_on: bool,
}

/// What becomes of digits 0.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Zeros {
    Written,
    /// The divisions end at the first rest 0.
    End,
    LeftOut,
}

/// What the letters of a code count for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Letters {
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
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Digit {
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

    /// The digit of the centre's place, which is no tile's.
    fn of_centre(self) -> Option<u32> {
        match self {
            Self::Id | Self::LessOne => None,
            Self::Place => Some(40),
            Self::PlaceFromOne => Some(41),
        }
    }
}

/// When the divisions end.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Stop {
    AtZero,
    AtOne,
    /// When one digit is left, which is lost.
    BeforeTheLastDigit,
}

/// The digits of a code, by value. The last two are used in base 64 only.
pub(super) type Alphabet = &'static [u8];

pub(super) const SMALL_FIRST: Alphabet =
    b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ+/";

pub(super) const CAPITALS_FIRST: Alphabet =
    b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+/";

pub(super) const DIGITS_LAST: Alphabet =
    b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/";

pub(super) const CAPITALS_FIRST_DIGITS_LAST: Alphabet =
    b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// How the integer is computed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Arithmetic {
    Exact,
    /// In floating-point numbers of 64 bits.
    Floating,
    /// In integers of 64 bits, of which the higher ones are lost.
    Wrapping,
    /// The same with 32 bits.
    WrappingShort,
    /// Each move or digit by itself.
    OneByOne,
}

/// Which moves of a history are there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Left {
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
            moves: Left::All,
            is_code_cut: false,
            begins_with_first_power: false,
            has_zero_in_front: false,
            has_one_in_front: false,
            zeros: Zeros::Written,
            has_swapped_digits: false,
            runs_on: false,
            integer_runs_on: false,
        }
    }
}

impl Conversion {
    /// Whether nothing goes wrong.
    pub(super) fn is_right(&self) -> bool {
        static RIGHT: LazyLock<Conversion> = LazyLock::new(Conversion::default);
        *self == *RIGHT
    }

    /// The code of a history; several where a program may give one or the other.
    pub(super) fn write(&self, history: &[u8]) -> AnyOf<Item> {
        let mut ids: Vec<u32> = history.iter().copied().map(u32::from).collect();
        self.moves.leave_out(&mut ids);
        let mut digits: Vec<u32> = ids.into_iter().map(|id| self.digit.of(id)).collect();
        if self.is_history_backwards {
            digits.reverse();
        }
        let mut codes = Vec::new();
        for mut values in self.change_base(&digits, self.history_base, self.code_base) {
            match self.zeros {
                Zeros::Written => {}
                Zeros::End => {
                    let end = values.iter().rposition(|&value| value == 0);
                    values.drain(..end.map_or(0, |end| end + 1));
                }
                Zeros::LeftOut => values.retain(|&value| value > 0),
            }
            if self.is_code_backwards {
                values.reverse();
            }
            values.truncate(values.len() - usize::from(self.is_code_cut && !values.is_empty()));
            self.each_spelling(&values, |values| codes.push(self.code(values)));
        }
        AnyOf(codes)
    }

    /// The code with these digits.
    fn code(&self, values: &[u32]) -> Item {
        let digit = |&value: &u32| {
            let (first, value) = match (self.letters, value) {
                (Letters::From(small, _), 10..36) => (b'a', value.wrapping_sub(small)),
                (Letters::From(_, capital), 36..62) => (b'A', value.wrapping_sub(capital)),
                _ => return self.alphabet.get(value as usize).copied(),
            };
            // A number too high or too low gives the character behind the last letter or before the first one.
            Some(first.wrapping_add(value.to_le_bytes()[0]))
        };
        Item::code(&values.iter().filter_map(digit).map(char::from).collect::<String>())
    }

    /// These digits; if two of the alphabet have changed places, all that they may then be. The digits as they are come second, for
    /// neither the first nor the last answer may be the right one.
    fn each_spelling(&self, values: &[u32], mut take: impl FnMut(&[u32])) {
        let is_used =
            |digit: &u32| values.iter().any(|value| value == digit || value + 1 == *digit);
        let mut swaps = (1..self.code_base).filter(is_used).filter(|_| self.has_swapped_digits);
        let swapped = |digit: u32| -> Vec<u32> {
            let swap = |&value: &u32| match value {
                value if value == digit => digit - 1,
                value if value + 1 == digit => digit,
                value => value,
            };
            values.iter().map(swap).collect()
        };
        if let Some(digit) = swaps.next() {
            take(&swapped(digit));
        }
        take(values);
        for digit in swaps {
            take(&swapped(digit));
        }
    }

    /// The history of a code.
    pub(super) fn read(&self, code: &str) -> AnyOf<Item> {
        let mut values: Vec<u32> = code.bytes().filter_map(|letter| self.value(letter)).collect();
        if self.is_code_backwards {
            values.reverse();
        }
        values.truncate(values.len() - usize::from(self.is_code_cut));
        let mut histories: Vec<Item> = Vec::new();
        self.each_spelling(&values, |values| {
            for digits in self.change_base(values, self.code_base, self.history_base) {
                self.add_histories(digits, &mut histories);
            }
        });
        AnyOf(histories)
    }

    /// Adds the history with these digits to the list.
    fn add_histories(&self, mut digits: Vec<u32>, histories: &mut Vec<Item>) {
        if self.has_zero_in_front {
            digits.insert(0, 0);
        }
        if self.is_history_backwards {
            digits.reverse();
        }
        let mut add = |id: &dyn Fn(&u32) -> u32| {
            let mut ids: Vec<u32> = digits.iter().map(id).collect();
            self.moves.leave_out(&mut ids);
            histories.push(Item::History(NumberList(ids)));
        };
        match self.digit.of_centre() {
            None => add(&|&digit| self.digit.id(digit)),
            // The number of the centre's place is that of the tile before or behind it.
            Some(centre) => {
                for id in [40, 41] {
                    add(&|&digit| if digit == centre { id } else { self.digit.id(digit) });
                }
            }
        }
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
        let mut changed = Vec::new();
        let digits = if self.begins_with_first_power || self.has_one_in_front {
            changed.extend(self.has_one_in_front.then_some(1));
            changed.extend(digits);
            changed.extend(self.begins_with_first_power.then_some(0));
            &changed[..]
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
                // Or the number is made a floating-point one on the way, and an integer again.
                let rounded = Integer::from_rounded(integer.rounded(0)).into_digits(to);
                let last = integer.divide(to);
                let mut higher = digits(integer.rounded(last), rounded_quotient);
                higher.push(last);
                all.into_iter().chain([rounded, higher]).collect()
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
            Arithmetic::WrappingShort => {
                let sum = |number: u32, &digit: &u32| number.wrapping_mul(from).wrapping_add(digit);
                let mut number = digits.iter().fold(0, sum);
                vec![divided(
                    &mut number,
                    |number| *number >= smallest,
                    |number| {
                        let rest = *number % to;
                        *number /= to;
                        rest
                    },
                )]
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

impl Left {
    pub(super) fn leave_out(self, ids: &mut Vec<u32>) {
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
