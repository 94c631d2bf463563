//! Winning by threats, where the first line wins.
//!
//! [`forced_win`] is a sequence of moves each of which threatens to complete a line: the opponent has to answer on one cell, and in the end
//! there are two. In gomoku these are fours (known as VCF, victory by continuous fours), in four-in-a-row threes. [`quiet_win`] is a move that
//! threatens such a sequence and leaves no defence: in gomoku two open threes at once (VCT, victory by continuous threats).

use std::collections::HashSet;
use std::sync::LazyLock;

use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};

use super::alpha_beta::{AlphaBeta, MoveOrdering};
use super::grid::{Cell, Side, Stones};

/// How many moves [`forced_win`] tries before it gives up.
const NODE_LIMIT: u32 = 3000;

/// How many of the best cells [`quiet_win`] tries.
const QUIET_WIDTH: usize = 12;

/// How a game is played in which the first line wins.
pub(super) struct FirstLine {
    /// The search that chooses a move when neither side wins by threats.
    pub(super) search: AlphaBeta,
    /// How many quiet moves a winning sequence may have.
    pub(super) quiet_moves: u8,
}

impl FirstLine {
    /// The move of a side, 0 or 1: it completes a line, else stops the opponent's, else wins by threats, else is the best that does not lose
    /// by threats. `None` on a full board.
    pub(super) fn best(
        &self,
        stones: &mut Stones,
        side: Side,
        rng: &mut ChaCha8Rng,
    ) -> Option<Cell> {
        let opponent = 1 - side;
        let completing = stones.completing(side).first().copied();
        completing
            .or_else(|| stones.completing(opponent).first().copied())
            .or_else(|| forced_win(stones, side, opponent)?.first().copied())
            .or_else(|| self.quiet_win(stones, side))
            .or_else(|| self.safest(stones, side, rng))
    }

    fn quiet_win(&self, stones: &mut Stones, side: Side) -> Option<Cell> {
        quiet_win(stones, side, 1 - side, &self.search.move_ordering, self.quiet_moves)
    }

    /// The best move after which the opponent does not win by threats; without one, the best that at least allows no [`forced_win`].
    fn safest(&self, stones: &mut Stones, side: Side, rng: &mut ChaCha8Rng) -> Option<Cell> {
        let opponent = 1 - side;
        let cells = self.search.ranked(stones, side, rng);
        let best = cells.first().copied();
        let mut second_choice = None;
        for cell in cells {
            stones.place(cell, side);
            let loses_to_threats = forced_win(stones, opponent, side).is_some();
            let loses = loses_to_threats || self.quiet_win(stones, opponent).is_some();
            stones.clear(cell, side);
            if !loses {
                return Some(cell);
            }
            if !loses_to_threats {
                second_choice = second_choice.or(Some(cell));
            }
        }
        second_choice.or(best)
    }
}

/// The first of at most so many quiet moves with which a side wins when it is to move, if one is found.
fn quiet_win(
    stones: &mut Stones,
    side: Side,
    opponent: Side,
    move_ordering: &MoveOrdering,
    quiet_moves: u8,
) -> Option<Cell> {
    let rest = quiet_moves.checked_sub(1)?;
    let cells = move_ordering.ordered(stones, side);
    cells.into_iter().take(QUIET_WIDTH).find(|cell| {
        stones.place(*cell, side);
        let wins = leaves_no_defence(stones, side, opponent, move_ordering, rest);
        stones.clear(*cell, side);
        wins
    })
}

/// Whether a side that has just moved wins whatever the opponent answers, with so many more quiet moves. Only those answers are tried that
/// take a cell of the threatened sequence or make a threat.
fn leaves_no_defence(
    stones: &mut Stones,
    side: Side,
    opponent: Side,
    move_ordering: &MoveOrdering,
    quiet_moves: u8,
) -> bool {
    let Some(threatened) = forced_win(stones, side, opponent) else { return false };
    if forced_win(stones, opponent, side).is_some() {
        return false;
    }
    let mut answers = stones.lacking(opponent, 2);
    answers.extend(threatened);
    answers.sort_unstable();
    answers.dedup();
    answers.into_iter().all(|answer| {
        stones.place(answer, opponent);
        let wins = forced_win(stones, side, opponent).is_some()
            || stones.completing(opponent).is_empty()
                && quiet_win(stones, side, opponent, move_ordering, quiet_moves).is_some();
        stones.clear(answer, opponent);
        wins
    })
}

