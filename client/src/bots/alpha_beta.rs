//! Alpha-beta search over the most promising cells, for the games on a [`Grid`](super::grid::Grid). With more than two players all others are
//! assumed to play against the one who searches.

use std::cmp::{Ordering, Reverse};

use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;

use super::grid::{Cell, LineCounts, Side, Stones};

/// What a line on which only one side has stones adds to the score of an empty cell on it, by how many stones there are. The tables of this
/// client were tuned by playing its bots against the player `rules`; `cargo test -p gradus-client bots` shows what they reach.
pub(super) struct MoveOrdering {
    /// Stones of the side to move.
    pub(super) own: &'static [u32],
    /// Stones of another side.
    pub(super) other: &'static [u32],
}

impl MoveOrdering {
    /// Sorts cells by their score, the best first; equal cells keep their order.
    pub(super) fn sort(&self, stones: &Stones, side: Side, cells: &mut [Cell]) {
        cells.sort_by_cached_key(|cell| {
            Reverse(
                stones.counts_through(*cell).map(|counts| self.score(counts, side)).sum::<u32>(),
            )
        });
    }

    /// The empty cells by their score; of equal ones the last first.
    pub(super) fn ordered(&self, stones: &Stones, side: Side) -> Vec<Cell> {
        let mut cells: Vec<Cell> = stones.empty().collect();
        cells.reverse();
        self.sort(stones, side, &mut cells);
        cells
    }

    fn score(&self, counts: LineCounts, side: Side) -> u32 {
        let (scores, stones) = match Occupancy::of(counts) {
            Occupancy::Empty => (self.own, 0),
            Occupancy::One(owner, stones) if owner == side => (self.own, stones),
            Occupancy::One(_, stones) => (self.other, stones),
            Occupancy::Mixed => return 0,
        };
        scores.get(usize::from(stones)).copied().unwrap_or(0)
    }
}

/// Who has stones on a line.
enum Occupancy {
    Empty,
    /// One side, and how many.
    One(Side, u8),
    /// Several sides: nobody can complete the line.
    Mixed,
}

impl Occupancy {
    fn of(counts: LineCounts) -> Self {
        let mut sides = counts.into_iter().enumerate().filter(|(_, stones)| *stones > 0);
        match (sides.next(), sides.next()) {
            (None, _) => Self::Empty,
            (Some((side, stones)), None) => Self::One(side, stones),
            (Some(_), Some(_)) => Self::Mixed,
        }
    }
}

/// The parameters of a search.
pub(super) struct AlphaBeta {
    /// How many players there are.
    pub(super) sides: usize,
    /// How many lines win the match before the board is full.
    pub(super) threshold: Option<u32>,
    /// Which cells are searched first.
    pub(super) move_ordering: MoveOrdering,
    /// The score of a line with so many stones of one side alone.
    pub(super) line_scores: &'static [i32],
    /// How many plies are searched.
    pub(super) depth: u8,
    /// How many of the best cells are searched in each position.
    pub(super) width: usize,
}

/// Higher than the score of any position without a winner.
const WIN: i32 = 1_000_000;

/// The bounds of a full window: no score reaches them.
const FULL_WINDOW: (i32, i32) = (-2 * WIN, 2 * WIN);

impl AlphaBeta {
    /// The best move of a side; `None` on a full board.
    pub(super) fn best(
        &self,
        stones: &mut Stones,
        side: Side,
        rng: &mut ChaCha8Rng,
    ) -> Option<Cell> {
        let cells = self.shuffled_candidates(stones, side, rng);
        let mut search = self.search(stones, side);
        let mut best = None;
        let (mut alpha, beta) = FULL_WINDOW;
        for cell in cells {
            let score = search.score_move(cell, side, self.depth, alpha, beta);
            if score > alpha {
                (best, alpha) = (Some(cell), score);
            }
        }
        best
    }

    /// The candidates of a side, the best first.
    pub(super) fn ranked(
        &self,
        stones: &mut Stones,
        side: Side,
        rng: &mut ChaCha8Rng,
    ) -> Vec<Cell> {
        let mut cells = self.shuffled_candidates(stones, side, rng);
        let mut search = self.search(stones, side);
        let (alpha, beta) = FULL_WINDOW;
        cells.sort_by_cached_key(|cell| {
            Reverse(search.score_move(*cell, side, self.depth, alpha, beta))
        });
        cells
    }

    /// The cells worth searching; equal ones in random order.
    fn shuffled_candidates(&self, stones: &Stones, side: Side, rng: &mut ChaCha8Rng) -> Vec<Cell> {
        let mut cells: Vec<Cell> = stones.empty().collect();
        cells.shuffle(rng);
        self.move_ordering.sort(stones, side, &mut cells);
        cells.truncate(self.width);
        cells
    }

    fn search<'s, 'g>(&'s self, stones: &'s mut Stones<'g>, side: Side) -> Search<'s, 'g> {
        let lines = (0..self.sides).map(|side| stones.complete(side)).collect();
        Search { parameters: self, stones, side, lines }
    }
}

