//! The store's verbs, each by the file that knows how.

use async_trait::async_trait;

use super::change::AllOrNone;
use super::{
    Probe, SqliteStore, attempts, foreign, instructors, learners, matches, progress, recorded,
    roster, statistics, tasks,
};
use crate::course::{
    Audience, Extension, ExtensionId, Grade, KeyHash, Learner, LearnerId, LearnerName, Nickname,
    RuleChanges,
};
use crate::game::MatchId;
use crate::step::{Fingerprint, StepNumber, Timestamp};
use crate::store::attempt::Submission;
use crate::store::{
    AcceptedAttempt, AttemptId, AttemptPage, ForeignAnswer, Forgetting, Instructor, InstructorId,
    LearnerChange, LearnersBoard, MatchChange, MatchEntry, NewAttempt, NewLearner, PastAttempt,
    Progress, RecordEntry, RecordName, RecordPage, RecordedAttempt, Regrade, Rejudgment,
    RosterEntry, RosterOutcome, SaveMode, SavedRecord, ScoreboardEntry, StepStatistics, Store,
    StoreError, StoreMetrics, StoredMatch, StuckLearner, Submitted, WrongAnswer,
};

/// Whether what was to be changed was there.
fn known(was_there: bool) -> Result<(), StoreError> {
    if was_there { Ok(()) } else { Err(StoreError::EntryUnknown) }
}

#[async_trait]
impl Store for SqliteStore {
    async fn register_learner(
        &self,
        name: &LearnerName,
        key: KeyHash,
        at: Timestamp,
    ) -> Result<Learner, StoreError> {
        let registration = learners::Registration { name: name.clone(), key, at };
        self.writer.apply(registration).await?.ok_or(StoreError::NameTaken)
    }

    async fn learner_by_key(&self, key: KeyHash) -> Result<Option<Learner>, StoreError> {
        self.read(learners::by_key(&self.readers, key)).await
    }

    async fn submit_attempt(
        &self,
        attempt: NewAttempt,
        per_day: u32,
    ) -> Result<Submitted, StoreError> {
        self.writer.submit(Submission { attempt, per_day }).await
    }

    async fn progress(&self, learner: LearnerId) -> Result<Progress, StoreError> {
        self.read(progress::of_learner(&self.readers, learner)).await
    }

    async fn attempts(
        &self,
        learner: LearnerId,
        step: StepNumber,
        limit: u32,
    ) -> Result<Vec<PastAttempt>, StoreError> {
        self.read(attempts::attempts(&self.readers, learner, step, limit)).await
    }

    async fn create_match(&self, new: StoredMatch, at: Timestamp) -> Result<(), StoreError> {
        self.writer.apply(matches::Create { new, at }).await
    }

    async fn load_match(&self, id: MatchId) -> Result<Option<StoredMatch>, StoreError> {
        self.read(matches::load(&self.readers, id)).await
    }

    async fn save_match(&self, change: MatchChange) -> Result<(), StoreError> {
        if self.writer.apply(change).await? { Ok(()) } else { Err(StoreError::MatchChanged) }
    }

    async fn expire_matches(&self, before: Timestamp, limit: u32) -> Result<u64, StoreError> {
        self.writer.apply(matches::ExpireMatches { before, limit }).await
    }

    async fn matches_of(
        &self,
        learner: LearnerId,
        limit: u32,
    ) -> Result<Vec<MatchEntry>, StoreError> {
        self.read(matches::of_learner(&self.readers, learner, limit)).await
    }

    async fn save_record(
        &self,
        learner: LearnerId,
        name: &RecordName,
        record: SavedRecord,
        mode: SaveMode,
        limit: u32,
    ) -> Result<(), StoreError> {
        let save = matches::SaveRecord { learner, name: name.clone(), record, mode, limit };
        self.writer.apply(save).await?
    }

    async fn delete_record(&self, learner: LearnerId, name: &RecordName) -> Result<(), StoreError> {
        let delete = matches::DeleteRecord { learner, name: name.clone() };
        if self.writer.apply(delete).await? { Ok(()) } else { Err(StoreError::RecordUnknown) }
    }

