//! The queue of a pool, and how long it takes.
//!
//! A queue is as long as it takes, not as many computations as are in it: a thousand boards may take a second, and a thousand moves of
//! a computer half a minute. So a queue keeps the mean of the times that its computations took lately.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use tokio::sync::{Mutex, MutexGuard};

/// What a computation is taken to need before one was measured.
const UNMEASURED: Duration = Duration::from_millis(10);

/// What a computation is taken to need at least: this bounds the number of those that wait.
const LEAST: Duration = Duration::from_millis(1);

/// The mean forgets: the last so many computations are two thirds of it.
const WEIGHT: u64 = 16;

/// The queue of a pool.
pub(super) struct Queue {
    /// How many wait, the first included.
    waiting: AtomicUsize,
    /// The first of the queue holds this lock. It is fair: who asked for it first gets it first.
    first: Mutex<()>,
    /// The mean time of a computation, in nanoseconds.
    mean: AtomicU64,
    longest_wait: Duration,
}

impl Queue {
    /// An empty queue in which a computation may wait so long.
    pub(super) fn new(longest_wait: Duration) -> Self {
        Self {
            waiting: AtomicUsize::new(0),
            first: Mutex::new(()),
            mean: AtomicU64::new(nanoseconds(UNMEASURED)),
            longest_wait,
        }
    }

    /// How many computations wait.
    pub(super) fn len(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }

    /// Joins the queue.
    pub(super) fn join(&self) -> Waiting<'_> {
        Waiting::behind_others(&self.waiting)
    }

    /// Waits until all who came before are gone, and is the first until the guard is dropped.
    pub(super) async fn be_first(&self) -> MutexGuard<'_, ()> {
        self.first.lock().await
    }

    /// How long a computation may wait.
    pub(super) const fn longest_wait(&self) -> Duration {
        self.longest_wait
    }

    /// How long a computation takes in the mean.
    pub(super) fn mean(&self) -> Duration {
        Duration::from_nanos(self.mean.load(Ordering::Relaxed)).max(LEAST)
    }

    /// Counts a computation that has taken so long.
    pub(super) fn measure(&self, time: Duration) {
        let mean = self.mean.load(Ordering::Relaxed);
        // Of two computations that end at the same moment one may go uncounted, which does not matter to a mean.
        self.mean.store(mean - mean / WEIGHT + nanoseconds(time) / WEIGHT, Ordering::Relaxed);
    }
}

/// No computation takes 500 years.
fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

/// Somebody who waits, counted until this is dropped.
pub(super) struct Waiting<'a> {
    count: &'a AtomicUsize,
    /// How many came before and still waited.
    pub(super) ahead: usize,
}

impl<'a> Waiting<'a> {
    /// Adds one to those who wait.
    pub(super) fn behind_others(count: &'a AtomicUsize) -> Self {
        Self { count, ahead: count.fetch_add(1, Ordering::Relaxed) }
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.count.fetch_sub(1, Ordering::Relaxed);
    }
}
