//! Threads for heavy computations, so that they do not block the threads that serve requests.
//!
//! How many computations run is limited, and those that wait for a thread are queued so that nobody can keep others waiting:
//!
//! ```text
//! caller A ─ ─ ─ ─ ─▶ ▣ ▣ ┐
//! caller B ─▶ ▣ ▣         ├─▶ queue of pool 1 ─▶ ┐
//! caller C ▣              ┘                      ├─▶ threads
//!                           queue of pool 2 ─▶   ┘
//! ```
//!
//! - Each caller has two places (▣) in a pool, for computations that wait or run. What the same caller wants besides waits in the
//!   caller's own line, and is in nobody's way.
//! - The first of a pool's queue waits for a thread, the others wait to be the first. So several pools that share threads take turns.
//! - Who would have to wait too long is refused, and told how long: see `queue`.
//! - A computation whose caller is dropped while it waits does not begin.
//!
//! This is own code because crates for thread pools, such as `rayon` and `threadpool`, know neither callers nor how long a queue takes.
//!
//! ```
//! # #[tokio::main(flavor = "current_thread")] async fn main() {
//! use std::time::{Duration, Instant};
//!
//! use gradus::app::compute::{CallerKey, ComputePool};
//!
//! let began = Instant::now();
//! let [pool] = ComputePool::sharing(2, [Duration::from_secs(5)], move || began.elapsed());
//! let caller = CallerKey::at("192.0.2.7".parse().unwrap());
//! assert_eq!(pool.run(caller, || (1..=10).sum::<u32>()).await, Ok(55));
//! # }
//! ```

mod queue;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use prometheus_client::metrics::{family::Family, gauge::ConstGauge};
use thiserror::Error;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinSet;

pub use self::queue::CallerKey;
use self::queue::{LINE, LINE_WAITS, PLACES, Place, Queue, Share, share};
use super::per_key::PerKey;
use crate::metrics::{Gauge, Held, Registry};

/// Threads for computations, with a queue. Pools that are made together share the threads; clones share all.
#[derive(Clone)]
pub struct ComputePool {
    threads: Arc<Threads>,
    /// The position of the pool's queue.
    queue: usize,
    shares: Arc<PerKey<CallerKey, Share>>,
}

/// Why a computation has no result.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PoolError {
    /// So many computations wait that this one would wait too long.
    #[error("the computations that wait for a thread take about {} ms", .0.as_millis())]
    Busy(Duration),
    /// So many computations of the same caller wait that this one would wait too long.
    #[error("the computations of the same caller that wait take about {} ms", .0.as_millis())]
    CallerBusy(Duration),
    /// The computation panicked, or the process is stopping.
    #[error("the computation failed: {0}")]
    Failed(String),
}

/// What pools share.
struct Threads {
    free: Arc<Semaphore>,
    count: u32,
    queues: Vec<Queue>,
    /// The time since some moment.
    clock: Box<dyn Fn() -> Duration + Send + Sync>,
}

impl ComputePool {
    /// Pools that share this number of threads, at least one. `waits` says how long a computation may wait in each, and `clock` how
    /// much time has passed since some moment.
    pub fn sharing<const POOLS: usize>(
        threads: u32,
        waits: [Duration; POOLS],
        clock: impl Fn() -> Duration + Send + Sync + 'static,
    ) -> [Self; POOLS] {
        let count = threads.max(1);
        let threads = Arc::new(Threads {
            free: Arc::new(Semaphore::new(count as usize)),
            count,
            queues: waits.into_iter().map(Queue::new).collect(),
            clock: Box::new(clock),
        });
        std::array::from_fn(|queue| Self {
            threads: Arc::clone(&threads),
            queue,
            shares: Arc::default(),
        })
    }

    /// Runs a computation as soon as it is its caller's turn, and then the pool's turn: first come, first served.
    ///
    /// A computation that has started runs to its end, on its thread, even if this future is dropped. One that has not never starts.
    pub async fn run<T: Send + 'static>(
        &self,
        caller: CallerKey,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, PoolError> {
        let place = self.place(caller).await?;
        let thread = self.thread().await?;
        let pool = self.clone();
        // If the set is dropped before the system has found a thread for its computation, it is dropped with it.
        let mut running = JoinSet::new();
        running.spawn_blocking(move || {
            let clock = &pool.threads.clock;
            let began = clock();
            let result = work();
            pool.queue().measure(clock().saturating_sub(began));
            // Before the result is known: who has it finds the thread and the place free.
            drop((thread, place));
            result
        });
        #[expect(clippy::expect_used, reason = "the set has the computation")]
        let result = running.join_next().await.expect("the set has one task");
        result.map_err(|error| PoolError::Failed(error.to_string()))
    }

