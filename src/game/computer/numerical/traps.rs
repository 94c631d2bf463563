//! What a position promises against an opponent who looks one move ahead.
//!
//! Best play tells won from drawn and lost, and nothing more: of two drawn positions one may be dead
//! while the other is full of traps. So here the opponent does not play best but as the player
//! [`rules`](super::rules()) does. We know his replies, and only our own moves have to be searched:
//!
//! ```text
//!   ours      ─┬───────┬─ …       the best of our safe moves
//!   his        │  mean │          of the few replies that his rule leaves him
//!   ours    ─┬─┴─┬─   ─┴─ …       won as soon as he runs out of safe moves
//! ```
//!
//! The search goes first where he has the fewest safe moves, for there he runs out of them soonest.

use super::rules::most_worth;
use crate::board::numerical::search::Position;

/// What a game is worth, in parts of a point.
pub(super) type Points = u32;

/// One point.
pub(super) const WIN: Points = 1 << 16;

/// Half a point.
const DRAW: Points = WIN / 2;

/// Good enough not to look for something better.
const CERTAIN: Points = WIN - WIN / 20;

/// How many of the opponent's replies are followed, when his rule cannot choose between more.
const REPLIES: usize = 3;

/// Searches for traps.
#[derive(Debug)]
pub(super) struct Traps {
    /// How many positions may still be searched.
    positions: u32,
}

impl Traps {
    /// With so many positions to search.
    pub(super) const fn within(positions: u32) -> Traps {
        Traps { positions }
    }

    /// The position of the most promising of some safe moves, given by the positions after them; what
    /// is not allowed is passed over. The earlier ones are looked at first.
    pub(super) fn most_promising(
        mut self,
        moves: &[Position],
        mut is_allowed: impl FnMut(usize) -> bool,
    ) -> Option<usize> {
        let mut best = None;
        let mut most = 0;
        let shares = (1..=u32::try_from(moves.len()).ok()?).rev();
        for ((index, next), shares) in moves.iter().enumerate().zip(shares) {
            let mut share = Traps { positions: self.positions / shares };
            self.positions -= share.positions;
            let promise = share.after_our_move(next, most);
            self.positions += share.positions;
            if (best.is_none() || promise > most) && is_allowed(index) {
                (best, most) = (Some(index), promise);
            }
            if most >= CERTAIN {
                break;
            }
        }
        best
    }

    /// What an open position promises with us to move.
    fn before_our_move(&mut self, position: &Position) -> Points {
        if position.is_win_in_one() {
            return WIN;
        }
        if position.is_full() || self.positions == 0 {
            return DRAW;
        }
        self.positions -= 1;
        let mut best = 0;
        for next in by_safe_replies(position.safe_moves().map(|(_, next)| next)) {
            best = best.max(self.after_our_move(&next, best));
            if best >= CERTAIN || self.positions == 0 {
                break;
            }
        }
        best
    }

    /// What a position promises after a safe move of ours; if it is no more than `least`, perhaps
    /// less than it is.
    fn after_our_move(&mut self, position: &Position, least: Points) -> Points {
        if position.is_full() {
            return DRAW;
        }
        let replies = most_worth(position.safe_moves());
        let followed = replies.len().min(REPLIES);
        if followed == 0 {
            return WIN;
        }
        let evenly = (0..followed).filter_map(|index| replies.get(index * replies.len() / followed));
        let (mut sum, mut greatest) = (0, WIN * followed as u32);
        for (_, next) in evenly {
            let promise = self.before_our_move(next);
            sum += promise;
            greatest -= WIN - promise;
            if greatest <= least * followed as u32 {
                break;
            }
        }
        sum / followed as u32
    }
}

/// The positions in which the opponent is to move, those where he has the fewest safe moves first.
pub(super) fn by_safe_replies(positions: impl Iterator<Item = Position>) -> Vec<Position> {
    let mut positions: Vec<_> = positions.collect();
    positions.sort_by_cached_key(Position::count_safe_moves);
    positions
}