/// A sequence of threats with which a side wins by force when it is to move, if one is found: all cells that it needs, the first move
/// first.
pub(super) fn forced_win(stones: &mut Stones, side: Side, opponent: Side) -> Option<Vec<Cell>> {
    let (nodes_left, failed) = (NODE_LIMIT, HashSet::new());
    ThreatSearch { stones, side, opponent, nodes_left, hash: 0, failed }.sequence()
}

struct ThreatSearch<'s, 'g> {
    stones: &'s mut Stones<'g>,
    side: Side,
    opponent: Side,
    nodes_left: u32,
    /// The Zobrist hash of the stones placed by the search.
    hash: u64,
    /// The positions without a sequence: transpositions are searched once.
    failed: HashSet<u64>,
}

impl ThreatSearch<'_, '_> {
    /// The rest of a winning sequence.
    fn sequence(&mut self) -> Option<Vec<Cell>> {
        let winning = self.stones.completing(self.side);
        if !winning.is_empty() {
            return Some(winning);
        }
        if self.failed.contains(&self.hash) {
            return None;
        }
        let candidates = match self.stones.completing(self.opponent).as_slice() {
            [] => self.stones.lacking(self.side, 2),
            // The opponent's answer has become a threat, and the next move has to stop it.
            stop => stop.to_vec(),
        };
        let found = candidates.into_iter().find_map(|cell| self.sequence_from(cell));
        if found.is_none() {
            self.failed.insert(self.hash);
        }
        found
    }

    /// A winning sequence that begins with a cell.
    fn sequence_from(&mut self, cell: Cell) -> Option<Vec<Cell>> {
        self.nodes_left = self.nodes_left.checked_sub(1)?;
        self.place(cell, self.side);
        let threats = self.stones.completing_through(cell, self.side);
        let rest = match threats.as_slice() {
            [] => None,
            _ if !self.stones.completing(self.opponent).is_empty() => None,
            [answer] => {
                self.place(*answer, self.opponent);
                let rest = self.sequence();
                self.clear(*answer, self.opponent);
                rest.map(|rest| [vec![*answer], rest].concat())
            }
            _ => Some(threats),
        };
        self.clear(cell, self.side);
        rest.map(|rest| [vec![cell], rest].concat())
    }

    fn place(&mut self, cell: Cell, side: Side) {
        self.stones.place(cell, side);
        self.hash ^= zobrist_key(cell, side);
    }

    fn clear(&mut self, cell: Cell, side: Side) {
        self.stones.clear(cell, side);
        self.hash ^= zobrist_key(cell, side);
    }
}

#[expect(clippy::indexing_slicing, reason = "there is a key for each u8 and each of two sides")]
fn zobrist_key(cell: Cell, side: Side) -> u64 {
    static KEYS: LazyLock<[[u64; 2]; 256]> = LazyLock::new(|| {
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        std::array::from_fn(|_| std::array::from_fn(|_| rng.next_u64()))
    });
    KEYS[usize::from(cell)][side]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boards::four_in_a_row;
    use crate::bots::grid::Grid;

    /// What side 0 needs to win when it is to move.
    fn found(own: &[Cell], others: &[Cell]) -> Option<Vec<Cell>> {
        let grid = Grid::new(four_in_a_row::lines());
        let mut stones = Stones::after(&grid, &[], 2).unwrap();
        for (cells, side) in [(own, 0), (others, 1)] {
            for cell in cells {
                stones.place(*cell, side);
            }
        }
        forced_win(&mut stones, 0, 1)
    }

    /// The row 0 1 2 3 and the column 2 6 10 14 cross in an empty cell.
    #[test]
    fn two_threes_at_once_win() {
        assert_eq!(found(&[0, 1, 6, 10], &[]), Some(vec![2, 3, 14]));
        assert_eq!(found(&[0, 1], &[3]), None);
    }

    /// 26 and 42 are a pair on 10 26 42 58; 2 makes 6 one on 2 6 10 14, and the answer on 3 is forced. (63 blocks 0 21 42 63.)
    #[test]
    fn a_threat_may_bring_the_stone_that_is_lacking() {
        assert_eq!(found(&[0, 1, 6, 26, 42], &[63]).unwrap()[0], 2);
        // Now the answer on 3 makes a three on 3 7 11 15, which has to be stopped.
        assert_ne!(found(&[0, 1, 6, 26, 42], &[7, 11, 63]).unwrap()[0], 2);
    }

    /// The opponent completes 80 81 82 83 unless stopped.
    #[test]
    fn the_opponents_three_comes_first() {
        assert_eq!(found(&[0, 1, 6, 10], &[80, 81, 82]), None);
        assert_eq!(found(&[0, 1, 2], &[80, 81, 82]), Some(vec![3]));
    }
}
