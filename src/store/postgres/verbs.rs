//! The store's verbs, each by the file that knows how.

use async_trait::async_trait;
use tokio::sync::broadcast::Receiver;

use super::error::into_store_error;
use super::{
    PostgresStore, attempts, foreign, instructors, learners, matches, progress, recorded, roster,
    statistics, tasks,
};
use crate::course::{
    Audience, Extension, ExtensionId, Grade, KeyHash, Learner, LearnerId, LearnerName, Nickname,
    RuleChanges,
};
use crate::game::MatchId;
use crate::step::{Fingerprint, StepNumber, Timestamp};
use crate::store::{
    AcceptedAttempt, AttemptId, AttemptPage, ForeignAnswer, Forgetting, Instructor, InstructorId,
    LearnerChange, LearnersBoard, MatchChange, MatchEntry, NewAttempt, NewLearner, News,
    PastAttempt, Progress, RecordEntry, RecordName, RecordPage, RecordedAttempt, Regrade,
    Rejudgment, RosterEntry, RosterOutcome, SaveMode, SavedRecord, ScoreboardEntry, StepStatistics,
    Store, StoreError, StoreMetrics, StoredMatch, StuckLearner, Submitted, WrongAnswer,
};

/// Whether what was to be changed was there.
fn known(was_there: sqlx::Result<bool>) -> Result<(), StoreError> {
    if was_there.map_err(into_store_error)? { Ok(()) } else { Err(StoreError::EntryUnknown) }
}

#[async_trait]
impl Store for PostgresStore {
    async fn register_learner(
        &self,
        name: &LearnerName,
        key: KeyHash,
        at: Timestamp,
    ) -> Result<Learner, StoreError> {
        Ok(learners::register(&self.pool, name, key, at).await?)
    }

    async fn learner_by_key(&self, key: KeyHash) -> Result<Option<Learner>, StoreError> {
        learners::by_key(&self.pool, key).await.map_err(into_store_error)
    }

    async fn submit_attempt(
        &self,
        attempt: NewAttempt,
        per_day: u32,
    ) -> Result<Submitted, StoreError> {
        self.submitter.submit(attempt, per_day).await
    }

    async fn progress(&self, learner: LearnerId) -> Result<Progress, StoreError> {
        progress::of_learner(&self.pool, learner).await.map_err(into_store_error)
    }

    async fn attempts(
        &self,
        learner: LearnerId,
        step: StepNumber,
        limit: u32,
    ) -> Result<Vec<PastAttempt>, StoreError> {
        attempts::attempts(&self.pool, learner, step, limit).await.map_err(into_store_error)
    }

    async fn create_match(&self, new: StoredMatch, at: Timestamp) -> Result<(), StoreError> {
        matches::create(&self.pool, &new, at).await.map_err(into_store_error)
    }

    async fn load_match(&self, id: MatchId) -> Result<Option<StoredMatch>, StoreError> {
        matches::load(&self.pool, id).await.map_err(into_store_error)
    }

    async fn save_match(&self, change: MatchChange) -> Result<(), StoreError> {
        let is_saved = matches::save(&self.pool, &change).await.map_err(into_store_error)?;
        if is_saved { Ok(()) } else { Err(StoreError::MatchChanged) }
    }

    async fn expire_matches(&self, before: Timestamp, limit: u32) -> Result<u64, StoreError> {
        matches::expire(&self.pool, before, limit).await.map_err(into_store_error)
    }

    async fn matches_of(
        &self,
        learner: LearnerId,
        limit: u32,
    ) -> Result<Vec<MatchEntry>, StoreError> {
        matches::of_learner(&self.pool, learner, limit).await.map_err(into_store_error)
    }

    async fn save_record(
        &self,
        learner: LearnerId,
        name: &RecordName,
        record: SavedRecord,
        mode: SaveMode,
        limit: u32,
    ) -> Result<(), StoreError> {
        Ok(matches::save_record(&self.pool, learner, name, record, mode, limit).await?)
    }

