//! Alpha-beta over the good moves, for when nothing is forced.
//!
//! A position is worth what the side to move can reach. Threats keep the search narrow: a five is stopped at once, an open
//! three leaves a few replies, and neither costs depth where the search would end. Elsewhere the most valuable points are
//! tried. Where it ends, a win by fours is looked for before the [evaluation](Position::evaluation) counts.
//!
//! The search deepens round by round, and the best move of a round is the first of the next: then most of the others need
//! only a proof that they are no better.

use super::attack::Attack;
use super::budget::Budget;
use super::point_set::PointSet;
use super::position::Position;
use super::ranking::Ranking;
use super::shape::Threat;
use super::transpositions::{Bounds, Transpositions};
use crate::board::gomoku::Point;

/// What a win is worth, less a little for every stone on the board when it comes: a sooner win is a better one.
const WIN: i32 = 1_000_000;

/// Above every value.
const INFINITE: i32 = 2 * WIN;

/// How many moves are tried in a position.
const WIDTH: usize = 12;

/// The deepest round.
const DEEPEST: i32 = 16;

/// How much deeper than its round the search follows threats.
const THREATS_DEEPER: i32 = 4;

/// How many moves ahead it looks in all, forced ones included, and with a win by fours at the end.
const MOVES: i32 = 24;
const MOVES_WITH_FOURS: i32 = 36;

/// How many positions the win by fours at the end may take.
const FOURS: u32 = 30;

/// A search from one position.
#[derive(Debug)]
pub(super) struct Lookahead {
    budget: Budget,
    most_stones: i32,
    fours: Attack,
    transpositions: Transpositions,
}

impl Lookahead {
    pub(super) fn from(root: &Position, budget: Budget) -> Lookahead {
        Lookahead {
            budget,
            most_stones: root.stones() + MOVES,
            fours: Attack::from(root, MOVES_WITH_FOURS),
            transpositions: Transpositions::new(),
        }
    }

    /// The best of these moves, of equal ones the first.
    pub(super) fn best(mut self, root: &Position, mut moves: Vec<Point>) -> Option<Point> {
        // A single move needs no thought.
        let deepest = if moves.len() > 1 { DEEPEST } else { 0 };
        for depth in 0..deepest {
            let mut best = (-INFINITE, 0);
            let mut is_complete = true;
            for (rank, &point) in moves.iter().enumerate() {
                let window = Bounds { least: best.0, most: INFINITE };
                let Some(value) = self.value_of_move(root, point, rank, depth, window) else {
                    is_complete = false;
                    break;
                };
                if value > best.0 {
                    best = (value, rank);
                }
            }
            // Even a round that was cut short knows something: the best move of the round before came first.
            if let Some(up_to_best) = moves.get_mut(..=best.1) {
                up_to_best.rotate_right(1);
            }
            let is_decided = best.0.abs() > WIN / 2;
            if !is_complete || is_decided {
                break;
            }
        }
        moves.first().copied()
    }

    /// What a move is worth, if that lies within the window; else a bound on the same side of it. `None` when the budget is
    /// spent.
    fn value_of_move(
        &mut self,
        position: &Position,
        point: Point,
        rank: usize,
        depth: i32,
        window: Bounds,
    ) -> Option<i32> {
        let next = position.after(point);
        let Bounds { least, most } = window;
        if rank > 0 {
            let value = -self.value(&next, depth, Bounds { least: -least - 1, most: -least })?;
            if value <= least || value >= most {
                return Some(value);
            }
        }
        Some(-self.value(&next, depth, Bounds { least: -most, most: -least })?)
    }

    /// What a position is worth to the side to move, in the same sense.
    fn value(&mut self, position: &Position, depth: i32, window: Bounds) -> Option<i32> {
        self.budget.spend()?;
        let win_after = |moves| WIN - position.stones() - moves;
        let (own, other) = position.threats();
        let to_stop = other.of(Threat::Five);
        if !own.of(Threat::Five).is_empty() {
            return Some(win_after(1));
        }
        if to_stop.len() > 1 {
            return Some(-win_after(2));
        }
        if to_stop.is_empty() && !own.of(Threat::TwoFives).is_empty() {
            return Some(win_after(3));
        }
        if position.empty().is_empty() {
            return Some(0);
        }
        if position.stones() >= self.most_stones {
            return Some(position.evaluation());
        }
        if let Some(point) = to_stop.first() {
            return self.value_of_move(position, point, 0, depth, window);
        }
        let is_threatened = !other.of(Threat::TwoFives).is_empty();
        if depth <= 0 {
            if !own.of(Threat::Four).is_empty() && self.wins_by_fours(position) {
                return Some(win_after(5));
            }
            if !is_threatened || depth <= -THREATS_DEEPER {
                return Some(position.evaluation());
            }
        }
        let points =
            if is_threatened { own.fours().union(other.fours()) } else { position.empty() };
        self.best_value(position, points, depth, window)
    }

    fn best_value(
        &mut self,
        position: &Position,
        points: PointSet,
        depth: i32,
        window: Bounds,
    ) -> Option<i32> {
        let known = self.transpositions.get(position);
        if let Some(known) = known.filter(|known| known.depth >= depth) {
            let Bounds { least, most } = known.bounds;
            if least == most || least >= window.most {
                return Some(least);
            }
            if most <= window.least {
                return Some(most);
            }
        }
        let known = known.and_then(|known| known.best);
        let first = |(value, point)| (if Some(point) == known { INFINITE } else { value }, point);
        let moves = Ranking::<WIDTH>::of(position.valued(points).map(first));
        let mut best = (-INFINITE, None);
        for (rank, point) in moves.iter().enumerate() {
            let window = Bounds { least: window.least.max(best.0), most: window.most };
            let value = self.value_of_move(position, point, rank, depth - 1, window)?;
            if value > best.0 {
                best = (value, Some(point));
            }
            if value >= window.most {
                break;
            }
        }
        let (value, point) = best;
        let bounds = Bounds {
            least: if value <= window.least { -INFINITE } else { value },
            most: if value >= window.most { INFINITE } else { value },
        };
        self.transpositions.insert(position, depth, bounds, point);
        Some(value)
    }

    fn wins_by_fours(&mut self, position: &Position) -> bool {
        let mut part = self.budget.part(FOURS);
        let found = self.fours.winning_move(position, 0, &mut part);
        self.budget.take_back(part);
        found.is_some()
    }
}
