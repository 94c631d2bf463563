//! When a request is sent again, and after how long. A pure decision: [`Tries::after`] neither waits nor sends.
//!
//! A lost connection is tried again three times within about a second, so that a restarting server is ridden out and a missing one is told
//! soon. A busy server (429, 503) names the wait itself, and is given more time.

use std::time::Duration;

/// The waits before a lost connection is tried again; when they are used up, the server is taken to be gone.
const RECONNECT: [Duration; 3] =
    [Duration::from_millis(100), Duration::from_millis(300), Duration::from_millis(900)];

/// The wait when a busy server names none.
const BUSY: Duration = Duration::from_secs(1);

/// The longest that one request waits out a limit: the longest pause after wrong answers is 60 s.
const PATIENCE_LIMITED: Duration = Duration::from_secs(90);

/// The longest that one request waits for a server that is up and cannot serve.
const PATIENCE_UNAVAILABLE: Duration = Duration::from_secs(10);

/// Why a request should perhaps be sent again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trouble {
    /// No connection could be made: nothing was sent.
    NoConnection,
    /// The connection broke after something may have been sent.
    Broken,
    /// 429, or 503 `limit.busy`: the server has begun nothing, and may have said for how long to stay away.
    Limited(Option<Duration>),
    /// 503: the server, or what stands before it, may have said when to come back.
    Unavailable(Option<Duration>),
}

/// Whether the server does the same when a request comes twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Repeat {
    /// Reading, and answering: the same answer to the same task returns the stored verdict. Having a computer move that moves anyway.
    Harmless,
    /// Registering: the second request would find the name taken, and the key is lost. Games and moves: see [`super::games`].
    Harmful,
}

/// The tries of one request so far.
#[derive(Debug)]
pub(super) struct Tries {
    repeat: Repeat,
    reconnects: std::slice::Iter<'static, Duration>,
    waited: Duration,
}

impl Tries {
    /// A request that has not been sent yet.
    pub(super) fn new(repeat: Repeat) -> Self {
        Self { repeat, reconnects: RECONNECT.iter(), waited: Duration::ZERO }
    }

    /// How long to wait before the request is sent again after this trouble; `None` when it must not be or has been often enough.
    pub(super) fn after(&mut self, trouble: Trouble) -> Option<Duration> {
        match (trouble, self.repeat) {
            (Trouble::Broken | Trouble::Unavailable(_), Repeat::Harmful) => None,
            (Trouble::NoConnection | Trouble::Broken, _) => self.reconnects.next().copied(),
            (Trouble::Limited(wait), _) => self.patience(wait, PATIENCE_LIMITED),
            (Trouble::Unavailable(wait), _) => self.patience(wait, PATIENCE_UNAVAILABLE),
        }
    }

    /// At least a tenth of a second, so that `Retry-After: 0` ends too.
    fn patience(&mut self, named: Option<Duration>, most: Duration) -> Option<Duration> {
        let wait = named.unwrap_or(BUSY).max(Duration::from_millis(100));
        self.waited = self.waited.saturating_add(wait);
        (self.waited <= most).then_some(wait)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn waits(repeat: Repeat, trouble: Trouble) -> Vec<Duration> {
        let mut tries = Tries::new(repeat);
        std::iter::from_fn(|| tries.after(trouble)).collect()
    }

    fn limited(seconds: u64) -> Trouble {
        Trouble::Limited(Some(Duration::from_secs(seconds)))
    }

    fn unavailable(seconds: u64) -> Trouble {
        Trouble::Unavailable(Some(Duration::from_secs(seconds)))
    }

    #[test]
    fn a_lost_connection_is_tried_again_for_about_a_second() {
        for trouble in [Trouble::NoConnection, Trouble::Broken] {
            assert_eq!(waits(Repeat::Harmless, trouble), RECONNECT);
        }
        assert!(RECONNECT.iter().sum::<Duration>() < Duration::from_secs(2));
    }

    #[test]
    fn what_may_have_arrived_is_not_sent_again_when_that_does_harm() {
        assert_eq!(waits(Repeat::Harmful, Trouble::Broken), []);
        assert_eq!(waits(Repeat::Harmful, unavailable(1)), []);
        assert_eq!(waits(Repeat::Harmful, Trouble::NoConnection), RECONNECT);
        assert_eq!(waits(Repeat::Harmful, limited(60)).len(), 1);
    }

    #[test]
    fn a_busy_server_names_the_wait() {
        let mut tries = Tries::new(Repeat::Harmless);
        assert_eq!(tries.after(limited(5)), Some(Duration::from_secs(5)));
        assert_eq!(tries.after(unavailable(2)), Some(Duration::from_secs(2)));
        assert_eq!(tries.after(Trouble::Limited(None)), Some(BUSY));
    }

    #[test]
    fn patience_with_a_busy_server_ends() {
        assert_eq!(waits(Repeat::Harmless, limited(60)).len(), 1);
        assert_eq!(waits(Repeat::Harmless, limited(0)).len(), 900);
        for far in [91, 3600, u64::MAX] {
            assert_eq!(waits(Repeat::Harmless, limited(far)), []);
        }
        assert_eq!(waits(Repeat::Harmless, unavailable(1)).len(), 10);
        assert_eq!(waits(Repeat::Harmless, unavailable(11)), []);
    }
}
