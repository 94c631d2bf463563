//! Alpha-beta.

use super::attack::Attack;
use super::position::{Position, Threat};
use super::ranking::Ranking;
use crate::board::gomoku::Point;

/// The value of a win, less a point for each stone on the board.
pub(super) const WIN: i32 = 1_000_000;
const INFINITE: i32 = 2 * WIN;
const WIDTH: usize = 12;
const SLOTS: usize = 1 << 12;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    value: i32,
    depth: i8,
    bound: Bound,
    best: Option<Point>,
}

pub(super) struct Lookahead {
    left: u32,
    attack: Attack,
    table: Vec<Option<Entry>>,
}

struct OutOfPositions;

impl Lookahead {
    pub(super) fn new(positions: u32) -> Lookahead {
        Lookahead { left: positions, attack: Attack::new(0), table: vec![None; SLOTS] }
    }

    /// The best of the moves.
    pub(super) fn best(
        &mut self,
        position: &Position,
        mut moves: Vec<Point>,
    ) -> (Option<Point>, i32, i8) {
        let mut best = (moves.first().copied(), 0, 0);
        for depth in 1..=20 {
            let mut alpha = -INFINITE;
            let mut first = None;
            for (rank, &point) in moves.iter().enumerate() {
                let next = position.after(point);
                match self.zero_then_full(&next, depth - 1, alpha, INFINITE, rank == 0) {
                    Ok(value) if value > alpha => {
                        alpha = value;
                        first = Some(rank);
                    }
                    Ok(_) => {}
                    Err(OutOfPositions) => {
                        if let Some(rank) = first {
                            best = (moves.get(rank).copied(), alpha, depth);
                        }
                        return best;
                    }
                }
            }
            if let Some(rank) = first {
                if let Some(some) = moves.get_mut(..=rank) {
                    some.rotate_right(1);
                }
                best = (moves.first().copied(), alpha, depth);
            }
            if alpha.abs() > WIN / 2 || moves.len() < 2 {
                break;
            }
        }
        best
    }

    fn zero_then_full(
        &mut self,
        next: &Position,
        depth: i8,
        alpha: i32,
        beta: i32,
        is_first: bool,
    ) -> Result<i32, OutOfPositions> {
        if !is_first {
            let value = -self.value(next, depth, -alpha - 1, -alpha)?;
            if value <= alpha || value >= beta {
                return Ok(value);
            }
        }
        Ok(-self.value(next, depth, -beta, -alpha)?)
    }

    fn value(
        &mut self,
        position: &Position,
        depth: i8,
        mut alpha: i32,
        beta: i32,
    ) -> Result<i32, OutOfPositions> {
        if self.left == 0 {
            return Err(OutOfPositions);
        }
        self.left -= 1;
        let (own, other) = position.threats();
        if !own.points(Threat::Five).is_empty() {
            return Ok(WIN - position.stones() - 1);
        }
        let fives = other.points(Threat::Five);
        if let Some(point) = fives.first() {
            if fives.len() > 1 {
                return Ok(position.stones() + 2 - WIN);
            }
            return Ok(-self.value(&position.after(point), depth, -beta, -alpha)?);
        }
        if !own.points(Threat::TwoFives).is_empty() {
            return Ok(WIN - position.stones() - 3);
        }
        if position.empty().is_empty() {
            return Ok(0);
        }
        let is_threatened = !other.points(Threat::TwoFives).is_empty();
        if depth <= 0 {
            if !own.points(Threat::Four).is_empty() {
                let allowance = self.left.min(30);
                self.attack.allow(allowance);
                let found = self.attack.attack(position, 0);
                self.left -= allowance - self.attack.left();
                if found.is_some() {
                    return Ok(WIN - position.stones() - 5);
                }
            }
            if !is_threatened || depth < -3 {
                return Ok(position.evaluation());
            }
        }
        let slot = usize::try_from(position.key() % SLOTS as u64).unwrap_or_default();
        let mut known = None;
        if let Some(Some(entry)) = self.table.get(slot)
            && entry.key == position.key()
        {
            known = entry.best;
            if entry.depth >= depth {
                match entry.bound {
                    Bound::Exact => return Ok(entry.value),
                    Bound::AtLeast if entry.value >= beta => return Ok(entry.value),
                    Bound::AtMost if entry.value <= alpha => return Ok(entry.value),
                    _ => {}
                }
            }
        }
        let points =
            if is_threatened { own.fours().union(other.fours()) } else { position.empty() };
        let rank =
            |point| (if Some(point) == known { INFINITE } else { position.value(point) }, point);
        let moves = Ranking::<WIDTH>::of(points.iter().map(rank));
        let mut best = (-INFINITE, None);
        let lower = alpha;
        for (rank, point) in moves.iter().enumerate() {
            let value =
                self.zero_then_full(&position.after(point), depth - 1, alpha, beta, rank == 0)?;
            if value > best.0 {
                best = (value, Some(point));
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        let bound = if best.0 >= beta {
            Bound::AtLeast
        } else if best.0 <= lower {
            Bound::AtMost
        } else {
            Bound::Exact
        };
        if let Some(entry) = self.table.get_mut(slot) {
            *entry = Some(Entry { key: position.key(), value: best.0, depth, bound, best: best.1 });
        }
        Ok(best.0)
    }
}
