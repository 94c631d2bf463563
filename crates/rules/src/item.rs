//! Forms of items that several kinds share.

use std::fmt;

use crate::texts::form;
use gradus_step::Text;

/// Reads a whole number, with or without a sign.
pub(super) fn whole_number(text: &str) -> Result<i64, Text> {
    text.parse().map_err(|_| form::whole_number())
}

/// Several numbers in one item, with single spaces between them: `40 39 43`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberList(pub Vec<u32>);

impl NumberList {
    /// Reads numbers with blanks between them. An empty list has no form of its own here.
    pub(super) fn read(text: &str) -> Result<Self, Text> {
        let numbers: Result<Vec<u32>, _> = text.split_whitespace().map(str::parse).collect();
        match numbers {
            Ok(numbers) if !numbers.is_empty() => Ok(Self(numbers)),
            _ => Err(form::whole_numbers()),
        }
    }
}

impl<T: Into<u32>> FromIterator<T> for NumberList {
    fn from_iter<I: IntoIterator<Item = T>>(numbers: I) -> Self {
        Self(numbers.into_iter().map(Into::into).collect())
    }
}

impl fmt::Display for NumberList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_spaced(f, &self.0)
    }
}

/// Writes numbers with single spaces between them.
pub(super) fn write_spaced<T: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    numbers: impl IntoIterator<Item = T>,
) -> fmt::Result {
    for (index, number) in numbers.into_iter().enumerate() {
        let space = if index == 0 { "" } else { " " };
        write!(f, "{space}{number}")?;
    }
    Ok(())
}
