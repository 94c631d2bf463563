//! The store's verbs, each by the file that knows how.

use async_trait::async_trait;
use tokio::sync::broadcast::Receiver;

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
fn known(was_there: bool) -> Result<(), StoreError> {
    if was_there { Ok(()) } else { Err(StoreError::EntryUnknown) }
}

#[async_trait]
impl Store for PostgresStore {
    async fn register_learner(
        &self,
        name: &LearnerName,
        key: KeyHash,
        at: Timestamp,
    ) -> Result<Learner, StoreError> {
        self.write(learners::register(&self.pool, name, key, at)).await
    }

    async fn learner_by_key(&self, key: KeyHash) -> Result<Option<Learner>, StoreError> {
        self.read(learners::by_key(&self.pool, key)).await
    }

    async fn submit_attempt(
        &self,
        attempt: NewAttempt,
        per_day: u32,
    ) -> Result<Submitted, StoreError> {
        self.submitter.submit(attempt, per_day).await
    }

    async fn progress(&self, learner: LearnerId) -> Result<Progress, StoreError> {
        self.read(progress::of_learner(&self.pool, learner)).await
    }

    async fn attempts(
        &self,
        learner: LearnerId,
        step: StepNumber,
        limit: u32,
    ) -> Result<Vec<PastAttempt>, StoreError> {
        self.read(attempts::attempts(&self.pool, learner, step, limit)).await
    }

    async fn create_match(&self, new: StoredMatch, at: Timestamp) -> Result<(), StoreError> {
        self.write(matches::create(&self.pool, &new, at)).await
    }

    async fn load_match(&self, id: MatchId) -> Result<Option<StoredMatch>, StoreError> {
        self.read(matches::load(&self.pool, id)).await
    }

    async fn save_match(&self, change: MatchChange) -> Result<(), StoreError> {
        let is_saved = self.write(matches::save(&self.pool, &change)).await?;
        if is_saved { Ok(()) } else { Err(StoreError::MatchChanged) }
    }

    async fn expire_matches(&self, before: Timestamp, limit: u32) -> Result<u64, StoreError> {
        self.write(matches::expire(&self.pool, before, limit)).await
    }

    async fn matches_of(
        &self,
        learner: LearnerId,
        limit: u32,
    ) -> Result<Vec<MatchEntry>, StoreError> {
        self.read(matches::of_learner(&self.pool, learner, limit)).await
    }

    async fn save_record(
        &self,
        learner: LearnerId,
        name: &RecordName,
        record: SavedRecord,
        mode: SaveMode,
        limit: u32,
    ) -> Result<(), StoreError> {
        self.write(matches::save_record(&self.pool, learner, name, record, mode, limit)).await
    }

    async fn delete_record(&self, learner: LearnerId, name: &RecordName) -> Result<(), StoreError> {
        let was_there = self.write(matches::delete_record(&self.pool, learner, name)).await?;
        if was_there { Ok(()) } else { Err(StoreError::RecordUnknown) }
    }

    async fn records(
        &self,
        learner: LearnerId,
        page: RecordPage,
    ) -> Result<Vec<RecordEntry>, StoreError> {
        self.read(matches::records(&self.pool, learner, page)).await
    }

    async fn count_records(&self, learner: LearnerId) -> Result<u32, StoreError> {
        self.read(matches::record_count(&self.pool, learner)).await
    }

    async fn latest_records(
        &self,
        learner: LearnerId,
        limit: u32,
    ) -> Result<Vec<RecordEntry>, StoreError> {
        self.read(matches::latest_records(&self.pool, learner, limit)).await
    }

    async fn record(
        &self,
        learner: LearnerId,
        name: &RecordName,
    ) -> Result<Option<SavedRecord>, StoreError> {
        self.read(matches::record(&self.pool, learner, name)).await
    }

    async fn class_version(&self) -> Result<u64, StoreError> {
        self.read(roster::class_version(&self.pool)).await
    }

    async fn roster(&self) -> Result<Vec<RosterEntry>, StoreError> {
        self.read(roster::all(&self.pool)).await
    }

    async fn roster_entry(&self, learner: LearnerId) -> Result<Option<RosterEntry>, StoreError> {
        self.read(roster::entry(&self.pool, learner)).await
    }

    async fn import_roster(
        &self,
        new: Vec<NewLearner>,
        changes: Vec<(LearnerId, LearnerChange)>,
        at: Timestamp,
    ) -> Result<RosterOutcome, StoreError> {
        Ok(RosterOutcome {
            added: self.write(roster::import(&self.pool, new, &changes, at)).await?,
        })
    }

    async fn change_learner(
        &self,
        learner: LearnerId,
        change: LearnerChange,
    ) -> Result<(), StoreError> {
        self.write(roster::change(&self.pool, learner, &change)).await
    }

    async fn forget_learner(
        &self,
        learner: LearnerId,
        forgetting: Forgetting,
    ) -> Result<(), StoreError> {
        self.write(roster::forget(&self.pool, learner, forgetting)).await
    }

    async fn set_nickname(
        &self,
        learner: LearnerId,
        nickname: Option<Nickname>,
    ) -> Result<(), StoreError> {
        self.write(roster::set_nickname(&self.pool, learner, nickname)).await
    }

