//! The player that looks ahead.

use rand::rngs::ChaCha8Rng;

use super::{harvest, race};
use crate::board::lattice::four_in_a_row::{Cell, End, Game, Outcome};

/// The move that a search finds best; none if the game is over.
#[must_use]
pub fn search(game: &Game, rng: &mut ChaCha8Rng) -> Option<Cell> {
    let (board, side) = (game.board(), game.to_move());
    match game.end() {
        _ if game.outcome() != Outcome::Open => None,
        End::FirstLine => race::best_move(board, side, rng),
        End::MostLines => harvest::best_move(board, side, rng),
    }
}
