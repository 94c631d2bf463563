//! The player who looks one move ahead.
//!
//! ```text
//!   16  3  2  .        The even player is to move and cannot win at once. Nearly every move leaves
//!    .  .  .  .        the odd player 13 on cell 3. A number on that cell spoils the row, and of
//!    5  .  .  .        those moves he takes the one with the best evaluation.
//!    .  .  .  .
//! ```

use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom as _;

use crate::board::numerical::search::Position;
use crate::board::numerical::{Board, Move, Player};

/// A move that wins at once, else one after which the opponent cannot, else any; of the last two
/// kinds one with the best [`evaluation`](Board::evaluation) for its player after it; of those the one that leaves the
/// opponent the fewest moves after which no win follows at once. One at random where several are equal, and `None` when
/// the game is over.
pub fn rules(board: &Board, rng: &mut ChaCha8Rng) -> Option<Move> {
    let winning: Vec<Move> = board.winning_moves().collect();
    if !winning.is_empty() {
        return winning.choose(rng).copied();
    }
    let position = Position::from(board);
    let mut best = preferred(position.safe_moves());
    if best.is_empty() {
        best = preferred(board.moves().map(|placed| (placed, position.after(placed))));
    }
    best.choose(rng).map(|(placed, _)| *placed)
}

/// The moves that [`rules`] chooses among, and the positions after them: of those with the best evaluation, the ones that
/// leave the opponent the fewest safe moves.
pub(super) fn preferred(moves: impl Iterator<Item = (Move, Position)>) -> Vec<(Move, Position)> {
    let mut best = with_best_evaluation(moves);
    let fewest = best.iter().map(|(_, next)| next.count_safe_moves()).min();
    best.retain(|(_, next)| Some(next.count_safe_moves()) == fewest);
    best
}

/// The moves with the best evaluation for their player, and the positions after them.
fn with_best_evaluation(moves: impl Iterator<Item = (Move, Position)>) -> Vec<(Move, Position)> {
    let mut best = Vec::new();
    let mut best_score = i32::MIN;
    for (placed, next) in moves {
        let score = match placed.number.player() {
            Player::Odd => next.evaluation(),
            Player::Even => -next.evaluation(),
        };
        if score > best_score {
            best.clear();
            best_score = score;
        }
        if score == best_score {
            best.push((placed, next));
        }
    }
    best
}
