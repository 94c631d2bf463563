//! Winning by threats alone, where the first line wins: every move threatens to complete a line, the opponent has to stop that on one
//! cell, and in the end there are two cells to stop. In gomoku these are the fours, in four-in-a-row the threes.

use std::collections::HashSet;

use super::dice::Dice;
use super::grid::{Cell, Side, Stones};

/// How many moves are tried before the search gives up.
const TRIES: u32 = 3000;

/// A sequence of threats with which a side wins by force when it is to move, if one is found: all cells that it needs, the first move
/// first.
pub(super) fn forced_win(stones: &mut Stones, side: Side, other: Side) -> Option<Vec<Cell>> {
    Search { stones, side, other, tries: TRIES, played: 0, failed: HashSet::new() }.attack()
}

struct Search<'s, 'g> {
    stones: &'s mut Stones<'g>,
    side: Side,
    other: Side,
    tries: u32,
    /// The stones placed since the beginning, mixed to one number.
    played: u64,
    /// From where nothing was found: other orders of the same moves come to the same board.
    failed: HashSet<u64>,
}

impl Search<'_, '_> {
    /// The rest of a winning sequence.
    fn attack(&mut self) -> Option<Vec<Cell>> {
        let winning = self.stones.completing(self.side);
        if !winning.is_empty() {
            return Some(winning);
        }
        if self.failed.contains(&self.played) {
            return None;
        }
        let candidates = match self.stones.completing(self.other).as_slice() {
            [] => self.stones.lacking(self.side, 2),
            // The opponent's answer has become a threat, and the next threat has to stop it.
            stop => stop.to_vec(),
        };
        let found = candidates.into_iter().find_map(|cell| self.after(cell));
        if found.is_none() {
            self.failed.insert(self.played);
        }
        found
    }

    /// A winning sequence that begins with a cell.
    fn after(&mut self, cell: Cell) -> Option<Vec<Cell>> {
        self.tries = self.tries.checked_sub(1)?;
        self.place(cell, self.side);
        let threats = self.stones.completing_with(cell, self.side);
        let rest = match threats.as_slice() {
            [] => None,
            _ if !self.stones.completing(self.other).is_empty() => None,
            [answer] => {
                self.place(*answer, self.other);
                let rest = self.attack();
                self.clear(*answer, self.other);
                rest.map(|rest| [vec![*answer], rest].concat())
            }
            _ => Some(threats),
        };
        self.clear(cell, self.side);
        rest.map(|rest| [vec![cell], rest].concat())
    }

    fn place(&mut self, cell: Cell, side: Side) {
        self.stones.place(cell, side);
        self.played ^= mixed(cell, side);
    }

    fn clear(&mut self, cell: Cell, side: Side) {
        self.stones.clear(cell, side);
        self.played ^= mixed(cell, side);
    }
}

/// A number for a stone such that sets of stones hardly ever come to the same.
fn mixed(cell: Cell, side: Side) -> u64 {
    Dice::new(u64::from(cell) << 8 | u64::from(side == 0)).throw()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boards::four_in_a_row;
    use crate::bots::grid::Grid;

    /// What side 0 needs to win when it is to move.
    fn found(own: &[Cell], others: &[Cell]) -> Option<Vec<Cell>> {
        let lines = four_in_a_row::lines();
        let grid = Grid::new(lines.iter().map(|line| line.to_vec()).collect());
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

    /// 26 and 42 are a pair on 10 26 42 58; 2 makes 6 one on 2 6 10 14, and the answer on 3 is forced. (63 shuts 0 21 42 63.)
    #[test]
    fn a_threat_may_bring_the_stone_that_is_lacking() {
        assert_eq!(found(&[0, 1, 6, 26, 42], &[63]).unwrap()[0], 2);
        // Now the answer on 3 makes a three on 3 7 11 15, which has to be stopped.
        assert_ne!(found(&[0, 1, 6, 26, 42], &[7, 11, 63]).unwrap()[0], 2);
    }

    /// The other completes 80 81 82 83, unless he is stopped.
    #[test]
    fn the_others_three_comes_first() {
        assert_eq!(found(&[0, 1, 6, 10], &[80, 81, 82]), None);
        assert_eq!(found(&[0, 1, 2], &[80, 81, 82]), Some(vec![3]));
    }
}
