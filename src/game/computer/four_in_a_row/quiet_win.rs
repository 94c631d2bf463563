//! Quiet wins: a stone that makes no three, and after which there is a forced win whatever the opponent does.
//!
//! ```text
//!    z = 0        z = 1        z = 2        z = 3       In the cube w = 0, and with a third white stone far away. Black
//!   o . . .      . . . .      . . . .      . . . .      plays q, which is 12. Of white's 249 answers only 5 and 10
//!   . . . .      . . . .      . . . .      . . . .      leave black no forced win: they make a three with the corners 0
//!   . . . .      . . . .      . . x .      . . . .      and 15. Black stops it, and again no answer helps against
//!   q . . o      . . . .      . . . .      x . . x      all that black threatens.
//! ```
//!
//! So answers of two kinds have to be told apart: those that stop the wins that are known, after which another may be found,
//! and threes, after which the question is asked again. Only a few quiet stones are tried, but each against all answers.

use super::foresight::Foresight;
use crate::board::lattice::four_in_a_row::{Attack, Board, Cell, Stone};

/// How many quiet stones are tried.
const TRIED: usize = 8;

/// How many threes of the opponent's are stopped on the way.
const MOST_DELAYS: u8 = 2;

impl Foresight {
    /// The first quiet win of `side` among some cells that is seen. The side is to move and has no forced win, and nobody
    /// has a three to complete.
    pub(super) fn quiet_win(&mut self, board: &Board, side: Stone, cells: &[Cell]) -> Option<Cell> {
        let forcing = Attack::new(board, side)?.forcing();
        let quiet = cells.iter().copied().filter(|&cell| !forcing.contains(cell));
        quiet
            .take(TRIED)
            .find(|&cell| self.cannot_be_stopped(&after(board, cell, side), side, MOST_DELAYS))
    }

    /// Whether `side` has a forced win after everything that the opponent, who is to move, can do.
    fn cannot_be_stopped(&mut self, board: &Board, side: Stone, delays: u8) -> bool {
        let Some(win) = self.forced_win(board, side) else { return false };
        if self.forced_win(board, side.other()).is_some() {
            return false;
        }
        // The cells of the win first: there it is stopped most often.
        let others = board.empty_cells().iter().filter(|cell| !win.contains(cell));
        let answers: Vec<Cell> = win.iter().copied().chain(others).collect();
        let mut wins = vec![win];
        answers.into_iter().all(|answer| {
            let next = after(board, answer, side.other());
            if self.any_wins(&wins, &next, side) {
                return true;
            }
            if let Some(win) = self.forced_win(&next, side) {
                wins.push(win);
                return true;
            }
            self.survives_three(&next, side, delays)
        })
    }

    /// Whether the opponent has just made a three and nothing else: `side` stops it, and still cannot be stopped itself.
    fn survives_three(&mut self, board: &Board, side: Stone, delays: u8) -> bool {
        let threats = board.completing_cells(side.other());
        match (threats.first(), delays.checked_sub(1)) {
            (Some(stop), Some(delays)) if threats.len() == 1 => {
                self.cannot_be_stopped(&after(board, stop, side), side, delays)
            }
            _ => false,
        }
    }
}

/// The board with one more stone.
pub(super) fn after(board: &Board, cell: Cell, side: Stone) -> Board {
    let mut next = *board;
    next.place(cell, side);
    next
}
