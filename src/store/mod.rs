//! Persistent data: learners and instructors, attempts with their tasks and what they are worth, extensions, matches and records, and the
//! public keys of receipts.
//!
//! | file | what is remembered |
//! |---|---|
//! | `attempt` | attempts, and how a learner stands at the steps |
//! | `foreign` | wrong answers that are right for another learner's board |
//! | `guessing` | after how many wrong answers an attempt is refused |
//! | `class` | the roster, instructors, and attempts as instructors look at them |
//! | `matches` | matches and saved records |
//! | `metrics` | what is measured of writes |
//! | `columns` | how values and rows are stored, in every database |
//! | `compression` | how tasks are compressed |
//! | [`sqlite`] | the store in SQLite, a file of one server |
//! | [`postgres`] | the store in PostgreSQL, for any number of servers; `open` chooses one of the two |
//! | `migrate` | moving a database from SQLite to PostgreSQL |
//! | `news` | what has changed, for other processes |
//!
//! [`Store`] is a trait of domain verbs; [`open()`] opens a database by its URL. Serving a task reads and writes nothing
//! here. An attempt is durable before its reply is sent.

mod attempt;
mod class;
mod columns;
mod compression;
mod dropped;
mod foreign;
mod guessing;
mod matches;
mod metrics;
mod migrate;
mod news;
mod open;
pub mod postgres;
pub mod sqlite;

use async_trait::async_trait;
use thiserror::Error;
use tokio::sync::broadcast::{self, Receiver};

pub use attempt::{
    GradedThen, NewAttempt, PastAttempt, Progress, RawAnswer, RawRest, Standing, StoredDiagnosis,
    StoredVerdict, Submitted, VerdictBasis, answer_hash,
};
pub use class::{
    AcceptedAttempt, AttemptId, AttemptPage, CauseCount, Forgetting, Instructor, InstructorId,
    LearnerChange, NewLearner, RecordedAttempt, Regrade, Rejudged, Rejudgment, RosterEntry,
    RosterOutcome, ScoreboardEntry, StepStatistics, StuckLearner,
};
pub use foreign::{ForeignAnswer, LearnersBoard, WrongAnswer};
pub use guessing::Refusal;
pub use matches::{
    MatchChange, MatchEntry, NotARecordName, RecordEntry, RecordName, RecordPage, SaveMode,
    SavedRecord, StoredMatch,
};
pub use metrics::StoreMetrics;
pub use migrate::{CopiedTable, MigrateError, TableDigest, migrate};
pub use news::News;
pub use open::{DatabaseUrl, NotADatabaseUrl, OpenError, open};

use crate::course::{
    Audience, Extension, ExtensionId, Grade, KeyHash, Learner, LearnerId, LearnerName, Nickname,
    RuleChanges,
};
use crate::game::MatchId;
use crate::step::{Fingerprint, StepNumber, Timestamp};

/// Why a store operation failed.
#[derive(Debug, Error)]
pub enum StoreError {
    /// Somebody else, a learner or an instructor, has the name, or a name or nickname that looks like it; upper and lower case do not count.
    #[error("the name is taken")]
    NameTaken,
    /// Another learner has the e-mail address or the student id.
    #[error("another learner has the same e-mail address or student id")]
    MemberTaken,
    /// An instructor of this name exists.
    #[error("an instructor has the name already")]
    InstructorTaken,
    /// There is no such attempt, extension or instructor.
    #[error("there is no such entry")]
    EntryUnknown,
    /// There is no such learner any more.
    #[error("there is no such learner")]
    LearnerUnknown,
    /// The learner has as many records as are allowed.
    #[error("the learner has {0} records, which is the limit")]
    TooManyRecords(u32),
    /// The learner already has a record with this name.
    #[error("the record's name is taken")]
    RecordTaken,
    /// The learner has no record with this name.
    #[error("there is no record with this name")]
    RecordUnknown,
    /// Another request has changed the match since it was read.
    #[error("the match has changed in the meantime")]
    MatchChanged,
    /// The database failed; the text is for the log, not for the client.
    #[error("the database failed: {0}")]
    Database(String),
}

/// The database of a server. Every write that returns `Ok` survives a crash of the process and of the machine.
#[async_trait]
pub trait Store: Send + Sync {
    /// Registers a learner under a name that is not taken, and looks like no name or nickname of somebody else.
    async fn register_learner(
        &self,
        name: &LearnerName,
        key: KeyHash,
        at: Timestamp,
    ) -> Result<Learner, StoreError>;

    /// The learner whose key has this hash.
    async fn learner_by_key(&self, key: KeyHash) -> Result<Option<Learner>, StoreError>;

    /// Records a judged answer and returns the stored verdict: its own, or the earlier one if the same answer to the same task is
    /// recorded already. Or refuses it: a learner who was wrong too often has to wait or to take another task, and may make so many attempts
    /// a day. All this is decided in one transaction.
    async fn submit_attempt(
        &self,
        attempt: NewAttempt,
        per_day: u32,
    ) -> Result<Submitted, StoreError>;