    async fn delete_record(&self, learner: LearnerId, name: &RecordName) -> Result<(), StoreError> {
        let was_there = matches::delete_record(&self.pool, learner, name).await;
        let was_there = was_there.map_err(into_store_error)?;
        if was_there { Ok(()) } else { Err(StoreError::RecordUnknown) }
    }

    async fn records(
        &self,
        learner: LearnerId,
        page: RecordPage,
    ) -> Result<Vec<RecordEntry>, StoreError> {
        matches::records(&self.pool, learner, page).await.map_err(into_store_error)
    }

    async fn count_records(&self, learner: LearnerId) -> Result<u32, StoreError> {
        matches::record_count(&self.pool, learner).await.map_err(into_store_error)
    }

    async fn latest_records(
        &self,
        learner: LearnerId,
        limit: u32,
    ) -> Result<Vec<RecordEntry>, StoreError> {
        matches::latest_records(&self.pool, learner, limit).await.map_err(into_store_error)
    }

    async fn record(
        &self,
        learner: LearnerId,
        name: &RecordName,
    ) -> Result<Option<SavedRecord>, StoreError> {
        matches::record(&self.pool, learner, name).await.map_err(into_store_error)
    }

    async fn class_version(&self) -> Result<u64, StoreError> {
        roster::class_version(&self.pool).await.map_err(into_store_error)
    }

    async fn roster(&self) -> Result<Vec<RosterEntry>, StoreError> {
        roster::all(&self.pool).await.map_err(into_store_error)
    }

    async fn roster_entry(&self, learner: LearnerId) -> Result<Option<RosterEntry>, StoreError> {
        roster::entry(&self.pool, learner).await.map_err(into_store_error)
    }

    async fn import_roster(
        &self,
        new: Vec<NewLearner>,
        changes: Vec<(LearnerId, LearnerChange)>,
        at: Timestamp,
    ) -> Result<RosterOutcome, StoreError> {
        Ok(RosterOutcome { added: roster::import(&self.pool, new, &changes, at).await? })
    }

    async fn change_learner(
        &self,
        learner: LearnerId,
        change: LearnerChange,
    ) -> Result<(), StoreError> {
        Ok(roster::change(&self.pool, learner, &change).await?)
    }

    async fn forget_learner(
        &self,
        learner: LearnerId,
        forgetting: Forgetting,
    ) -> Result<(), StoreError> {
        Ok(roster::forget(&self.pool, learner, forgetting).await?)
    }

    async fn set_nickname(
        &self,
        learner: LearnerId,
        nickname: Option<Nickname>,
    ) -> Result<(), StoreError> {
        Ok(roster::set_nickname(&self.pool, learner, nickname).await?)
    }

    async fn add_instructor(
        &self,
        name: &LearnerName,
        key: KeyHash,
        at: Timestamp,
    ) -> Result<Instructor, StoreError> {
        Ok(instructors::add(&self.pool, name, key, at).await?)
    }

    async fn instructors(&self) -> Result<Vec<Instructor>, StoreError> {
        instructors::all(&self.pool).await.map_err(into_store_error)
    }

    async fn remove_instructor(&self, instructor: InstructorId) -> Result<(), StoreError> {
        known(instructors::remove(&self.pool, instructor).await)
    }

    async fn rekey_instructor(
        &self,
        instructor: InstructorId,
        key: KeyHash,
    ) -> Result<(), StoreError> {
        known(instructors::rekey(&self.pool, instructor, key).await)
    }

    async fn instructor_by_key(&self, key: KeyHash) -> Result<Option<Instructor>, StoreError> {
        instructors::by_key(&self.pool, key).await.map_err(into_store_error)
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
        instructors::extend(&self.pool, extend).await.map_err(into_store_error)
    }

    async fn extensions(&self) -> Result<Vec<Extension>, StoreError> {
        instructors::extensions(&self.pool).await.map_err(into_store_error)
    }

    async fn remove_extension(&self, extension: ExtensionId) -> Result<(), StoreError> {
        known(instructors::remove_extension(&self.pool, extension).await)
    }

    async fn grades(&self) -> Result<Vec<Grade>, StoreError> {
        progress::of_all(&self.pool).await.map_err(into_store_error)
    }

