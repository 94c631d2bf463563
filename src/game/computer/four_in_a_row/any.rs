//! Choices that are left to chance.

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom as _;

use crate::board::lattice::four_in_a_row::{Bitboard, Cell};

/// Any cell of a set; none if the set is empty.
pub(super) fn any(cells: Bitboard, rng: &mut ChaCha8Rng) -> Option<Cell> {
    let last = cells.len().checked_sub(1)?;
    let drawn = rng.random_range(0..=last);
    cells.iter().zip(0..).find_map(|(cell, place)| (place == drawn).then_some(cell))
}

/// The cells of a set in any order.
pub(super) fn shuffled(cells: Bitboard, rng: &mut ChaCha8Rng) -> Vec<Cell> {
    let mut cells: Vec<Cell> = cells.iter().collect();
    cells.shuffle(rng);
    cells
}