    async fn records(
        &self,
        learner: LearnerId,
        page: RecordPage,
    ) -> Result<Vec<RecordEntry>, StoreError> {
        self.read(matches::records(&self.readers, learner, page)).await
    }

    async fn count_records(&self, learner: LearnerId) -> Result<u32, StoreError> {
        self.read(matches::record_count(&self.readers, learner)).await
    }

    async fn latest_records(
        &self,
        learner: LearnerId,
        limit: u32,
    ) -> Result<Vec<RecordEntry>, StoreError> {
        self.read(matches::latest_records(&self.readers, learner, limit)).await
    }

    async fn record(
        &self,
        learner: LearnerId,
        name: &RecordName,
    ) -> Result<Option<SavedRecord>, StoreError> {
        self.read(matches::record(&self.readers, learner, name)).await
    }

    async fn class_version(&self) -> Result<u64, StoreError> {
        self.read(roster::class_version(&self.readers)).await
    }

    async fn roster(&self) -> Result<Vec<RosterEntry>, StoreError> {
        self.read(roster::all(&self.readers)).await
    }

    async fn roster_entry(&self, learner: LearnerId) -> Result<Option<RosterEntry>, StoreError> {
        self.read(roster::entry(&self.readers, learner)).await
    }

    async fn import_roster(
        &self,
        new: Vec<NewLearner>,
        changes: Vec<(LearnerId, LearnerChange)>,
        at: Timestamp,
    ) -> Result<RosterOutcome, StoreError> {
        let import = AllOrNone(roster::ImportRoster { new, changes, at });
        Ok(RosterOutcome { added: self.writer.apply(import).await?? })
    }

    async fn change_learner(
        &self,
        learner: LearnerId,
        change: LearnerChange,
    ) -> Result<(), StoreError> {
        let change = AllOrNone(roster::ChangeLearner { learner, change });
        self.writer.apply(change).await?
    }

    async fn forget_learner(
        &self,
        learner: LearnerId,
        forgetting: Forgetting,
    ) -> Result<(), StoreError> {
        self.writer.apply(AllOrNone(roster::Forget { learner, forgetting })).await?
    }

    async fn set_nickname(
        &self,
        learner: LearnerId,
        nickname: Option<Nickname>,
    ) -> Result<(), StoreError> {
        self.writer.apply(roster::SetNickname { learner, nickname }).await?
    }

    async fn add_instructor(
        &self,
        name: &LearnerName,
        key: KeyHash,
        at: Timestamp,
    ) -> Result<Instructor, StoreError> {
        let add = instructors::AddInstructor { name: name.clone(), key, at };
        self.writer.apply(add).await?.ok_or(StoreError::NameTaken)
    }

    async fn instructors(&self) -> Result<Vec<Instructor>, StoreError> {
        self.read(instructors::all(&self.readers)).await
    }

    async fn remove_instructor(&self, instructor: InstructorId) -> Result<(), StoreError> {
        known(self.writer.apply(instructors::RemoveInstructor(instructor)).await?)
    }

    async fn rekey_instructor(
        &self,
        instructor: InstructorId,
        key: KeyHash,
    ) -> Result<(), StoreError> {
        known(self.writer.apply(instructors::RekeyInstructor { instructor, key }).await?)
    }

    async fn instructor_by_key(&self, key: KeyHash) -> Result<Option<Instructor>, StoreError> {
        self.read(instructors::by_key(&self.readers, key)).await
    }

    async fn extend(
        &self,
        step: StepNumber,
        audience: Audience,
        changes: RuleChanges,
        reason: String,
        by: LearnerName,
        at: Timestamp,
    ) -> Result<ExtensionId, StoreError> {
        let extend = instructors::Extend { step, audience, changes, reason, by, at };
        self.writer.apply(extend).await
    }

    async fn extensions(&self) -> Result<Vec<Extension>, StoreError> {
        self.read(instructors::extensions(&self.readers)).await
    }

    async fn remove_extension(&self, extension: ExtensionId) -> Result<(), StoreError> {
        known(self.writer.apply(instructors::RemoveExtension(extension)).await?)
    }

