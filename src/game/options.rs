//! The options of games: what may be agreed on before the first move, besides the players and the seed.

use serde::de::DeserializeOwned;
use serde::{Serialize, Serializer};
use serde_json::Value;
use thiserror::Error;

use crate::fields::{FieldError, Json};
use crate::step::{Language, Translated};

/// Options of registered games by their names, in the order in which they were given.
///
/// When they are read, every name is an option of some game. Whether it is one of the game that is played, and what its value
/// means, is decided when a [`Setup`](super::Setup) is made.
///
/// ```
/// use gradus::game::Options;
///
/// let options: Options = serde_json::from_str(r#"{"threshold":5}"#)?;
/// assert_eq!(serde_json::to_string(&options)?, r#"{"threshold":5}"#);
/// assert!(serde_json::from_str::<Options>(r#"{"colour":"red"}"#).is_err());
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options(Vec<(&'static str, Value)>);

/// Why a game cannot be played with its options.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionError {
    /// The value of an option has the wrong form.
    #[error("{}", .0.get(Language::English))]
    Form(Translated),
    /// The value of an option has the right form, but the game cannot be played with it.
    #[error("{}", .0.get(Language::English))]
    Unplayable(Translated),
}

impl Options {
    /// Whether there are none.
    #[must_use]
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
    ) -> Result<Option<T>, OptionError> {
        let Some((_, value)) = self.0.iter().find(|(given, _)| *given == name) else {
            return Ok(None);
        };
        let read = T::deserialize(Json(value.clone())).map(Some);
        read.map_err(|error| OptionError::Form(FieldError::of(name, error).told()))
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
