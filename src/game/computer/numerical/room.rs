//! The opening: how much room is left, counted in safe moves.
//!
//! ```text
//!   16  3  .  .        On the two empty cells of the first row odd has one safe number, 15, and
//!    .  .  .  .        even one, 12: after any other the opponent completes the row.
//!    .  .  .  .
//!    .  .  .  .
//! ```
//!
//! Two numbers on a line close its other cells to nearly all that is left. The odd player moves when
//! the number of empty cells is even; the last of them would be the even player's, so that a full
//! game leaves the odd player without a safe move first. Even therefore takes the room away and odd
//! keeps it. Alpha-beta looks at the move and at two more, and counts.

use crate::board::numerical::search::Position;
use crate::board::numerical::{Move, Player};

/// How many moves are looked ahead after the one to be chosen.
const DEPTH: u32 = 2;

/// More than any number of safe moves.
const WIN: i32 = 1000;

/// The best of some safe moves, given with the positions after them; of equal ones the first.
pub(super) fn best(moves: &[(Move, Position)]) -> Option<Move> {
    let mut best = None;
    let mut greatest = -WIN - 1;
    for (placed, next) in moves {
        let worth = -value(next, DEPTH, -WIN, -greatest);
        if worth > greatest {
            (best, greatest) = (Some(*placed), worth);
        }
    }
    best
}

/// What a position is worth to the player to move, `depth` moves ahead; exact between `alpha` and
/// `beta`, and else some bound outside.
fn value(position: &Position, depth: u32, alpha: i32, beta: i32) -> i32 {
    if position.is_full() {
        return 0;
    }
    if position.is_win_in_one() {
        return WIN;
    }
    let Some(below) = depth.checked_sub(1) else {
        return room(position);
    };
    let mut best = -WIN;
    for (_, next) in position.safe_moves() {
        best = best.max(-value(&next, below, -beta, -alpha.max(best)));
        if best >= beta {
            break;
        }
    }
    best
}

/// The room of a position in which nobody can win at once, as the player to move likes it.
fn room(position: &Position) -> i32 {
    let safe = position.count_safe_moves().cast_signed();
    match position.to_move() {
        _ if safe == 0 => -WIN,
        Player::Odd => safe,
        Player::Even => -safe,
    }
}
