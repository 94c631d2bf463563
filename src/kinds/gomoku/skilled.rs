//! Games by players who see more than one move: with fours, threes, blocks and wins.

use rand::rngs::ChaCha8Rng;

use super::positions::next_point;
use crate::board::gomoku::{Board, Game, Point, Scoring, Stone};

/// A game of so many moves at most, in which each player looks at some points near the stones and plays the one that is
/// worth the most. Points that the game is not `open` to are passed over. It may end with a win.
pub(super) fn skilled_game(
    rng: &mut ChaCha8Rng,
    moves: u8,
    looks: u8,
    open: impl Fn(&Board, Point, Stone) -> bool,
) -> Game {
    let mut game = Game::new();
    while !game.is_over() && game.moves().len() < usize::from(moves) {
        let (board, side) = (game.board(), game.to_move());
        let mut best = None;
        for _ in 0..looks {
            let Some(point) = next_point(rng, &game) else { continue };
            let Some(value) = Scoring::published().value(board, point, side) else { continue };
            if best.is_none_or(|(most, _)| value > most) && open(board, point, side) {
                best = Some((value, point));
            }
        }
        if let Some((_, point)) = best {
            // The point is empty and nobody has won: the move is legal.
            let _ = game.play(point);
        }
    }
    game
}

/// The game before its last moves.
pub(super) fn without_last_moves(game: &Game, count: usize) -> Game {
    let kept = game.moves().len().saturating_sub(count);
    let mut shorter = Game::new();
    for &point in game.moves().iter().take(kept) {
        // The moves of a legal game are legal again.
        let _ = shorter.play(point);
    }
    shorter
}
