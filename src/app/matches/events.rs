//! The changes of matches: a request that changes a match publishes it, and its followers receive every change.

use std::sync::Arc;

use tokio::sync::watch;

use super::loaded::LoadedMatch;
use crate::app::per_key::PerKey;
use crate::game::{Match, MatchId};

/// Delivers changed matches to their subscribers in this process.
///
/// A subscriber needs only the latest state of a match, so the hub may merge changes. Another process sends only the id of a match that it
/// has changed: this process then loads the match once for all its subscribers, see [`MatchService::refresh`](super::MatchService::refresh).
pub struct MatchHub {
    channels: PerKey<MatchId, MatchChannel>,
    is_closed: watch::Sender<bool>,
}

/// The channel of a match with subscribers: its latest state; none before the first change.
type MatchChannel = watch::Sender<Option<Arc<LoadedMatch>>>;

/// One subscription to the changes of a match.
pub struct Subscription {
    changes: watch::Receiver<Option<Arc<LoadedMatch>>>,
    is_closed: watch::Receiver<bool>,
    /// Held so that the next subscriber gets the same channel, and so that the channel stays open.
    _channel: Arc<MatchChannel>,
}

impl Default for MatchHub {
    fn default() -> Self {
        Self { channels: PerKey::default(), is_closed: watch::Sender::new(false) }
    }
}

impl MatchHub {
    /// Delivers a match after a change to all its subscribers.
    pub(super) fn publish(&self, changed: Arc<LoadedMatch>) {
        let Some(channel) = self.channels.existing(changed.id()) else { return };
        // Changes of two processes may arrive in the wrong order. The database also reports the changes that this process made.
        channel.send_if_modified(|latest| {
            let is_newer = latest.as_ref().is_none_or(|seen| seen.version() < changed.version());
            if is_newer {
                *latest = Some(changed);
            }
            is_newer
        });
    }

    /// Subscribes to the changes of a match that are published from now on.
    pub(super) fn subscribe(&self, id: MatchId) -> Subscription {
        let channel = self.channels.get(id, || watch::Sender::new(None));
        Subscription {
            changes: channel.subscribe(),
            is_closed: self.is_closed.subscribe(),
            _channel: channel,
        }
    }

    /// Whether a match has subscribers in this process.
    pub(super) fn is_followed(&self, id: MatchId) -> bool {
        self.channels.existing(id).is_some()
    }

    /// The matches that have subscribers in this process.
    pub(super) fn followed(&self) -> Vec<MatchId> {
        self.channels.keys()
    }

    /// Ends all subscriptions, present and future.
    pub(super) fn close(&self) {
        self.is_closed.send_replace(true);
    }
}

impl Subscription {
    /// The latest state of the match after its next change; none after the delivery is closed.
    pub async fn next(&mut self) -> Option<Arc<LoadedMatch>> {
        tokio::select! {
            biased;
            // An error means that the hub was dropped, which also ends the subscription.
            _ = self.is_closed.wait_for(|is_closed| *is_closed) => None,
            changed = self.changes.changed() => {
                changed.ok()?;
                self.changes.borrow_and_update().clone()
            }
        }
    }
}

/// The kind of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UpdateKind {
    /// A move was made.
    Move,
    /// Moves were taken back.
    Undo,
    /// The match is over.
    End,
}

/// A change, with the match after the change.
#[derive(Clone, Debug)]
pub struct MatchUpdate {
    /// The kind of the change.
    pub kind: UpdateKind,
    /// The match after the change.
    pub state: Match,
}

/// A subscriber who receives every change of a match.
pub struct Follower {
    subscription: Subscription,
    seen: Arc<LoadedMatch>,
}

impl Follower {
    pub(super) fn new(subscription: Subscription, seen: LoadedMatch) -> Self {
        Self { subscription, seen: Arc::new(seen) }
    }

    /// The match after the changes that the follower has received.
    pub fn seen(&self) -> &LoadedMatch {
        &self.seen
    }

    /// Waits for changes and returns them in order; none when the service is closed.
    pub async fn next(&mut self) -> Option<Vec<MatchUpdate>> {
        loop {
            let latest = self.subscription.next().await?;
            if latest.version() <= self.seen.version() {
                continue;
            }
            let changes = changes(self.seen.state(), latest.state());
            self.seen = latest;
            if !changes.is_empty() {
                return Some(changes);
            }
        }
    }
}

