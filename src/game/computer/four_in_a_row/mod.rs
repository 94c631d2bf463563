//! stub
use crate::board::lattice::four_in_a_row::{Cell, Game};
use rand::rngs::ChaCha8Rng;
/// stub
pub fn rules(game: &Game, _rng: &mut ChaCha8Rng) -> Option<Cell> {
    game.board().computers_choice(game.to_move()).and_then(|c| c.cells.first())
}
/// stub
pub fn search(game: &Game, rng: &mut ChaCha8Rng) -> Option<Cell> {
    rules(game, rng)
}
