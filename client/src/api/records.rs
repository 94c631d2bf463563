//! Records: the forms in which a game can be had, and the games that a learner has saved.

use std::fmt;
use std::str::FromStr;

use serde::Deserialize;
use serde_json::Value;

use super::game::GameKind;

/// A form in which a game can be had.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RecordFormat {
    /// The server's own, which tells all.
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
    type Err = RecordFormatError;

    fn from_str(text: &str) -> Result<Self, RecordFormatError> {
        let format = Self::ALL.into_iter().find(|format| format.name() == text);
        format.ok_or_else(|| RecordFormatError(text.to_owned()))
    }
}

/// A text names no form of a record.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no form of a record: json, points, psq, ini or export was expected")]
pub struct RecordFormatError(String);

/// A record that was saved just now.
#[derive(Clone, Debug, Deserialize)]
pub struct Saved {
    /// Its name.
    pub name: String,
    /// Its address.
    pub url: String,
}

/// The learner's saved records: `GET /me/records`.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct SavedList {
    pub(super) records: Vec<SavedEntry>,
}

/// A saved record as the list shows it.
#[derive(Clone, Debug, Deserialize)]
pub struct SavedEntry {
    /// Its name.
    pub name: String,
    /// Which game it is.
    pub game: GameKind,
    /// How many moves it has.
    pub moves: u32,
    /// When it was saved, as `2026-01-31T12:00:00Z`.
    pub saved: String,
    /// Its address.
    pub url: String,
}

/// A saved record.
#[derive(Clone, Debug, Deserialize)]
pub struct SavedRecord {
    /// Its name.
    pub name: String,
    /// When it was saved, as `2026-01-31T12:00:00Z`.
    pub saved: String,
    /// The record, a JSON object: a new game can begin with it.
    pub record: Value,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_is_read_by_its_name() {
        for format in RecordFormat::ALL {
            assert_eq!(format.name().parse(), Ok(format));
        }
        assert!("pgn".parse::<RecordFormat>().is_err());
    }

    #[test]
    fn saved_records_are_read() {
        let json = r#"{"is_success":true,"records":[{"name":"first","game":"gomoku","moves":12,
            "saved":"2026-01-31T12:00:00Z","url":"http://h/me/records/first"}]}"#;
        let list: SavedList = serde_json::from_str(json).unwrap();
        assert_eq!((list.records[0].name.as_str(), list.records[0].moves), ("first", 12));
        let json = r#"{"is_success":true,"name":"first","saved":"2026-01-31T12:00:00Z",
            "record":{"game":"gomoku","history":["hh"]}}"#;
        let saved: SavedRecord = serde_json::from_str(json).unwrap();
        assert_eq!(saved.record["history"][0], "hh");
    }
}
