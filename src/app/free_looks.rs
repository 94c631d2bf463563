//! How often malformed answers to a task are explained.
//!
//! They cost the learner nothing, and what is told of them may depend on the right answer: that it is right, but in quotation marks. Who
//! knows all items but one could try every value of that one in quotation marks. So only the first few to a task are explained, too few
//! to try all values of most items; what is said of their format without the right answer is always said. The same answer again says
//! nothing new, and is explained again.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use quick_cache::sync::Cache;

use crate::step::{Submission, TaskIdentity};

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
    pub(crate) fn take(&self, task: &TaskIdentity, answer: &Submission) -> bool {
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
fn hash(answer: &Submission) -> u64 {
    let hash = answer.hash_as_sent();
    let head = hash.as_bytes().first_chunk().map_or(0, |head| u64::from_be_bytes(*head));
    head & !u64::from(u8::MAX)
}
