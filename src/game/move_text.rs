//! A move as somebody sends it.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, Visitor};

/// A move that came as a text or as a number: `"hh"`, `"57"` or `57`. Whether it is one, the game says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveText(pub String);

impl<'de> Deserialize<'de> for MoveText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(MoveVisitor)
    }
}

struct MoveVisitor;

impl Visitor<'_> for MoveVisitor {
    type Value = MoveText;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a move, as a text or a whole number")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<MoveText, E> {
        Ok(MoveText(text.to_owned()))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<MoveText, E> {
        Ok(MoveText(number.to_string()))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<MoveText, E> {
        Ok(MoveText(number.to_string()))
    }
}
