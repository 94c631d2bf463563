//! The numbers that a step may choose, with their limits in their types.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Unexpected, Visitor};
use serde::{Serialize, Serializer};

/// How many of something a task has: 1 to `MAX`, `DEFAULT` unless `step.toml` says otherwise.
///
/// ```
/// use gradus_step::Count;
///
/// #[derive(Default, serde::Deserialize)]
/// #[serde(default, deny_unknown_fields)]
/// struct Params { questions: Count<9, 50> }
///
/// assert_eq!(toml::from_str::<Params>("")?.questions.get(), 9);
/// assert!(toml::from_str::<Params>("questions = 51").is_err());
/// # Ok::<(), toml::de::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count<const DEFAULT: u32, const MAX: u32>(u32);

impl<const DEFAULT: u32, const MAX: u32> Count<DEFAULT, MAX> {
    /// The number, 1 to `MAX`.
    pub fn get(self) -> u32 {
        self.0
    }
}

impl<const DEFAULT: u32, const MAX: u32> Default for Count<DEFAULT, MAX> {
    fn default() -> Self {
        Self(DEFAULT)
    }
}

impl<const DEFAULT: u32, const MAX: u32> Serialize for Count<DEFAULT, MAX> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de, const DEFAULT: u32, const MAX: u32> Deserialize<'de> for Count<DEFAULT, MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_i64(CountVisitor)
    }
}

struct CountVisitor<const DEFAULT: u32, const MAX: u32>;

impl<const DEFAULT: u32, const MAX: u32> Visitor<'_> for CountVisitor<DEFAULT, MAX> {
    type Value = Count<DEFAULT, MAX>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a whole number from 1 to {MAX}")
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Self::Value, E> {
        match u32::try_from(number) {
            Ok(count @ 1..) if count <= MAX => Ok(Count(count)),
            _ => Err(E::invalid_value(Unexpected::Signed(number), &self)),
        }
    }
}

/// From how many to how many of something a task has, both included and within `MIN` to `MAX`; written `[20, 30]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span<const MIN: u8, const MAX: u8> {
    from: u8,
    to: u8,
}

impl<const MIN: u8, const MAX: u8> Span<MIN, MAX> {
    /// A span known when the kind is written; its order and limits are checked when it is compiled.
    pub const fn new<const FROM: u8, const TO: u8>() -> Self {
        const { assert!(MIN <= FROM && FROM <= TO && TO <= MAX) }
        Self { from: FROM, to: TO }
    }

    /// The numbers that may be drawn.
    pub fn range(self) -> std::ops::RangeInclusive<u8> {
        self.from..=self.to
    }
}

impl<const MIN: u8, const MAX: u8> Serialize for Span<MIN, MAX> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        [self.from, self.to].serialize(serializer)
    }
}

impl<'de, const MIN: u8, const MAX: u8> Deserialize<'de> for Span<MIN, MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(SpanVisitor)
    }
}

struct SpanVisitor<const MIN: u8, const MAX: u8>;

impl<'de, const MIN: u8, const MAX: u8> Visitor<'de> for SpanVisitor<MIN, MAX> {
    type Value = Span<MIN, MAX>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "two whole numbers in ascending order, [from, to], within {MIN} to {MAX}")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut numbers = Vec::new();
        while let Some(number) = list.next_element::<i64>()? {
            numbers.push(number);
        }
        match numbers[..] {
            [from, to] => match (u8::try_from(from), u8::try_from(to)) {
                (Ok(from), Ok(to)) if MIN <= from && from <= to && to <= MAX => {
                    Ok(Span { from, to })
                }
                _ => Err(Error::invalid_value(Unexpected::Other("a list of others"), &self)),
            },
            _ => Err(Error::invalid_value(Unexpected::Other("a list of others"), &self)),
        }
    }
}
