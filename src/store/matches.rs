//! Matches, and the records of matches that learners save.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;
use unicode_normalization::UnicodeNormalization as _;

use super::database::{Access, Store};
use super::error::{Result, StoreError};
use super::value::{FromRow, Row, from_row, texts, values};
use crate::board::text::is_visible;
use crate::course::LearnerId;
use crate::game::{Match, MatchId, MatchStatus, Setup};
use crate::step::{TaskIdentity, Timestamp};

/// A stored match.
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
    /// How many times the moves have changed.
    pub version: u32,
}

/// New moves for a stored match, after a move or an undo.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchChange {
    /// The match.
    pub id: MatchId,
    /// The version that was read. The change is rejected if the stored match has another version.
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
    /// All moves, separated by single blanks.
    pub history: String,
    /// When the moves were last changed.
    pub changed_at: Timestamp,
}

impl MatchEntry {
    /// The match after its moves.
    pub fn state(&self) -> Result<Match> {
        Match::resume(self.setup.clone(), self.history.split_ascii_whitespace())
            .map_err(StoreError::unreadable)
    }
}

/// Matches.
impl dyn Store + '_ {
    /// Stores a new match.
    pub async fn create_match(&self, new: StoredMatch, at: Timestamp) -> Result<()> {
        let task = new.task;
        let setup = serde_json::to_string(&new.setup).map_err(StoreError::unreadable)?;
        let values = values![
            new.id,
            setup,
            task.map(|task| task.step),
            task.map(|task| task.fingerprint),
            task.map(|task| task.subject),
            task.map(|task| task.nonce),
            new.history,
            new.version,
            at,
            new.owner,
            new.status,
        ];
        // The database refuses one of a learner who does not exist or is forgotten.
        let sql = "INSERT INTO games (id, setup, step, fingerprint, subject, nonce, history, version, started_at, changed_at,
                                      owner, status)
                   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10, $11)";
        self.execute(sql, values).await.map(drop)
    }

    /// The match with this id.
    pub async fn load_match(&self, id: MatchId) -> Result<Option<StoredMatch>> {
        let sql =
            "SELECT id, setup, step, fingerprint, subject, nonce, owner, history, status, version
                   FROM games WHERE id = $1";
        self.row(sql, values![id]).await
    }

    /// Replaces the moves of a match, unless they have changed since they were read: see [`MatchChange`].
    ///
    /// Of several changes at once, the first one is made. The others find another version.
    pub async fn save_match(&self, change: MatchChange) -> Result<()> {
        let MatchChange { id, version, history, status, at } = change;
        let sql =
            "UPDATE games SET history = $1, version = version + 1, changed_at = $2, status = $5
                   WHERE id = $3 AND version = $4";
        let values = values![history, at, id, version, status];
        self.change(sql, values, StoreError::MatchChanged).await
    }

    /// Deletes matches without an owner that were last changed before a time, at most `limit`, and returns how many it has deleted. A match is
    /// owned by the learner who created it, or by the task that it was created for.
    ///
    /// The matches that have been idle for the longest time go first.
    pub async fn expire_matches(&self, before: Timestamp, limit: u32) -> Result<u64> {
        self.with(Access::Statement, move |c| {
            Box::pin(async move {
                // Matches that another server is deleting or changing are left to it.
                let sql = c.choose(
                    "DELETE FROM games WHERE id IN (
                         SELECT id FROM games WHERE owner IS NULL AND step IS NULL AND changed_at < $1
                         ORDER BY changed_at LIMIT $2)",
                    "DELETE FROM games WHERE id IN (
                         SELECT id FROM games WHERE owner IS NULL AND step IS NULL AND changed_at < $1
                         ORDER BY changed_at LIMIT $2 FOR UPDATE SKIP LOCKED)",
                );
                c.execute(sql, &values![before, limit]).await
            })
        })
        .await
    }

    /// The matches that a learner has created, at most `limit`: open ones first, then the latest first.
    pub async fn matches_of(&self, learner: LearnerId, limit: u32) -> Result<Vec<MatchEntry>> {
        let sql = "SELECT id, setup, status, history, changed_at FROM games WHERE owner = $1
                   ORDER BY status <> 'open', changed_at DESC, started_at DESC, id LIMIT $2";
        self.rows(sql, values![learner, limit]).await
    }
}

