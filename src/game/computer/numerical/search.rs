//! Search.

use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom as _;

use super::rules::rules;
use super::{mobility, traps};
use crate::board::numerical::search::Position;
use crate::board::numerical::search::endgame::Solver;
use crate::board::numerical::{Board, Move, Outcome};

/// First draft.
pub fn search(board: &Board, rng: &mut ChaCha8Rng) -> Option<Move> {
    if board.winning_moves().next().is_some() {
        return rules(board, rng);
    }
    let position = Position::from(board);
    let mut moves: Vec<(Move, Position)> = position.safe_moves().collect();
    if moves.is_empty() {
        return rules(board, rng);
    }
    moves.shuffle(rng);
    moves.sort_by_cached_key(|(_, next)| next.count_safe_moves());
    let empty = board.empty_cells().count();
    if empty > 12 {
        if position.to_move() == crate::board::numerical::Player::Odd { moves.reverse(); }
        let mut best = -100_000; let mut chosen = None;
        for (placed, next) in &moves { let v = -mobility::value(next, 2, -100_000, -best); if v > best { best = v; chosen = Some(*placed); } }
        return chosen;
    }
    let mut solver = Solver::default();
    let mut positions = if empty > 11 { 0 } else { 60_000 };
    let me = board.to_move();
    let rank = |o| match o { Outcome::Won(p) if p == me => 2, Outcome::Won(_) => 0, _ => 1 };
    let wanted = solver.solve_within(board, &mut positions).map_or(0, rank);
    let mut keeps = |index: usize| wanted == 0 || moves.get(index).and_then(|(placed, _)| board.play(*placed).ok()).and_then(|next| solver.solve_within(&next, &mut positions)).is_none_or(|o| rank(o) >= wanted);
    let index = if wanted == 2 { (0..moves.len()).find(|&i| keeps(i)) } else {
        let positions: Vec<Position> = moves.iter().map(|x| x.1).collect();
        traps::Traps::within(20_000).most_promising(&positions, keeps)
    };
    index.and_then(|index| moves.get(index)).map(|x| x.0)
}
