//! How long requests took.

use std::fmt;
use std::time::Duration;

/// The times of requests. One that was refused or not answered took for ever.
#[derive(Debug, Default)]
pub(crate) struct Latencies(Vec<Duration>);

impl Latencies {
    pub(crate) fn add(&mut self, time: Duration) {
        self.0.push(time);
    }

    /// Adds a request that was refused or not answered.
    pub(crate) fn add_refused(&mut self) {
        self.0.push(Duration::MAX);
    }

    /// The time within which this share of the requests, in percent, was answered. Without any requests that is never.
    pub(crate) fn percentile(&self, share: usize) -> Duration {
        let mut times = self.0.clone();
        times.sort_unstable();
        let rank = (times.len() * share).div_ceil(100);
        times.get(rank.saturating_sub(1)).copied().unwrap_or(Duration::MAX)
    }
}

impl fmt::Display for Latencies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [median, most, worst] = [50, 99, 100].map(|share| shown(self.percentile(share)));
        write!(f, "50 % {median}   99 % {most}   worst {worst}   of {}", self.0.len())
    }
}

fn shown(time: Duration) -> String {
    if time == Duration::MAX {
        return format!("{:>9}", "never");
    }
    format!("{:6.1} ms", time.as_secs_f64() * 1000.0)
}