impl FromRow for Setup {
    fn from_row(row: &mut Row<'_>) -> Result<Self> {
        serde_json::from_str(&row.read::<String>()?).map_err(StoreError::unreadable)
    }
}

/// All columns are null if there is no task.
impl FromRow for Option<TaskIdentity> {
    fn from_row(row: &mut Row<'_>) -> Result<Self> {
        Ok(match (row.read()?, row.read()?, row.read()?, row.read()?) {
            (Some(step), Some(fingerprint), Some(subject), Some(nonce)) => {
                Some(TaskIdentity { step, fingerprint, subject, nonce })
            }
            _ => None,
        })
    }
}

from_row!(StoredMatch { id, setup, task, owner, history, status, version });

from_row!(MatchEntry { id, setup, status, history, changed_at });

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

/// How many records the learner `$1` has.
const COUNT: &str = "SELECT count(*) FROM records WHERE learner = $1";

/// Saved records.
impl dyn Store + '_ {
    /// Saves a record under a new name, or under the name of an existing record: see [`SaveMode`]. A learner may have `limit` records.
    pub async fn save_record(
        &self,
        learner: LearnerId,
        name: &RecordName,
        record: SavedRecord,
        mode: SaveMode,
        limit: u32,
    ) -> Result<()> {
        let SavedRecord { game, moves, json, at } = record;
        let values = values![learner, name, game, moves, json, at];
        if mode == SaveMode::Replace {
            let sql = "UPDATE records SET game = $3, moves = $4, record = $5, saved_at = $6
                       WHERE learner = $1 AND name = $2";
            return self.change(sql, values, StoreError::RecordUnknown).await;
        }
        self.with(Access::Change, move |c| {
            Box::pin(async move {
                // The lock makes the count right if a learner saves several records at once.
                c.lock("SELECT lock_learners(ARRAY[$1::bigint])", &values![learner]).await?;
                if c.one::<u32>(COUNT, &values![learner]).await? >= limit {
                    return Err(StoreError::TooManyRecords(limit));
                }
                let sql = "INSERT INTO records (learner, name, game, moves, record, saved_at)
                           VALUES ($1, $2, $3, $4, $5, $6)
                           ON CONFLICT (learner, name) DO NOTHING";
                match c.execute(sql, &values).await? {
                    0 => Err(StoreError::RecordTaken),
                    _ => Ok(()),
                }
            })
        })
        .await
    }

    /// Deletes a learner's record.
    pub async fn delete_record(&self, learner: LearnerId, name: &RecordName) -> Result<()> {
        let sql = "DELETE FROM records WHERE learner = $1 AND name = $2";
        self.change(sql, values![learner, name], StoreError::RecordUnknown).await
    }

    /// A page of a learner's records, the latest last.
    pub async fn records(&self, learner: LearnerId, page: RecordPage) -> Result<Vec<RecordEntry>> {
        let sql = "SELECT name, game, moves, saved_at FROM records WHERE learner = $1
                   ORDER BY saved_at, name LIMIT $2 OFFSET $3";
        self.rows(sql, values![learner, page.limit, page.skip]).await
    }

    /// How many records a learner has.
    pub async fn count_records(&self, learner: LearnerId) -> Result<u32> {
        self.one(Access::Read, COUNT, values![learner]).await
    }

    /// A learner's latest records, at most `limit`, the latest first.
    pub async fn latest_records(&self, learner: LearnerId, limit: u32) -> Result<Vec<RecordEntry>> {
        let sql = "SELECT name, game, moves, saved_at FROM records WHERE learner = $1
                   ORDER BY saved_at DESC, name DESC LIMIT $2";
        self.rows(sql, values![learner, limit]).await
    }

    /// A learner's record with this name.
    pub async fn record(
        &self,
        learner: LearnerId,
        name: &RecordName,
    ) -> Result<Option<SavedRecord>> {
        let sql =
            "SELECT game, moves, record, saved_at FROM records WHERE learner = $1 AND name = $2";
        self.row(sql, values![learner, name]).await
    }
}

texts!(RecordName);

from_row!(SavedRecord { game, moves, json, at });

from_row!(RecordEntry { name, game, moves, at });

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