    /// The progress of a learner.
    async fn progress(&self, learner: LearnerId) -> Result<Progress, StoreError>;

    /// The latest attempts of a learner at a step, at most so many, the latest first.
    async fn attempts(
        &self,
        learner: LearnerId,
        step: StepNumber,
        limit: u32,
    ) -> Result<Vec<PastAttempt>, StoreError>;

    /// Stores a new match.
    async fn create_match(&self, new: StoredMatch, at: Timestamp) -> Result<(), StoreError>;

    /// The match with this id.
    async fn load_match(&self, id: MatchId) -> Result<Option<StoredMatch>, StoreError>;

    /// Replaces the moves of a match, unless they have changed since they were read: see [`MatchChange`].
    async fn save_match(&self, change: MatchChange) -> Result<(), StoreError>;

    /// Deletes matches of nobody that were last changed before a time, at most this many, and returns how many there were. A match belongs to
    /// the learner who has created it, or to the task that it was created for.
    async fn expire_matches(&self, before: Timestamp, limit: u32) -> Result<u64, StoreError>;

    /// The matches that a learner has created, the open ones first and then the latest first; at most this many.
    async fn matches_of(
        &self,
        learner: LearnerId,
        limit: u32,
    ) -> Result<Vec<MatchEntry>, StoreError>;

    /// Saves a record under a name that the learner has not used yet, or has used: see [`SaveMode`]. A learner may have this many.
    async fn save_record(
        &self,
        learner: LearnerId,
        name: &RecordName,
        record: SavedRecord,
        mode: SaveMode,
        limit: u32,
    ) -> Result<(), StoreError>;

    /// Deletes a learner's record.
    async fn delete_record(&self, learner: LearnerId, name: &RecordName) -> Result<(), StoreError>;

    /// A page of a learner's records, the latest last.
    async fn records(
        &self,
        learner: LearnerId,
        page: RecordPage,
    ) -> Result<Vec<RecordEntry>, StoreError>;

    /// How many records a learner has.
    async fn count_records(&self, learner: LearnerId) -> Result<u32, StoreError>;

    /// A learner's latest records, the latest first; at most this many.
    async fn latest_records(
        &self,
        learner: LearnerId,
        limit: u32,
    ) -> Result<Vec<RecordEntry>, StoreError>;

    /// A learner's record with this name.
    async fn record(
        &self,
        learner: LearnerId,
        name: &RecordName,
    ) -> Result<Option<SavedRecord>, StoreError>;

    // The class: what instructors do. Each change is made as a whole or not at all.

    /// The version of what caches keep: learners with their names, keys and sections, and whether they are on the roster; instructors,
    /// extensions. It is raised whenever these change, by this process or another one. Somebody new does not raise it: no cache can have asked
    /// for a key that has just been made.
    async fn class_version(&self) -> Result<u64, StoreError>;

    /// The learners who are not forgotten, by section and name; those without a section last.
    async fn roster(&self) -> Result<Vec<RosterEntry>, StoreError>;

    /// A learner who is not forgotten.
    async fn roster_entry(&self, learner: LearnerId) -> Result<Option<RosterEntry>, StoreError>;

    /// Adds learners and changes others, each once; all or none.
    async fn import_roster(
        &self,
        new: Vec<NewLearner>,
        changes: Vec<(LearnerId, LearnerChange)>,
        at: Timestamp,
    ) -> Result<RosterOutcome, StoreError>;

    /// Changes a learner.
    async fn change_learner(
        &self,
        learner: LearnerId,
        change: LearnerChange,
    ) -> Result<(), StoreError>;

    /// Forgets a learner: nothing in the database says any more who it was. With SQLite nothing in its files does, also not where something was
    /// deleted; that the database is written anew for it makes other writes wait. PostgreSQL overwrites what was deleted in its own time.
    async fn forget_learner(
        &self,
        learner: LearnerId,
        forgetting: Forgetting,
    ) -> Result<(), StoreError>;

    /// Sets or takes away the name under which a learner is on the scoreboard. It must not look like another learner's name or nickname,
    /// or like the name of an instructor.
    async fn set_nickname(
        &self,
        learner: LearnerId,
        nickname: Option<Nickname>,
    ) -> Result<(), StoreError>;

    /// Adds an instructor, whose name must not look like a learner's. A nickname that looks like it is taken away.
    async fn add_instructor(
        &self,
        name: &LearnerName,
        key: KeyHash,
        at: Timestamp,
    ) -> Result<Instructor, StoreError>;

    /// All instructors by name.
    async fn instructors(&self) -> Result<Vec<Instructor>, StoreError>;

    /// Removes an instructor; the key is no longer valid.
    async fn remove_instructor(&self, instructor: InstructorId) -> Result<(), StoreError>;

    /// Gives an instructor a new key; the old one is no longer valid.
    async fn rekey_instructor(
        &self,
        instructor: InstructorId,
        key: KeyHash,
    ) -> Result<(), StoreError>;

