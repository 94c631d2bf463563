//! Forced wins: one three after another, each of which the opponent has to answer, until two are made at once.
//!
//! A sequence of a side's moves wins by force if
//!
//! - after each of them the opponent has no cell that would complete a line of his own,
//! - each but the last leaves the side exactly one cell that would complete a line, which the opponent takes,
//! - the last leaves two or more.
//!
//! ```text
//!   . x x .      0  1  2  3       Black plays 0 and threatens 3, which white takes. Now black has a two on the
//!   . x x .      4  5  6  7       diagonal 0 5 10 15 and one in the column 2 6 10 14: a stone on 10 makes both
//!   . . . .      8  9 10 11       into threes, and white can stop one of them only.
//!   . . . .     12 13 14 15
//! ```
//!
//! ```
//! use gradus::board::lattice::four_in_a_row::{Board, Cell, Effort, Stone};
//!
//! let board: Board = format!("{:.<256}", ".xx..xx.").parse()?;
//! let win = board.forced_win(Stone::Black, Effort { moves: 5, positions: 1000 }).unwrap();
//! assert_eq!(win, [0, 10].map(Cell::new));
//! assert!(board.is_forced_win(Stone::Black, &win));
//! assert!(board.is_forced_win(Stone::Black, &[3, 9].map(Cell::new)));
//! assert!(!board.is_forced_win(Stone::Black, &[4, 10].map(Cell::new)));
//! # Ok::<(), gradus::board::lattice::four_in_a_row::ParseBoardError>(())
//! ```
//!
//! The search tries only moves that make threes, and looks for wins of one move first, then of two, and so on. Each of
//! these rounds costs far more than the ones before it, so nothing is lost by repeating them.

use std::ops::ControlFlow;

use super::{Attack, Bitboard, Board, Cell, Stone};

/// How far a search may go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    /// The most moves of the side that a sequence may have.
    pub moves: u8,
    /// The most positions that may be looked at: the search gives up after so many.
    pub positions: u32,
}

impl Board {
    /// The shortest sequence of moves that wins by force for `side`, which is to move; of several equally short ones
    /// the first by ids. None if there is none, if the search gave up, or if the side can complete a line already.
    #[must_use]
    pub fn forced_win(&self, side: Stone, effort: Effort) -> Option<Vec<Cell>> {
        let attack = Attack::new(self, side)?;
        let mut search = Search { positions_left: effort.positions };
        for moves in 1..=effort.moves {
            let mut path = Vec::with_capacity(moves.into());
            match search.deepen(&attack, moves, &mut path) {
                ControlFlow::Break(End::Won) => return Some(path),
                ControlFlow::Break(End::GaveUp) => return None,
                ControlFlow::Continue(()) => {}
            }
        }
        None
    }

    /// Whether a sequence of moves wins by force for `side`, which is to move: by the definition, move by move.
    #[must_use]
    pub fn is_forced_win(&self, side: Stone, moves: &[Cell]) -> bool {
        let Some((last, others)) = moves.split_last() else { return false };
        let mut board = *self;
        for &cell in others {
            match board.threats_after(cell, side) {
                Some(threats) if threats.len() == 1 => {
                    threats.iter().for_each(|answer| board.place(answer, side.other()));
                }
                _ => return false,
            }
        }
        board.threats_after(*last, side).is_some_and(|threats| threats.len() >= 2)
    }

    /// Plays a move, and says where the side would then complete a line; none if the move is not to be played: the cell
    /// is taken, or the opponent would complete a line first.
    fn threats_after(&mut self, cell: Cell, side: Stone) -> Option<Bitboard> {
        if self.at(cell).is_some() {
            return None;
        }
        self.place(cell, side);
        self.completing_cells(side.other()).is_empty().then(|| self.completing_cells(side))
    }
}

struct Search {
    positions_left: u32,
}

/// Why a search ends early.
enum End {
    Won,
    GaveUp,
}

impl Search {
    /// Looks for a win with exactly so many moves; a win ends the search with its moves in `path`. As there is no
    /// shorter win, only the last move has to be looked for among the winning ones.
    fn deepen(&mut self, attack: &Attack, moves: u8, path: &mut Vec<Cell>) -> ControlFlow<End> {
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
            path.push(cell);
            self.deepen(&attack.after(cell), moves - 1, path)?;
            path.pop();
        }
        ControlFlow::Continue(())
    }
}
