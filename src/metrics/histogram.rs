//! How long things take, or how large they are, counted in buckets. The head of [`metrics`](super) says why this is own code.

use std::array;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// How many shards a histogram has. Threads take them in turns, so two of the threads that serve requests share one only where there are more.
const SHARDS: usize = 16;

/// How many bounds there are. With the rest and the sum, a shard fills two lines of the processor's cache.
const BOUND_COUNT: usize = 14;

/// What a histogram counts: durations, or sizes.
pub trait Measured {
    /// The upper bounds of the buckets, ascending. What is larger than the last one is in a bucket of its own.
    const BOUNDS: [u64; BOUND_COUNT];

    /// How many of what is counted are one of what is told.
    const PER_UNIT: f64;

    /// As it is counted.
    fn count(self) -> u64;
}

/// Counted in nanoseconds, told in seconds: from 0.1 ms, more than a cached task takes, to 20 s, about as long as anybody waits for a thread.
impl Measured for Duration {
    const BOUNDS: [u64; BOUND_COUNT] = [
        100_000,
        250_000,
        500_000,
        1_000_000,
        2_500_000,
        5_000_000,
        10_000_000,
        25_000_000,
        50_000_000,
        100_000_000,
        250_000_000,
        1_000_000_000,
        5_000_000_000,
        20_000_000_000,
    ];
    const PER_UNIT: f64 = 1e9;

    fn count(self) -> u64 {
        // Nothing takes 584 years.
        u64::try_from(self.as_nanos()).unwrap_or(u64::MAX)
    }
}

/// The size of a batch, a queue, a list.
impl Measured for usize {
    const BOUNDS: [u64; BOUND_COUNT] = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 64, 128, 256, 512];
    const PER_UNIT: f64 = 1.0;

    fn count(self) -> u64 {
        self as u64
    }
}

/// How many values were measured, in which range, and their sum.
///
/// A value costs two additions in memory that no other thread writes at that moment, and no lock.
///
/// ```
/// use std::time::Duration;
///
/// use gradus::metrics::Histogram;
///
/// let histogram = Histogram::default();
/// histogram.observe(Duration::from_millis(3));
/// histogram.observe(Duration::from_secs(60));
/// let figures = histogram.figures();
/// assert_eq!((figures.count, figures.sum), (2, 60.003));
/// assert_eq!(figures.up_to[4], (0.0025, 0));
/// assert_eq!(figures.up_to[5], (0.005, 1));
/// ```
#[derive(Debug)]
pub struct Histogram<M> {
    shards: Box<[Shard; SHARDS]>,
    measured: PhantomData<fn(M)>,
}

/// What some threads have measured. Two lines of the cache begin at each, so that these threads share none with others.
#[derive(Debug, Default)]
#[repr(align(128))]
struct Shard {
    buckets: [AtomicU64; BOUND_COUNT + 1],
    sum: AtomicU64,
}

/// What a histogram says.
#[derive(Clone, Debug, PartialEq)]
pub struct Figures {
    /// Each bound, and how many values are at most that.
    pub up_to: [(f64, u64); BOUND_COUNT],
    /// How many values there are.
    pub count: u64,
    /// Their sum.
    pub sum: f64,
}

thread_local! {
    /// The shard of this thread.
    static SHARD: usize = {
        static THREADS: AtomicUsize = AtomicUsize::new(0);
        THREADS.fetch_add(1, Ordering::Relaxed) % SHARDS
    };
}

impl<M> Default for Histogram<M> {
    fn default() -> Self {
        Self { shards: Box::new(array::from_fn(|_| Shard::default())), measured: PhantomData }
    }
}

impl<M: Measured> Histogram<M> {
    /// Counts a value.
    #[expect(
        clippy::indexing_slicing,
        reason = "`SHARD` is below `SHARDS`, and there is one bucket more than bounds"
    )]
    pub fn observe(&self, value: M) {
        let value = value.count();
        let bucket = M::BOUNDS.partition_point(|bound| *bound < value);
        let shard = &self.shards[SHARD.with(|shard| *shard)];
        shard.buckets[bucket].fetch_add(1, Ordering::Relaxed);
        shard.sum.fetch_add(value, Ordering::Relaxed);
    }

    /// What was measured so far. What other threads measure meanwhile may be in it by half.
    pub fn figures(&self) -> Figures {
        let in_bucket = |bucket: usize| {
            let counts = self.shards.iter().filter_map(|shard| shard.buckets.get(bucket));
            counts.map(|count| count.load(Ordering::Relaxed)).sum::<u64>()
        };
        let mut count = 0;
        let mut bucket = 0;
        let up_to = M::BOUNDS.map(|bound| {
            count += in_bucket(bucket);
            bucket += 1;
            (exposed::<M>(bound), count)
        });
        count += in_bucket(bucket);
        let sum = self.shards.iter().map(|shard| shard.sum.load(Ordering::Relaxed)).sum();
        Figures { up_to, count, sum: exposed::<M>(sum) }
    }
}

/// What was counted, in the unit of the metric.
#[expect(
    clippy::cast_precision_loss,
    reason = "of a sum beyond 53 bits the last digits do not matter"
)]
fn exposed<M: Measured>(count: u64) -> f64 {
    count as f64 / M::PER_UNIT
}

/// A clock that tells how much time has passed since it was made.
#[expect(clippy::disallowed_methods, reason = "who measures shows it, or takes it as an argument")]
pub fn stopwatch() -> impl Fn() -> Duration {
    let began = Instant::now();
    move || began.elapsed()
}

/// What some work gives, and how long it takes.
pub fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let elapsed = stopwatch();
    (work(), elapsed())
}

/// The same for work that waits.
pub async fn timed_async<T>(work: impl Future<Output = T>) -> (T, Duration) {
    let elapsed = stopwatch();
    (work.await, elapsed())
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn a_value_on_a_bound_is_below_it() {
        let histogram = Histogram::default();
        for size in [0_usize, 1, 2, 512, 513] {
            histogram.observe(size);
        }
        let figures = histogram.figures();
        assert_eq!(figures.up_to[0], (1.0, 2));
        assert_eq!(figures.up_to[1], (2.0, 3));
        assert_eq!(figures.up_to[BOUND_COUNT - 1], (512.0, 4));
        assert_eq!((figures.count, figures.sum), (5, 1028.0));
    }

    #[test]
    fn bounds_ascend() {
        assert!(<Duration as Measured>::BOUNDS.is_sorted());
        assert!(<usize as Measured>::BOUNDS.is_sorted());
    }

    #[test]
    fn what_many_threads_measure_is_counted() {
        let histogram = Histogram::default();
        thread::scope(|scope| {
            for _ in 0..3 * SHARDS {
                scope.spawn(|| (0..1000).for_each(|_| histogram.observe(7_usize)));
            }
        });
        let figures = histogram.figures();
        assert_eq!(figures.count, 3000 * SHARDS as u64);
        assert_eq!(figures.up_to[4], (6.0, 0));
        assert_eq!(figures.up_to[5], (8.0, figures.count));
    }
}