    /// The instructor whose key has this hash.
    async fn instructor_by_key(&self, key: KeyHash) -> Result<Option<Instructor>, StoreError>;

    /// Gives an extension: see [`Extension`].
    async fn extend(
        &self,
        step: StepNumber,
        audience: Audience,
        changes: RuleChanges,
        reason: String,
        by: LearnerName,
        at: Timestamp,
    ) -> Result<ExtensionId, StoreError>;

    /// All extensions in the order in which they were given.
    async fn extensions(&self) -> Result<Vec<Extension>, StoreError>;

    /// Takes an extension back.
    async fn remove_extension(&self, extension: ExtensionId) -> Result<(), StoreError>;

    /// How every learner who is not forgotten stands at every step and kind that they have tried.
    async fn grades(&self) -> Result<Vec<Grade>, StoreError>;

    /// A page of attempts.
    async fn recorded_attempts(
        &self,
        page: AttemptPage,
    ) -> Result<Vec<RecordedAttempt>, StoreError>;

    /// An attempt.
    async fn recorded_attempt(&self, id: AttemptId) -> Result<Option<RecordedAttempt>, StoreError>;

    /// The task of an attempt as JSON, as it was sent without token and links; none if it was not stored.
    async fn attempted_task(&self, id: AttemptId) -> Result<Option<String>, StoreError>;

    /// Gives attempts new verdicts, and keeps the old ones on record. When they were judged and what they are worth stays.
    async fn rejudge(
        &self,
        rejudgments: Vec<Rejudgment>,
        by: String,
        at: Timestamp,
    ) -> Result<(), StoreError>;

    /// Gives attempts a new worth.
    async fn regrade(&self, regrades: Vec<Regrade>) -> Result<(), StoreError>;

    /// How a step of a kind goes for the class. Attempts whose kind was not stored count.
    async fn step_statistics(
        &self,
        step: StepNumber,
        kind: &str,
    ) -> Result<StepStatistics, StoreError>;

    /// The learners with at least so many wrong answers at a step of a kind and no accepted one, whose first was judged before a time; those
    /// who are stuck for the longest time first.
    async fn stuck_learners(
        &self,
        wrong: u32,
        before: Timestamp,
        limit: u32,
    ) -> Result<Vec<StuckLearner>, StoreError>;

    /// The boards of a step that other learners have answered, the latest first; at most this many.
    async fn answered_boards(
        &self,
        step: StepNumber,
        fingerprint: Fingerprint,
        except: LearnerId,
        limit: u32,
    ) -> Result<Vec<LearnersBoard>, StoreError>;

    /// Notes that a wrong answer is right for boards of other learners. Of equal answers, one wrong and one accepted, it is noted without that
    /// when the second of them is recorded.
    async fn note_foreign_answer(
        &self,
        answer: WrongAnswer,
        boards: Vec<LearnersBoard>,
    ) -> Result<(), StoreError>;

    /// The latest foreign answers, the latest first: each wrong attempt once.
    async fn foreign_answers(&self, limit: u32) -> Result<Vec<ForeignAnswer>, StoreError>;

    /// Everybody who may be on the scoreboard: all learners who are not forgotten.
    async fn scoreboard_entries(&self) -> Result<Vec<ScoreboardEntry>, StoreError>;

    /// A learner's accepted attempts, of each task the first of those that earned most, the earliest first.
    async fn accepted_attempts(
        &self,
        learner: LearnerId,
    ) -> Result<Vec<AcceptedAttempt>, StoreError>;

    /// Keeps a public key of receipts, unless it is known.
    async fn keep_receipt_key(&self, public: [u8; 32], at: Timestamp) -> Result<(), StoreError>;

    /// All public keys of receipts, the latest first.
    async fn receipt_keys(&self) -> Result<Vec<[u8; 32]>, StoreError>;

    /// Since when a public key of receipts is kept; none if it is not. It is since when a server has used the secret of the key.
    async fn receipt_key_kept_at(&self, public: [u8; 32]) -> Result<Option<Timestamp>, StoreError>;

    /// Notes that a server knows a secret which no server has used, by its public key of receipts: since when the first one has known it.
    async fn note_previous_secret(
        &self,
        public: [u8; 32],
        at: Timestamp,
    ) -> Result<Timestamp, StoreError>;

    /// What changes from now on, by this process or another one: see [`News`]. A store that serves one process has none, and its receiver is
    /// closed; what commands change beside a server, [`Store::class_version`] tells.
    fn news(&self) -> Receiver<News> {
        broadcast::channel(1).1
    }

    /// Whether the database can be read and written: something is read, and something is written to the disk.
    async fn ready(&self) -> Result<(), StoreError>;

    /// What was measured of the writes.
    fn metrics(&self) -> &StoreMetrics;

    /// Finishes the pending writes, refuses all later calls, and returns when the database is closed.
    async fn close(&self);
}
