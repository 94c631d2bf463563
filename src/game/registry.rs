//! The only list of games: a new game is one folder, and one line here.
//!
//! ```
//! use gradus::game::{GameName, registry};
//!
//! let names: Vec<&str> = registry::games().iter().map(|game| game.name()).collect();
//! assert_eq!(names, ["gomoku", "numerical", "four_in_a_row", "tesseract"]);
//! assert!("gomoku".parse::<GameName>().is_ok() && "chess".parse::<GameName>().is_err());
//! ```

use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;
use std::sync::LazyLock;

use serde::de::{Deserialize, Deserializer, EnumAccess, Error, VariantAccess as _, Visitor};
use serde::{Serialize, Serializer};

use super::spec::{self, GameSpec, TypedGame};
use super::{four_in_a_row, gomoku, numerical, tesseract};

/// Every game that is hosted.
static GAMES: [&dyn GameSpec; 4] = [
    spec::of::<gomoku::Game>(),
    spec::of::<numerical::Game>(),
    spec::of::<four_in_a_row::Game>(),
    spec::of::<tesseract::Game>(),
];

/// Every game that is hosted, in the order of the tracks.
#[must_use]
pub fn games() -> &'static [&'static dyn GameSpec] {
    &GAMES
}

/// The name of a registered game: it gives access to the game's [spec](GameSpec).
#[derive(Clone, Copy)]
pub struct GameName(&'static dyn GameSpec);

impl GameName {
    /// All of them.
    pub fn all() -> impl Iterator<Item = Self> {
        games().iter().copied().map(Self)
    }

    /// The name of a game whose type is known.
    pub(super) const fn of<G: TypedGame>() -> Self {
        Self(spec::of::<G>())
    }

    /// The name on the wire.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.0.name()
    }

    /// The game's spec.
    #[must_use]
    pub const fn spec(self) -> &'static dyn GameSpec {
        self.0
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

impl PartialEq for GameName {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for GameName {}

impl Hash for GameName {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

impl fmt::Debug for GameName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GameName({})", self.as_str())
    }
}

impl fmt::Display for GameName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for GameName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// Read as an enum is, so that errors list the names that there are.
impl<'de> Deserialize<'de> for GameName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        static NAMES: LazyLock<Vec<&'static str>> =
            LazyLock::new(|| games().iter().map(|game| game.name()).collect());
        deserializer.deserialize_enum("GameName", &NAMES, NameVisitor(&NAMES))
    }
}

struct NameVisitor(&'static [&'static str]);

impl<'de> Visitor<'de> for NameVisitor {
    type Value = GameName;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a game")
    }

    fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<GameName, A::Error> {
        let (name, rest) = data.variant::<String>()?;
        rest.unit_variant()?;
        name.parse().map_err(|_| A::Error::unknown_variant(&name, self.0))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn no_two_games_share_a_name_an_option_or_a_format() {
        let names: Vec<&str> = games()
            .iter()
            .flat_map(|game| {
                let formats = game.formats().into_iter().map(|format| format.name);
                let names = std::iter::once(game.name()).chain(game.options().iter().copied());
                names.chain(formats).collect::<Vec<_>>()
            })
            .collect();
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len(), "{names:?}");
    }
}
