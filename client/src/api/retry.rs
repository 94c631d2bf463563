//! When a request is sent again, and after how long. A pure decision: [`Retries::wait_after`] neither waits nor sends.
//!
//! A lost connection is retried three times within about a second: long enough for a server that restarts, short enough to report a missing
//! one soon. A busy server (429, 503) says itself how long to wait, and gets more time.

use std::time::Duration;

/// The waits before a lost connection is tried again; when they are used up, the server is taken to be gone.
const RECONNECT: [Duration; 3] =
    [Duration::from_millis(100), Duration::from_millis(300), Duration::from_millis(900)];

/// The wait when a busy server names none.
const DEFAULT_WAIT: Duration = Duration::from_secs(1);

/// The longest that one request waits out a limit: the longest pause after wrong answers is 60 s.
const MAX_WAIT_LIMITED: Duration = Duration::from_secs(90);

/// The longest that one request waits for a server that is up and cannot serve: a database on a busy machine needs half a minute to restart.
const MAX_WAIT_UNAVAILABLE: Duration = Duration::from_mins(1);

/// Why a request failed in a way that may pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Transient {
    /// No connection could be made: nothing was sent.
    NoConnection,
    /// The connection broke after something may have been sent.
    Broken,
    /// 429, or 503 `limit.busy`: the server has done nothing, and may have said how long to wait.
    Limited(Option<Duration>),
    /// 503, or 502 or 504 of a proxy in front of the server: one of them may have said when to try again.
    Unavailable(Option<Duration>),
}

/// Whether a request has the same effect when it arrives twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// Reading, and answering: the same answer to the same task returns the stored verdict. Advancing a computer that moves anyway.
    Idempotent,
    /// Games and moves, but for a step's match: see [`super::games`].
    Once,
}

/// The tries of one request so far.
#[derive(Debug)]
pub(super) struct Retries {
    effect: Effect,
    reconnects: std::slice::Iter<'static, Duration>,
    waited: Duration,
}

impl Retries {
    /// A request that has not been sent yet.
    pub(super) fn new(effect: Effect) -> Self {
        Self { effect, reconnects: RECONNECT.iter(), waited: Duration::ZERO }
    }

    /// How long to wait before the request is sent again after a failure; `None` when it must not be sent again, or has been sent often enough.
    pub(super) fn wait_after(&mut self, failure: Transient) -> Option<Duration> {
        match (failure, self.effect) {
            (Transient::Broken | Transient::Unavailable(_), Effect::Once) => None,
            (Transient::NoConnection | Transient::Broken, _) => self.reconnects.next().copied(),
            (Transient::Limited(wait), _) => self.bounded_wait(wait, MAX_WAIT_LIMITED),
            (Transient::Unavailable(wait), _) => self.bounded_wait(wait, MAX_WAIT_UNAVAILABLE),
        }
    }

    /// At least a tenth of a second, so that `Retry-After: 0` ends too.
    fn bounded_wait(&mut self, named: Option<Duration>, most: Duration) -> Option<Duration> {
        let wait = named.unwrap_or(DEFAULT_WAIT).max(Duration::from_millis(100));
        self.waited = self.waited.saturating_add(wait);
        (self.waited <= most).then_some(wait)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn waits(effect: Effect, failure: Transient) -> Vec<Duration> {
        let mut retries = Retries::new(effect);
        std::iter::from_fn(|| retries.wait_after(failure)).collect()
    }

    fn limited(seconds: u64) -> Transient {
        Transient::Limited(Some(Duration::from_secs(seconds)))
    }

    fn unavailable(seconds: u64) -> Transient {
        Transient::Unavailable(Some(Duration::from_secs(seconds)))
    }

    #[test]
    fn a_lost_connection_is_tried_again_for_about_a_second() {
        for failure in [Transient::NoConnection, Transient::Broken] {
            assert_eq!(waits(Effect::Idempotent, failure), RECONNECT);
        }
        assert!(RECONNECT.iter().sum::<Duration>() < Duration::from_secs(2));
    }

    #[test]
    fn what_may_have_arrived_is_not_sent_again_when_that_does_harm() {
        assert_eq!(waits(Effect::Once, Transient::Broken), []);
        assert_eq!(waits(Effect::Once, unavailable(1)), []);
        assert_eq!(waits(Effect::Once, Transient::NoConnection), RECONNECT);
        assert_eq!(waits(Effect::Once, limited(60)).len(), 1);
    }

    #[test]
    fn a_busy_server_names_the_wait() {
        let mut retries = Retries::new(Effect::Idempotent);
        assert_eq!(retries.wait_after(limited(5)), Some(Duration::from_secs(5)));
        assert_eq!(retries.wait_after(unavailable(2)), Some(Duration::from_secs(2)));
        assert_eq!(retries.wait_after(Transient::Limited(None)), Some(DEFAULT_WAIT));
    }

    #[test]
    fn waiting_for_a_busy_server_ends() {
        assert_eq!(waits(Effect::Idempotent, limited(60)).len(), 1);
        assert_eq!(waits(Effect::Idempotent, limited(0)).len(), 900);
        for far in [91, 3600, u64::MAX] {
            assert_eq!(waits(Effect::Idempotent, limited(far)), []);
        }
        assert_eq!(waits(Effect::Idempotent, unavailable(1)).len(), 60);
        assert_eq!(waits(Effect::Idempotent, unavailable(61)), []);
    }
}
