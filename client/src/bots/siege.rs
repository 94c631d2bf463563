//! Winning by quiet moves, where the first line wins: a move that threatens a win by threats (see [`threats`](super::threats)) and leaves
//! no defence. In gomoku this is what two open threes do.

use super::grid::{Cell, Side, Stones};
use super::threats::forced_win;
use super::worth::Worth;

/// How many of the best cells are tried as the quiet move.
const CANDIDATES: usize = 12;

/// The first of at most so many quiet moves with which a side wins when it is to move, if one is found.
pub(super) fn siege(
    stones: &mut Stones,
    side: Side,
    other: Side,
    worth: &Worth,
    moves: u8,
) -> Option<Cell> {
    let left = moves.checked_sub(1)?;
    let cells = worth.ranked(stones, side, || 0);
    cells.into_iter().take(CANDIDATES).find(|cell| {
        stones.place(*cell, side);
        let wins = leaves_no_defence(stones, side, other, worth, left);
        stones.clear(*cell, side);
        wins
    })
}

/// Whether a side that has just moved wins whatever the other answers, with so many more quiet moves. Only those answers are tried that
/// stand in the way of what is threatened, and the other's own threats.
fn leaves_no_defence(
    stones: &mut Stones,
    side: Side,
    other: Side,
    worth: &Worth,
    left: u8,
) -> bool {
    let Some(threatened) = forced_win(stones, side, other) else { return false };
    if forced_win(stones, other, side).is_some() {
        return false;
    }
    let mut answers = stones.lacking(other, 2);
    answers.extend(threatened);
    answers.sort_unstable();
    answers.dedup();
    answers.into_iter().all(|answer| {
        stones.place(answer, other);
        let wins = forced_win(stones, side, other).is_some()
            || stones.completing(other).is_empty()
                && siege(stones, side, other, worth, left).is_some();
        stones.clear(answer, other);
        wins
    })
}
