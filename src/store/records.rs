//! Records of matches that learners save.

use std::fmt;
use std::str::FromStr;

use async_trait::async_trait;
use thiserror::Error;
use unicode_normalization::UnicodeNormalization as _;

use super::connection::Connection;
use super::database::{Database, Writing};
use super::error::{Result, StoreError};
use super::failure::Failure;
use super::value::{columns, from_row, parsed, values};
use crate::board::text::is_visible;
use crate::course::LearnerId;
use crate::step::Timestamp;

/// A page of a list of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordPage {
    /// How many records come before the page.
    pub skip: u32,
    /// How many records the page has at most.
    pub limit: u32,
}

/// What happens to an existing record of the same name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaveMode {
    /// The record stays, and nothing is saved.
    Create,
    /// The record is replaced. If there is none, nothing is saved.
    Replace,
}

/// The name of a record: 1 to 64 visible characters, with single blanks between words. It is normalized (NFC), so that one name has one
/// spelling.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RecordName(String);

/// Why a text is not the name of a record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotARecordName {
    /// The text is blank or too long.
    #[error("the name has {0} characters; expected 1 to {limit}", limit = RecordName::LIMIT)]
    Length(usize),
    /// The text has a character that is invisible or has a meaning in addresses.
    #[error(
        "the name has the character {0:?}; expected letters, digits, blanks and punctuation without `/`"
    )]
    Character(char),
    /// In an address the text means a folder.
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

/// Saved records.
#[async_trait]
pub trait Records {
    /// Saves a record under a new name, or under the name of an existing record: see [`SaveMode`]. A learner may have `limit` records.
    async fn save_record(
        &self,
        learner: LearnerId,
        name: &RecordName,
        record: SavedRecord,
        mode: SaveMode,
        limit: u32,
    ) -> Result<()>;

    /// Deletes a learner's record.
    async fn delete_record(&self, learner: LearnerId, name: &RecordName) -> Result<()>;

    /// A page of a learner's records, the latest last.
    async fn records(&self, learner: LearnerId, page: RecordPage) -> Result<Vec<RecordEntry>>;

    /// How many records a learner has.
    async fn count_records(&self, learner: LearnerId) -> Result<u32>;

    /// A learner's latest records, at most `limit`, the latest first.
    async fn latest_records(&self, learner: LearnerId, limit: u32) -> Result<Vec<RecordEntry>>;

    /// A learner's record with this name.
    async fn record(&self, learner: LearnerId, name: &RecordName) -> Result<Option<SavedRecord>>;
}

/// How many records the learner `$1` has.
const COUNT: &str = "SELECT count(*) FROM records WHERE learner = $1";

#[async_trait]
impl<D: Database> Records for D {
    async fn save_record(
        &self,
        learner: LearnerId,
        name: &RecordName,
        record: SavedRecord,
        mode: SaveMode,
        limit: u32,
    ) -> Result<()> {
        let name = name.clone();
        self.write(Writing::Change, move |c| Box::pin(save(c, learner, name, record, mode, limit)))
            .await
    }

    async fn delete_record(&self, learner: LearnerId, name: &RecordName) -> Result<()> {
        let sql = "DELETE FROM records WHERE learner = $1 AND name = $2";
        match self.execute(sql, values![learner, name]).await? {
            0 => Err(StoreError::RecordUnknown),
            _ => Ok(()),
        }
    }

    async fn records(&self, learner: LearnerId, page: RecordPage) -> Result<Vec<RecordEntry>> {
        let sql = "SELECT name, game, moves, saved_at FROM records WHERE learner = $1
                   ORDER BY saved_at, name LIMIT $2 OFFSET $3";
        self.rows(sql, values![learner, page.limit, page.skip]).await
    }

    async fn count_records(&self, learner: LearnerId) -> Result<u32> {
        self.one(COUNT, values![learner]).await
    }

    async fn latest_records(&self, learner: LearnerId, limit: u32) -> Result<Vec<RecordEntry>> {
        let sql = "SELECT name, game, moves, saved_at FROM records WHERE learner = $1
                   ORDER BY saved_at DESC, name DESC LIMIT $2";
        self.rows(sql, values![learner, limit]).await
    }

    async fn record(&self, learner: LearnerId, name: &RecordName) -> Result<Option<SavedRecord>> {
        let sql =
            "SELECT game, moves, record, saved_at FROM records WHERE learner = $1 AND name = $2";
        self.row(sql, values![learner, name]).await
    }
}

columns! {
    RecordName: String = |name| name.0.clone(), |column| parsed(&column);
}

from_row!(SavedRecord { game, moves, json, at });

from_row!(RecordEntry { name, game, moves, at });

/// The lock makes the count right if a learner saves several records at once.
async fn save(
    c: &mut Connection<'_>,
    learner: LearnerId,
    name: RecordName,
    record: SavedRecord,
    mode: SaveMode,
    limit: u32,
) -> Result<(), Failure> {
    let (sql, refusal) = match mode {
        SaveMode::Create => (
            "INSERT INTO records (learner, name, game, moves, record, saved_at)
             VALUES ($1, $2, $3, $4, $5, $6)
             ON CONFLICT (learner, name) DO NOTHING",
            StoreError::RecordTaken,
        ),
        SaveMode::Replace => (
            "UPDATE records SET game = $3, moves = $4, record = $5, saved_at = $6
             WHERE learner = $1 AND name = $2",
            StoreError::RecordUnknown,
        ),
    };
    if mode == SaveMode::Create {
        c.lock_learner(learner).await?;
        if c.one::<u32>(COUNT, &values![learner]).await? >= limit {
            return Err(StoreError::TooManyRecords(limit).into());
        }
    }
    let SavedRecord { game, moves, json, at } = record;
    match c.execute(sql, &values![learner, name, game, moves, json, at]).await? {
        0 => Err(refusal.into()),
        _ => Ok(()),
    }
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