struct Search<'s, 'g> {
    parameters: &'s AlphaBeta,
    stones: &'s mut Stones<'g>,
    /// The side that searches: the maximising one.
    side: Side,
    /// How many complete lines each side has.
    lines: Vec<u32>,
}

impl Search<'_, '_> {
    /// The score of the position after a move.
    #[expect(clippy::indexing_slicing, reason = "there is a count for each of the sides")]
    fn score_move(&mut self, cell: Cell, mover: Side, depth: u8, alpha: i32, beta: i32) -> i32 {
        self.stones.place(cell, mover);
        let completed = self.stones.complete_through(cell, mover);
        self.lines[mover] += completed;
        let reached = self.lines[mover];
        let score = if self.parameters.threshold.is_some_and(|threshold| reached >= threshold) {
            // An earlier win is better.
            let win = WIN + i32::from(depth);
            if mover == self.side { win } else { -win }
        } else {
            self.score_position((mover + 1) % self.parameters.sides, depth - 1, alpha, beta)
        };
        self.lines[mover] -= completed;
        self.stones.clear(cell, mover);
        score
    }

    fn score_position(&mut self, mover: Side, depth: u8, mut alpha: i32, mut beta: i32) -> i32 {
        if depth == 0 {
            return self.evaluate(mover);
        }
        let mut cells = self.parameters.move_ordering.ordered(self.stones, mover);
        cells.truncate(self.parameters.width);
        if cells.is_empty() {
            return self.score_full_board();
        }
        for cell in cells {
            let score = self.score_move(cell, mover, depth, alpha, beta);
            if mover == self.side {
                alpha = alpha.max(score);
            } else {
                beta = beta.min(score);
            }
            if alpha >= beta {
                break;
            }
        }
        if mover == self.side { alpha } else { beta }
    }

    #[expect(clippy::indexing_slicing, reason = "there is a count for each of the sides")]
    fn score_full_board(&self) -> i32 {
        let others = self.lines.iter().enumerate().filter(|(side, _)| *side != self.side);
        match Some(self.lines[self.side]).cmp(&others.map(|(_, lines)| *lines).max()) {
            Ordering::Less => -WIN,
            Ordering::Equal => 0,
            Ordering::Greater => WIN,
        }
    }

    /// The score of a position by its lines. Those of the side to move count half as much again: it is the first to use them.
    fn evaluate(&self, mover: Side) -> i32 {
        let (own, other) = if mover == self.side { (3, -2) } else { (2, -3) };
        let score = |counts| {
            let Occupancy::One(owner, stones) = Occupancy::of(counts) else { return None };
            let score = self.parameters.line_scores.get(usize::from(stones))?;
            Some(score * if owner == self.side { own } else { other })
        };
        self.stones.counts().filter_map(score).sum()
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::boards::tesseract::{self, Tile};
    use crate::bots::grid::Grid;

    const SEARCH: AlphaBeta = AlphaBeta {
        sides: 2,
        threshold: None,
        move_ordering: MoveOrdering { own: &[1, 4, 40], other: &[0, 3, 30] },
        line_scores: &[0, 0, 1, 10],
        depth: 3,
        width: 10,
    };

    fn chosen(search: &AlphaBeta, moves: &[Cell]) -> Option<Cell> {
        let grid = Grid::new(tesseract::lines().into_iter().map(|line| line.map(Tile::id)));
        let mut stones = Stones::after(&grid, moves, search.sides).unwrap();
        search.best(&mut stones, moves.len() % search.sides, &mut ChaCha8Rng::seed_from_u64(0))
    }

    /// 1 completes 1 2 3 and 1 4 7, 5 only 3 5 7.
    #[test]
    fn two_lines_are_better_than_one() {
        assert_eq!(chosen(&SEARCH, &[2, 80, 3, 50, 4, 45, 7, 60]), Some(1));
    }

    /// The opponent threatens 1 2 3 and 1 4 7 with 1, but 72 73 74 comes before that.
    #[test]
    fn the_threshold_ends_the_match() {
        let moves = [73, 2, 74, 3, 45, 4, 50, 7];
        let one = AlphaBeta { threshold: Some(1), ..SEARCH };
        assert_eq!(chosen(&one, &moves), Some(72));
    }

    /// Two tiles are left; who moves makes a line with 3 alone.
    #[test]
    fn the_search_ends_with_the_board() {
        let rest = (4..=79).filter(|tile| *tile != 6);
        let moves: Vec<Cell> = [1, 6, 2, 80].into_iter().chain(rest).collect();
        assert_eq!(moves.len(), 79);
        assert_eq!(chosen(&SEARCH, &moves), Some(3));
        let full: Vec<Cell> = moves.into_iter().chain([3]).collect();
        assert_eq!(chosen(&SEARCH, &full), None);
    }
}
