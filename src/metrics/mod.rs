//! What a server measures, with `prometheus-client`.
//!
//! Each part of the server counts for itself, and has a function `expose` that registers its metrics under their names: `store`, `compute` and
//! `matches` know this module, and nothing of HTTP. `app::metrics` has what requests are about. The whole is registered anew for each reply.
//! [`process`] has memory, processor time and files of the process.

pub mod process;

use std::fmt::{self, Display, Write as _};
use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant};

use prometheus_client::encoding::{EncodeLabelValue, LabelValueEncoder, prometheus_text};
use prometheus_client::metrics::{gauge, histogram::Histogram};
pub use prometheus_client::registry::Registry;

/// The media type of [`text`].
pub const MEDIA_TYPE: &str = prometheus_text::CONTENT_TYPE;

/// Writes metrics in the [text format](https://prometheus.io/docs/instrumenting/exposition_formats/) of Prometheus.
#[expect(clippy::expect_used, reason = "a `String` takes any text")]
pub fn text(registry: &Registry) -> String {
    let mut text = String::new();
    prometheus_text::encode(&mut text, registry).expect("metrics can be written");
    text
}

/// How many of something there are now.
pub type Gauge = gauge::Gauge<u64, AtomicU64>;

/// One of what a [`Gauge`] counts, until it is dropped.
#[derive(Debug)]
pub struct Held<'a> {
    count: &'a Gauge,
    /// How many there were before.
    pub before: u64,
}

impl<'a> Held<'a> {
    /// Counts one more until the value is dropped.
    pub fn by(count: &'a Gauge) -> Self {
        Self { count, before: count.inc() }
    }
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        self.count.dec();
    }
}

/// A histogram of seconds: from 0.1 ms, more than a cached task takes, to 20 s, about as long as anybody waits for a thread.
pub fn durations() -> Histogram {
    let milliseconds =
        [0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 25.0, 50.0, 100.0, 250.0, 1000.0, 5000.0, 20_000.0];
    Histogram::new(milliseconds.map(|bound| bound / 1000.0))
}

/// A value of a label, as it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LabelText<T>(pub T);

impl<T: Display> EncodeLabelValue for LabelText<T> {
    fn encode(&self, encoder: &mut LabelValueEncoder<'_>) -> fmt::Result {
        write!(encoder, "{}", self.0)
    }
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
    use super::*;

    #[test]
    fn a_gauge_counts_what_is_held() {
        let gauge = Gauge::default();
        let (one, other) = (Held::by(&gauge), Held::by(&gauge));
        assert_eq!((one.before, other.before, gauge.get()), (0, 1, 2));
        drop(one);
        assert_eq!(gauge.get(), 1);
        drop(other);
        assert_eq!(gauge.get(), 0);
    }
}
