//! How far a player sees: forced wins, and a number of positions to look for them in.
//!
//! The search is that of [`Board::forced_win`], but it remembers where it has been. Threes that have nothing to do with
//! each other can be made in any order and lead to the same board:
//!
//! ```text
//!   . x x .      0  1  2  3       Black's threes at 0 and then at 4, or at 4 and then at 0, lead to the same board, if
//!   . x x .      4  5  6  7       white answers on 3 and 7; five such pairs could be played in 120 orders.
//! ```
//!
//! The positions are counted over all the searches that a move takes, so that their sum has a bound.

use std::collections::HashSet;
use std::ops::ControlFlow;

use crate::board::lattice::four_in_a_row::{Attack, Board, Cell, Stone};

/// The most positions that may be looked at for a move.
const POSITIONS_A_MOVE: u32 = 40_000;

/// The most positions that may be looked at for a single forced win.
const POSITIONS_A_WIN: u32 = 1_500;

/// The most moves that a forced win may have.
const LONGEST: usize = 12;

/// To read an attack off a board takes as long as so many positions of it.
const POSITIONS_A_BOARD: u32 = 10;

/// What a player may still look at.
pub(super) struct Foresight {
    positions_left: u32,
}

impl Foresight {
    /// The foresight of a player who begins to think about a move.
    pub(super) const fn new() -> Foresight {
        Foresight { positions_left: POSITIONS_A_MOVE }
    }

    /// Whether all positions have been used up: then nothing more is seen.
    pub(super) const fn is_exhausted(&self) -> bool {
        self.positions_left == 0
    }

    /// A sequence of moves that wins by force for `side`, if it were to move; a short one if there are several. None if
    /// none is seen.
    pub(super) fn forced_win(&mut self, board: &Board, side: Stone) -> Option<Vec<Cell>> {
        let attack = self.attack(board, side)?;
        let allowed = self.positions_left.min(POSITIONS_A_WIN);
        let mut search = Search { side, positions_left: allowed, seen: HashSet::new() };
        let win = search.shortest(&attack, board);
        self.positions_left -= allowed - search.positions_left;
        win
    }

    /// Whether one of some sequences, each of which won on a board with a stone less, wins for `side` here too.
    pub(super) fn any_wins(&mut self, wins: &[Vec<Cell>], board: &Board, side: Stone) -> bool {
        let attack = self.attack(board, side);
        attack.is_some_and(|attack| wins.iter().any(|win| still_wins(win, &attack)))
    }

    fn attack(&mut self, board: &Board, side: Stone) -> Option<Attack> {
        self.positions_left = self.positions_left.saturating_sub(POSITIONS_A_BOARD);
        if self.is_exhausted() { None } else { Attack::new(board, side) }
    }
}

/// Whether a sequence of moves, or the beginning of it, wins by force.
fn still_wins(win: &[Cell], attack: &Attack) -> bool {
    win.split_first().is_some_and(|(&cell, rest)| {
        attack.winning().contains(cell)
            || attack.forcing().contains(cell) && still_wins(rest, &attack.after(cell))
    })
}

struct Search {
    side: Stone,
    positions_left: u32,
    /// The boards of this round: the number of stones says how many moves are left.
    seen: HashSet<Board>,
}

/// Why a search ends early.
enum End {
    Won,
    GaveUp,
}

impl Search {
    fn shortest(&mut self, attack: &Attack, board: &Board) -> Option<Vec<Cell>> {
        let mut path = Vec::with_capacity(LONGEST);
        for moves in 1..=LONGEST {
            self.seen.clear();
            match self.deepen(attack, board, moves, &mut path) {
                ControlFlow::Break(End::Won) => return Some(path),
                ControlFlow::Break(End::GaveUp) => return None,
                // So few positions that no sequence was so long: there are no longer ones.
                ControlFlow::Continue(()) if self.seen.len() + 1 < moves => return None,
                ControlFlow::Continue(()) => {}
            }
        }
        None
    }

    /// Looks for a win with exactly so many moves; a win ends the search with its moves in `path`. As there is no
    /// shorter win, only the last move has to be looked for among the winning ones.
    fn deepen(
        &mut self,
        attack: &Attack,
        board: &Board,
        moves: usize,
        path: &mut Vec<Cell>,
    ) -> ControlFlow<End> {
        self.positions_left = match self.positions_left.checked_sub(1) {
            Some(left) => left,
            None => return ControlFlow::Break(End::GaveUp),
        };
        if moves == 1 {
            let Some(cell) = attack.winning().first() else { return ControlFlow::Continue(()) };
            path.push(cell);
            return ControlFlow::Break(End::Won);
        }
        for cell in attack.forcing().iter() {
            let Some(answer) = attack.answer_to(cell) else { continue };
            let mut next = *board;
            next.place(cell, self.side);
            next.place(answer, self.side.other());
            if self.seen.insert(next) {
                path.push(cell);
                self.deepen(&attack.after(cell), &next, moves - 1, path)?;
                path.pop();
            }
        }
        ControlFlow::Continue(())
    }
}
