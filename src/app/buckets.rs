//! A rate, such as `500/h`, and the buckets that hold callers to it: each holds so many, and fills again within a period.
//!
//! This is own code because the crate `governor` cannot look into a bucket without taking from it, bounds the number of its buckets only by
//! walking through all of them, and brings ten more crates.

use std::convert::Infallible;
use std::fmt;
use std::hash::Hash;
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use quick_cache::sync::Cache;
use thiserror::Error;

/// So many at once, and as many again within a period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    count: u32,
    seconds: u32,
}

/// The units of a period, the longest first.
const UNITS: [(char, u32); 3] = [('h', 3600), ('m', 60), ('s', 1)];

/// The longest period, in seconds.
const DAY: u32 = 24 * 3600;

impl Rate {
    /// So many at once, and as many again within so many seconds; neither is zero.
    pub(super) const fn new(count: u32, seconds: u32) -> Self {
        Self { count, seconds }
    }

    fn period(self) -> Duration {
        Duration::from_secs(self.seconds.into())
    }

    /// How long a bucket takes to get back so many; never longer than to be full.
    fn time_for(self, count: u32) -> Duration {
        self.period() * count.min(self.count) / self.count
    }
}

/// As `500/h` or `9000/5m`.
impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { count, seconds } = self;
        let whole = UNITS.into_iter().find(|(_, unit)| seconds.is_multiple_of(*unit));
        let (name, unit) = whole.unwrap_or(('s', 1));
        match seconds / unit {
            1 => write!(f, "{count}/{name}"),
            units => write!(f, "{count}/{units}{name}"),
        }
    }
}

/// A text is not a rate.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("expected a count and a period of at most a day, such as 500/h or 9000/5m")]
pub struct NotARate;

impl FromStr for Rate {
    type Err = NotARate;

    fn from_str(text: &str) -> Result<Self, NotARate> {
        let (count, period) = text.split_once('/').ok_or(NotARate)?;
        let has_unit = |(name, unit)| Some((period.strip_suffix(name)?, unit));
        let (units, unit): (&str, u32) = UNITS.into_iter().find_map(has_unit).ok_or(NotARate)?;
        let number =
            |text: &str| text.parse().ok().filter(|number: &u32| *number > 0).ok_or(NotARate);
        let units = if units.is_empty() { 1 } else { number(units)? };
        let seconds = units.checked_mul(unit).filter(|seconds| *seconds <= DAY).ok_or(NotARate)?;
        Ok(Self { count: number(count)?, seconds })
    }
}

/// How many buckets of one limit are kept.
const BUCKETS: usize = 16_384;

/// The buckets of one limit.
///
/// Of a bucket is known when it will be full again. What is taken moves that moment, which may not be further away than a period: this is
/// the generic cell rate algorithm.
pub(super) struct Buckets<K> {
    rate: Rate,
    full_at: Cache<K, Arc<Mutex<Duration>>>,
}

impl<K: Copy + Eq + Hash> Buckets<K> {
    pub(super) fn new(rate: Rate) -> Self {
        Self { rate, full_at: Cache::new(BUCKETS) }
    }

    /// Takes so many from a bucket. If it has fewer, nothing is taken, and the error is how long to wait.
    pub(super) fn take(&self, key: K, count: u32, now: Duration) -> Result<(), Duration> {
        let Ok::<_, Infallible>(bucket) =
            self.full_at.get_or_insert_with(&key, || Ok(Arc::default()));
        // A time is whole at every moment.
        let mut full_at = bucket.lock().unwrap_or_else(PoisonError::into_inner);
        *full_at = self.after(*full_at, count, now)?;
        Ok(())
    }

    /// Whether a bucket has one to take.
    pub(super) fn look(&self, key: K, now: Duration) -> Result<(), Duration> {
        let Some(bucket) = self.full_at.get(&key) else { return Ok(()) };
        let full_at = *bucket.lock().unwrap_or_else(PoisonError::into_inner);
        self.after(full_at, 1, now).map(drop)
    }

    /// When a bucket is full again after so many were taken.
    fn after(&self, full_at: Duration, count: u32, now: Duration) -> Result<Duration, Duration> {
        let next = full_at.max(now) + self.rate.time_for(count);
        match next.saturating_sub(now + self.rate.period()) {
            Duration::ZERO => Ok(next),
            wait => Err(wait),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: Duration = Duration::from_secs(1000);

    fn after(seconds: u64) -> Duration {
        START + Duration::from_secs(seconds)
    }

    #[test]
    fn a_rate_is_read_as_it_is_written() {
        for text in ["500/h", "9000/5m", "10000/20s", "1/s", "7/90s", "4000000000/24h"] {
            assert_eq!(text.parse::<Rate>().unwrap().to_string(), text);
        }
        assert_eq!("60/60s".parse::<Rate>().unwrap().to_string(), "60/m");
        let junk = ["", "5", "5/", "/s", "0/s", "5/0s", "5/s/s", "5/d", "-5/s", "5 / s", "5/25h"];
        for text in junk.into_iter().chain(["5000000000/s", "5/4000000000h"]) {
            assert_eq!(text.parse::<Rate>(), Err(NotARate), "{text}");
        }
    }

    #[test]
    fn a_bucket_holds_its_count_and_fills_within_its_period() {
        let buckets = Buckets::new("10/20s".parse().unwrap());
        assert!((0..10).all(|_| buckets.take(1, 1, START).is_ok()));
        // A refusal takes nothing, and another bucket is another one.
        for _ in 0..3 {
            assert_eq!(buckets.take(1, 1, START), Err(Duration::from_secs(2)));
        }
        assert_eq!(buckets.take(2, 1, START), Ok(()));
        assert_eq!(buckets.take(1, 1, after(1)), Err(Duration::from_secs(1)));
        assert_eq!(buckets.take(1, 1, after(2)), Ok(()));
        assert_eq!(buckets.take(1, 3, after(2)), Err(Duration::from_secs(6)));
        assert_eq!(buckets.take(1, 3, after(8)), Ok(()));
        // It does not become fuller than full.
        assert!((0..10).all(|_| buckets.take(1, 1, after(1000)).is_ok()));
        assert!(buckets.take(1, 1, after(1000)).is_err());
        // What is more than all of it is all of it.
        assert_eq!(buckets.take(3, 11, START), Ok(()));
    }

    #[test]
    fn the_number_of_buckets_is_bounded() {
        let buckets = Buckets::new("1/h".parse().unwrap());
        (0..10 * BUCKETS).for_each(|key| assert_eq!(buckets.take(key, 1, START), Ok(())));
        assert!(buckets.full_at.len() <= BUCKETS);
    }
}
