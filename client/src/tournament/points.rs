//! Points, exactly: a game's one point may be shared by two, three or four players.

use std::fmt;
use std::ops::AddAssign;

/// Points, in twelfths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Points(u32);

const WHOLE: u32 = 12;

impl Points {
    /// One player's part of a point that so many share.
    #[must_use]
    pub(super) fn shared_by(players: u32) -> Self {
        Self(WHOLE / players.max(1))
    }

    /// The points as a number.
    #[must_use]
    pub fn value(self) -> f64 {
        f64::from(self.0) / f64::from(WHOLE)
    }
}

impl AddAssign for Points {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

/// Written with two decimals at most: `12`, `7.5`, `0.33`.
impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{:.2}", self.value());
        f.pad(text.trim_end_matches('0').trim_end_matches('.'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thirds_add_up() {
        let mut points = Points::default();
        for expected in ["0.33", "0.67", "1", "1.33"] {
            points += Points::shared_by(3);
            assert_eq!(points.to_string(), expected);
        }
    }

    #[test]
    fn points_are_short() {
        let written = [1, 2, 3, 4].map(|players| Points::shared_by(players).to_string());
        assert_eq!(written, ["1", "0.5", "0.33", "0.25"]);
        assert_eq!(Points(1200).to_string(), "100");
        assert_eq!(Points::default().to_string(), "0");
    }
}
