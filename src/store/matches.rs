//! Stored matches, and the records of matches that learners save.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;
use unicode_normalization::UnicodeNormalization as _;

use crate::board::text::is_visible;
use crate::course::LearnerId;
use crate::game::{MatchId, MatchStatus, Setup};
use crate::step::{TaskIdentity, Timestamp};

/// A match as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredMatch {
    /// The id.
    pub id: MatchId,
    /// The setup: game, options, seats and seed.
    pub setup: Setup,
    /// The task that the match was created for, if it is a step's match.
    pub task: Option<TaskIdentity>,
    /// The learner who created it; none for an anonymous client.
    pub owner: Option<LearnerId>,
    /// All moves, separated by single blanks.
    pub history: String,
    /// Whether it is open after these moves.
    pub status: MatchStatus,
    /// How often the moves have changed.
    pub version: u32,
}

/// New moves for a stored match, after a move or an undo.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchChange {
    /// The match.
    pub id: MatchId,
    /// The version that was read. The change is refused if the stored match has another version.
    pub version: u32,
    /// All moves, separated by single blanks.
    pub history: String,
    /// Whether the match is open after these moves.
    pub status: MatchStatus,
    /// When the moves were changed.
    pub at: Timestamp,
}

/// A match in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchEntry {
    /// The id.
    pub id: MatchId,
    /// The setup.
    pub setup: Setup,
    /// Whether it is open.
    pub status: MatchStatus,
    /// How many moves were made.
    pub moves: usize,
    /// When the moves were last changed.
    pub changed_at: Timestamp,
}

/// A part of a list of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordPage {
    /// How many records are before it.
    pub skip: u32,
    /// The most that it has.
    pub limit: u32,
}

/// What happens to a record that has the name already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaveMode {
    /// It stays, and nothing is saved.
    Create,
    /// It is replaced; without one, nothing is saved.
    Replace,
}

/// The name of a record: 1 to 64 visible characters, with single blanks between words. It is normalized (NFC), so that one name is
/// written in one way.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RecordName(String);

/// Why a text is not the name of a record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotARecordName {
    /// The text is blank or too long.
    #[error("the name has {0} characters; expected 1 to {limit}", limit = RecordName::LIMIT)]
    Length(usize),
    /// A character that is invisible or has a meaning in addresses.
    #[error(
        "the name has the character {0:?}; expected letters, digits, blanks and punctuation without `/`"
    )]
    Character(char),
    /// In an address these mean a folder.
    #[error("the name is `.` or `..`; expected something else")]
    Dots,
}

impl RecordName {
    /// The longest name, in characters.
    pub const LIMIT: usize = 64;

    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for RecordName {
    type Err = NotARecordName;

    fn from_str(text: &str) -> Result<Self, NotARecordName> {
        // Checked first, so that a long text costs nothing more.
        let length = text.trim().chars().count();
        if !(1..=Self::LIMIT).contains(&length) {
            return Err(NotARecordName::Length(length));
        }
        let composed: String = text.nfc().collect();
        let name =
            composed.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
        let is_forbidden =
            |&c: &char| !is_visible(c) || (c.is_whitespace() && c != ' ') || c == '/';
        match name.chars().find(is_forbidden) {
            Some(found) => Err(NotARecordName::Character(found)),
            None if name == "." || name == ".." => Err(NotARecordName::Dots),
            None => Ok(Self(name)),
        }
    }
}

impl fmt::Display for RecordName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A saved record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedRecord {
    /// The game's name.
    pub game: String,
    /// The number of moves.
    pub moves: u32,
    /// The record as JSON.
    pub json: String,
    /// When it was saved.
    pub at: Timestamp,
}

/// A record in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordEntry {
    /// The name.
    pub name: RecordName,
    /// The game's name.
    pub game: String,
    /// The number of moves.
    pub moves: u32,
    /// When it was saved.
    pub at: Timestamp,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_name_is_one_segment_of_a_path() {
        for text in [".", ".."] {
            assert_eq!(text.parse::<RecordName>(), Err(NotARecordName::Dots));
        }
        assert_eq!("a/b".parse::<RecordName>(), Err(NotARecordName::Character('/')));
        assert!("...".parse::<RecordName>().is_ok());
    }
}
