//! Persistent data: learners and instructors, attempts with their tasks and their worth, extensions, decisions, matches and records, and the public keys
//! of receipts.
//!
//! [`open()`] opens a database by its URL. The verbs of a [`Store`] are written once for both databases. To serve a task, the server neither reads nor
//! writes here. An attempt is on the disk before its reply is sent.
//!
//! ```text
//! learners   attempts   grades                     the verbs, with their types and their SQL
//! course     matches    foreign_answers   decisions
//!        │
//!        ▼
//! database ── connection ── value                  what a verb needs of a database
//!        ▲
//!        ├─── sqlite       a file of one server: one thread writes, some read
//!        └─── postgres     any number of servers
//! ```
//!
//! | file | content |
//! |---|---|
//! | `attempt_request`, `guessing` | what is decided about an attempt, for both databases |
//! | `compression` | how tasks are compressed |
//! | `migrate` | copying a database from SQLite to PostgreSQL |
//! | `migrations` | the migrations, embedded |
//! | `url` | the URL of a database |

mod attempt_request;
mod attempts;
mod compression;
mod connection;
mod course;
mod database;
mod decisions;
mod error;
mod foreign_answers;
mod grades;
mod guessing;
mod learners;
mod matches;
mod migrate;
mod migrations;
pub mod postgres;
pub mod sqlite;
mod url;
mod value;

use std::sync::Arc;

use thiserror::Error;

pub use crate::course::AttemptId;
pub use attempt_request::{
    GradeAtSubmission, NewAttempt, RawAnswer, RawRest, Standing, StoredDiagnosis, StoredExercise,
    StoredVerdict, Submitted, VerdictBasis, answer_hash,
};
pub use attempts::{
    AcceptedAttempt, AttemptPage, PastAttempt, RecordedAttempt, Regrade, Rejudged, Rejudgment,
};
pub use course::{Instructor, InstructorId};
pub use database::{News, Store, StoreMetrics};
pub use error::StoreError;
pub use foreign_answers::{EqualMatches, ForeignAnswer, LearnersBoard, WrongAnswer};
pub use grades::{
    CauseCount, Progress, QuickSolution, StepActivity, StepStatistics, StoredActivity, StuckLearner,
};
pub use guessing::{ExpectedAnswer, Forecast, Refusal};
pub use learners::{Forgetting, LearnerChange, NewLearner, ScoreboardEntry};
pub use matches::{
    MatchChange, MatchEntry, NotARecordName, RecordEntry, RecordName, RecordPage, SaveMode,
    SavedRecord, StoredMatch,
};
pub use migrate::{CopiedTable, MigrateError, migrate};
use postgres::PostgresStore;
use sqlite::SqliteStore;
use url::Location;
pub use url::{DatabaseUrl, NotADatabaseUrl};

/// Why a database was not opened. The message is one line.
#[derive(Debug, Error)]
pub enum OpenError {
    /// An SQLite database cannot be used.
    #[error(transparent)]
    Sqlite(#[from] sqlite::OpenError),
    /// A PostgreSQL database cannot be used.
    #[error(transparent)]
    Postgres(#[from] postgres::OpenError),
}

/// Opens the database with this URL. An SQLite file is created if there is none; a PostgreSQL database has to be there, and may be empty.
pub async fn open(url: &DatabaseUrl) -> Result<Arc<dyn Store>, OpenError> {
    match &url.0 {
        Location::Sqlite(path) => Ok(Arc::new(SqliteStore::open(path).await?)),
        Location::Postgres(url) => Ok(Arc::new(PostgresStore::open(url).await?)),
    }
}
