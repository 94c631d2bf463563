//! The games: which there are, how one of them may end, and how a single game is named.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// One of the four games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GameKind {
    /// Five in a row on 15×15 points.
    Gomoku,
    /// Numerical tic-tac-toe on 4×4 cells: four numbers with the sum 34.
    Numerical,
    /// Four in a row on 4×4×4×4 cells.
    FourInARow,
    /// Three in a row on the 80 tiles of a tesseract, for two to four players.
    Tesseract,
}

impl GameKind {
    const ALL: [Self; 4] = [Self::Gomoku, Self::Numerical, Self::FourInARow, Self::Tesseract];

    /// The name that the server knows.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Gomoku => "gomoku",
            Self::Numerical => "numerical",
            Self::FourInARow => "four_in_a_row",
            Self::Tesseract => "tesseract",
        }
    }
}

impl fmt::Display for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for GameKind {
    type Err = GameKindError;

    fn from_str(text: &str) -> Result<Self, GameKindError> {
        let kind = Self::ALL.into_iter().find(|kind| kind.name() == text);
        kind.ok_or_else(|| GameKindError(text.to_owned()))
    }
}

/// A text names none of the games.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no game: gomoku, numerical, four_in_a_row or tesseract was expected")]
pub struct GameKindError(String);

/// When a game of four-in-a-row ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndRule {
    /// The first complete line wins.
    FirstLine,
    /// The board is filled, and whoever has more lines wins.
    MostLines,
}

impl EndRule {
    /// The name that the server knows.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::FirstLine => "first_line",
            Self::MostLines => "most_lines",
        }
    }
}

impl fmt::Display for EndRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for EndRule {
    type Err = EndRuleError;

    fn from_str(text: &str) -> Result<Self, EndRuleError> {
        let rule = [Self::FirstLine, Self::MostLines].into_iter().find(|rule| rule.name() == text);
        rule.ok_or_else(|| EndRuleError(text.to_owned()))
    }
}

/// A text is no way for a game to end.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no end of a game: first_line or most_lines was expected")]
pub struct EndRuleError(String);

/// A game's name: 16 lower-case letters and digits. Of a match step's task it is the answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String")]
pub struct GameId(String);

impl TryFrom<String> for GameId {
    type Error = GameIdError;

    fn try_from(text: String) -> Result<Self, GameIdError> {
        let known = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
        if text.len() == 16 && text.bytes().all(known) {
            Ok(Self(text))
        } else {
            Err(GameIdError(text))
        }
    }
}

impl FromStr for GameId {
    type Err = GameIdError;

    fn from_str(text: &str) -> Result<Self, GameIdError> {
        Self::try_from(text.to_owned())
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A text is no game's name.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no game's id: 16 lower-case letters and digits were expected")]
pub struct GameIdError(String);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_the_server_writes_them() {
        for kind in GameKind::ALL {
            assert_eq!(kind.name().parse(), Ok(kind));
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.name());
        }
        for rule in [EndRule::FirstLine, EndRule::MostLines] {
            assert_eq!(rule.name().parse(), Ok(rule));
            assert_eq!(serde_json::to_value(rule).unwrap(), rule.name());
        }
        assert!("chess".parse::<GameKind>().is_err());
        assert!("last_line".parse::<EndRule>().is_err());
    }

    #[test]
    fn an_id_is_16_lower_case_letters_and_digits() {
        assert!("k3v7k3v7k3v7k3v7".parse::<GameId>().is_ok());
        for junk in ["", "k3v7", "K3V7K3V7K3V7K3V7", "k3v7k3v7k3v7/../", "k3v7k3v7k3v7k3v7x"] {
            assert!(junk.parse::<GameId>().is_err(), "{junk:?}");
        }
    }
}
