//! What the server measures of requests and answers. `/metrics` shows it, with what the store, the matches and the pools measure.
//!
//! | file | what |
//! |---|---|
//! | `requests` | requests by route, with their times; problems by code |
//! | `answers` | verdicts, what explains them, and how long kinds take |

mod answers;
mod requests;

use std::sync::Arc;

pub(crate) use self::answers::{AnswerMetrics, NotExplained};
pub(crate) use self::requests::RequestMetrics;
use super::ambient::now;
use super::compute::ComputePool;
use crate::step::Timestamp;

/// What the part of the server measures that knows HTTP, and where it finds the rest.
pub(crate) struct Metrics {
    pub(crate) requests: RequestMetrics,
    pub(crate) answers: Arc<AnswerMetrics>,
    /// The pools of one set of threads, by name.
    pools: Vec<(&'static str, ComputePool)>,
    started: Timestamp,
}

impl Metrics {
    /// The metrics of a server that begins now, with these pools.
    pub(crate) fn new(pools: Vec<(&'static str, ComputePool)>) -> Self {
        Self {
            requests: RequestMetrics::new(),
            answers: Arc::new(AnswerMetrics::new()),
            pools,
            started: now(),
        }
    }

    /// The pools of one set of threads, by name.
    pub(crate) fn pools(&self) -> &[(&'static str, ComputePool)] {
        &self.pools
    }

    /// When the server began.
    pub(crate) fn started(&self) -> Timestamp {
        self.started
    }
}

/// Where the metrics of a server are served.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MetricsAddress {
    /// With everything else.
    Main,
    /// At an address of their own.
    Separate,
}
