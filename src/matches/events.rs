//! Events of changes: a request that changes a match publishes an event, and the subscribers of the match receive it.
//!
//! An event has only the id and the version of the match. A subscriber reads the match again, so events may be merged or lost as long
//! as a later one arrives, and any message queue can carry them between processes.

use std::sync::Arc;

use async_trait::async_trait;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{broadcast, watch};

use super::per_match::{Entry, PerMatch};
use crate::game::MatchId;

/// How many events a subscriber may lag behind. Skipped events do not matter: the later ones supersede them.
const BACKLOG: usize = 16;

/// A match has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchEvent {
    /// The match.
    pub id: MatchId,
    /// Its version after the change.
    pub version: u32,
}

/// The delivery of events.
#[async_trait]
pub trait MatchEvents: Send + Sync {
    /// Sends an event to all subscribers of the match.
    async fn publish(&self, event: MatchEvent);

    /// Subscribes to the events of a match that are published from now on.
    async fn subscribe(&self, id: MatchId) -> Subscription;

    /// Ends all subscriptions, present and future.
    fn close(&self);
}

/// Delivers events within one process.
pub struct MatchHub {
    channels: PerMatch<MatchChannel>,
    is_closed: watch::Sender<bool>,
}

/// The channel of a match with subscribers.
type MatchChannel = broadcast::Sender<MatchEvent>;

/// One subscription to the events of a match.
pub struct Subscription {
    events: broadcast::Receiver<MatchEvent>,
    is_closed: watch::Receiver<bool>,
    /// Held so that the next subscriber gets the same channel.
    _channel: Arc<Entry<MatchChannel>>,
}

impl Default for MatchHub {
    fn default() -> Self {
        Self { channels: PerMatch::default(), is_closed: watch::Sender::new(false) }
    }
}

#[async_trait]
impl MatchEvents for MatchHub {
    async fn publish(&self, event: MatchEvent) {
        if let Some(channel) = self.channels.existing(event.id) {
            // It fails if the last subscriber has just left; then the event has no recipient.
            let _ = channel.send(event);
        }
    }

    async fn subscribe(&self, id: MatchId) -> Subscription {
        let channel = self.channels.get(id, || broadcast::Sender::new(BACKLOG));
        Subscription {
            events: channel.subscribe(),
            is_closed: self.is_closed.subscribe(),
            _channel: channel,
        }
    }

    fn close(&self) {
        self.is_closed.send_replace(true);
    }
}

impl Subscription {
    /// The next event; none after the delivery is closed.
    pub async fn next(&mut self) -> Option<MatchEvent> {
        loop {
            let event = tokio::select! {
                biased;
                // An error means that the hub was dropped, which also ends the subscription.
                _ = self.is_closed.wait_for(|is_closed| *is_closed) => return None,
                event = self.events.recv() => event,
            };
            match event {
                Ok(event) => return Some(event),
                // The next event supersedes the skipped ones.
                Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => return None,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(id: u8, version: u32) -> MatchEvent {
        MatchEvent { id: MatchId::from_bytes([id; 10]), version }
    }

    #[tokio::test]
    async fn subscribers_receive_the_events_of_their_match() {
        let hub = MatchHub::default();
        let mut one = hub.subscribe(event(1, 0).id).await;
        let mut other = hub.subscribe(event(1, 0).id).await;
        hub.publish(event(2, 1)).await;
        hub.publish(event(1, 1)).await;
        assert_eq!((one.next().await, other.next().await), (Some(event(1, 1)), Some(event(1, 1))));
    }

    #[tokio::test]
    async fn a_subscriber_who_is_behind_receives_the_latest() {
        let hub = MatchHub::default();
        let mut slow = hub.subscribe(event(1, 0).id).await;
        let last = 3 * u32::try_from(BACKLOG).unwrap();
        for version in 1..=last {
            hub.publish(event(1, version)).await;
        }
        let mut received = 0;
        while slow.next().await != Some(event(1, last)) {
            received += 1;
        }
        assert!(received < BACKLOG);
    }

    #[tokio::test]
    async fn closing_ends_what_was_subscribed_and_what_will_be() {
        let hub = MatchHub::default();
        let mut before = hub.subscribe(event(1, 0).id).await;
        hub.close();
        assert_eq!(before.next().await, None);
        assert_eq!(hub.subscribe(event(1, 0).id).await.next().await, None);
    }
}
