//! Following a match: its changes, one by one.

use std::sync::Arc;

use super::MatchError;
use super::events::Subscription;
use super::loaded::LoadedMatch;
use crate::game::Match;
use crate::store::Store;

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
    store: Arc<dyn Store>,
    subscription: Subscription,
    seen: LoadedMatch,
}

impl Follower {
    pub(super) fn new(
        store: Arc<dyn Store>,
        subscription: Subscription,
        seen: LoadedMatch,
    ) -> Self {
        Self { store, subscription, seen }
    }

    /// The match after the changes that the follower has received.
    #[must_use]
    pub const fn seen(&self) -> &LoadedMatch {
        &self.seen
    }

    /// Waits for changes and returns them in order; none when the service is closed.
    pub async fn next(&mut self) -> Option<Result<Vec<MatchUpdate>, MatchError>> {
        loop {
            let event = self.subscription.next().await?;
            if event.version <= self.seen.version() {
                continue;
            }
            let now = match LoadedMatch::load(&*self.store, event.id).await {
                Ok(now) => now,
                Err(error) => return Some(Err(error)),
            };
            let changes = changes(self.seen.state(), now.state());
            self.seen = now;
            if !changes.is_empty() {
                return Some(Ok(changes));
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
    use super::*;

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
