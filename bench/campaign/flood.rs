//! A flood: attackers for some seconds, and what is measured meanwhile and afterwards.

use std::time::Duration;

use reqwest::RequestBuilder;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until, timeout_at};

use crate::Outcome;
use crate::learner::Learner;
use crate::loopback::Loopback;
use crate::options::Options;
use crate::reply::{Replies, Reply};
use crate::report::Measure;
use crate::server::Server;

/// The most resident memory during a flood, in bytes.
const PEAK_LIMIT: u64 = 400_000_000;

/// The most resident memory some time after a flood, in bytes.
pub(crate) const REST_LIMIT: u64 = 100_000_000;

/// A server that is attacked, and a learner who works meanwhile.
pub(crate) struct Flood {
    pub(crate) server: Server,
    learner: Learner,
    /// When the attackers stop.
    pub(crate) until: Instant,
    settle_time: Duration,
}

impl Flood {
    /// Begins with a new server.
    pub(crate) async fn begin(options: &Options) -> Outcome<Self> {
        Self::begin_at(Server::start(options).await?, options).await
    }

    /// Begins with a server that may be under attack already.
    pub(crate) async fn begin_at(server: Server, options: &Options) -> Outcome<Self> {
        let learner = Learner::begin(server.address).await?;
        let until = Instant::now() + options.flood_time();
        Ok(Self { server, learner, until, settle_time: options.settle_time() })
    }

    pub(crate) fn address(&self) -> Loopback {
        self.server.address
    }

    /// What was measured. The attackers have stopped and their connections are closed.
    pub(crate) async fn end(mut self, replies: Replies) -> Outcome<Vec<Measure>> {
        // Attackers who have sent all that they may stop earlier.
        sleep_until(self.until).await;
        let experience = self.learner.finish().await?;
        let mut measures = experience.measures();
        let peak = self.server.peak_memory()?;
        sleep(self.settle_time).await;
        let rest = self.server.memory()?;
        measures.push(Measure::memory("resident at the peak", peak, PEAK_LIMIT));
        let after = format!("resident {} s afterwards", self.settle_time.as_secs());
        measures.push(Measure::memory(&after, rest, REST_LIMIT));
        measures.extend(self.server.health(&replies)?);
        Ok(measures)
    }
}

/// Sends a request, and another one a pause after each reply, until the time is over.
pub(crate) async fn send_until(
    until: Instant,
    most: usize,
    pause: Duration,
    mut request: impl FnMut(usize) -> RequestBuilder,
) -> Replies {
    let mut replies = Replies::default();
    for number in 0..most {
        match timeout_at(until, Reply::to(request(number))).await {
            Ok(reply) => replies.add_result(&reply),
            Err(_) => replies.add_other("no reply until the end"),
        }
        if !has_time_after(pause, until).await {
            break;
        }
    }
    replies
}

/// Pauses, and says whether there is time left.
pub(crate) async fn has_time_after(pause: Duration, until: Instant) -> bool {
    // Even the shortest sleep takes a millisecond.
    if !pause.is_zero() {
        sleep_until(until.min(Instant::now() + pause)).await;
    }
    Instant::now() < until
}

/// What came of the requests of many.
pub(crate) async fn joined(attackers: JoinSet<Replies>) -> Replies {
    let mut replies = Replies::default();
    for one in attackers.join_all().await {
        replies.add_all(one);
    }
    replies
}
