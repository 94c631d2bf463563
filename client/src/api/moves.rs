//! Moves and cells. In two games the server writes them as texts, in two as numbers; here both are read alike.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A text, or a number.
#[derive(Deserialize)]
#[serde(untagged)]
enum TextOrNumber {
    Text(String),
    Number(u64),
}

impl From<TextOrNumber> for String {
    fn from(written: TextOrNumber) -> Self {
        match written {
            TextOrNumber::Text(text) => text,
            TextOrNumber::Number(number) => number.to_string(),
        }
    }
}

/// A move as a person types it: gomoku `hh`, numerical `5:9`, four-in-a-row `57` (a cell's id), tesseract `41` (a tile's id).
///
/// Sent as a text, which the server takes in all games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "TextOrNumber")]
pub struct Move(String);

impl Move {
    /// A move as it was typed; blanks around it do not count. Whether it is one, the server says.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self(text.trim().to_owned())
    }

    /// The move's text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The move as a number, where it is an id.
    #[must_use]
    pub fn id(&self) -> Option<u8> {
        self.0.parse().ok()
    }
}

impl From<TextOrNumber> for Move {
    fn from(written: TextOrNumber) -> Self {
        Self(written.into())
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// One cell of a complete line: gomoku a point `hh`, else the cell's number.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(from = "TextOrNumber")]
pub struct LineCell(String);

impl From<TextOrNumber> for LineCell {
    fn from(written: TextOrNumber) -> Self {
        Self(written.into())
    }
}

impl fmt::Display for LineCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_texts_or_numbers() {
        let moves: Vec<Move> = serde_json::from_str(r#"["hh", "5:9", 57, "57"]"#).unwrap();
        assert_eq!(moves, ["hh", "5:9", "57", "57"].map(Move::new));
        let ids: Vec<Option<u8>> = moves.iter().map(Move::id).collect();
        assert_eq!(ids, [None, None, Some(57), Some(57)]);
        for junk in ["-1", "1.5", "null", "[1]"] {
            assert!(serde_json::from_str::<Move>(junk).is_err(), "{junk}");
        }
    }

    #[test]
    fn a_move_is_sent_as_a_text() {
        assert_eq!(serde_json::to_string(&Move::new(" 57\n")).unwrap(), r#""57""#);
    }
}
