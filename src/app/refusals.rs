//! Which answers are not explained: those that the store is expected to refuse, and malformed ones beyond the first to a task.
//!
//! An explanation takes longer than everything else, so an answer that is refused needs none. The store decides, and what it said last is
//! remembered here.
//!
//! A malformed answer costs the learner nothing, and its explanation may depend on the right answer: that it is right, but in quotation marks.
//! A learner who knows all items but one could try every value of that one in quotation marks. So only the first few to a task are explained, too few
//! to try all values of most items; what is said of their format without the right answer is always said. The same answer again says
//! nothing new, and is explained again.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use quick_cache::sync::Cache;

use crate::course::{Learner, LearnerId};
use crate::step::{Answer, StepNumber, TaskIdentity, Timestamp};
use crate::store::{Refusal, Standing};

/// For how many learners and steps a pause is remembered, and how many closed tasks. Of the others answers are explained in vain.
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

/// How many malformed answers to a task are explained.
const FREE_LOOKS: u64 = 20;

/// For how many tasks they are counted.
const TASKS: usize = 16_384;

/// How many malformed answers to each task were explained lately, in memory. The lowest byte is how many, the others are those of the
/// last one's hash.
pub(crate) struct FreeLooks(Cache<TaskIdentity, Arc<AtomicU64>>);

impl Default for FreeLooks {
    fn default() -> Self {
        Self(Cache::new(TASKS))
    }
}

impl FreeLooks {
    /// Whether one more answer is explained. It is counted, unless it is the last one again.
    pub(crate) fn take(&self, task: &TaskIdentity, answer: &Answer) -> bool {
        let Ok::<_, Infallible>(looks) = self.0.get_or_insert_with(task, || Ok(Arc::default()));
        let hash = hash(answer);
        let more = |looks| match looks & u64::from(u8::MAX) {
            count if count > 0 && looks == hash | count => Some(looks),
            count => (count < FREE_LOOKS).then_some(hash | (count + 1)),
        };
        looks.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more).is_ok()
    }
}

/// The first bytes of an answer's hash, with room for a count in the lowest one.
fn hash(answer: &Answer) -> u64 {
    let hash = answer.hash_as_sent();
    let head = hash.as_bytes().first_chunk().map_or(0, |head| u64::from_be_bytes(*head));
    head & !u64::from(u8::MAX)
}
