//! The number that names a step.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};
use thiserror::Error;

/// The number of a step, 1–99, always written with two digits.
///
/// ```
/// use gradus_step::StepNumber;
///
/// let step: StepNumber = "07".parse()?;
/// assert_eq!(step.to_string(), "07");
/// assert!("7".parse::<StepNumber>().is_err());
/// # Ok::<(), gradus_step::NotAStepNumber>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StepNumber(u8);

/// The numbers from 0 to 99, each written with two digits.
const TEXTS: &str = "0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849\
                     5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899";

/// The text is not the number of a step.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("a step's number is two digits from 01 to 99")]
pub struct NotAStepNumber;

impl StepNumber {
    /// The step with this number, if it lies within 1–99.
    pub fn new(number: u8) -> Result<Self, NotAStepNumber> {
        match number {
            1..=99 => Ok(Self(number)),
            _ => Err(NotAStepNumber),
        }
    }

    /// The number, 1–99.
    #[must_use]
    pub fn get(self) -> u8 {
        self.0
    }

    /// The number as text, two digits.
    #[must_use]
    #[expect(clippy::expect_used, reason = "`new` allows no number above 99")]
    pub fn as_str(self) -> &'static str {
        let place = 2 * usize::from(self.0);
        TEXTS.get(place..place + 2).expect("every number up to 99 is there")
    }
}

impl FromStr for StepNumber {
    type Err = NotAStepNumber;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.as_bytes() {
            [tens @ b'0'..=b'9', ones @ b'0'..=b'9'] => {
                Self::new((tens - b'0') * 10 + (ones - b'0'))
            }
            _ => Err(NotAStepNumber),
        }
    }
}

/// As text: `"07"`.
impl Serialize for StepNumber {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl fmt::Display for StepNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