    async fn recorded_attempts(
        &self,
        page: AttemptPage,
    ) -> Result<Vec<RecordedAttempt>, StoreError> {
        recorded::page(&self.pool, page).await.map_err(into_store_error)
    }

    async fn recorded_attempt(&self, id: AttemptId) -> Result<Option<RecordedAttempt>, StoreError> {
        recorded::attempt(&self.pool, id).await.map_err(into_store_error)
    }

    async fn attempted_task(&self, id: AttemptId) -> Result<Option<String>, StoreError> {
        tasks::of_attempt(&self.pool, id).await.map_err(into_store_error)
    }

    async fn rejudge(
        &self,
        rejudgments: Vec<Rejudgment>,
        by: String,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        Ok(recorded::rejudge(&self.pool, &rejudgments, &by, at).await?)
    }

    async fn regrade(&self, regrades: Vec<Regrade>) -> Result<(), StoreError> {
        Ok(recorded::regrade(&self.pool, &regrades).await?)
    }

    async fn step_statistics(
        &self,
        step: StepNumber,
        kind: &str,
    ) -> Result<StepStatistics, StoreError> {
        statistics::of_step(&self.pool, step, kind).await.map_err(into_store_error)
    }

    async fn stuck_learners(
        &self,
        wrong: u32,
        before: Timestamp,
        limit: u32,
    ) -> Result<Vec<StuckLearner>, StoreError> {
        statistics::stuck(&self.pool, wrong, before, limit).await.map_err(into_store_error)
    }

    async fn answered_boards(
        &self,
        step: StepNumber,
        fingerprint: Fingerprint,
        except: LearnerId,
        limit: u32,
    ) -> Result<Vec<LearnersBoard>, StoreError> {
        let boards = foreign::answered_boards(&self.pool, step, fingerprint, except, limit);
        boards.await.map_err(into_store_error)
    }

    async fn note_foreign_answer(
        &self,
        answer: WrongAnswer,
        boards: Vec<LearnersBoard>,
    ) -> Result<(), StoreError> {
        foreign::note(&self.pool, answer, &boards).await.map_err(into_store_error)
    }

    async fn foreign_answers(&self, limit: u32) -> Result<Vec<ForeignAnswer>, StoreError> {
        foreign::list(&self.pool, limit).await.map_err(into_store_error)
    }

    async fn scoreboard_entries(&self) -> Result<Vec<ScoreboardEntry>, StoreError> {
        roster::scoreboard_entries(&self.pool).await.map_err(into_store_error)
    }

    async fn accepted_attempts(
        &self,
        learner: LearnerId,
    ) -> Result<Vec<AcceptedAttempt>, StoreError> {
        recorded::accepted(&self.pool, learner).await.map_err(into_store_error)
    }

    async fn keep_receipt_key(&self, public: [u8; 32], at: Timestamp) -> Result<(), StoreError> {
        instructors::keep_receipt_key(&self.pool, public, at).await.map_err(into_store_error)
    }

    async fn receipt_keys(&self) -> Result<Vec<[u8; 32]>, StoreError> {
        instructors::receipt_keys(&self.pool).await.map_err(into_store_error)
    }

    async fn receipt_key_kept_at(&self, public: [u8; 32]) -> Result<Option<Timestamp>, StoreError> {
        instructors::receipt_key_kept_at(&self.pool, public).await.map_err(into_store_error)
    }

    async fn note_previous_secret(
        &self,
        public: [u8; 32],
        at: Timestamp,
    ) -> Result<Timestamp, StoreError> {
        instructors::note_previous_secret(&self.pool, public, at).await.map_err(into_store_error)
    }

    fn news(&self) -> Receiver<News> {
        self.listener.subscribe()
    }

    async fn ready(&self) -> Result<(), StoreError> {
        self.probe().await.map_err(into_store_error)
    }

    fn metrics(&self) -> &StoreMetrics {
        self.submitter.metrics()
    }

    async fn close(&self) {
        Self::close(self).await;
    }
}
