//! The strong player.

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;

use super::attack::Attack;
use super::lookahead::Lookahead;
use super::position::{Position, Threat};
use crate::board::gomoku::{Game, Point};

const ATTACK: u32 = 2000;
const DEFENCE: u32 = 1000;
const LOOKAHEAD: u32 = 4000;
const THREES: u8 = 6;
const CANDIDATES: usize = 20;

/// A strong move; `None` when the game is over.
#[must_use]
pub fn search(game: &Game, rng: &mut ChaCha8Rng) -> Option<Point> {
    if game.is_over() {
        return None;
    }
    let position = Position::from(game);
    let (own, other) = position.threats();
    for points in
        [own.points(Threat::Five), other.points(Threat::Five), own.points(Threat::TwoFives)]
    {
        if let Some(point) = points.first() {
            return Some(point);
        }
    }
    if let Some(point) = Attack::new(ATTACK).winning_move(&position, THREES) {
        return Some(point);
    }
    let points = if other.points(Threat::TwoFives).is_empty() {
        position.empty()
    } else {
        own.fours().union(other.fours())
    };
    let mut moves: Vec<(i32, u32, Point)> =
        points.iter().map(|point| (-position.value(point), rng.random(), point)).collect();
    moves.sort_unstable();
    moves.truncate(CANDIDATES);
    let mut moves: Vec<Point> = moves.into_iter().map(|(_, _, point)| point).collect();
    let is_threatened = Attack::new(ATTACK).winning_move(&position.passed(), THREES).is_some();
    if is_threatened {
        let safe: Vec<Point> = moves
            .iter()
            .copied()
            .filter(|&point| {
                Attack::new(DEFENCE).winning_move(&position.after(point), THREES).is_none()
            })
            .collect();
        if !safe.is_empty() {
            moves = safe;
        }
    }
    Lookahead::new(LOOKAHEAD).best(&position, moves).0
}
