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
    #[must_use]
    pub fn of_points(points: u32) -> Self {
        Self(points.saturating_mul(100))
    }

    /// The credit with so many hundredths of a point, as it is stored.
    #[must_use]
    pub fn from_hundredths(hundredths: u32) -> Self {
        Self(hundredths)
    }

    /// Hundredths of a point, as they are stored.
    #[must_use]
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
