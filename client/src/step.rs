//! A step's number, and the choice of steps that a command line names: `06-09,21`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The number of a step, 1–99, written with two digits: `07`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct StepNumber(u8);

impl fmt::Display for StepNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}", self.0)
    }
}

impl FromStr for StepNumber {
    type Err = StepError;

    /// Reads one or two digits: `07` and `7` are the same step.
    fn from_str(text: &str) -> Result<Self, StepError> {
        let digits = matches!(text.len(), 1..=2) && text.bytes().all(|b| b.is_ascii_digit());
        match text.parse() {
            Ok(number @ 1..) if digits => Ok(Self(number)),
            _ => Err(StepError::Number(text.to_owned())),
        }
    }
}

impl TryFrom<String> for StepNumber {
    type Error = StepError;

    fn try_from(text: String) -> Result<Self, StepError> {
        text.parse()
    }
}

impl From<StepNumber> for String {
    fn from(step: StepNumber) -> Self {
        step.to_string()
    }
}

/// Which of a server's steps are meant: single steps and ranges, `06-09,21`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepSelection(Vec<Part>);

/// A part of a selection between two commas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    One(StepNumber),
    Range(StepNumber, StepNumber),
}

impl Part {
    fn contains(self, step: StepNumber) -> bool {
        match self {
            Self::One(named) => named == step,
            Self::Range(first, last) => (first..=last).contains(&step),
        }
    }

    /// As `05` or `from 40 to 49`.
    fn in_words(self) -> String {
        match self {
            Self::One(step) => step.to_string(),
            Self::Range(first, last) => format!("from {first} to {last}"),
        }
    }
}

impl StepSelection {
    /// The chosen steps, in the order of the ladder, each once.
    ///
    /// A range takes the steps that the ladder has between its ends: numbers on a ladder have gaps.
    ///
    /// # Errors
    /// [`StepError::Missing`] when a part of the selection names no step of the ladder.
    pub fn choose(&self, ladder: &[StepNumber]) -> Result<Vec<StepNumber>, StepError> {
        for part in &self.0 {
            if !ladder.iter().any(|step| part.contains(*step)) {
                return Err(StepError::Missing { named: part.in_words(), ladder: ladder.to_vec() });
            }
        }
        let chosen = |step: &StepNumber| self.0.iter().any(|part| part.contains(*step));
        Ok(ladder.iter().copied().filter(chosen).collect())
    }
}

impl FromStr for StepSelection {
    type Err = StepError;

    fn from_str(text: &str) -> Result<Self, StepError> {
        text.split(',').map(part).collect::<Result<_, _>>().map(Self)
    }
}

fn part(text: &str) -> Result<Part, StepError> {
    let Some((first, last)) = text.split_once('-') else {
        return Ok(Part::One(text.trim().parse()?));
    };
    let (first, last) = (first.trim().parse()?, last.trim().parse()?);
    if last < first {
        return Err(StepError::Backwards { first, last });
    }
    Ok(Part::Range(first, last))
}

/// Why a text names no steps.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum StepError {
    /// The text is not one or two digits from `01` to `99`.
    #[error("{0:?} is not a step's number: expected a number from 01 to 99")]
    Number(String),
    /// A range ends before it begins.
    #[error("the range {first}-{last} runs backwards: did you mean {last}-{first}?")]
    Backwards {
        /// The range's first number.
        first: StepNumber,
        /// The range's last number, which is smaller.
        last: StepNumber,
    },
    /// The ladder has none of the steps named.
    #[error("the server has no step {named}; it has {}", list(ladder))]
    Missing {
        /// The part of the selection at fault, as `05` or `from 40 to 49`.
        named: String,
        /// The steps that the server has.
        ladder: Vec<StepNumber>,
    },
}

fn list(steps: &[StepNumber]) -> String {
    if steps.is_empty() {
        return "none".to_owned();
    }
    let texts: Vec<String> = steps.iter().map(ToString::to_string).collect();
    texts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(numbers: &[u8]) -> Vec<StepNumber> {
        numbers.iter().copied().map(StepNumber).collect()
    }

    fn chosen(selection: &str, ladder: &[u8]) -> Result<Vec<StepNumber>, StepError> {
        selection.parse::<StepSelection>()?.choose(&steps(ladder))
    }

    #[test]
    fn a_step_has_one_or_two_digits_and_is_written_with_two() {
        assert_eq!("7".parse::<StepNumber>().unwrap().to_string(), "07");
        assert_eq!("07".parse(), Ok(StepNumber(7)));
        for junk in ["", "0", "00", "007", "100", "+7", "-7", "x", "7 ", "٧"] {
            assert_eq!(junk.parse::<StepNumber>(), Err(StepError::Number(junk.to_owned())));
        }
    }

    #[test]
    fn a_selection_is_steps_and_ranges_in_the_ladders_order() {
        let ladder = [1, 6, 7, 12, 14];
        assert_eq!(chosen("12,6-7", &ladder), Ok(steps(&[6, 7, 12])));
        assert_eq!(chosen("06-09, 07 ,7", &ladder), Ok(steps(&[6, 7])));
        assert_eq!(chosen("1-99", &ladder), Ok(steps(&ladder)));
    }

    #[test]
    fn a_step_that_the_ladder_lacks_is_refused_by_name() {
        let error = chosen("6,05", &[6, 7]).unwrap_err();
        assert_eq!(error.to_string(), "the server has no step 05; it has 06, 07");
        let error = chosen("40-49", &[]).unwrap_err();
        assert_eq!(error.to_string(), "the server has no step from 40 to 49; it has none");
    }

    #[test]
    fn broken_ranges_are_refused() {
        for junk in ["", ",", "6,", "6-", "-6", "6-7-8", "a-b", "6..9", "0-5"] {
            assert!(junk.parse::<StepSelection>().is_err(), "{junk:?}");
        }
        let error = "9-6".parse::<StepSelection>().unwrap_err();
        assert_eq!(error.to_string(), "the range 09-06 runs backwards: did you mean 06-09?");
    }
}
