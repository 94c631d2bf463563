//! The player by the table of step 08.

use rand::rngs::ChaCha8Rng;

use super::point_set::PointSet;
use crate::board::gomoku::{Game, Point, Scoring};

/// A point that the published table values highest for the side to move, any of them; `None` when the game is over.
///
/// On an empty board all points are worth the same.
///
/// ```
/// use gradus::board::gomoku::Game;
/// use gradus::game::computer::gomoku::rules;
/// use rand::{SeedableRng as _, rngs::ChaCha8Rng};
///
/// let game: Game = "hfihhgjghh".parse()?; // black has three in a row, f to h
/// let point = rules(&game, &mut ChaCha8Rng::seed_from_u64(1));
/// assert_eq!(point, Some("hi".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn rules(game: &Game, rng: &mut ChaCha8Rng) -> Option<Point> {
    if game.is_over() {
        return None;
    }
    let best = Scoring::published().best_points(game.board(), game.to_move());
    best.into_iter().collect::<PointSet>().any(rng)
}
