//! The fields that instructors' requests have in common.

use std::fmt;
use std::str::FromStr;

use serde::Deserialize;
use serde::de::{Deserializer, Error, Unexpected, Visitor};
use utoipa::ToSchema;

use super::requested::id;
use crate::course::{Course, Credit, DayEnd, ExtendedSteps, NotATime, SectionName};
use crate::game::json::{Scalar, read_scalar};
use crate::step::{StepNumber, Timestamp, quoted};
use crate::texts;
use crate::wire::body::RequestBody;
use crate::wire::extract::read_field;
use crate::wire::problem::{Code, Problem};

/// A request without fields.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct EmptyForm {}

impl RequestBody for EmptyForm {
    const INVALID: Code = Code::ClassForm;
    const EXAMPLE: &'static str = "{}";
}

/// A value that is written as a text.
pub(crate) trait FieldText: FromStr {
    /// The end of the message that begins with what was found instead.
    const EXPECTED: &'static str;
}

impl FieldText for StepNumber {
    const EXPECTED: &'static str = "the number of a step, two digits";
}

impl FieldText for ExtendedSteps {
    const EXPECTED: &'static str = "the number of a step, two digits, or `all`";
}

impl FieldText for SectionName {
    const EXPECTED: &'static str = "the name of a section, up to 32 characters";
}

/// A field with such a value.
pub(crate) struct Field<T>(pub(crate) T);

impl<'de, T: FieldText> Deserialize<'de> for Field<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read_field(deserializer, |text| text.parse().ok().map(Self), T::EXPECTED)
    }
}

/// A field that sets something; an empty one takes it away.
pub(crate) struct Setting<T>(pub(crate) Option<T>);

impl<'de, T: FieldText> Deserialize<'de> for Setting<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let read = |text: &str| match text {
            "" => Some(None),
            text => text.parse().ok().map(Some),
        };
        read_field(deserializer, read, T::EXPECTED).map(Self)
    }
}

/// What an instructor may write as a nickname: nothing, which takes it away.
pub(crate) struct NoNickname;

impl<'de> Deserialize<'de> for NoNickname {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let read = |text: &str| text.is_empty().then_some(Self);
        read_field(deserializer, read, "an empty text: learners choose their own nicknames")
    }
}

/// Something that a number names: in JSON the number or its text.
pub(crate) struct Id<T>(pub(crate) T);

impl<'de, T: From<i64>> Deserialize<'de> for Id<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let read = |sent: Scalar<'_>| match sent {
            Scalar::Text(text) => id(text.trim()),
            Scalar::Number(number) => i64::try_from(number).ok().filter(|&number| number >= 0),
        };
        let number = read_scalar(deserializer, "a whole number", &[], read)?;
        Ok(Self(T::from(number)))
    }
}

/// The learner whom an instructor names: in JSON the id as a number, or a text with the name, `#37` or `37`.
#[derive(Clone)]
pub(crate) struct LearnerField(pub(crate) String);

impl<'de> Deserialize<'de> for LearnerField {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let read = |sent: Scalar<'_>| match sent {
            Scalar::Text(text) => Some(text.trim().to_owned()),
            Scalar::Number(number) => (number >= 0).then(|| format!("#{number}")),
        };
        read_scalar(deserializer, "the name of a learner, or the id", &[], read).map(Self)
    }
}

/// The date in the field of this name, by the clocks of the course; none if the field is not sent.
pub(crate) fn read_time(
    course: &Course,
    name: &str,
    text: Option<&str>,
    end: DayEnd,
) -> Result<Option<Timestamp>, Problem> {
    let Some(text) = text else { return Ok(None) };
    course.read_time(text, end).map(Some).map_err(|error| {
        let found = quoted(text);
        let detail = match &error {
            // It is of the right form: an example of the form would not help.
            NotATime::Skipped { before, instead, with_offset, .. } => {
                texts::class::time_skipped(name, found, before, instead, with_offset)
            }
            NotATime::Form | NotATime::Range => texts::class::time(name, found),
        };
        Problem::new(Code::ClassForm, detail)
    })
}

/// Whether something is to be done: in JSON `true` or `false`, in queries and forms also `1` and `0`, and `on` of a checkbox.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Flag(pub(crate) bool);

impl<'de> Deserialize<'de> for Flag {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Read;
        impl Visitor<'_> for Read {
            type Value = Flag;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("true or false")
            }

            fn visit_bool<E: Error>(self, is_set: bool) -> Result<Flag, E> {
                Ok(Flag(is_set))
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Flag, E> {
                match text.trim() {
                    "1" | "true" | "on" => Ok(Flag(true)),
                    "" | "0" | "false" => Ok(Flag(false)),
                    _ => Err(E::invalid_value(Unexpected::Str(text), &self)),
                }
            }
        }
        deserializer.deserialize_any(Read)
    }
}

/// Points: in JSON a number or a text.
pub(crate) struct PointsField(pub(crate) Credit);

impl<'de> Deserialize<'de> for PointsField {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Read;
        impl Visitor<'_> for Read {
            type Value = PointsField;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("points with at most two decimals, such as 7.5")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<PointsField, E> {
                let points = text.parse().map(PointsField);
                points.map_err(|_| E::invalid_value(Unexpected::Str(text), &self))
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<PointsField, E> {
                let points = number.to_string().parse().map(PointsField);
                points.map_err(|_| E::invalid_value(Unexpected::Unsigned(number), &self))
            }

            fn visit_f64<E: Error>(self, number: f64) -> Result<PointsField, E> {
                let points = number.to_string().parse().map(PointsField);
                points.map_err(|_| E::invalid_value(Unexpected::Float(number), &self))
            }
        }
        deserializer.deserialize_any(Read)
    }
}
