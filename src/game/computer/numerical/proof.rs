//! What best play brings, as far as it can be proven in a bounded time.

use crate::board::numerical::search::endgame::Solver;
use crate::board::numerical::{Board, Move, Outcome};

/// How many positions may be searched for the result, and as many again for the moves that keep it.
const POSITIONS: u32 = 30_000;

/// The result of best play on a board, if it was found, and the moves that keep it.
#[derive(Debug)]
pub(super) struct Proof<'a> {
    board: &'a Board,
    result: Option<Outcome>,
    solver: Solver,
    /// How many positions may still be searched.
    positions: u32,
}

impl Proof<'_> {
    /// Looks for the result.
    pub(super) fn of(board: &Board) -> Proof<'_> {
        let mut solver = Solver::default();
        let result = solver.solve_within(board, &mut { POSITIONS });
        Proof { board, result, solver, positions: POSITIONS }
    }

    /// Does not look for it.
    pub(super) fn none(board: &Board) -> Proof<'_> {
        Proof { board, result: None, solver: Solver::default(), positions: 0 }
    }

    /// Whether the player to move is known to win.
    pub(super) fn is_won(&self) -> bool {
        self.result == Some(Outcome::Won(self.board.to_move()))
    }

    /// Whether the player to move loses nothing that he is known to have by a legal move. What cannot
    /// be found out is no.
    pub(super) fn keeps(&mut self, placed: Move) -> bool {
        let Some(result) = self.result else { return true };
        if result == Outcome::Won(self.board.to_move().other()) {
            return true;
        }
        let next = self.board.play(placed).ok();
        next.and_then(|next| self.solver.solve_within(&next, &mut self.positions)) == Some(result)
    }
}
