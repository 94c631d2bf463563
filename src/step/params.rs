//! The numbers that a step may choose, with their limits in their types.

use serde::Deserialize;

/// How many of something a task has: 1 to `MAX`, `DEFAULT` unless `step.toml` says otherwise.
///
/// ```
/// use gradus::step::Count;
///
/// #[derive(Default, serde::Deserialize)]
/// #[serde(default, deny_unknown_fields)]
/// struct Params { questions: Count<9, 50> }
///
/// assert_eq!(toml::from_str::<Params>("")?.questions.get(), 9);
/// assert!(toml::from_str::<Params>("questions = 51").is_err());
/// # Ok::<(), toml::de::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "i64")]
pub struct Count<const DEFAULT: u32, const MAX: u32>(u32);

impl<const DEFAULT: u32, const MAX: u32> Count<DEFAULT, MAX> {
    /// The number, 1 to `MAX`.
    #[must_use]
    pub fn get(self) -> u32 {
        self.0
    }
}

impl<const DEFAULT: u32, const MAX: u32> Default for Count<DEFAULT, MAX> {
    fn default() -> Self {
        Self(DEFAULT)
    }
}

impl<const DEFAULT: u32, const MAX: u32> TryFrom<i64> for Count<DEFAULT, MAX> {
    type Error = String;

    fn try_from(number: i64) -> Result<Self, String> {
        match u32::try_from(number) {
            Ok(count @ 1..) if count <= MAX => Ok(Self(count)),
            _ => Err(format!("{number} is not within 1 to {MAX}")),
        }
    }
}

/// From how many to how many of something a task has, both included and within `MIN` to `MAX`; written `[20, 30]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "(i64, i64)")]
pub struct Span<const MIN: u8, const MAX: u8> {
    from: u8,
    to: u8,
}

impl<const MIN: u8, const MAX: u8> Span<MIN, MAX> {
    /// A span known when the kind is written; its order and limits are checked when it is compiled.
    #[must_use]
    pub const fn new<const FROM: u8, const TO: u8>() -> Self {
        const { assert!(MIN <= FROM && FROM <= TO && TO <= MAX) }
        Self { from: FROM, to: TO }
    }

    /// The numbers that may be drawn.
    #[must_use]
    pub fn range(self) -> std::ops::RangeInclusive<u8> {
        self.from..=self.to
    }
}

impl<const MIN: u8, const MAX: u8> TryFrom<(i64, i64)> for Span<MIN, MAX> {
    type Error = String;

    fn try_from((from, to): (i64, i64)) -> Result<Self, String> {
        match (u8::try_from(from), u8::try_from(to)) {
            (Ok(from), Ok(to)) if MIN <= from && from <= to && to <= MAX => Ok(Self { from, to }),
            _ => Err(format!("[{from}, {to}] is not an ascending pair within {MIN} to {MAX}")),
        }
    }
}
