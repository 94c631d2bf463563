//! What an accepted answer earned.

use std::fmt;
use std::iter::Sum;
use std::str::FromStr;

use serde::{Serialize, Serializer};

/// Points in hundredths: a share of a step's points need not be whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Credit(u32);

impl Credit {
    /// Nothing.
    pub const NONE: Self = Self(0);

    /// Whole points.
    pub fn of_points(points: u32) -> Self {
        Self(points.saturating_mul(100))
    }

    /// The credit with so many hundredths of a point, as it is stored.
    pub fn from_hundredths(hundredths: u32) -> Self {
        Self(hundredths)
    }

    /// The credit in the proportion of two maximums, rounded to hundredths; the same if one of them is 0.
    #[must_use]
    pub fn scaled(self, to: u32, from: u32) -> Self {
        if to == from || from == 0 {
            return self;
        }
        let (to, from) = (u64::from(to), u64::from(from));
        let scaled = (u64::from(self.0) * to + from / 2) / from;
        Self(u32::try_from(scaled).unwrap_or(u32::MAX))
    }

    /// Hundredths of a point, as they are stored.
    pub fn hundredths(self) -> u32 {
        self.0
    }
}

/// A text is not a number of points with at most two decimals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected points with at most two decimals, such as 7.5")]
pub struct NotPoints;

/// From a decimal number of at least 0, as people write it: `20`, `7.5`, `7,5`.
impl FromStr for Credit {
    type Err = NotPoints;

    fn from_str(text: &str) -> Result<Self, NotPoints> {
        let (whole, decimals) = text.trim().split_once(['.', ',']).unwrap_or((text.trim(), "0"));
        let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        if !is_number(whole) || !is_number(decimals) || decimals.len() > 2 {
            return Err(NotPoints);
        }
        let whole: u32 = whole.parse().map_err(|_| NotPoints)?;
        let rest: u32 = format!("{decimals:0<2}").parse().map_err(|_| NotPoints)?;
        whole.checked_mul(100).and_then(|all| all.checked_add(rest)).map(Self).ok_or(NotPoints)
    }
}

/// As a decimal number without needless zeros: `20`, `7.5`.
impl fmt::Display for Credit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.0 / 100, self.0 % 100);
        match (rest, rest % 10) {
            (0, _) => write!(f, "{whole}"),
            (_, 0) => write!(f, "{whole}.{}", rest / 10),
            _ => write!(f, "{whole}.{rest:02}"),
        }
    }
}

/// As a number: `20`, `7.5`.
impl Serialize for Credit {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 % 100 {
            0 => serializer.serialize_u32(self.0 / 100),
            _ => serializer.serialize_f64(f64::from(self.0) / 100.0),
        }
    }
}

impl Sum for Credit {
    fn sum<I: Iterator<Item = Self>>(credits: I) -> Self {
        Self(credits.fold(0, |sum, credit| sum.saturating_add(credit.0)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_credit_is_written_without_needless_zeros() {
        for (hundredths, text) in [(0, "0"), (2000, "20"), (750, "7.5"), (333, "3.33"), (5, "0.05")]
        {
            let credit = Credit::from_hundredths(hundredths);
            assert_eq!(credit.to_string(), text);
            assert_eq!(serde_json::to_string(&credit).unwrap(), text);
        }
    }

    #[test]
    fn points_are_read_with_up_to_two_decimals() {
        for (text, hundredths) in
            [("20", 2000), (" 7.5 ", 750), ("7,5", 750), ("0.05", 5), ("0", 0), ("3.33", 333)]
        {
            assert_eq!(text.parse(), Ok(Credit(hundredths)), "{text}");
        }
        for text in ["", ".", "5.", ".5", "-1", "+1", "1e3", "1.234", "1,000", "x", "42949673"] {
            assert_eq!(text.parse::<Credit>(), Err(NotPoints), "{text}");
        }
    }

    #[test]
    fn a_credit_is_scaled_to_another_maximum() {
        let credit = Credit::of_points(20);
        assert_eq!(credit.scaled(40, 30), Credit(2667));
        assert_eq!(credit.scaled(30, 30), credit);
        assert_eq!(credit.scaled(30, 0), credit);
        assert_eq!(Credit(u32::MAX).scaled(u32::MAX, 1), Credit(u32::MAX));
    }

    #[test]
    fn credits_are_added_without_overflow() {
        let credits = [Credit::of_points(7), Credit::from_hundredths(50)];
        assert_eq!(credits.into_iter().sum::<Credit>().hundredths(), 750);
        let most = Credit::from_hundredths(u32::MAX);
        assert_eq!([most, Credit::of_points(1)].into_iter().sum::<Credit>(), most);
    }
}