    async fn add_instructor(
        &self,
        name: &LearnerName,
        key: KeyHash,
        at: Timestamp,
    ) -> Result<Instructor, StoreError> {
        self.write(instructors::add(&self.pool, name, key, at)).await
    }

    async fn instructors(&self) -> Result<Vec<Instructor>, StoreError> {
        self.read(instructors::all(&self.pool)).await
    }

    async fn remove_instructor(&self, instructor: InstructorId) -> Result<(), StoreError> {
        known(self.write(instructors::remove(&self.pool, instructor)).await?)
    }

    async fn rekey_instructor(
        &self,
        instructor: InstructorId,
        key: KeyHash,
    ) -> Result<(), StoreError> {
        known(self.write(instructors::rekey(&self.pool, instructor, key)).await?)
    }

    async fn instructor_by_key(&self, key: KeyHash) -> Result<Option<Instructor>, StoreError> {
        self.read(instructors::by_key(&self.pool, key)).await
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
        self.write(instructors::extend(&self.pool, extend)).await
    }

    async fn extensions(&self) -> Result<Vec<Extension>, StoreError> {
        self.read(instructors::extensions(&self.pool)).await
    }

    async fn remove_extension(&self, extension: ExtensionId) -> Result<(), StoreError> {
        known(self.write(instructors::remove_extension(&self.pool, extension)).await?)
    }

    async fn grades(&self) -> Result<Vec<Grade>, StoreError> {
        self.read(progress::of_all(&self.pool)).await
    }

    async fn recorded_attempts(
        &self,
        page: AttemptPage,
    ) -> Result<Vec<RecordedAttempt>, StoreError> {
        self.read(recorded::page(&self.pool, page)).await
    }

    async fn recorded_attempt(&self, id: AttemptId) -> Result<Option<RecordedAttempt>, StoreError> {
        self.read(recorded::attempt(&self.pool, id)).await
    }

    async fn attempted_task(&self, id: AttemptId) -> Result<Option<String>, StoreError> {
        self.read(tasks::of_attempt(&self.pool, id)).await
    }

    async fn rejudge(
        &self,
        rejudgments: Vec<Rejudgment>,
        by: String,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        self.write(recorded::rejudge(&self.pool, &rejudgments, &by, at)).await
    }

    async fn regrade(&self, regrades: Vec<Regrade>) -> Result<(), StoreError> {
        self.write(recorded::regrade(&self.pool, &regrades)).await
    }

    async fn step_statistics(
        &self,
        step: StepNumber,
        kind: &str,
    ) -> Result<StepStatistics, StoreError> {
        self.read(statistics::of_step(&self.pool, step, kind)).await
    }

    async fn stuck_learners(
        &self,
        wrong: u32,
        before: Timestamp,
        limit: u32,
    ) -> Result<Vec<StuckLearner>, StoreError> {
        self.read(statistics::stuck(&self.pool, wrong, before, limit)).await
    }

    async fn answered_boards(
        &self,
        step: StepNumber,
        fingerprint: Fingerprint,
        except: LearnerId,
        limit: u32,
    ) -> Result<Vec<LearnersBoard>, StoreError> {
        let boards = foreign::answered_boards(&self.pool, step, fingerprint, except, limit);
        self.read(boards).await
    }

    async fn note_foreign_answer(
        &self,
        answer: WrongAnswer,
        boards: Vec<LearnersBoard>,
    ) -> Result<(), StoreError> {
        self.write(foreign::note(&self.pool, answer, &boards)).await
    }

    async fn foreign_answers(&self, limit: u32) -> Result<Vec<ForeignAnswer>, StoreError> {
        self.read(foreign::list(&self.pool, limit)).await
    }

    async fn scoreboard_entries(&self) -> Result<Vec<ScoreboardEntry>, StoreError> {
        self.read(roster::scoreboard_entries(&self.pool)).await
    }

    async fn accepted_attempts(
        &self,
        learner: LearnerId,
    ) -> Result<Vec<AcceptedAttempt>, StoreError> {
        self.read(recorded::accepted(&self.pool, learner)).await
    }

    async fn keep_receipt_key(&self, public: [u8; 32], at: Timestamp) -> Result<(), StoreError> {
        self.write(instructors::keep_receipt_key(&self.pool, public, at)).await
    }

    async fn receipt_keys(&self) -> Result<Vec<[u8; 32]>, StoreError> {
        self.read(instructors::receipt_keys(&self.pool)).await
    }

    async fn receipt_key_kept_at(&self, public: [u8; 32]) -> Result<Option<Timestamp>, StoreError> {
        self.read(instructors::receipt_key_kept_at(&self.pool, public)).await
    }

    async fn note_previous_secret(
        &self,
        public: [u8; 32],
        at: Timestamp,
    ) -> Result<Timestamp, StoreError> {
        self.write(instructors::note_previous_secret(&self.pool, public, at)).await
    }

    fn news(&self) -> Receiver<News> {
        self.listener.subscribe()
    }

    async fn ready(&self) -> Result<(), StoreError> {
        self.write(self.probe()).await
    }

    fn metrics(&self) -> &StoreMetrics {
        &self.metrics
    }

    async fn close(&self) {
        Self::close(self).await;
    }
}
