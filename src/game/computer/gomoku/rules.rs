//! The player by the rules of step 08: it takes a point that the published table values highest.

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;

use crate::board::gomoku::{Game, Point, Scoring};

/// A point of the highest value to the side to move, any of them; `None` when the game is over.
///
/// On an empty board every point is worth the same.
#[must_use]
pub fn rules(game: &Game, rng: &mut ChaCha8Rng) -> Option<Point> {
    if game.is_over() {
        return None;
    }
    let best = Scoring::published().best_points(game.board(), game.to_move());
    let count = u32::try_from(best.len()).ok().filter(|&count| count > 0)?;
    best.get(usize::try_from(rng.random_range(0..count)).ok()?).copied()
}
