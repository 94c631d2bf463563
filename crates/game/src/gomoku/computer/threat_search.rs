//! Threat-space search: wins by fours and open threes alone, where every reply is forced.
//!
//! ```text
//!   black plays a four     white has one reply, to stop the five
//!   black plays a three    white has a few: on the fives of the open four that black threatens, or fours of his own
//!   …
//!   black has five, or two ways to it and white has none
//! ```
//!
//! Every reply that stops the threat is tried, so a win that is found is a win: after any other reply black carries out
//! his threat. Wins with few threes are searched first, since a four leaves the fewest replies.

use super::pattern::Threat;
use super::position::{MoveOrdering, Position};
use gradus_board::gomoku::{Point, PointSet};

/// The nodes that a search may still visit: a number of positions and not a time, so that it is the same on every machine.
#[derive(Debug)]
pub(super) struct NodeLimit(u32);

impl NodeLimit {
    pub(super) const fn new(nodes: u32) -> NodeLimit {
        NodeLimit(nodes)
    }

    /// Counts one node; `None` when the limit is reached.
    pub(super) fn count_node(&mut self) -> Option<()> {
        self.0 = self.0.checked_sub(1)?;
        Some(())
    }

    pub(super) const fn is_reached(&self) -> bool {
        self.0 == 0
    }

    /// Splits off up to `nodes` for a search inside this one.
    pub(super) fn split_off(&mut self, nodes: u32) -> NodeLimit {
        let part = self.0.min(nodes);
        self.0 -= part;
        NodeLimit(part)
    }

    /// Adds what an inner search has left.
    pub(super) fn return_unused(&mut self, NodeLimit(left): NodeLimit) {
        self.0 += left;
    }
}

/// How many positions without a win the search keeps.
const TABLE_SIZE: usize = 1 << 12;

/// How many moves are tried in a position. There are hardly ever more fours and threes.
const MAX_MOVES: usize = 32;

/// A search for wins of the side to move, with a table of the positions without one.
#[derive(Debug)]
pub(super) struct ThreatSearch {
    /// With this number of stones the search goes no deeper.
    max_stones: i32,
    /// Keys of positions without a win, each with the number of threes added.
    without_win: Vec<u64>,
}

impl ThreatSearch {
    /// A search to a depth of at most `max_ply` moves of both sides from a position.
    pub(super) fn new(root: &Position, max_ply: i32) -> ThreatSearch {
        ThreatSearch { max_stones: root.stones() + max_ply, without_win: vec![0; TABLE_SIZE] }
    }

    /// The first move of a win by fours and at most `max_threes` threes; `None` if none is found within the node limit.
    pub(super) fn find(
        &mut self,
        position: &Position,
        max_threes: u8,
        node_limit: &mut NodeLimit,
    ) -> Option<Point> {
        (0..=max_threes).find_map(|threes| self.winning_move(position, threes, node_limit))
    }

    /// The same with exactly this limit of threes: a win with fewer threes may take longer to find.
    pub(super) fn winning_move(
        &mut self,
        position: &Position,
        threes: u8,
        node_limit: &mut NodeLimit,
    ) -> Option<Point> {
        let (own, other) = position.threats();
        if let Some(point) = own.of(Threat::Five).first() {
            return Some(point);
        }
        let to_stop = other.of(Threat::Five);
        if let Some(point) = to_stop.first() {
            // The reply to a four of the defender is forced, but it may continue the attack.
            let continues = to_stop.len() == 1 && position.stones() < self.max_stones;
            return (continues
                && self.wins_against_every_reply(&position.after(point), threes, node_limit))
            .then_some(point);
        }
        if let Some(point) = own.of(Threat::TwoFives).first() {
            return Some(point);
        }
        let fours = own.of(Threat::Four);
        let open_threes = if threes > 0 { own.of(Threat::Three) } else { PointSet::EMPTY };
        let is_quiet = fours.is_empty() && open_threes.is_empty();
        if is_quiet || position.stones() >= self.max_stones {
            return None;
        }
        let key = position.key().wrapping_add(threes.into());
        if *self.slot(key) == key {
            return None;
        }
        // With no three left, `open_threes` is empty.
        for (points, threes) in [(fours, threes), (open_threes, threes.saturating_sub(1))] {
            for point in MoveOrdering::<MAX_MOVES>::of(position.scored(points)).iter() {
                node_limit.count_node()?;
                if self.wins_against_every_reply(&position.after(point), threes, node_limit) {
                    return Some(point);
                }
            }
        }
        if !node_limit.is_reached() {
            *self.slot(key) = key;
        }
        None
    }

    /// Whether the attack wins whatever the side to move, the defender, replies.
    fn wins_against_every_reply(
        &mut self,
        position: &Position,
        threes: u8,
        node_limit: &mut NodeLimit,
    ) -> bool {
        let (own, other) = position.threats();
        let to_stop = other.of(Threat::Five);
        if !own.of(Threat::Five).is_empty() {
            return false;
        }
        if let Some(point) = to_stop.first() {
            return to_stop.len() > 1
                || self.winning_move(&position.after(point), threes, node_limit).is_some();
        }
        if other.of(Threat::TwoFives).is_empty() || !own.of(Threat::TwoFives).is_empty() {
            return false;
        }
        let replies = own.fours() | other.fours();
        if replies.len() as usize > MAX_MOVES {
            return false;
        }
        MoveOrdering::<MAX_MOVES>::of(position.scored(replies)).iter().all(|point| {
            node_limit.count_node().is_some()
                && self.winning_move(&position.after(point), threes, node_limit).is_some()
        })
    }

    #[expect(clippy::cast_possible_truncation, reason = "only the low bits are used")]
    #[expect(clippy::indexing_slicing, reason = "a remainder by the size of the table")]
    fn slot(&mut self, key: u64) -> &mut u64 {
        &mut self.without_win[key as usize % TABLE_SIZE]
    }
}
