//! What a server measures, and the text in which Prometheus reads it.
//!
//! | file | what |
//! |---|---|
//! | `histogram` | [`Histogram`]: how long things take, or how large they are; [`timed()`] measures the time |
//! | `family` | [`Family`]: the same figure once for each value of some labels |
//! | `exposition` | [`Exposition`]: the text format of Prometheus |
//! | [`process`] | memory, processor time and files of the process |
//!
//! Each part of the server counts for itself, and has a function `expose` with the names of its metrics: `store`, `compute` and `matches` know
//! this module, and nothing of HTTP. `http::metrics` has what requests are about, and serves the whole.
//!
//! These are a few hundred lines rather than a crate because of what a request may cost. A histogram is written for every request: that of
//! `prometheus-client` is behind a lock, that of `prometheus` is shared by all threads, and that of `metrics-exporter-prometheus` keeps each
//! value until somebody reads it. Here a thread writes to a shard of its own.
//!
//! ```
//! use gradus::metrics::{Counter, Exposition, Family};
//!
//! let moves = Family::new(Counter::default);
//! moves.with(&"gomoku", Counter::increment);
//! moves.with(&"gomoku", Counter::increment);
//!
//! let mut out = Exposition::default();
//! let mut samples = out.counters("moves_total", "Moves that were made.");
//! for (game, count) in moves.sorted() {
//!     samples.value(&[("game", game)], count.get());
//! }
//! let expected = "# HELP moves_total Moves that were made.\n# TYPE moves_total counter\nmoves_total{game=\"gomoku\"} 2\n";
//! assert_eq!(out.into_text(), expected);
//! ```

mod exposition;
mod family;
mod histogram;
pub mod process;

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

pub use exposition::{Exposition, Labels, MEDIA_TYPE, Samples};
pub use family::Family;
pub use histogram::{Figures, Histogram, Measured, timed, timed_async};

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
    #[must_use]
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// How many of something there are now.
#[derive(Debug, Default)]
pub struct Gauge(AtomicUsize);

/// One of what a [`Gauge`] counts, until it is dropped.
#[derive(Debug)]
pub struct Held<'a>(&'a AtomicUsize);

impl Gauge {
    /// There is one more until the value is dropped.
    #[must_use]
    pub fn hold(&self) -> Held<'_> {
        self.0.fetch_add(1, Ordering::Relaxed);
        Held(&self.0)
    }

    /// How many there are.
    #[must_use]
    pub fn get(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
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
