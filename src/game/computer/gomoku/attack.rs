//! The search for a win by threats alone: fours, and open threes.

use super::point_set::PointSet;
use super::position::{Position, Threat};
use super::ranking::Ranking;
use crate::board::gomoku::Point;

pub(super) struct Attack {
    left: u32,
    known: Vec<u64>,
}

const SLOTS: usize = 1 << 12;
const MOVES: usize = 24;

impl Attack {
    pub(super) fn new(positions: u32) -> Attack {
        Attack { left: positions, known: vec![0; SLOTS] }
    }

    pub(super) fn allow(&mut self, positions: u32) {
        self.left = positions;
    }
    pub(super) fn left(&self) -> u32 {
        self.left
    }

    /// The first move of a win by fours and at most so many threes.
    pub(super) fn winning_move(&mut self, position: &Position, most_threes: u8) -> Option<Point> {
        (0..=most_threes).find_map(|threes| self.attack(position, threes))
    }

    /// A move of the side to move that wins.
    pub(super) fn attack(&mut self, position: &Position, threes: u8) -> Option<Point> {
        let (own, other) = position.threats();
        if let Some(point) = own.points(Threat::Five).first() {
            return Some(point);
        }
        let mut fives = other.points(Threat::Five).iter();
        if let Some(point) = fives.next() {
            if fives.next().is_some() {
                return None;
            }
            let next = position.after(point);
            return self.defence_fails(&next, threes).then_some(point);
        }
        if let Some(point) = own.points(Threat::TwoFives).first() {
            return Some(point);
        }
        let fours = own.points(Threat::Four);
        let quiet = if threes > 0 { own.points(Threat::Three) } else { PointSet::EMPTY };
        if fours.is_empty() && quiet.is_empty() {
            return None;
        }
        let key = position.key() ^ u64::from(threes + 1).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        let slot = usize::try_from(key % SLOTS as u64).unwrap_or_default();
        if self.known.get(slot) == Some(&key) {
            return None;
        }
        for (points, threes) in [(fours, threes), (quiet, threes.saturating_sub(1))] {
            let moves =
                Ranking::<MOVES>::of(points.iter().map(|point| (position.value(point), point)));
            for point in moves.iter() {
                if self.left == 0 {
                    return None;
                }
                self.left -= 1;
                if self.defence_fails(&position.after(point), threes) {
                    return Some(point);
                }
            }
        }
        if self.left > 0 {
            if let Some(known) = self.known.get_mut(slot) {
                *known = key;
            }
        }
        None
    }

    /// Whether the side to move loses whatever it does.
    fn defence_fails(&mut self, position: &Position, threes: u8) -> bool {
        let (own, other) = position.threats();
        if !own.points(Threat::Five).is_empty() {
            return false;
        }
        let mut fives = other.points(Threat::Five).iter();
        if let Some(point) = fives.next() {
            return fives.next().is_some() || self.attack(&position.after(point), threes).is_some();
        }
        if other.points(Threat::TwoFives).is_empty() {
            return false;
        }
        if !own.points(Threat::TwoFives).is_empty() {
            return false;
        }
        let moves = own.fours().union(other.fours());
        let moves = Ranking::<MOVES>::of(moves.iter().map(|point| (position.value(point), point)));
        moves.iter().all(|point| {
            if self.left == 0 {
                return false;
            }
            self.left -= 1;
            self.attack(&position.after(point), threes).is_some()
        })
    }
}
