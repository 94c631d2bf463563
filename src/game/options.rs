//! The options of a game, as JSON has them.

use std::fmt;

use serde::de::{Deserialize, DeserializeOwned, Deserializer, Error, MapAccess, Visitor};
use serde::{Serialize, Serializer};
use serde_json::Value;

use super::registry::{GameName, games};
use super::setup::SetupError;

/// Options of registered games by their names, in the order in which they were given.
///
/// Every name is an option of some game. Whether it is one of the game that is played, and what its value means, is decided when a
/// [`Setup`](super::Setup) is made.
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
    ) -> Result<Option<T>, SetupError> {
        let Some((_, value)) = self.0.iter().find(|(given, _)| *given == name) else {
            return Ok(None);
        };
        let read = T::deserialize(value).map(Some);
        read.map_err(|error| SetupError::Value { option: name, reason: error.to_string() })
    }

    /// The options with one more.
    pub(super) fn with(mut self, name: &'static str, value: impl Into<Value>) -> Self {
        self.0.push((name, value.into()));
        self
    }
}

/// The game that has an option of this name, and the name as the game has it.
pub(super) fn owner_of(option: &str) -> Option<(&'static str, GameName)> {
    GameName::all().find_map(|game| {
        let name = game.spec().options().iter().find(|name| **name == option)?;
        Some((*name, game))
    })
}

impl Serialize for Options {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

/// A name that no game knows is an unknown field; `null` means that an option is left out.
impl<'de> Deserialize<'de> for Options {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(OptionsVisitor)
    }
}

struct OptionsVisitor;

impl<'de> Visitor<'de> for OptionsVisitor {
    type Value = Options;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("options of a game")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Options, A::Error> {
        let mut options = Options::default();
        while let Some(name) = map.next_key::<String>()? {
            let Some((name, _)) = owner_of(&name) else {
                let known: Vec<&str> =
                    games().iter().flat_map(|game| game.options()).copied().collect();
                let shown: String = name.chars().take(40).collect();
                let known = known.join("`, `");
                return Err(A::Error::custom(format_args!(
                    "unknown field `{shown}`; the options of games are `{known}`"
                )));
            };
            if options.names().any(|given| given == name) {
                return Err(A::Error::duplicate_field(name));
            }
            match map.next_value::<Value>()? {
                Value::Null => {}
                value => options.0.push((name, value)),
            }
        }
        Ok(options)
    }
}
