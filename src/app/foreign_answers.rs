//! Wrong answers that are right for a board of another learner, or nearly so.
//!
//! The store notices when the other has sent the same answer. Here an answer is judged against boards that others have not answered yet, or
//! have answered otherwise: those that this server has served lately, and the latest that are stored. That is done after the reply, and nobody
//! waits for it: when too many answers wait, or when the server stops, it is not done.

use std::sync::Arc;

use actix_web::rt;
use tokio::sync::Semaphore;

use super::activity::Activity;
use super::compute::{CallerKey, ComputePool};
use super::tasks::Tasks;
use crate::course::LearnerId;
use crate::step::{
    Answer, Evidence, Keyring, Marks, Step, Subject, TaskIdentity, TaskInstance, Verdict,
};
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

/// A near copy is another board's right answer with so many items changed.
const CHANGED: usize = 2;

/// For all other boards, and for its own one, at least so many more items are wrong. A program that always writes the same is as near to several
/// boards.
const GAP: usize = 3;

/// How often chance may make a wrong answer a near copy. A class of 300 sends some ten thousand wrong answers in a term.
const CHANCE: f64 = 1e-5;

/// Which share of the items is taken to agree by chance before a board is compared. The least different kind has 0.43, most have less than 0.15.
const AGREEMENT: f64 = 0.25;

/// Compares answers with the boards of others, one after the other.
pub(crate) struct ForeignAnswers {
    store: Arc<dyn Store>,
    activity: Arc<Activity>,
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
    /// How many items are right for its own board.
    pub(crate) marks: Marks,
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
        activity: Arc<Activity>,
        keyring: Keyring,
        tasks: Arc<Tasks>,
        background: ComputePool,
    ) -> Self {
        let (places, turn) = (Arc::new(Semaphore::new(WAITING)), Semaphore::new(1));
        Self { store, activity, keyring, tasks, background, places, turn }
    }

    /// Looks for boards that a wrong answer is right for, later. An answer that is not compared is counted, so that instructors know of it.
    pub(crate) fn compare_later(self: &Arc<Self>, wrong: RecordedWrong) {
        let (learner, step) = (wrong.learner, wrong.step.number);
        if wrong.canonical.as_str().len() > LENGTH {
            self.activity.not_compared(learner, step);
            return;
        }
        let Ok(place) = Arc::clone(&self.places).try_acquire_owned() else {
            tracing::warn!("an answer is not compared with the boards of others: too many wait");
            self.activity.not_compared(learner, step);
            return;
        };
        let answers = Arc::clone(self);
        rt::spawn(async move {
            if let Err(problem) = answers.compare(wrong).await {
                tracing::warn!(%problem, "an answer is not compared with the boards of others");
                answers.activity.not_compared(learner, step);
            }
            drop(place);
        });
    }

    async fn compare(self: &Arc<Self>, wrong: RecordedWrong) -> Result<(), Problem> {
        let Ok(_turn) = self.turn.acquire().await else { return Ok(()) };
        let wrong = Arc::new(wrong);
        let mut boards = self.boards(&wrong).await?;
        let (mut right, mut compared) = (Vec::new(), Vec::new());
        while right.len() < NOTED && !boards.is_empty() {
            let some = boards.split_off(boards.len().saturating_sub(AT_A_TIME));
            let (wrong, answers) = (Arc::clone(&wrong), Arc::clone(self));
            let compare = move || wrong.compare(some, &answers.keyring);
            let some = self.background.run(CallerKey::SERVER, compare).await?;
            right.extend(some.iter().filter(|(_, changed)| *changed == 0).map(|(board, _)| *board));
            compared.extend(some);
        }
        right.truncate(NOTED);
        let changed = match near_copy(wrong.marks, &compared) {
            Some((board, changed)) if right.is_empty() => {
                right.push(board);
                changed
            }
            _ => 0,
        };
        if right.is_empty() {
            return Ok(());
        }
        let TaskIdentity { step, fingerprint, nonce, .. } = wrong.identity;
        let board = LearnersBoard { learner: wrong.learner, nonce };
        let answer =
            WrongAnswer { step, fingerprint, board, hash: answer_hash(wrong.canonical.as_str()) };
        Ok(self.store.note_foreign_answer(answer, right, changed).await?)
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
    /// For each of these boards that can be judged, how many items of the answer are wrong for it.
    fn compare(&self, boards: Vec<OthersBoard>, keyring: &Keyring) -> Vec<(LearnersBoard, usize)> {
        let wrong_items =
            |task: &dyn TaskInstance| match task.judge(&self.canonical, &Evidence::None) {
                Verdict::Accepted => Some(0),
                Verdict::Wrong { marks, .. } => Some(marks.total - marks.right),
                Verdict::Malformed(_) | Verdict::JudgeError(_) => None,
            };
        let compare = |OthersBoard { learner, identity, task }: OthersBoard| {
            let wrong = if let Some(task) = task {
                wrong_items(&*task)
            } else {
                let generated = self.step.exercise().instantiate(&keyring.seed(&identity));
                wrong_items(&*generated.ok()?)
            };
            Some((LearnersBoard { learner, nonce: identity.nonce }, wrong?))
        };
        boards.into_iter().rev().filter_map(compare).collect()
    }
}

