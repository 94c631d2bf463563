//! The columns of matches and saved records.

use super::{bytes, count, fingerprint, nonce, parsed, step, time};
use crate::course::LearnerId;
use crate::game::{MatchId, Setup};
use crate::step::{SubjectId, TaskIdentity};
use crate::store::{MatchEntry, RecordEntry, SavedRecord, StoredMatch};

/// A setup as it is stored.
pub(in crate::store) fn setup_column(setup: &Setup) -> sqlx::Result<String> {
    serde_json::to_string(setup).map_err(|error| sqlx::Error::Encode(error.into()))
}

/// A setup that was stored.
fn setup(column: &str) -> sqlx::Result<Setup> {
    serde_json::from_str(column).map_err(sqlx::Error::decode)
}

/// The columns of a match. Those of the task are all empty or none is.
#[derive(sqlx::FromRow)]
pub(in crate::store) struct MatchColumns {
    setup: String,
    history: String,
    version: i64,
    step: Option<i64>,
    fingerprint: Option<i64>,
    subject: Option<Vec<u8>>,
    nonce: Option<i64>,
    owner: Option<i64>,
    status: String,
}

impl MatchColumns {
    /// The match with the id $1.
    pub(in crate::store) const BY_ID: &'static str =
        "SELECT setup, history, version, step, fingerprint, subject, nonce, owner, status
         FROM games WHERE id = $1";

    /// The match of this id.
    pub(in crate::store) fn into_match(self, id: MatchId) -> sqlx::Result<StoredMatch> {
        Ok(StoredMatch {
            id,
            setup: setup(&self.setup)?,
            task: self.task()?,
            owner: self.owner.map(LearnerId),
            status: parsed(&self.status)?,
            version: count(self.version)?,
            history: self.history,
        })
    }

    fn task(&self) -> sqlx::Result<Option<TaskIdentity>> {
        let (Some(number), Some(print), Some(subject), Some(bits)) =
            (self.step, self.fingerprint, &self.subject, self.nonce)
        else {
            return Ok(None);
        };
        Ok(Some(TaskIdentity {
            step: step(number)?,
            fingerprint: fingerprint(print)?,
            subject: SubjectId::from_bytes(bytes(subject)?),
            nonce: nonce(bits),
        }))
    }
}

/// The columns of a match in a list.
#[derive(sqlx::FromRow)]
pub(in crate::store) struct EntryColumns {
    id: String,
    setup: String,
    history: String,
    status: String,
    changed_at: i64,
}

impl EntryColumns {
    /// At most $2 matches of the owner $1, the open ones first and then the latest first.
    pub(in crate::store) const OF_LEARNER: &'static str =
        "SELECT id, setup, history, status, changed_at FROM games WHERE owner = $1
         ORDER BY status != 'open', changed_at DESC, started_at DESC, id LIMIT $2";
}

impl TryFrom<EntryColumns> for MatchEntry {
    type Error = sqlx::Error;

    fn try_from(columns: EntryColumns) -> sqlx::Result<Self> {
        Ok(Self {
            id: parsed(&columns.id)?,
            setup: setup(&columns.setup)?,
            status: parsed(&columns.status)?,
            moves: columns.history.split_ascii_whitespace().count(),
            changed_at: time(columns.changed_at),
        })
    }
}

/// The columns of a record in a list.
#[derive(sqlx::FromRow)]
pub(in crate::store) struct RecordColumns {
    name: String,
    game: String,
    moves: i64,
    saved_at: i64,
}

impl RecordColumns {
    /// At most $2 records of the learner $1, the latest last, without the first $3.
    pub(in crate::store) const PAGE: &'static str =
        "SELECT name, game, moves, saved_at FROM records WHERE learner = $1
         ORDER BY saved_at, name LIMIT $2 OFFSET $3";

    /// At most $2 records of the learner $1, the latest first.
    pub(in crate::store) const LATEST: &'static str =
        "SELECT name, game, moves, saved_at FROM records WHERE learner = $1
         ORDER BY saved_at DESC, name DESC LIMIT $2";
}

impl TryFrom<RecordColumns> for RecordEntry {
    type Error = sqlx::Error;

    fn try_from(columns: RecordColumns) -> sqlx::Result<Self> {
        Ok(Self {
            name: parsed(&columns.name)?,
            game: columns.game,
            moves: count(columns.moves)?,
            at: time(columns.saved_at),
        })
    }
}

/// The columns of a record.
#[derive(sqlx::FromRow)]
pub(in crate::store) struct SavedColumns {
    game: String,
    moves: i64,
    record: String,
    saved_at: i64,
}

impl SavedColumns {
    /// The record of the learner $1 with the name $2.
    pub(in crate::store) const BY_NAME: &'static str =
        "SELECT game, moves, record, saved_at FROM records WHERE learner = $1 AND name = $2";
}

impl TryFrom<SavedColumns> for SavedRecord {
    type Error = sqlx::Error;

    fn try_from(columns: SavedColumns) -> sqlx::Result<Self> {
        Ok(Self {
            game: columns.game,
            moves: count(columns.moves)?,
            json: columns.record,
            at: time(columns.saved_at),
        })
    }
}
