//! What an accepted answer earned.

use std::fmt;
use std::iter::Sum;

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

    /// Hundredths of a point, as they are stored.
    pub fn hundredths(self) -> u32 {
        self.0
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
    fn credits_are_added_without_overflow() {
        let credits = [Credit::of_points(7), Credit::from_hundredths(50)];
        assert_eq!(credits.into_iter().sum::<Credit>().hundredths(), 750);
        let most = Credit::from_hundredths(u32::MAX);
        assert_eq!([most, Credit::of_points(1)].into_iter().sum::<Credit>(), most);
    }
}
