//! The values of `course.toml`, and how its keys and steps are written in diagnostics.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error, Unexpected, Visitor};
use toml::value::Datetime;

use super::file::FreeMatches;
use super::schedule::Share;
use gradus_step::{StepNumber, date_instead_of};

/// The most points of a step.
const MOST_POINTS: u32 = 1000;

/// A date, or a date and time; in quotation marks or not.
#[derive(Clone, Copy)]
pub(super) struct Moment(pub(super) Datetime);

impl<'de> Deserialize<'de> for Moment {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(MomentVisitor)
    }
}

struct MomentVisitor;

impl Visitor<'_> for MomentVisitor {
    type Value = Moment;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a date, such as 2026-09-14, or with a time, such as 2026-09-14T18:00")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Moment, E> {
        let moment = text.trim().parse().map(Moment);
        moment.map_err(|_| {
            let instead = date_instead_of(text);
            E::custom(format_args!("{text:?} is not a date, expected {instead}"))
        })
    }
}

/// The points of a step, 0 to [`MOST_POINTS`].
#[derive(Clone, Copy)]
pub(super) struct Points(pub(super) u32);

impl<'de> Deserialize<'de> for Points {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_i64(PointsVisitor)
    }
}

struct PointsVisitor;

impl Visitor<'_> for PointsVisitor {
    type Value = Points;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a whole number from 0 to {MOST_POINTS}")
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Points, E> {
        match u32::try_from(number) {
            Ok(points) if points <= MOST_POINTS => Ok(Points(points)),
            _ => Err(E::invalid_value(Unexpected::Signed(number), &self)),
        }
    }
}

/// The share of the points of a late answer.
#[derive(Clone, Copy)]
pub(super) struct LateShare(pub(super) Share);

impl<'de> Deserialize<'de> for LateShare {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_f64(LateShareVisitor)
    }
}

struct LateShareVisitor;

impl Visitor<'_> for LateShareVisitor {
    type Value = LateShare;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a share from 0 to 1 with at most two decimals, such as 0.5")
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<LateShare, E> {
        match number {
            0 => Ok(LateShare(Share::NOTHING)),
            1 => Ok(LateShare(Share::ALL)),
            _ => Err(E::invalid_value(Unexpected::Signed(number), &self)),
        }
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<LateShare, E> {
        // A decimal such as 0.07 is not a whole number of hundredths in binary.
        let is_close =
            |share: &Share| (100.0 * number - f64::from(share.hundredths())).abs() < 1e-9;
        let mut shares = (0..=100).filter_map(Share::of_hundredths);
        let share = shares.find(is_close).map(LateShare);
        share.ok_or_else(|| E::invalid_value(Unexpected::Float(number), &self))
    }
}

impl<'de> Deserialize<'de> for FreeMatches {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(FreeMatchesVisitor)
    }
}

struct FreeMatchesVisitor;

impl Visitor<'_> for FreeMatchesVisitor {
    type Value = FreeMatches;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("true, false or \"people\"")
    }

    fn visit_bool<E: Error>(self, are_free: bool) -> Result<FreeMatches, E> {
        Ok(if are_free { FreeMatches::All } else { FreeMatches::None })
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<FreeMatches, E> {
        match text {
            "people" => Ok(FreeMatches::People),
            _ => Err(E::invalid_value(Unexpected::Str(text), &self)),
        }
    }
}

/// A key as TOML wants it: in quotation marks if it is not plain.
pub(super) struct Key<'k>(pub(super) &'k str);

impl fmt::Display for Key<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(key) = self;
        let is_bare = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        if !key.is_empty() && key.chars().all(is_bare) {
            f.write_str(key)
        } else {
            write!(f, "{key:?}")
        }
    }
}

/// Numbers of steps in ascending order, as `01–12, 14`.
pub(super) struct Ranges<'s>(pub(super) &'s [StepNumber]);

impl fmt::Display for Ranges<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let follows = |one: &StepNumber, other: &StepNumber| one.get() + 1 == other.get();
        for (index, range) in self.0.chunk_by(follows).enumerate() {
            if index > 0 {
                f.write_str(", ")?;
            }
            match range {
                [first, .., last] => write!(f, "{first}–{last}")?,
                steps => steps.iter().try_for_each(|step| write!(f, "{step}"))?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_and_steps_are_written_as_people_do() {
        assert_eq!(Key("A-1").to_string(), "A-1");
        assert_eq!(Key("Ada Lovelace").to_string(), "\"Ada Lovelace\"");
        assert_eq!(Key("").to_string(), "\"\"");
        let steps = [1, 2, 3, 5, 7, 8].map(|number| StepNumber::new(number).unwrap());
        assert_eq!(Ranges(&steps).to_string(), "01–03, 05, 07–08");
        assert_eq!(Ranges(&[]).to_string(), "");
    }

    #[test]
    fn every_share_of_hundredths_is_read_and_no_other_number() {
        #[derive(Deserialize)]
        struct Late {
            late: LateShare,
        }
        let read = |number: &str| {
            let late: Late = toml::from_str(&format!("late = {number}")).ok()?;
            let LateShare(share) = late.late;
            Some(share.hundredths())
        };
        for hundredths in 0..100 {
            assert_eq!(read(&format!("0.{hundredths:02}")), Some(hundredths));
        }
        assert_eq!(["0", "1", "1.0", "5e-1"].map(read), [Some(0), Some(100), Some(100), Some(50)]);
        for number in ["-0.1", "1.01", "0.333", "nan", "inf", "2", "-1", "\"0.5\""] {
            assert_eq!(read(number), None, "{number}");
        }
    }
}
