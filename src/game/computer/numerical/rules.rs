//! The player who looks one move ahead.
//!
//! ```text
//!   16  3  2  .        The even player is to move and cannot win at once. Nearly every move leaves
//!    .  .  .  .        the odd player 13 on cell 3. A number on that cell spoils the row, and of
//!    5  .  .  .        those moves he takes the one that is worth the most by the evaluation.
//!    .  .  .  .
//! ```

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;

use crate::board::numerical::search::Position;
use crate::board::numerical::{Board, Move, Player};

/// A move that wins at once, else one after which the opponent cannot, else any; of the last two
/// kinds the one that leads to the greatest [`evaluation`](Board::evaluation) for its player; where
/// several are worth as much, the one that leaves the opponent the fewest moves after which no win
/// follows at once. One of them at random where several are as good, and `None` when the game is over.
pub fn rules(board: &Board, rng: &mut ChaCha8Rng) -> Option<Move> {
    let winning: Vec<Move> = board.winning_moves().collect();
    if !winning.is_empty() {
        return any_of(&winning, rng);
    }
    let position = Position::from(board);
    let mut best = preferred(position.safe_moves());
    if best.is_empty() {
        best = preferred(board.moves().map(|placed| (placed, position.after(placed))));
    }
    let best: Vec<Move> = best.into_iter().map(|(placed, _)| placed).collect();
    any_of(&best, rng)
}

/// Those of the moves that [`rules`] chooses among, and the positions after them: of those that are
/// worth the most, the ones that leave the opponent the fewest safe moves.
pub(super) fn preferred(moves: impl Iterator<Item = (Move, Position)>) -> Vec<(Move, Position)> {
    let mut best = most_worth(moves);
    let fewest = best.iter().map(|(_, next)| next.count_safe_moves()).min();
    best.retain(|(_, next)| Some(next.count_safe_moves()) == fewest);
    best
}

/// Those of the moves that lead to the greatest evaluation for their player, and the positions after
/// them.
fn most_worth(moves: impl Iterator<Item = (Move, Position)>) -> Vec<(Move, Position)> {
    let mut best = Vec::new();
    let mut greatest = i32::MIN;
    for (placed, next) in moves {
        let worth = match placed.number.player() {
            Player::Odd => next.evaluation(),
            Player::Even => -next.evaluation(),
        };
        if worth > greatest {
            best.clear();
            greatest = worth;
        }
        if worth == greatest {
            best.push((placed, next));
        }
    }
    best
}

/// One of the moves, each as likely.
pub(super) fn any_of(moves: &[Move], rng: &mut ChaCha8Rng) -> Option<Move> {
    let count = u32::try_from(moves.len()).ok().filter(|&count| count > 0)?;
    moves.get(rng.random_range(0..count) as usize).copied()
}
