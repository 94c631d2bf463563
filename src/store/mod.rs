//! Persistent data: learners and instructors, attempts with their tasks and their worth, extensions, matches and records, and the public keys
//! of receipts.
//!
//! [`Store`] consists of one trait for each aggregate, in domain verbs. [`open()`] opens a database by its URL. To serve a task, the server neither
//! reads nor writes here. An attempt is on the disk before its reply is sent.
//!
//! ```text
//! learners  roster  instructors  extensions        the verbs, with their types and their SQL: written once for both databases
//! attempts  grades  foreign_answers
//! matches   records  secrets
//!        │
//!        ▼
//! database ── connection, locks ── value, list     what a verb needs of a database
//!        │
//!        ├──▶ sqlite       a file of one server: one thread writes, some read
//!        └──▶ postgres     any number of servers
//! ```
//!
//! | file | content |
//! |---|---|
//! | `submission`, `guessing` | what is decided about an attempt, for both databases |
//! | `compression` | how tasks are compressed |
//! | `metrics` | what is measured of writes |
//! | `migrate` | copying a database from SQLite to PostgreSQL |
//! | `migrations` | the migrations, embedded |
//! | `news` | what has changed, for other processes |
//! | `open` | the URL of a database |

mod attempts;
mod compression;
mod connection;
mod database;
mod error;
mod extensions;
mod failure;
mod foreign_answers;
mod grades;
mod guessing;
mod instructors;
mod learners;
mod list;
mod locks;
mod matches;
mod metrics;
mod migrate;
mod migrations;
mod news;
mod open;
pub mod postgres;
mod records;
mod roster;
mod secrets;
pub mod sqlite;
mod submission;
mod value;

use async_trait::async_trait;
use tokio::sync::broadcast::{self, Receiver};

pub use attempts::{
    AcceptedAttempt, AttemptId, AttemptPage, Attempts, PastAttempt, RecordedAttempt, Regrade,
    Rejudged, Rejudgment,
};
pub use error::StoreError;
pub use extensions::Extensions;
pub use foreign_answers::{ForeignAnswer, ForeignAnswers, LearnersBoard, WrongAnswer};
pub use grades::{CauseCount, Grades, Progress, StepStatistics, StuckLearner};
pub use guessing::Refusal;
pub use instructors::{Instructor, InstructorId, Instructors};
pub use learners::{Learners, ScoreboardEntry};
pub use matches::{MatchChange, MatchEntry, Matches, StoredMatch};
pub use metrics::StoreMetrics;
pub use migrate::{CopiedTable, MigrateError, TableDigest, migrate};
pub use news::News;
pub use open::{DatabaseUrl, NotADatabaseUrl, OpenError, open};
pub use records::{
    NotARecordName, RecordEntry, RecordName, RecordPage, Records, SaveMode, SavedRecord,
};
pub use roster::{Forgetting, LearnerChange, NewLearner, Roster, RosterEntry, RosterOutcome};
pub use secrets::Secrets;
pub use submission::{
    GradeAtSubmission, NewAttempt, RawAnswer, RawRest, Standing, StoredDiagnosis, StoredExercise,
    StoredVerdict, Submitted, VerdictBasis, answer_hash,
};

/// The database of a server. Every write that returns `Ok` survives a crash of the process and of the machine.
#[async_trait]
pub trait Store:
    Attempts
    + Extensions
    + ForeignAnswers
    + Grades
    + Instructors
    + Learners
    + Matches
    + Records
    + Roster
    + Secrets
    + Send
    + Sync
{
    /// What changes from now on, in this process or another one: see [`News`]. A store that serves one process has no news, and its receiver is
    /// closed. [`Roster::class_version`] shows what commands change beside a server.
    fn news(&self) -> Receiver<News> {
        broadcast::channel(1).1
    }

    /// Whether the database can be read and written: reads something, and writes something to the disk.
    async fn ready(&self) -> Result<(), StoreError>;

    /// What was measured of the writes.
    fn metrics(&self) -> &StoreMetrics;

    /// Finishes the pending writes, refuses all later calls, and returns when the database is closed.
    async fn close(&self);
}
