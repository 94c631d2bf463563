//! Matches, and the records of them that learners save.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;
use unicode_normalization::UnicodeNormalization as _;

use crate::board::text::is_visible;
use crate::game::{MatchId, Setup};
use crate::step::{TaskIdentity, Timestamp};

/// A match as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredMatch {
    /// Its id.
    pub id: MatchId,
    /// What was agreed on before the first move.
    pub setup: Setup,
    /// The task that it was made for, if it is a step's match.
    pub task: Option<TaskIdentity>,
    /// All moves, separated by single blanks.
    pub history: String,
    /// How often the moves were changed.
    pub version: u32,
}

/// New moves for a stored match: some were made, or some were taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchChange {
    /// The match.
    pub id: MatchId,
    /// The version that was read. The change is refused if the match has another version by now.
    pub version: u32,
    /// All moves, separated by single blanks.
    pub history: String,
    /// When the moves were changed.
    pub at: Timestamp,
}

/// The longest name, in characters.
const NAME_LIMIT: usize = 64;

/// The name of a record: 1 to 64 characters that can be seen, and single blanks between them. It is kept in Unicode's
/// composition (NFC), so that one name is written in one way.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RecordName(String);

/// Why a text is not the name of a record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotARecordName {
    /// Nothing but blanks, or too much.
    #[error("the name has {0} characters; expected 1 to {NAME_LIMIT}")]
    Length(usize),
    /// A character that cannot be seen, or that means something in an address.
    #[error(
        "the name has the character {0:?}; expected letters, digits, blanks and punctuation without `/`"
    )]
    Character(char),
}

impl RecordName {
    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for RecordName {
    type Err = NotARecordName;

    fn from_str(text: &str) -> Result<Self, NotARecordName> {
        // The limit is applied before the work.
        let length = text.trim().chars().count();
        if !(1..=NAME_LIMIT).contains(&length) {
            return Err(NotARecordName::Length(length));
        }
        let composed: String = text.nfc().collect();
        let name =
            composed.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
        let is_unfit = |&c: &char| !is_visible(c) || (c.is_whitespace() && c != ' ') || c == '/';
        match name.chars().find(is_unfit) {
            Some(found) => Err(NotARecordName::Character(found)),
            None => Ok(Self(name)),
        }
    }
}

impl fmt::Display for RecordName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A record that was saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedRecord {
    /// The game's name.
    pub game: String,
    /// How many moves were made.
    pub moves: u32,
    /// The record as JSON.
    pub json: String,
    /// When it was saved.
    pub at: Timestamp,
}

/// A record in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordEntry {
    /// Its name.
    pub name: RecordName,
    /// The game's name.
    pub game: String,
    /// How many moves were made.
    pub moves: u32,
    /// When it was saved.
    pub at: Timestamp,
}