/// The board whose right answer was changed a little, and how many items of it, if that is clear.
///
/// An honest wrong answer may agree with another board by chance, if items have few values. How often the items agree is estimated from all other
/// boards, as if the items of an answer were drawn one by one.
fn near_copy(own: Marks, compared: &[(LearnersBoard, usize)]) -> Option<(LearnersBoard, usize)> {
    let &(board, changed) = compared.iter().min_by_key(|(_, wrong)| *wrong)?;
    let others = compared.iter().filter(|(other, _)| other.learner != board.learner);
    let others: Vec<usize> =
        others.map(|(_, wrong)| *wrong).chain([own.total - own.right]).collect();
    let is_clear = (1..=CHANGED).contains(&changed)
        && own.total > CHANGED
        && others.iter().all(|wrong| *wrong >= changed + GAP);
    let counts = [own.total, changed, others.len(), others.iter().sum()];
    // No count is so large.
    let [total, changed_items, boards, wrong] =
        counts.map(|count| f64::from(u32::try_from(count).unwrap_or(u32::MAX)));
    let agreement = (AGREEMENT + boards - wrong / total) / (1.0 + boards);
    // The binomial distribution: the first term has no changed item.
    let (mut ways, mut chance) = (1.0, 0.0);
    let mut items = 0.0;
    while items <= changed_items {
        chance += ways * agreement.powf(total - items) * (1.0 - agreement).powf(items);
        ways *= (total - items) / (items + 1.0);
        items += 1.0;
    }
    (is_clear && chance * (boards + 1.0) < CHANCE).then_some((board, changed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::step::Nonce;

    #[test]
    fn a_near_copy_is_near_to_the_boards_of_one_learner_alone() {
        let board = |learner, wrong| {
            (LearnersBoard { learner: LearnerId(learner), nonce: Nonce::from_bits(1) }, wrong)
        };
        let own = |right, total| Marks { right, total, first_wrong: Some(1) };
        let found = |own, compared: &[_]| {
            near_copy(own, compared).map(|(board, changed)| (board.learner.0, changed))
        };
        let three = [board(1, 38), board(2, 2), board(2, 40)];
        assert_eq!(found(own(3, 40), &three), Some((2, 2)));
        // Of few items one may be changed, if the boards of a class are unlike.
        let class: Vec<_> = (2..30).map(|learner| board(learner, 8)).chain([board(1, 1)]).collect();
        assert_eq!(found(own(0, 8), &class), Some((1, 1)));
        // The items have few values, and many boards agree in half of them.
        let alike: Vec<_> = (2..30).map(|learner| board(learner, 6)).chain([board(1, 2)]).collect();
        for (own, compared) in [
            (own(6, 12), alike),
            // Three items are changed.
            (own(3, 40), vec![board(1, 3)]),
            // It is nearly right for its own board, or for that of another learner.
            (own(37, 40), vec![board(1, 1)]),
            (own(3, 40), vec![board(1, 1), board(2, 3)]),
            // It has few items, and nothing is known of how often they agree.
            (own(0, 4), vec![board(1, 1)]),
            (own(0, 1), vec![board(1, 1)]),
            (own(3, 40), vec![]),
        ] {
            assert_eq!(found(own, &compared), None, "{own:?}, {compared:?}");
        }
    }
}
