//! What a server measures, and the text in which Prometheus reads it.
//!
//! | file | what |
//! |---|---|
//! | `histogram` | [`Histogram`]: how long things take, or how large they are; [`timed()`] measures the time |
//! | `exposition` | [`Family`]: the same figure once for each value of some labels; [`Exposition`]: the text format of Prometheus |
//! | [`process`] | memory, processor time and files of the process |
//!
//! Each part of the server counts for itself, and has a function `expose` with the names of its metrics: `store`, `compute` and `matches` know
//! this module, and nothing of HTTP. `app::metrics` has what requests are about, and serves the whole.
//!
//! This is own code because of the text, and because of what a request may cost. `prometheus-client` writes the `OpenMetrics` format, in which the
//! counters have other names and the help other sentences, and its histograms and families are behind locks. The histograms of `prometheus` are
//! shared by all threads, and `metrics-exporter-prometheus` keeps each value until somebody reads it. Here a thread writes to a shard of its own.
//!
//! ```
//! use gradus::metrics::{Counter, Exposition, Family};
//!
//! let moves = Family::<_, Counter>::default();
//! moves.with(&"gomoku", Counter::increment);
//! moves.with(&"gomoku", Counter::increment);
//!
//! let mut out = Exposition::default();
//! out.counters("moves_total", "Moves that were made.").family(&moves, |game| [("game", game)]);
//! let expected = "# HELP moves_total Moves that were made.\n# TYPE moves_total counter\nmoves_total{game=\"gomoku\"} 2\n";
//! assert_eq!(out.into_text(), expected);
//! ```

mod exposition;
mod histogram;
pub mod process;

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

pub use exposition::{Exposition, Family, Figure, Labels, MEDIA_TYPE, Samples};
pub use histogram::{Figures, Histogram, Measured, stopwatch, timed, timed_async};

/// How often something has happened. All threads share it: it is for what does not happen with every request.
#[derive(Debug, Default)]
pub struct Counter(AtomicU64);

impl Counter {
    /// It has happened once more.
    pub fn increment(&self) {
        self.add(1);
    }

    /// It has happened so many times more.
    pub fn add(&self, times: u64) {
        self.0.fetch_add(times, Ordering::Relaxed);
    }

    /// How often it has happened.
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// How many of something there are now.
#[derive(Debug, Default)]
pub struct Gauge(AtomicUsize);

/// One of what a [`Gauge`] counts, until it is dropped.
#[derive(Debug)]
pub struct Held<'a> {
    count: &'a AtomicUsize,
    /// How many there were before.
    pub before: usize,
}

impl Gauge {
    /// There is one more until the value is dropped.
    pub fn hold(&self) -> Held<'_> {
        Held { count: &self.0, before: self.0.fetch_add(1, Ordering::Relaxed) }
    }

    /// How many there are.
    pub fn get(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        self.count.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gauge_counts_what_is_held() {
        let gauge = Gauge::default();
        let (one, other) = (gauge.hold(), gauge.hold());
        assert_eq!(gauge.get(), 2);
        drop(one);
        assert_eq!(gauge.get(), 1);
        drop(other);
        assert_eq!(gauge.get(), 0);
    }
}
