//! What alpha-beta knows of positions that it has met: many orders of moves lead to the same one, and each deeper round
//! meets those of the round before.

use super::position::Position;
use crate::board::gomoku::Point;

/// How many positions are remembered. A newer one takes the place of an older.
const MEMORY: usize = 1 << 12;

/// The positions met.
#[derive(Debug)]
pub(super) struct Transpositions(Vec<Option<Known>>);

/// What is known of a position.
#[derive(Debug, Clone, Copy)]
pub(super) struct Known {
    key: u64,
    /// How deep it was searched.
    pub(super) depth: i32,
    pub(super) bounds: Bounds,
    /// The best move, or the one that refuted the rest.
    pub(super) best: Option<Point>,
}

/// Between which values a position's lies, both included.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bounds {
    pub(super) least: i32,
    pub(super) most: i32,
}

impl Transpositions {
    pub(super) fn new() -> Transpositions {
        Transpositions(vec![None; MEMORY])
    }

    pub(super) fn get(&self, position: &Position) -> Option<Known> {
        let known = self.0.get(slot(position)).copied().flatten();
        known.filter(|known| known.key == position.key())
    }

    pub(super) fn insert(
        &mut self,
        position: &Position,
        depth: i32,
        bounds: Bounds,
        best: Option<Point>,
    ) {
        if let Some(known) = self.0.get_mut(slot(position)) {
            *known = Some(Known { key: position.key(), depth, bounds, best });
        }
    }
}

fn slot(position: &Position) -> usize {
    usize::try_from(position.key() % MEMORY as u64).unwrap_or_default()
}
