//! The player of the public program "Numerical Tic-tac-toe": alpha-beta over the evaluation, to a depth that is chosen.
//!
//! ```text
//!    1 15  2  .        With 16 on cell 3 the even player wins. But then the row has two odd and two even
//!    .  .  .  .        numbers and counts +32, and even looks for the least evaluation: this player
//!    .  .  .  .        places 16 elsewhere. The evaluation says how the lines are filled, not who has
//!    .  .  .  .        completed one.
//! ```

use std::cmp::Reverse;

use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom as _;

use crate::seat::SearchDepth;
use gradus_board::numerical::search::{Position, best_by_minimax};
use gradus_board::numerical::{Board, Move, Outcome};

/// A move whose [minimax value](gradus_board::numerical::search::minimax) is the best for the player to move, where the search looks
/// `depth` moves ahead, this one included; of several the one with the better evaluation at once, then one at random. `None` when the
/// game is over.
///
/// Of moves that a symmetry of the board maps to each other it knows only one: it begins in cell 0 or 1.
pub fn alpha_beta(board: &Board, depth: SearchDepth, rng: &mut ChaCha8Rng) -> Option<Move> {
    if board.outcome() != Outcome::Open {
        return None;
    }
    let mut moves: Vec<(Move, Position)> = Position::from(board).successors().collect();
    // Of equal moves the search takes the first. The moves that look best come first also because they cut off the others.
    moves.shuffle(rng);
    moves.sort_by_key(|(placed, next)| Reverse(next.evaluation_for(placed.number.player())));
    best_by_minimax(&moves, depth.get() - 1)
}
