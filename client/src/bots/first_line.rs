//! Play where the first line wins, gomoku and four-in-a-row alike: complete a line, or stop the other's; win by threats; else the cell that
//! is worth most, unless the other then wins by threats.

use super::dice::Dice;
use super::grid::{Cell, Side, Stones};
use super::threats::forced_win;
use super::worth::Worth;

/// How many of the best cells are examined.
const CANDIDATES: usize = 20;

/// The move of a side; `None` on a full board.
pub(super) fn choose(
    stones: &mut Stones,
    side: Side,
    worth: &Worth,
    dice: &mut Dice,
) -> Option<Cell> {
    let other = 1 - side;
    if let Some(winning) = stones.completing(side).first() {
        return Some(*winning);
    }
    if let Some(threatened) = stones.completing(other).first() {
        return Some(*threatened);
    }
    if let Some(winning) = forced_win(stones, side, other) {
        return Some(winning);
    }
    let cells = worth.ranked(stones, side, || dice.throw());
    let holds = |cell: &Cell| {
        stones.place(*cell, side);
        let lost = forced_win(stones, other, side).is_some();
        stones.clear(*cell, side);
        !lost
    };
    let first = cells.first().copied();
    cells.into_iter().take(CANDIDATES).find(holds).or(first)
}
