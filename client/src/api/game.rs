//! The vocabulary of games on the wire: which games there are, who plays, how a game ends, and how it is recorded.

use std::fmt;
use std::num::NonZeroU8;
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
    /// Four-in-a-row on 4×4×4×4 cells.
    FourInARow,
    /// Three in a row on the 80 tiles of a tesseract, for two to eight players.
    Tesseract,
}

impl GameKind {
    /// All games.
    pub const ALL: [Self; 4] = [Self::Gomoku, Self::Numerical, Self::FourInARow, Self::Tesseract];

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
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        by_name(text, "a game", &Self::ALL)
    }
}

/// When a game of four-in-a-row ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndRule {
    /// The first complete line wins.
    FirstLine,
    /// The board is filled, and the player with more lines wins.
    MostLines,
}

impl EndRule {
    /// All rules.
    pub const ALL: [Self; 2] = [Self::FirstLine, Self::MostLines];

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
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        by_name(text, "an end of a game", &Self::ALL)
    }
}

/// A game's id: 16 lower-case letters and digits. Of a match step's task it is the answer.
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

/// A text is not a game's id.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a game's id: expected 16 lower-case letters and digits")]
pub struct GameIdError(String);

/// Who plays one side of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Seat {
    /// A person, or a program of theirs.
    Human,
    /// The computer that draws its moves.
    Random,
    /// The computer that follows the game's rules of thumb.
    Rules,
    /// The computer that looks ahead.
    Search,
    /// The numerical game's computer that searches the evaluation so many plies deep. The server says how deep it may go.
    #[serde(rename = "alphabeta")]
    AlphaBeta(NonZeroU8),
}

impl Seat {
    /// All players without an option.
    pub const NAMED: [Self; 4] = [Self::Human, Self::Random, Self::Rules, Self::Search];

    /// Whether a computer sits here.
    #[must_use]
    pub fn is_computer(self) -> bool {
        self != Self::Human
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Human => f.write_str("human"),
            Self::Random => f.write_str("random"),
            Self::Rules => f.write_str("rules"),
            Self::Search => f.write_str("search"),
            Self::AlphaBeta(depth) => write!(f, "alphabeta:{depth}"),
        }
    }
}

impl FromStr for Seat {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        let depth = text.strip_prefix("alphabeta:").and_then(|depth| depth.parse().ok());
        match depth {
            Some(depth) => Ok(Self::AlphaBeta(depth)),
            None => by_name(text, "a player", &Self::NAMED)
                .map_err(|error| NameError { known: error.known + ", alphabeta:3", ..error }),
        }
    }
}

/// A format of game records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RecordFormat {
    /// The server's own, which is complete.
    #[default]
    Json,
    /// Gomoku: the points one after the other, `hhgi`.
    Points,
    /// Gomoku: the file of Piskvork and the programs that play through it.
    Psq,
    /// Four-in-a-row: `[game]`, `history = [0, 57, 255]`.
    Ini,
    /// Tesseract: `{players, {icons}, threshold, "code"}`.
    Export,
}

impl RecordFormat {
    const ALL: [Self; 5] = [Self::Json, Self::Points, Self::Psq, Self::Ini, Self::Export];

    /// The name that the server knows.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Points => "points",
            Self::Psq => "psq",
            Self::Ini => "ini",
            Self::Export => "export",
        }
    }
}

impl fmt::Display for RecordFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for RecordFormat {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        by_name(text, "a record format", &Self::ALL)
    }
}

/// A move or a cell on the wire: in two games the server writes texts, in two numbers.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum TextOrNumber {
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
    /// A move as it was typed; blanks around it do not count. The server says whether it is legal.
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

/// A text is not one of the names that are known.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{given:?} is not {what}: expected {known}")]
pub struct NameError {
    given: String,
    what: &'static str,
    known: String,
}

/// The value whose name a text is.
fn by_name<T: Copy + fmt::Display>(
    text: &str,
    what: &'static str,
    all: &[T],
) -> Result<T, NameError> {
    let names: Vec<String> = all.iter().map(ToString::to_string).collect();
    let found = all.iter().zip(&names).find(|(_, name)| *name == text);
    found.map(|(value, _)| *value).ok_or_else(|| NameError {
        given: text.to_owned(),
        what,
        known: names.join(", "),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_the_server_writes_them() {
        for kind in GameKind::ALL {
            assert_eq!(kind.name().parse(), Ok(kind));
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.name());
        }
        for rule in EndRule::ALL {
            assert_eq!(rule.name().parse(), Ok(rule));
            assert_eq!(serde_json::to_value(rule).unwrap(), rule.name());
        }
        for seat in Seat::NAMED {
            assert_eq!(seat.to_string().parse(), Ok(seat));
            assert_eq!(serde_json::to_value(seat).unwrap(), seat.to_string());
        }
        for format in RecordFormat::ALL {
            assert_eq!(format.name().parse(), Ok(format));
        }
    }

    #[test]
    fn an_alphabeta_seat_has_a_depth() {
        let seat: Seat = "alphabeta:3".parse().unwrap();
        assert_eq!(seat.to_string(), "alphabeta:3");
        assert_eq!(serde_json::to_value(seat).unwrap(), serde_json::json!({"alphabeta": 3}));
        assert_eq!(serde_json::from_str::<Seat>(r#"{"alphabeta":3}"#).unwrap(), seat);
        assert!(seat.is_computer());
    }

    #[test]
    fn other_names_are_refused_and_the_known_ones_are_listed() {
        for junk in ["", "Human", "minimax", "alphabeta", "alphabeta:0", "alphabeta:256"] {
            assert!(junk.parse::<Seat>().is_err(), "{junk:?}");
        }
        assert!("chess".parse::<GameKind>().is_err());
        assert!("pgn".parse::<RecordFormat>().is_err());
        let error = "last_line".parse::<EndRule>().unwrap_err().to_string();
        assert_eq!(
            error,
            r#""last_line" is not an end of a game: expected first_line, most_lines"#
        );
    }

    #[test]
    fn an_id_is_16_lower_case_letters_and_digits() {
        assert!("k3v7k3v7k3v7k3v7".parse::<GameId>().is_ok());
        for junk in ["", "k3v7", "K3V7K3V7K3V7K3V7", "k3v7k3v7k3v7/../", "k3v7k3v7k3v7k3v7x"] {
            assert!(junk.parse::<GameId>().is_err(), "{junk:?}");
        }
    }

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
