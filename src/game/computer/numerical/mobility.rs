//! Room: alpha-beta over the safe moves that are left.
//!
//! Who runs out of safe moves first must let the other win.

use crate::board::numerical::search::Position;
use crate::board::numerical::Player;

/// More than any number of safe moves.
const WIN: i32 = 1000;

/// What a position is worth to the player to move.
pub(super) fn value(position: &Position, depth: u32, alpha: i32, beta: i32) -> i32 {
    if position.is_full() {
        return 0;
    }
    if position.is_win_in_one() {
        return WIN;
    }
    let room = position.count_safe_moves().cast_signed();
    if room == 0 {
        return -WIN;
    }
    let Some(below) = depth.checked_sub(1) else {
        return match position.to_move() {
            Player::Odd => room,
            Player::Even => -room,
        };
    };
    let mut moves: Vec<Position> = position.safe_moves().map(|(_, next)| next).collect();
    if below > 0 {
        moves.sort_by_cached_key(|next| { let room = next.count_safe_moves().cast_signed(); if next.to_move() == Player::Odd { room } else { -room } });
    }
    let mut best = -WIN;
    for next in &moves {
        best = best.max(-value(next, below, -beta, -alpha.max(best)));
        if best >= beta {
            break;
        }
    }
    best
}
