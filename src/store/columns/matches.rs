//! The columns of matches and saved records.

use super::{count, fingerprint, nonce, parsed, step, time};
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
        let subject = subject.as_slice().try_into().map_err(sqlx::Error::decode)?;
        Ok(Some(TaskIdentity {
            step: step(number)?,
            fingerprint: fingerprint(print)?,
            subject: SubjectId::from_bytes(subject),
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
