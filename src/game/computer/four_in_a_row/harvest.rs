//! The game for the most lines.
//!
//! A three is worth no more here than two twos, and nobody has to answer it: a whole board is to be shared out, where
//! every stone makes one's own lines likelier and the opponent's impossible. The search is an alpha-beta over the few
//! cells that are [worth](super::weighed) most. It ends with the balance of the board, to which the side to move adds
//! the best cell that is left to it: it has the first choice, and without that a search of an even number of stones would
//! come to another opinion than one of an odd number.

use rand::rngs::ChaCha8Rng;

use super::any::shuffled;
use super::weighed::WeighedBoard;
use crate::board::lattice::four_in_a_row::{Board, Cell, End, Stone};

/// How many cells are tried in each position.
const WIDTH: usize = 8;

/// How many stones the search plays.
const DEPTH: u8 = 4;

/// What no balance exceeds.
const INFINITY: i32 = i32::MAX;

/// The move after which `side` may expect most; any of several. None on a full board.
pub(super) fn best_move(board: &Board, side: Stone, rng: &mut ChaCha8Rng) -> Option<Cell> {
    let weighed = WeighedBoard::new(board, End::MostLines);
    let mut cells = shuffled(board.empty_cells(), rng);
    cells.sort_by_key(|&cell| std::cmp::Reverse(weighed.worth(cell)));

    let mut best = (-INFINITY, *cells.first()?);
    for cell in cells.into_iter().take(WIDTH) {
        let (greatest, _) = best;
        let next = weighed.after(cell, side);
        let value = -value(&next, side.other(), DEPTH - 1, -INFINITY, -greatest);
        if value > greatest {
            best = (value, cell);
        }
    }
    let (_, cell) = best;
    Some(cell)
}

/// What `side`, which is to move, may expect after so many more stones; what lies beyond `least` or `greatest` comes back
/// as that bound.
fn value(board: &WeighedBoard, side: Stone, depth: u8, least: i32, greatest: i32) -> i32 {
    let now = board.balance(side);
    if depth == 0 {
        return (now + i32::from(board.greatest_worth())).clamp(least, greatest);
    }
    let cells = board.best_cells(WIDTH);
    if cells.is_empty() {
        return now.clamp(least, greatest);
    }
    let mut best = least;
    for cell in cells {
        let next = board.after(cell, side);
        best = best.max(-value(&next, side.other(), depth - 1, -greatest, -best));
        if best >= greatest {
            return greatest;
        }
    }
    best
}
