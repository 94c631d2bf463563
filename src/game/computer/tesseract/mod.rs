//! stub
use crate::board::lattice::tesseract::{Game, Tile};
use rand::rngs::ChaCha8Rng;
/// stub
pub fn rules(game: &Game, _rng: &mut ChaCha8Rng) -> Option<Tile> {
    game.free_tiles().next()
}
/// stub
pub fn search(game: &Game, _threshold: usize, rng: &mut ChaCha8Rng) -> Option<Tile> {
    rules(game, rng)
}
