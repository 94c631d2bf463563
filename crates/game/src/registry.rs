//! The only list of games, and how their names and their options' names are read.

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde_json::Value;

use super::options::{OptionSpec, Options};
use super::spec::GameName;
use super::{four_in_a_row, gomoku, numerical, tesseract};

/// Every game that is hosted, in the order of the tracks.
static GAMES: &[GameName] = &[
    GameName::of::<gomoku::Game>(),
    GameName::of::<numerical::Game>(),
    GameName::of::<four_in_a_row::Game>(),
    GameName::of::<tesseract::Game>(),
];

impl GameName {
    /// All of them, in the order of the tracks.
    ///
    /// ```
    /// use gradus_game::GameName;
    ///
    /// assert!(GameName::all().any(|game| game.as_str() == "gomoku"));
    /// assert!("gomoku".parse::<GameName>().is_ok() && "chess".parse::<GameName>().is_err());
    /// ```
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        GAMES.iter().copied()
    }
}

/// No registered game has this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no game {0:?}")]
pub struct NoSuchGame(String);

impl FromStr for GameName {
    type Err = NoSuchGame;

    fn from_str(name: &str) -> Result<Self, NoSuchGame> {
        Self::all().find(|game| game.as_str() == name).ok_or_else(|| NoSuchGame(name.to_owned()))
    }
}

impl<'de> Deserialize<'de> for GameName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(NameVisitor)
    }
}

struct NameVisitor;

impl Visitor<'_> for NameVisitor {
    type Value = GameName;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a game")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<GameName, E> {
        static NAMES: LazyLock<Vec<&'static str>> =
            LazyLock::new(|| GameName::all().map(GameName::as_str).collect());
        name.parse().map_err(|_| E::unknown_variant(name, &NAMES))
    }
}

/// The option of this name, and the game that has it.
pub(super) fn option_named(name: &str) -> Option<(&'static OptionSpec, GameName)> {
    GameName::all().find_map(|game| {
        let option = game.spec().options().iter().find(|option| option.name == name)?;
        Some((option, game))
    })
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
            let (option, _) = option_named(&name).ok_or_else(|| unknown_option(&name))?;
            if options.value(option.name).is_some() {
                return Err(A::Error::duplicate_field(option.name));
            }
            match map.next_value::<Value>()? {
                Value::Null => {}
                value => options = options.with_read(option, value),
            }
        }
        Ok(options)
    }
}

fn unknown_option<E: Error>(name: &str) -> E {
    static KNOWN: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
        let options = GameName::all().flat_map(|game| game.spec().options());
        options.map(|option| option.name).collect()
    });
    E::unknown_field(name, &KNOWN)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn no_two_games_share_a_name_an_option_or_a_format() {
        let names: Vec<&str> = GameName::all()
            .flat_map(|game| {
                let formats = game.spec().formats().into_iter().map(|format| format.name);
                let options = game.spec().options().iter().map(|option| option.name);
                std::iter::once(game.as_str()).chain(options).chain(formats).collect::<Vec<_>>()
            })
            .collect();
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len(), "{names:?}");
    }
}
