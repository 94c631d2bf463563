//! What happens in a match, change by change, for somebody who follows it.

use std::sync::Arc;

use super::MatchError;
use super::events::Subscription;
use super::loaded::LoadedMatch;
use crate::game::Match;
use crate::store::Store;

/// A change of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UpdateKind {
    /// Somebody has moved.
    Move,
    /// Something was taken back.
    Undo,
    /// The match is over.
    End,
}

/// A change, with the match after it.
#[derive(Clone, Debug)]
pub struct MatchUpdate {
    /// What has changed.
    pub kind: UpdateKind,
    /// The match after it.
    pub state: Match,
}

/// Somebody who follows a match.
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

    /// The match as the follower knows it.
    #[must_use]
    pub const fn seen(&self) -> &LoadedMatch {
        &self.seen
    }

    /// Waits until something has happened, and tells all of it in order; none when the service is closed.
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

/// How one state became the other: perhaps something was taken back, then every move by itself, and the end.
///
/// Moves that were taken back and made again between two looks are not seen, for nothing has come of them.
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
    fn every_move_is_told_and_what_was_taken_back_before() {
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
