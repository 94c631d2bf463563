//! How often malformed answers to a task are explained.
//!
//! They cost the learner nothing, and what is told of them may depend on the right answer: that it is right, but in quotation marks. Who
//! knows all items but one could try every value of that one in quotation marks. So only the first few to a task are explained, too few
//! to try all values of most items; what is said of their format without the right answer is always said.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use quick_cache::sync::Cache;

use crate::step::TaskIdentity;

/// How many malformed answers to a task are explained.
const FREE_LOOKS: u8 = 20;

/// For how many tasks they are counted.
const TASKS: usize = 16_384;

/// How many malformed answers to each task were explained lately, in memory.
pub(super) struct FreeLooks(Cache<TaskIdentity, Arc<AtomicU8>>);

impl Default for FreeLooks {
    fn default() -> Self {
        Self(Cache::new(TASKS))
    }
}

impl FreeLooks {
    /// Whether one more is explained. It is counted.
    pub(super) fn take(&self, task: &TaskIdentity) -> bool {
        let Ok::<_, Infallible>(count) = self.0.get_or_insert_with(task, || Ok(Arc::default()));
        let more = |count| (count < FREE_LOOKS).then_some(count + 1);
        count.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more).is_ok()
    }
}