/// The changes from one state to another: at most one undo, then each move, then the end.
///
/// Moves that were taken back and made again between the two states are not reported.
fn changes(before: &Match, after: &Match) -> Vec<MatchUpdate> {
    let (old, new) = (before.game().history(), after.game().history());
    let common = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let undone = (common < old.len()).then_some((UpdateKind::Undo, common));
    let moves = (common + 1..=new.len()).map(|count| (UpdateKind::Move, count));
    let has_changed = old != new;
    let end = (has_changed && after.to_move().is_none()).then_some((UpdateKind::End, new.len()));
    let changes = undone.into_iter().chain(moves).chain(end);
    changes.map(|(kind, count)| MatchUpdate { kind, state: after.until(count) }).collect()
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;

    fn id(number: u8) -> MatchId {
        MatchId::from_bytes([number; 10])
    }

    /// A match of two humans after some changes.
    fn changed(number: u8, version: u32) -> Arc<LoadedMatch> {
        Arc::new(LoadedMatch::of_parts(id(number), after("hh"), None, version))
    }

    async fn next_version(subscription: &mut Subscription) -> Option<u32> {
        subscription.next().await.map(|latest| latest.version())
    }

    #[tokio::test]
    async fn subscribers_receive_the_changes_of_their_match() {
        let hub = MatchHub::default();
        let (mut one, mut other) = (hub.subscribe(id(1)), hub.subscribe(id(1)));
        hub.publish(changed(2, 2));
        hub.publish(changed(1, 1));
        assert_eq!(next_version(&mut one).await, Some(1));
        assert_eq!(next_version(&mut other).await, Some(1));
    }

    #[tokio::test]
    async fn a_subscriber_who_is_behind_receives_the_latest_state() {
        let hub = MatchHub::default();
        let mut slow = hub.subscribe(id(1));
        for version in [1, 2, 4, 3] {
            hub.publish(changed(1, version));
        }
        assert_eq!(next_version(&mut slow).await, Some(4));
    }

    #[tokio::test]
    async fn a_state_that_is_published_twice_is_received_once() {
        let hub = MatchHub::default();
        let mut subscription = hub.subscribe(id(1));
        hub.publish(changed(1, 1));
        assert_eq!(next_version(&mut subscription).await, Some(1));
        hub.publish(changed(1, 1));
        assert_eq!(next_version(&mut subscription).now_or_never(), None);
    }

    #[tokio::test]
    async fn closing_ends_what_was_subscribed_and_what_will_be() {
        let hub = MatchHub::default();
        let mut before = hub.subscribe(id(1));
        hub.close();
        assert_eq!(next_version(&mut before).await, None);
        assert_eq!(next_version(&mut hub.subscribe(id(1))).await, None);
    }

    fn after(moves: &str) -> Match {
        let setup = r#"{"game":"gomoku","seats":["human","human"],"seed":7}"#;
        Match::resume(serde_json::from_str(setup).unwrap(), moves.split_whitespace()).unwrap()
    }

    fn kinds(before: &str, now: &str) -> Vec<(UpdateKind, usize)> {
        let changes = changes(&after(before), &after(now));
        changes.iter().map(|next| (next.kind, next.state.game().move_count())).collect()
    }

    #[test]
    fn every_move_is_reported_after_what_was_taken_back() {
        use UpdateKind::{End, Move, Undo};
        assert_eq!(kinds("hh", "hh gi ii"), [(Move, 2), (Move, 3)]);
        assert_eq!(kinds("hh gi ii", "hh"), [(Undo, 1)]);
        assert_eq!(kinds("hh gi ii", "hh gg ii"), [(Undo, 1), (Move, 2), (Move, 3)]);
        assert_eq!(kinds("hh gi", "hh gi"), []);
        let (open, won) = ("hh gh hi gi hj gj hk gk", "hh gh hi gi hj gj hk gk hl");
        assert_eq!(kinds(open, won), [(Move, 9), (End, 9)]);
        assert_eq!(kinds(won, open), [(Undo, 8)]);
        assert_eq!(kinds(won, won), []);
    }
}
