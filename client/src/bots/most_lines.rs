//! Play where every line counts: on a tesseract, and in four-in-a-row until the board is full. Some moves are looked ahead; all others are
//! thought to play against the side that looks.

use super::dice::Dice;
use super::grid::{Cell, Side, Stones};
use super::worth::Worth;

/// What is played for.
pub(super) struct Contest {
    /// How many players there are.
    pub(super) sides: usize,
    /// With how many lines the match is won before the board is full.
    pub(super) threshold: Option<u32>,
    /// What makes a cell worth looking at.
    pub(super) worth: Worth,
    /// What a line with so many stones of one side alone is worth to him in the end.
    pub(super) stake: &'static [i32],
    /// How many moves are looked ahead.
    pub(super) depth: u8,
    /// How many of the best cells are examined at each.
    pub(super) candidates: usize,
}

/// More than any position without a winner is worth.
const WON: i32 = 1_000_000;

impl Contest {
    /// The move of a side; `None` on a full board.
    pub(super) fn choose(&self, stones: &mut Stones, side: Side, dice: &mut Dice) -> Option<Cell> {
        let mut search = self.search(stones, side);
        let mut best = None;
        let mut sure = -2 * WON;
        for cell in search.candidates(side, || dice.throw()) {
            let value = search.after(cell, side, self.depth, sure, 2 * WON);
            if value > sure {
                (best, sure) = (Some(cell), value);
            }
        }
        best
    }

    /// The candidates of a side, the best first.
    pub(super) fn ranked(&self, stones: &mut Stones, side: Side, dice: &mut Dice) -> Vec<Cell> {
        let mut search = self.search(stones, side);
        let mut cells = search.candidates(side, || dice.throw());
        cells.sort_by_cached_key(|cell| -search.after(*cell, side, self.depth, -2 * WON, 2 * WON));
        cells
    }

    fn search<'s, 'g>(&'s self, stones: &'s mut Stones<'g>, side: Side) -> Search<'s, 'g> {
        let lines = (0..self.sides).map(|side| stones.complete(side)).collect();
        Search { contest: self, stones, side, lines }
    }
}

struct Search<'s, 'g> {
    contest: &'s Contest,
    stones: &'s mut Stones<'g>,
    /// The side that looks ahead.
    side: Side,
    /// How many complete lines each side has.
    lines: Vec<u32>,
}

impl Search<'_, '_> {
    fn candidates(&self, mover: Side, draw: impl FnMut() -> u64) -> Vec<Cell> {
        let mut cells = self.contest.worth.ranked(self.stones, mover, draw);
        cells.truncate(self.contest.candidates);
        cells
    }

    /// What the position after a move is worth. `sure` is what the side can reach already, `limit` what the others let it have (alpha and
    /// beta).
    fn after(&mut self, cell: Cell, mover: Side, depth: u8, sure: i32, limit: i32) -> i32 {
        self.stones.place(cell, mover);
        let made = self.stones.completed(cell, mover);
        let mut reached = 0;
        if let Some(lines) = self.lines.get_mut(mover) {
            *lines += made;
            reached = *lines;
        }
        let value = if self.contest.threshold.is_some_and(|threshold| reached >= threshold) {
            let won = WON + i32::from(depth);
            if mover == self.side { won } else { -won }
        } else {
            self.position((mover + 1) % self.contest.sides, depth - 1, sure, limit)
        };
        if let Some(lines) = self.lines.get_mut(mover) {
            *lines -= made;
        }
        self.stones.clear(cell, mover);
        value
    }

    fn position(&mut self, mover: Side, depth: u8, mut sure: i32, mut limit: i32) -> i32 {
        if depth == 0 {
            return self.estimate(mover);
        }
        let cells = self.candidates(mover, || 0);
        if cells.is_empty() {
            return self.result();
        }
        for cell in cells {
            let value = self.after(cell, mover, depth, sure, limit);
            if mover == self.side {
                sure = sure.max(value);
            } else {
                limit = limit.min(value);
            }
            if sure >= limit {
                break;
            }
        }
        if mover == self.side { sure } else { limit }
    }

    /// What a full board is worth.
    fn result(&self) -> i32 {
        let lines = |side| self.lines.get(side).copied().unwrap_or(0);
        let others = (0..self.contest.sides).filter(|side| *side != self.side).map(lines).max();
        match lines(self.side).cmp(&others.unwrap_or(0)) {
            std::cmp::Ordering::Less => -WON,
            std::cmp::Ordering::Equal => 0,
            std::cmp::Ordering::Greater => WON,
        }
    }

    /// What a position is worth by its lines. Those of the side to move are worth half as much again: it is the first to use them.
    fn estimate(&self, mover: Side) -> i32 {
        let (own, other) = if mover == self.side { (3, -2) } else { (2, -3) };
        let worth = |counts: &[u8; 4]| {
            let most = counts.iter().copied().max()?;
            let stake = self.contest.stake.get(usize::from(most)).copied()?;
            match counts.get(self.side).copied()? {
                _ if most < counts.iter().sum() => None,
                0 => Some(stake * other),
                _ => Some(stake * own),
            }
        };
        self.stones.lines().filter_map(worth).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boards::tesseract::{self, Tile};
    use crate::bots::grid::Grid;

    const CONTEST: Contest = Contest {
        sides: 2,
        threshold: None,
        worth: Worth { own: &[1, 4, 40], other: &[0, 3, 30] },
        stake: &[0, 0, 1, 10],
        depth: 3,
        candidates: 10,
    };

    fn chosen(contest: &Contest, moves: &[Cell]) -> Option<Cell> {
        let lines = tesseract::lines();
        let grid = Grid::new(lines.iter().map(|line| line.map(Tile::id).to_vec()).collect());
        let mut stones = Stones::after(&grid, moves, contest.sides).unwrap();
        contest.choose(&mut stones, moves.len() % contest.sides, &mut Dice::new(0))
    }

    /// 1 completes 1 2 3 and 1 4 7, 5 only 3 5 7.
    #[test]
    fn two_lines_are_better_than_one() {
        assert_eq!(chosen(&CONTEST, &[2, 80, 3, 50, 4, 45, 7, 60]), Some(1));
    }

    /// The other threatens 1 2 3 and 1 4 7 with 1, but 72 73 74 comes before that.
    #[test]
    fn the_threshold_ends_the_match() {
        let moves = [73, 2, 74, 3, 45, 4, 50, 7];
        let one = Contest { threshold: Some(1), ..CONTEST };
        assert_eq!(chosen(&one, &moves), Some(72));
    }

    /// Two tiles are left; who moves makes a line with 3 alone.
    #[test]
    fn nothing_is_looked_for_behind_the_end() {
        let rest = (4..=79).filter(|tile| *tile != 6);
        let moves: Vec<Cell> = [1, 6, 2, 80].into_iter().chain(rest).collect();
        assert_eq!(moves.len(), 79);
        assert_eq!(chosen(&CONTEST, &moves), Some(3));
        let full: Vec<Cell> = moves.into_iter().chain([3]).collect();
        assert_eq!(chosen(&CONTEST, &full), None);
    }
}
