//! Matches.

use async_trait::async_trait;

use super::database::Database;
use super::error::{Result, StoreError};
use super::failure::Failure;
use super::value::{FromRow, Row, values};
use crate::course::LearnerId;
use crate::game::{MatchId, MatchStatus, Setup};
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
    /// How many moves were made.
    pub moves: usize,
    /// When the moves were last changed.
    pub changed_at: Timestamp,
}

/// Matches.
#[async_trait]
pub trait Matches {
    /// Stores a new match.
    async fn create_match(&self, new: StoredMatch, at: Timestamp) -> Result<()>;

    /// The match with this id.
    async fn load_match(&self, id: MatchId) -> Result<Option<StoredMatch>>;

    /// Replaces the moves of a match, unless they have changed since they were read: see [`MatchChange`].
    async fn save_match(&self, change: MatchChange) -> Result<()>;

    /// Deletes matches without an owner that were last changed before a time, at most `limit`, and returns how many it has deleted. A match is
    /// owned by the learner who created it, or by the task that it was created for.
    async fn expire_matches(&self, before: Timestamp, limit: u32) -> Result<u64>;

    /// The matches that a learner has created, at most `limit`: open ones first, then the latest first.
    async fn matches_of(&self, learner: LearnerId, limit: u32) -> Result<Vec<MatchEntry>>;
}

#[async_trait]
impl<D: Database> Matches for D {
    async fn create_match(&self, new: StoredMatch, at: Timestamp) -> Result<()> {
        let task = new.task;
        let setup = serde_json::to_string(&new.setup).map_err(Failure::value)?;
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

    async fn load_match(&self, id: MatchId) -> Result<Option<StoredMatch>> {
        let sql =
            "SELECT id, setup, step, fingerprint, subject, nonce, owner, history, status, version
                   FROM games WHERE id = $1";
        self.row(sql, values![id]).await
    }

    /// Of several changes at once, the first one is made. The others find another version.
    async fn save_match(&self, change: MatchChange) -> Result<()> {
        let MatchChange { id, version, history, status, at } = change;
        let sql =
            "UPDATE games SET history = $1, version = version + 1, changed_at = $2, status = $5
                   WHERE id = $3 AND version = $4";
        match self.execute(sql, values![history, at, id, version, status]).await? {
            0 => Err(StoreError::MatchChanged),
            _ => Ok(()),
        }
    }

    /// The matches that have been idle for the longest time go first.
    async fn expire_matches(&self, before: Timestamp, limit: u32) -> Result<u64> {
        // Matches that another server is deleting or changing are left to it.
        let sql = D::DIALECT.choose(
            "DELETE FROM games WHERE id IN (
                 SELECT id FROM games WHERE owner IS NULL AND step IS NULL AND changed_at < $1
                 ORDER BY changed_at LIMIT $2)",
            "DELETE FROM games WHERE id IN (
                 SELECT id FROM games WHERE owner IS NULL AND step IS NULL AND changed_at < $1
                 ORDER BY changed_at LIMIT $2 FOR UPDATE SKIP LOCKED)",
        );
        self.execute(sql, values![before, limit]).await
    }

    async fn matches_of(&self, learner: LearnerId, limit: u32) -> Result<Vec<MatchEntry>> {
        let sql = "SELECT id, setup, status, history, changed_at FROM games WHERE owner = $1
                   ORDER BY status <> 'open', changed_at DESC, started_at DESC, id LIMIT $2";
        self.rows(sql, values![learner, limit]).await
    }
}

impl FromRow for Setup {
    fn from_row(row: &mut Row<'_>) -> Result<Self, Failure> {
        serde_json::from_str(&row.read::<String>()?).map_err(Failure::value)
    }
}

impl FromRow for StoredMatch {
    fn from_row(row: &mut Row<'_>) -> Result<Self, Failure> {
        Ok(Self {
            id: row.read()?,
            setup: row.read()?,
            task: match (row.read()?, row.read()?, row.read()?, row.read()?) {
                (Some(step), Some(fingerprint), Some(subject), Some(nonce)) => {
                    Some(TaskIdentity { step, fingerprint, subject, nonce })
                }
                _ => None,
            },
            owner: row.read()?,
            history: row.read()?,
            status: row.read()?,
            version: row.read()?,
        })
    }
}

impl FromRow for MatchEntry {
    fn from_row(row: &mut Row<'_>) -> Result<Self, Failure> {
        Ok(Self {
            id: row.read()?,
            setup: row.read()?,
            status: row.read()?,
            moves: row.read::<String>()?.split_ascii_whitespace().count(),
            changed_at: row.read()?,
        })
    }
}
