//! The number that names a step.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};
use thiserror::Error;

/// The number of a step, 1–99, always written with two digits.
///
/// ```
/// use gradus::step::StepNumber;
///
/// let step: StepNumber = "07".parse()?;
/// assert_eq!(step.to_string(), "07");
/// assert!("7".parse::<StepNumber>().is_err());
/// # Ok::<(), gradus::step::NotAStepNumber>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StepNumber(u8);

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
        serializer.collect_str(self)
    }
}

impl fmt::Display for StepNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}", self.0)
    }
}
