//! Which answers the store is expected to refuse. What the store said last is remembered here.
//!
//! Such an answer is not judged before the store has said that it may be: else the time of the reply, or a count in the metrics, would tell whether
//! an answer is right that costs no try.

use quick_cache::sync::Cache;

use crate::course::{Learner, LearnerId};
use crate::step::{StepNumber, TaskIdentity, Timestamp};
use crate::store::{Refusal, Standing};

/// For how many learners and steps a pause is remembered, and how many closed tasks. Answers to the others are judged in vain.
const CACHE_SIZE: usize = 16_384;

/// What the store said last, in memory: another process may know better.
pub(crate) struct ExpectedRefusals {
    pauses: Cache<(LearnerId, StepNumber), Timestamp>,
    closed: Cache<TaskIdentity, ()>,
}

impl Default for ExpectedRefusals {
    fn default() -> Self {
        Self { pauses: Cache::new(CACHE_SIZE), closed: Cache::new(CACHE_SIZE) }
    }
}

impl ExpectedRefusals {
    /// Whether an answer of a learner to a task of theirs would be refused now, as far as is known.
    pub(crate) fn expects(&self, learner: &Learner, task: &TaskIdentity, now: Timestamp) -> bool {
        let until = self.pauses.get(&(learner.id, task.step));
        until.is_some_and(|until| now < until) || self.closed.get(task).is_some()
    }

    /// Remembers how a learner stands after an answer to a task.
    pub(crate) fn stands(&self, learner: &Learner, task: &TaskIdentity, standing: Standing) {
        let place = (learner.id, task.step);
        match standing.paused_until {
            Some(until) => self.pauses.insert(place, until),
            None => {
                self.pauses.remove(&place);
            }
        }
        if standing.tries_left == Some(0) {
            self.closed.insert(*task, ());
        }
    }

    /// Remembers that an answer was refused.
    pub(crate) fn refused(
        &self,
        learner: &Learner,
        task: &TaskIdentity,
        refusal: Refusal,
        now: Timestamp,
    ) {
        match refusal {
            Refusal::Closed | Refusal::Voided => self.closed.insert(*task, ()),
            Refusal::CoolingDown(seconds) | Refusal::DayIsFull(seconds) => {
                self.pauses.insert((learner.id, task.step), now.plus(seconds));
            }
        }
    }
}
