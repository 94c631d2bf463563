//! The queue of a pool, and how long it takes; and a caller's share of the pool: two places, and the line before them.
//!
//! A queue is as long as it takes, not as many computations as are in it: a thousand boards may take a second, and a thousand moves of
//! a computer half a minute. So a queue keeps the mean of the times that its computations took lately.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::sync::{Mutex, OwnedSemaphorePermit, Semaphore};

use crate::app::rates::Network;
use crate::course::LearnerId;
use crate::metrics::Gauge;
use crate::step::SubjectId;

/// What a computation is taken to need before one was measured.
const UNMEASURED: Duration = Duration::from_millis(10);

/// What a computation is taken to need at least: this bounds the number of those that wait.
const LEAST: Duration = Duration::from_millis(1);

/// The mean forgets: the last so many computations are two thirds of it.
const WEIGHT: u64 = 16;

/// The queue of a pool.
pub(super) struct Queue {
    /// How many wait, the first included.
    pub(super) waiting: Gauge,
    /// The first of the queue holds this lock. It is fair: who asked for it first gets it first.
    pub(super) first: Mutex<()>,
    /// The mean time of a computation, in nanoseconds.
    mean: AtomicU64,
    /// How long a computation may wait.
    pub(super) longest_wait: Duration,
}

impl Queue {
    /// An empty queue in which a computation may wait so long.
    pub(super) fn new(longest_wait: Duration) -> Self {
        let mean = AtomicU64::new(nanoseconds(UNMEASURED));
        Self { waiting: Gauge::default(), first: Mutex::default(), mean, longest_wait }
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

/// The caller that a computation or a limit counts for. A caller with a key never counts for the address.
///
/// ```
/// use gradus::app::compute::CallerKey;
///
/// let at = |address: &str| CallerKey::at(address.parse().unwrap());
/// assert_ne!(at("192.0.2.1"), at("192.0.2.2"));
/// assert_eq!(at("2001:db8::1"), at("2001:db8::2"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CallerKey(Key);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Key {
    Learner(LearnerId),
    Instructor(SubjectId),
    Network(Network),
    Server,
}

impl CallerKey {
    /// The server's own computations, which no request waits for.
    pub const SERVER: Self = Self(Key::Server);

    /// A registered learner.
    pub const fn learner(id: LearnerId) -> Self {
        Self(Key::Learner(id))
    }

    /// An instructor.
    pub(crate) const fn instructor(id: SubjectId) -> Self {
        Self(Key::Instructor(id))
    }

    pub(crate) const fn is_learner(self) -> bool {
        matches!(self, Self(Key::Learner(_)))
    }

    /// Callers without a key at an address. An IPv6 client chooses among all addresses of its network, so the first 64 bits count.
    pub fn at(address: IpAddr) -> Self {
        Self(Key::Network(address.into()))
    }
}

/// How many computations of a caller may wait for a thread or run.
pub(super) const PLACES: u32 = 2;

/// How many requests of a caller may wait in line besides: a class behind one address may ask at the same moment.
pub(super) const LINE: u64 = 400;

/// How many times as long as in the queue a request may be expected to wait in line. The line delays nobody else, and the costliest
/// moves of 300 take ten seconds on one thread.
pub(super) const LINE_WAITS: u32 = 4;

/// A caller's places, and how many requests wait for one.
pub(super) struct Share {
    pub(super) free: Arc<Semaphore>,
    pub(super) in_line: Gauge,
}

/// The share of a caller who has no computations yet.
pub(super) fn share() -> Share {
    Share { free: Arc::new(Semaphore::new(PLACES as usize)), in_line: Gauge::default() }
}

/// One of a caller's places, until it is dropped.
pub(super) struct Place {
    pub(super) _permit: OwnedSemaphorePermit,
    /// While a place is taken, the caller has no new ones.
    pub(super) _share: Arc<Share>,
}
