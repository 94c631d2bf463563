//! stub
use crate::board::numerical::{Board, Move};
use rand::rngs::ChaCha8Rng;
/// stub
pub fn rules(board: &Board, _rng: &mut ChaCha8Rng) -> Option<Move> {
    board.moves().next()
}
/// stub
pub fn search(board: &Board, rng: &mut ChaCha8Rng) -> Option<Move> {
    rules(board, rng)
}
