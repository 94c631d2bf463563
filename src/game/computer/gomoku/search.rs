//! The strong player: threats first.
//!
//! 1. Make five; else stop the opponent's.
//! 2. Make two ways to five at once.
//! 3. Win by [threats](super::attack).
//! 4. Ask what the opponent would do if he could move now. If he could win by threats, keep only the moves after which he
//!    cannot any more.
//! 5. Of what is left, the best by [alpha-beta](super::lookahead).

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;

use super::attack::Attack;
use super::budget::Budget;
use super::lookahead::Lookahead;
use super::position::Position;
use super::shape::Threat;
use crate::board::gomoku::{Game, Point};

/// How many positions an attack may take, of either side.
const ATTACK: u32 = 2000;

/// How many positions may show that a move does not stop the opponent's attack.
const DEFENCE: u32 = 1000;

/// How many positions alpha-beta may take.
const LOOKAHEAD: u32 = 4000;

/// How many threes an attack may contain.
const THREES: u8 = 6;

/// How many moves ahead an attack looks, those of both sides counted.
const MOVES: i32 = 30;

/// How many moves are considered.
const CANDIDATES: usize = 20;

/// A strong move; `None` when the game is over.
///
/// ```
/// use gradus::board::gomoku::Game;
/// use gradus::game::computer::gomoku::search;
/// use rand::{SeedableRng as _, rngs::ChaCha8Rng};
///
/// let game: Game = "ehdhfhgighfehfiehgjg".parse()?; // a four and an open three at once are at hand
/// let point = search(&game, &mut ChaCha8Rng::seed_from_u64(1));
/// assert_eq!(point, Some("hh".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn search(game: &Game, rng: &mut ChaCha8Rng) -> Option<Point> {
    if game.is_over() {
        return None;
    }
    let position = Position::from(game);
    let (own, other) = position.threats();
    let at_once = [own.of(Threat::Five), other.of(Threat::Five), own.of(Threat::TwoFives)];
    if let Some(points) = at_once.iter().find(|points| !points.is_empty()) {
        return points.any(rng);
    }
    let mut attack = Attack::from(&position, MOVES);
    if let Some(point) = attack.find(&position, THREES, Budget::of(ATTACK)) {
        return Some(point);
    }
    let mut moves = candidates(&position, rng);
    if attack.find(&position.passed(), THREES, Budget::of(ATTACK)).is_some() {
        let is_safe = |point: &Point| {
            attack.find(&position.after(*point), THREES, Budget::of(DEFENCE)).is_none()
        };
        let safe: Vec<Point> = moves.iter().copied().filter(is_safe).collect();
        // Where nothing helps, the longest resistance is as good as any.
        if !safe.is_empty() {
            moves = safe;
        }
    }
    Lookahead::from(&position, Budget::of(LOOKAHEAD)).best(&position, moves)
}

/// The moves to consider, the most valuable first and equal ones in any order. Against an open four, only fours and what
/// stops it.
fn candidates(position: &Position, rng: &mut ChaCha8Rng) -> Vec<Point> {
    let (own, other) = position.threats();
    let points = if other.of(Threat::TwoFives).is_empty() {
        position.empty()
    } else {
        own.fours().union(other.fours())
    };
    let mut moves: Vec<(i32, u32, Point)> =
        position.valued(points).map(|(value, point)| (-value, rng.random(), point)).collect();
    moves.sort_unstable();
    moves.into_iter().map(|(_, _, point)| point).take(CANDIDATES).collect()
}
