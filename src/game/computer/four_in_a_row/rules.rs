//! The player of the five rules.

use rand::rngs::ChaCha8Rng;

use super::any::any;
use crate::board::lattice::four_in_a_row::{Cell, Game, Outcome};

/// Any cell of the first of the five [rules](crate::board::lattice::four_in_a_row::Rule) that has one; none if the game
/// is over.
#[must_use]
pub fn rules(game: &Game, rng: &mut ChaCha8Rng) -> Option<Cell> {
    let is_open = game.outcome() == Outcome::Open;
    let choice = is_open.then(|| game.board().computers_choice(game.to_move())).flatten()?;
    any(choice.cells, rng)
}
