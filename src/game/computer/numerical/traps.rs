//! What a position promises against an opponent who looks one move ahead.
//!
//! Best play tells won from drawn and lost, and nothing more: of two drawn positions one may be dead
//! and the other full of traps. So here the opponent does not play best, but as the player
//! [`rules`](super::rules()) does, and his replies are known:
//!
//! ```text
//!   our moves             a     b     c …        the best of the safe ones
//!                        ╱ ╲    │     │
//!   his replies         ·   ·   ·   none         the mean of those that his rule cannot choose
//!                       │   │   │   left         between; without a safe one he has lost
//!   our moves           …   …   …
//! ```
//!
//! Nearly all that is left to search are our own moves, and in the middle of a game that reaches to
//! its end. First come those that leave him the fewest safe replies: there he runs out soonest.

use super::rules::preferred;
use crate::board::numerical::Move;
use crate::board::numerical::search::Position;

/// What a game promises, in parts of a point.
type Points = usize;

/// One point.
const WIN: Points = 1 << 16;

/// Half a point.
const DRAW: Points = WIN / 2;

/// Good enough not to look for something better.
const CERTAIN: Points = WIN - WIN / 20;

/// How many of the opponent's replies are followed at the most, when his rule cannot choose between
/// them.
const REPLIES: usize = 3;

/// How many positions may be searched for a move.
const POSITIONS: u32 = 60_000;

/// The most promising of the safe moves that are allowed, given with the positions after them; of
/// equal ones the first. If none is allowed, the first of all.
pub(super) fn best(
    moves: &[(Move, Position)],
    mut is_allowed: impl FnMut(Move) -> bool,
) -> Option<Move> {
    let mut best = None;
    let mut most = 0;
    let mut left = POSITIONS;
    let shares = (1..=u32::try_from(moves.len()).ok()?).rev();
    for ((placed, next), shares) in moves.iter().zip(shares) {
        // Each move has its share of the positions; what it leaves is for the others.
        let mut search = Search { positions: left / shares };
        left -= search.positions;
        let promise = search.after_our_move(next, most);
        left += search.positions;
        if (best.is_none() || promise > most) && is_allowed(*placed) {
            (best, most) = (Some(*placed), promise);
        }
        if most >= CERTAIN {
            break;
        }
    }
    best.or_else(|| moves.first().map(|(placed, _)| *placed))
}

/// A search for traps.
struct Search {
    /// How many positions it may still look at.
    positions: u32,
}

impl Search {
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
        let replies = preferred(position.safe_moves());
        if replies.is_empty() {
            return WIN;
        }
        let apart = replies.len().div_ceil(REPLIES);
        let followed = replies.iter().step_by(apart);
        let (count, mut sum) = (followed.len(), 0);
        let mut greatest = WIN * count;
        for (_, next) in followed {
            let promise = self.before_our_move(next);
            sum += promise;
            greatest -= WIN - promise;
            if greatest <= least * count {
                break;
            }
        }
        sum / count
    }
}

/// The positions in which the opponent is to move, those where he has the fewest safe moves first.
fn by_safe_replies(positions: impl Iterator<Item = Position>) -> Vec<Position> {
    let mut positions: Vec<_> = positions.collect();
    positions.sort_by_cached_key(Position::count_safe_moves);
    positions
}
