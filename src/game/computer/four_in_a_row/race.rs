//! The race for the first line.
//!
//! The first of these that there is:
//!
//! 1. a cell that completes a line,
//! 2. a cell where the opponent would complete one,
//! 3. the first move of a [forced win](Foresight::forced_win),
//! 4. a [quiet win](Foresight::quiet_win),
//! 5. of the cells that leave the opponent neither, the one that is [worth](WeighedBoard) most: the [`Defence`],
//! 6. the cell that is worth most.
//!
//! A forced win needs lines with two stones that cross, and it is decided long before it can be seen who will have more of
//! them. That is what the worth of a cell is for: it is great where many lines cross that only one side has stones on.

use std::cmp::Reverse;

use rand::rngs::ChaCha8Rng;

use super::any::{any, shuffled};
use super::defence::Defence;
use super::foresight::Foresight;
use super::weighed::WeighedBoard;
use crate::board::lattice::four_in_a_row::{Board, Cell, End, Stone};

/// The best move that `side` sees, any of several; none on a full board.
pub(super) fn best_move(board: &Board, side: Stone, rng: &mut ChaCha8Rng) -> Option<Cell> {
    for side in [side, side.other()] {
        let completing = board.completing_cells(side);
        if !completing.is_empty() {
            return any(completing, rng);
        }
    }
    let mut foresight = Foresight::new();
    if let Some(win) = foresight.forced_win(board, side) {
        return win.first().copied();
    }
    let weighed = WeighedBoard::new(board, End::FirstLine);
    let mut cells = shuffled(board.empty_cells(), rng);
    cells.sort_by_key(|&cell| Reverse(weighed.worth(cell)));

    foresight
        .quiet_win(board, side, &cells)
        .or_else(|| Defence::new(side, &mut foresight).best_of(board, &cells))
        .or_else(|| cells.first().copied())
}
