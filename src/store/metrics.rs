//! What a store measures of its writes.

use std::time::Duration;

use crate::metrics::{Counter, Exposition, Gauge, Held, Histogram};

/// How many changes wait, how many are committed together, and how long that takes. A change is what one request writes: an attempt, a move of a
/// match, a registration. On PostgreSQL only attempts are committed together.
#[derive(Debug, Default)]
pub struct StoreMetrics {
    waiting: Gauge,
    batches: Histogram<usize>,
    commits: Histogram<Duration>,
    failures: Counter,
}

impl StoreMetrics {
    /// Counts a change that waits for its commit, until the value is dropped.
    #[must_use]
    pub fn wait(&self) -> Held<'_> {
        self.waiting.hold()
    }

    /// Counts a transaction with this many changes, and the time from its beginning until it was on the disk.
    pub fn committed(&self, changes: usize, time: Duration) {
        self.batches.observe(changes);
        self.commits.observe(time);
    }

    /// Counts a transaction that failed. It has written nothing, unless the connection was lost before the database could confirm the commit.
    pub fn failed(&self) {
        self.failures.increment();
    }

    /// Writes the metrics.
    pub fn expose(&self, out: &mut Exposition) {
        out.gauges("gradus_store_waiting_changes", "Changes that wait until they are on the disk.")
            .value(&[], self.waiting.get());
        out.histograms("gradus_store_batch_changes", "How many changes were committed together.")
            .histogram(&[], &self.batches);
        out.histograms(
            "gradus_store_commit_duration_seconds",
            "How long a transaction took that writes, until it was on the disk.",
        )
        .histogram(&[], &self.commits);
        out.counters("gradus_store_commit_failures_total", "Transactions that failed.")
            .value(&[], self.failures.get());
    }
}