    async fn grades(&self) -> Result<Vec<Grade>, StoreError> {
        self.read(progress::of_all(&self.readers)).await
    }

    async fn recorded_attempts(
        &self,
        page: AttemptPage,
    ) -> Result<Vec<RecordedAttempt>, StoreError> {
        self.read(recorded::page(&self.readers, page)).await
    }

    async fn recorded_attempt(&self, id: AttemptId) -> Result<Option<RecordedAttempt>, StoreError> {
        self.read(recorded::attempt(&self.readers, id)).await
    }

    async fn attempted_task(&self, id: AttemptId) -> Result<Option<String>, StoreError> {
        self.read(tasks::of_attempt(&self.readers, id)).await
    }

    async fn rejudge(
        &self,
        rejudgments: Vec<Rejudgment>,
        by: String,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        self.writer.apply(AllOrNone(recorded::Rejudge { rejudgments, by, at })).await?
    }

    async fn regrade(&self, regrades: Vec<Regrade>) -> Result<(), StoreError> {
        self.writer.apply(AllOrNone(recorded::RegradeAttempts(regrades))).await?
    }

    async fn step_statistics(
        &self,
        step: StepNumber,
        kind: &str,
    ) -> Result<StepStatistics, StoreError> {
        self.read(statistics::of_step(&self.readers, step, kind)).await
    }

    async fn stuck_learners(
        &self,
        wrong: u32,
        before: Timestamp,
        limit: u32,
    ) -> Result<Vec<StuckLearner>, StoreError> {
        self.read(statistics::stuck(&self.readers, wrong, before, limit)).await
    }

    async fn answered_boards(
        &self,
        step: StepNumber,
        fingerprint: Fingerprint,
        except: LearnerId,
        limit: u32,
    ) -> Result<Vec<LearnersBoard>, StoreError> {
        let boards = foreign::answered_boards(&self.readers, step, fingerprint, except, limit);
        self.read(boards).await
    }

    async fn note_foreign_answer(
        &self,
        answer: WrongAnswer,
        boards: Vec<LearnersBoard>,
    ) -> Result<(), StoreError> {
        self.writer.apply(foreign::Note { answer, boards }).await
    }

    async fn foreign_answers(&self, limit: u32) -> Result<Vec<ForeignAnswer>, StoreError> {
        self.read(foreign::list(&self.readers, limit)).await
    }

    async fn scoreboard_entries(&self) -> Result<Vec<ScoreboardEntry>, StoreError> {
        self.read(roster::scoreboard_entries(&self.readers)).await
    }

    async fn accepted_attempts(
        &self,
        learner: LearnerId,
    ) -> Result<Vec<AcceptedAttempt>, StoreError> {
        self.read(recorded::accepted(&self.readers, learner)).await
    }

    async fn keep_receipt_key(&self, public: [u8; 32], at: Timestamp) -> Result<(), StoreError> {
        self.writer.apply(instructors::KeepReceiptKey { public, at }).await
    }

    async fn receipt_keys(&self) -> Result<Vec<[u8; 32]>, StoreError> {
        self.read(instructors::receipt_keys(&self.readers)).await
    }

    async fn receipt_key_kept_at(&self, public: [u8; 32]) -> Result<Option<Timestamp>, StoreError> {
        self.read(instructors::receipt_key_kept_at(&self.readers, public)).await
    }

    async fn note_previous_secret(
        &self,
        public: [u8; 32],
        at: Timestamp,
    ) -> Result<Timestamp, StoreError> {
        self.writer.apply(instructors::NotePreviousSecret { public, at }).await
    }

    async fn ready(&self) -> Result<(), StoreError> {
        let learner = sqlx::query("SELECT id FROM learners LIMIT 1");
        self.read(learner.fetch_optional(&self.readers)).await?;
        self.writer.apply(Probe).await
    }

    fn metrics(&self) -> &StoreMetrics {
        self.writer.metrics()
    }

    /// Dropping a store also finishes its writes, but nothing can wait for that.
    async fn close(&self) {
        // The last connection to close removes the write-ahead log, and readers cannot do that.
        self.readers.close().await;
        self.writer.close().await;
    }
}
