//! Wrong answers that are right for a board of another learner.
//!
//! The store notices when the other has sent the same answer. Here an answer is judged against boards that others have not answered yet, or
//! have answered otherwise: those that this server has served lately, and the latest that are stored. That is done after the reply, and nobody
//! waits for it: when too many answers wait, or when the server stops, it is not done.

use std::sync::Arc;

use actix_web::rt;
use tokio::sync::Semaphore;

use super::compute::{CallerKey, ComputePool};
use super::tasks::Tasks;
use crate::course::LearnerId;
use crate::step::{Answer, Evidence, Keyring, Step, Subject, TaskIdentity, TaskInstance};
use crate::store::{LearnersBoard, Store, WrongAnswer, answer_hash};
use crate::wire::problem::Problem;

/// How many answers may wait, and how long they may be, in bytes. Right ones have some 7000.
const WAITING: usize = 256;
const LENGTH: usize = 32 * 1024;

/// With how many boards that were served lately an answer is compared, and with how many that are stored.
const SERVED: usize = 1024;
const STORED: u32 = 64;

/// How many of these boards are generated again, because they are not cached.
const GENERATED: usize = 64;

/// How many boards are compared before another computation has its turn.
const AT_A_TIME: usize = 16;

/// For how many boards it is noted that an answer is right for them. One that is right for more is so by chance.
const NOTED: usize = 8;

/// Compares answers with the boards of others, one after the other.
pub(crate) struct ForeignAnswers {
    store: Arc<dyn Store>,
    keyring: Keyring,
    tasks: Arc<Tasks>,
    background: ComputePool,
    places: Arc<Semaphore>,
    /// One at a time is compared.
    turn: Semaphore,
}

/// An answer of a learner that was recorded as wrong.
pub(crate) struct RecordedWrong {
    pub(crate) learner: LearnerId,
    pub(crate) step: Arc<Step>,
    pub(crate) identity: TaskIdentity,
    /// The answer in its canonical form.
    pub(crate) canonical: Answer,
}

/// A board of another learner.
struct OthersBoard {
    learner: LearnerId,
    identity: TaskIdentity,
    /// None if it has to be generated.
    task: Option<Arc<dyn TaskInstance>>,
}

impl ForeignAnswers {
    pub(crate) fn new(
        store: Arc<dyn Store>,
        keyring: Keyring,
        tasks: Arc<Tasks>,
        background: ComputePool,
    ) -> Self {
        let (places, turn) = (Arc::new(Semaphore::new(WAITING)), Semaphore::new(1));
        Self { store, keyring, tasks, background, places, turn }
    }

    /// Looks for boards that a wrong answer is right for, later.
    pub(crate) fn compare_later(self: &Arc<Self>, wrong: RecordedWrong) {
        if wrong.canonical.as_str().len() > LENGTH {
            return;
        }
        let Ok(place) = Arc::clone(&self.places).try_acquire_owned() else {
            tracing::warn!("an answer is not compared with the boards of others: too many wait");
            return;
        };
        let answers = Arc::clone(self);
        rt::spawn(async move {
            if let Err(problem) = answers.compare(wrong).await {
                tracing::warn!(%problem, "an answer is not compared with the boards of others");
            }
            drop(place);
        });
    }

    async fn compare(self: &Arc<Self>, wrong: RecordedWrong) -> Result<(), Problem> {
        let Ok(_turn) = self.turn.acquire().await else { return Ok(()) };
        let wrong = Arc::new(wrong);
        let mut boards = self.boards(&wrong).await?;
        let mut right = Vec::new();
        while right.len() < NOTED && !boards.is_empty() {
            let some = boards.split_off(boards.len().saturating_sub(AT_A_TIME));
            let (wrong, answers) = (Arc::clone(&wrong), Arc::clone(self));
            let compare = move || wrong.right_for(some, &answers.keyring);
            right.extend(self.background.run(CallerKey::SERVER, compare).await?);
        }
        right.truncate(NOTED);
        if right.is_empty() {
            return Ok(());
        }
        let TaskIdentity { step, fingerprint, nonce, .. } = wrong.identity;
        let board = LearnersBoard { learner: wrong.learner, nonce };
        let answer =
            WrongAnswer { step, fingerprint, board, hash: answer_hash(wrong.canonical.as_str()) };
        Ok(self.store.note_foreign_answer(answer, right).await?)
    }

    /// The boards to compare with, the latest last.
    async fn boards(
        self: &Arc<Self>,
        wrong: &Arc<RecordedWrong>,
    ) -> Result<Vec<OthersBoard>, Problem> {
        let TaskIdentity { step, fingerprint, .. } = wrong.identity;
        let stored = self.store.answered_boards(step, fingerprint, wrong.learner, STORED).await?;
        let (wrong, answers) = (Arc::clone(wrong), Arc::clone(self));
        let find = move || {
            let Self { tasks, keyring, .. } = &*answers;
            let mut boards = tasks.recent.of_other_learners(&wrong.identity, SERVED);
            // With the secret before, the learner was another subject.
            boards.retain(|(learner, _)| *learner != wrong.learner);
            // Boards of a secret that the server does not have any more cannot be generated.
            let known = stored.into_iter().filter(|board| keyring.knows(board.nonce));
            for LearnersBoard { learner, nonce } in known {
                let subject = keyring.subjects(Subject::Learner(learner.0)).of(nonce);
                let identity = TaskIdentity { subject, nonce, ..wrong.identity };
                if !boards.iter().any(|(_, known)| *known == identity) {
                    boards.push((learner, identity));
                }
            }
            let mut generated = 0;
            let boards = boards.into_iter().filter_map(|(learner, identity)| {
                let task = tasks.cache.get(&identity);
                generated += usize::from(task.is_none());
                let is_compared = task.is_some() || generated <= GENERATED;
                is_compared.then_some(OthersBoard { learner, identity, task })
            });
            let mut boards = boards.collect::<Vec<_>>();
            boards.reverse();
            boards
        };
        Ok(self.background.run(CallerKey::SERVER, find).await?)
    }
}

impl RecordedWrong {
    /// Those of these boards that the answer is right for.
    fn right_for(&self, boards: Vec<OthersBoard>, keyring: &Keyring) -> Vec<LearnersBoard> {
        let is_accepted =
            |task: &dyn TaskInstance| task.judge(&self.canonical, &Evidence::None).is_accepted();
        let is_right = |OthersBoard { identity, task, .. }: &OthersBoard| {
            if let Some(task) = task {
                return is_accepted(&**task);
            }
            let generated = self.step.exercise().instantiate(&keyring.seed(identity));
            generated.is_ok_and(|task| is_accepted(&*task))
        };
        let right = boards.into_iter().rev().filter(is_right);
        right
            .map(|board| LearnersBoard { learner: board.learner, nonce: board.identity.nonce })
            .collect()
    }
}
