//! The options of games: what may be agreed on before the first move, besides the players and the seed.
//!
//! [`OptionSpec`] is what a game says of one of its options, and [`Options`] are options with their values.

use std::ops::RangeInclusive;

use serde::de::DeserializeOwned;
use serde::{Serialize, Serializer};
use serde_json::Value;

use super::rejection::Rejection;
use crate::json::{FieldError, Json};
use gradus_step::Text;

/// An option of a game.
#[derive(Debug)]
pub struct OptionSpec {
    /// The name on the wire.
    pub name: &'static str,
    /// What it is, in a few words.
    pub label: fn() -> Text,
    /// The values that it accepts.
    pub accepts: fn() -> Accepted,
}

/// The values that an option accepts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Accepted {
    /// One of these texts, each with what it means.
    OneOf(Vec<(&'static str, Text)>),
    /// A whole number.
    Number(RangeInclusive<usize>),
    /// A list of different texts.
    Texts {
        /// How many they may be; the minimum is the one for the fewest players.
        count: RangeInclusive<usize>,
        /// The maximum number of characters of each.
        longest: usize,
    },
}

impl Accepted {
    /// A value as a form has it, which knows only texts: the digits of a number, and lists with commas. A text of another form is left
    /// for the game to refuse.
    pub(super) fn value_of_text(&self, text: String) -> Value {
        match self {
            Self::OneOf(_) => text.into(),
            Self::Number(_) => text.trim().parse::<u32>().map_or(text.into(), Value::from),
            Self::Texts { .. } => text.split(',').map(str::trim).collect(),
        }
    }
}

/// Options of registered games by their names, in the order in which they were given.
///
/// When they are read, every name is an option of some game. Whether it is one of the game that is played, and what its value
/// means, is decided when a [`Setup`](super::Setup) is made.
///
/// ```
/// use gradus_game::Options;
///
/// let options: Options = serde_json::from_str(r#"{"threshold":5}"#)?;
/// assert_eq!(serde_json::to_string(&options)?, r#"{"threshold":5}"#);
/// assert!(serde_json::from_str::<Options>(r#"{"colour":"red"}"#).is_err());
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options(Vec<(&'static str, Value)>);

impl Options {
    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The names of those that are given.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.0.iter().map(|(name, _)| *name)
    }

    /// The value of an option; none where it is not given.
    pub(super) fn get<T: DeserializeOwned>(
        &self,
        name: &'static str,
    ) -> Result<Option<T>, Rejection> {
        let Some(value) = self.value(name) else { return Ok(None) };
        let read = T::deserialize(Json(value.clone())).map(Some);
        read.map_err(|error| Rejection::Form(FieldError::of(name, error).message()))
    }

    /// The value of an option in JSON; none where it is not given.
    pub fn value(&self, name: &str) -> Option<&Value> {
        self.0.iter().find(|(given, _)| *given == name).map(|(_, value)| value)
    }

    /// The options with one more.
    pub(super) fn with(mut self, name: &'static str, value: impl Into<Value>) -> Self {
        self.0.push((name, value.into()));
        self
    }
}

impl Serialize for Options {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}
