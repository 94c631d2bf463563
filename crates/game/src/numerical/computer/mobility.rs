//! The opening: alpha-beta with mobility, the number of safe moves, as the evaluation.
//!
//! ```text
//!   16  3  .  .        On the two empty cells of the first row odd has one safe number, 15, and
//!    .  .  .  .        even one, 12: after any other the opponent completes the row.
//!    .  .  .  .
//!    .  .  .  .
//! ```
//!
//! Two numbers on a line close its other cells to nearly all that is left. The odd player moves when
//! the number of empty cells is even; the last cell would be the even player's, so in a long game the odd player is the
//! first without a safe move. Even therefore reduces the mobility, its own included, and odd preserves it.

use gradus_board::numerical::search::Position;
use gradus_board::numerical::{Move, Player};

/// How many moves the search looks ahead after the one to be chosen. Chosen by hand. To measure a change,
/// run `gradus-client play numerical --seats rules,search --games 100 --seed 1` before and after it.
const DEPTH: u32 = 2;

/// The node limit of a move. It is reached only where both players have very many safe moves.
const NODE_LIMIT: u32 = 60_000;

/// Greater than any number of safe moves.
const WIN: i32 = 1000;

/// The best of some safe moves, given with the positions after them; of equal ones the first. Where the node limit is reached, the best
/// of those that were searched before.
pub(super) fn best_move(moves: &[(Move, Position)]) -> Option<Move> {
    let mut search = Search { nodes_left: NODE_LIMIT };
    let mut best = None;
    let mut alpha = -WIN - 1;
    for (placed, next) in moves {
        let Some(reply) = search.search(next, DEPTH, -WIN, -alpha) else { break };
        if -reply > alpha {
            (best, alpha) = (Some(*placed), -reply);
        }
    }
    best
}

struct Search {
    nodes_left: u32,
}

impl Search {
    /// The score of a position for the player to move: exact between `alpha` and `beta`, otherwise a bound on the same side. None if the
    /// node limit is reached.
    fn search(&mut self, position: &Position, depth: u32, alpha: i32, beta: i32) -> Option<i32> {
        self.nodes_left = self.nodes_left.checked_sub(1)?;
        if position.is_full() {
            return Some(0);
        }
        if position.is_win_in_one() {
            return Some(WIN);
        }
        let Some(below) = depth.checked_sub(1) else {
            return Some(evaluate(position));
        };
        let mut best = -WIN;
        for (_, next) in position.safe_moves() {
            best = best.max(-self.search(&next, below, -beta, -alpha.max(best))?);
            if best >= beta {
                break;
            }
        }
        Some(best)
    }
}

/// The evaluation for the player to move, in a position without a win in one.
fn evaluate(position: &Position) -> i32 {
    let mobility = position.count_safe_moves().cast_signed();
    match position.to_move() {
        _ if mobility == 0 => -WIN,
        Player::Odd => mobility,
        Player::Even => -mobility,
    }
}