    /// A place of the caller, or one that becomes free while the request is in the caller's line.
    async fn place(&self, caller: CallerKey) -> Result<Place, PoolError> {
        let share = self.shares.get(caller, share);
        if let Ok(permit) = Arc::clone(&share.free).try_acquire_owned() {
            return Ok(Place { _permit: permit, _share: share });
        }
        // Those in the places run first, and as many at a time.
        let queue = self.queue();
        let turn = (self.expected_wait(queue.waiting.get()) + queue.mean()) / PLACES;
        let waiting = Held::by(&share.in_line);
        let expected = times(turn, waiting.before + 1);
        let longest = queue.longest_wait.saturating_mul(LINE_WAITS);
        let is_too_long = waiting.before > 0 && expected > longest;
        if is_too_long || waiting.before >= LINE {
            return Err(PoolError::CallerBusy(expected));
        }
        // The next place that becomes free and that nobody has waited for longer.
        let permit = Arc::clone(&share.free).acquire_owned().await;
        drop(waiting);
        let permit = permit.map_err(|error| PoolError::Failed(error.to_string()))?;
        Ok(Place { _permit: permit, _share: share })
    }

    /// A free thread, or one that becomes free while the computation is in the queue.
    async fn thread(&self) -> Result<OwnedSemaphorePermit, PoolError> {
        let (queue, free) = (self.queue(), &self.threads.free);
        // A computation that finds a free thread takes no place in the queue, not even briefly: otherwise one of two simultaneous ones
        // could be refused while threads are idle.
        if queue.waiting.get() == 0
            && let Ok(thread) = Arc::clone(free).try_acquire_owned()
        {
            return Ok(thread);
        }
        let waiting = Held::by(&queue.waiting);
        let expected = self.expected_wait(waiting.before);
        if waiting.before > 0 && expected > queue.longest_wait {
            return Err(PoolError::Busy(expected));
        }
        let _first = queue.first.lock().await;
        let thread = Arc::clone(free).acquire_owned().await;
        thread.map_err(|error| PoolError::Failed(error.to_string()))
    }

    /// How long a computation waits behind so many others of this pool. As long as something waits in other pools, these take turns
    /// with it.
    fn expected_wait(&self, ahead: u64) -> Duration {
        let queues = self.threads.queues.iter().enumerate();
        let before = queues.map(|(index, queue)| {
            let turns =
                if index == self.queue { ahead } else { queue.waiting.get().min(ahead + 1) };
            times(queue.mean(), turns)
        });
        before.fold(Duration::ZERO, Duration::saturating_add) / self.threads.count
    }

    #[expect(clippy::indexing_slicing, reason = "`sharing` makes a queue for each pool")]
    fn queue(&self) -> &Queue {
        &self.threads.queues[self.queue]
    }
}

/// Registers how many computations wait in some pools, each with its name, and how many threads these pools share.
pub fn expose(pools: &[(&'static str, ComputePool)], out: &mut Registry) {
    let waiting = Family::<[_; 2], Gauge>::default();
    for &(pool, ref queued) in pools {
        let count = |place, count| {
            waiting.get_or_create(&[("pool", pool), ("place", place)]).set(count);
        };
        count("queue", queued.queue().waiting.get());
        count("line", queued.shares.all().iter().map(|share| share.in_line.get()).sum());
    }
    let help = "Computations that wait for a thread, in the queue of a pool or in the line of their caller";
    out.register("gradus_compute_waiting", help, waiting);
    let Some((_, one)) = pools.first() else { return };
    let all = one.threads.count as usize;
    let idle = one.threads.free.available_permits();
    let help = "Computations that may run at a time";
    out.register("gradus_compute_threads", help, ConstGauge::new(all));
    let running = ConstGauge::new(all.saturating_sub(idle));
    out.register("gradus_compute_running", "Computations that run", running);
}

/// A duration so many times.
fn times(duration: Duration, count: u64) -> Duration {
    duration.saturating_mul(u32::try_from(count).unwrap_or(u32::MAX))
}
