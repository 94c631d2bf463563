//! Wins by threats alone.
//!
//! ```text
//!   black plays a four     white has one reply, to stop the five
//!   black plays a three    white has a few: on the fives of the open four that black threatens, or fours of his own
//!   …
//!   black has five, or two ways to it and white has none
//! ```
//!
//! Nothing is left out on white's side, so that a win that is found is one: whatever white does instead, black makes his
//! threat true. Wins with few threes come first, since fours leave the least to try.

use super::budget::Budget;
use super::point_set::PointSet;
use super::position::Position;
use super::ranking::Ranking;
use super::shape::Threat;
use crate::board::gomoku::Point;

/// How many positions are remembered.
const MEMORY: usize = 1 << 12;

/// How many moves are tried in a position. More fours and threes than these are hardly ever met.
const MOVES: usize = 32;

/// A search for wins of the side to move, which remembers where there are none.
#[derive(Debug)]
pub(super) struct Attack {
    /// The number of stones with which it goes no further.
    most_stones: i32,
    /// Keys of positions without a win, each with the number of threes mixed in.
    without: Vec<u64>,
}

impl Attack {
    /// A search that looks so many moves of both sides ahead of a position, at most.
    pub(super) fn from(root: &Position, moves: i32) -> Attack {
        Attack { most_stones: root.stones() + moves, without: vec![0; MEMORY] }
    }

    /// The first move of a win by fours and at most so many threes; `None` if none is found within the budget.
    pub(super) fn find(
        &mut self,
        position: &Position,
        most_threes: u8,
        mut budget: Budget,
    ) -> Option<Point> {
        (0..=most_threes).find_map(|threes| self.winning_move(position, threes, &mut budget))
    }

    /// The same with exactly this limit: a win with fewer threes may take longer to find.
    pub(super) fn winning_move(
        &mut self,
        position: &Position,
        threes: u8,
        budget: &mut Budget,
    ) -> Option<Point> {
        let (own, other) = position.threats();
        if let Some(point) = own.of(Threat::Five).first() {
            return Some(point);
        }
        let to_stop = other.of(Threat::Five);
        if let Some(point) = to_stop.first() {
            // The reply to a four of the defender is no free choice, but it may go on with the attack.
            let goes_on = to_stop.len() == 1 && position.stones() < self.most_stones;
            return (goes_on && self.cannot_be_stopped(&position.after(point), threes, budget))
                .then_some(point);
        }
        if let Some(point) = own.of(Threat::TwoFives).first() {
            return Some(point);
        }
        let fours = own.of(Threat::Four);
        let open_threes = if threes > 0 { own.of(Threat::Three) } else { PointSet::EMPTY };
        let is_quiet = fours.is_empty() && open_threes.is_empty();
        if is_quiet || position.stones() >= self.most_stones {
            return None;
        }
        let key = position.key().wrapping_add(threes.into());
        if self.slot(key).is_some_and(|known| *known == key) {
            return None;
        }
        for (points, threes) in [(fours, threes), (open_threes, threes.saturating_sub(1))] {
            for point in Ranking::<MOVES>::of(position.valued(points)).iter() {
                budget.spend()?;
                if self.cannot_be_stopped(&position.after(point), threes, budget) {
                    return Some(point);
                }
            }
        }
        if !budget.is_spent()
            && let Some(slot) = self.slot(key)
        {
            *slot = key;
        }
        None
    }

    /// Whether the side to move loses to the attack whatever it plays.
    fn cannot_be_stopped(&mut self, position: &Position, threes: u8, budget: &mut Budget) -> bool {
        let (own, other) = position.threats();
        let to_stop = other.of(Threat::Five);
        if !own.of(Threat::Five).is_empty() {
            return false;
        }
        if let Some(point) = to_stop.first() {
            return to_stop.len() > 1
                || self.winning_move(&position.after(point), threes, budget).is_some();
        }
        if other.of(Threat::TwoFives).is_empty() || !own.of(Threat::TwoFives).is_empty() {
            return false;
        }
        let replies = own.fours().union(other.fours());
        if replies.len() > MOVES {
            return false;
        }
        Ranking::<MOVES>::of(position.valued(replies)).iter().all(|point| {
            budget.spend().is_some()
                && self.winning_move(&position.after(point), threes, budget).is_some()
        })
    }

    fn slot(&mut self, key: u64) -> Option<&mut u64> {
        self.without.get_mut(usize::try_from(key % MEMORY as u64).ok()?)
    }
}
