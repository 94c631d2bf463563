//! stub
use crate::board::gomoku::{Game, Point};
use rand::rngs::ChaCha8Rng;
/// stub
pub fn rules(game: &Game, _rng: &mut ChaCha8Rng) -> Option<Point> {
    crate::board::gomoku::Scoring::published()
        .best_points(game.board(), game.to_move())
        .first()
        .copied()
}
/// stub
pub fn search(game: &Game, rng: &mut ChaCha8Rng) -> Option<Point> {
    rules(game, rng)
}
