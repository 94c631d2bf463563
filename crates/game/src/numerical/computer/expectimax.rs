//! Expectimax: the expected score against an opponent who looks one move ahead.
//!
//! Best play distinguishes won, drawn and lost, and no more: of two drawn positions one may be dead and the other full of
//! traps. So the opponent of this search does not play best, but as the player [`rules`](super::rules()) does, and his
//! replies are known:
//!
//! ```text
//!   own moves             a     b     c …        max nodes: the best of the safe moves
//!                        ╱ ╲    │     │
//!   his replies         ·   ·   ·   none         chance nodes: the mean of the moves that his rule
//!                       │   │   │   left         chooses among; without a safe one he has lost
//!   own moves           …   …   …
//! ```
//!
//! Nearly all branches are own moves, so in the middle of a game the search reaches its end. Move ordering: the moves that
//! leave the opponent the fewest safe replies come first.

use super::rules::preferred;
use gradus_board::numerical::Move;
use gradus_board::numerical::search::Position;

/// The expected result of a game, in fractions of a point.
type Score = usize;

/// One point.
const WIN: Score = 1 << 16;

/// Half a point.
const DRAW: Score = WIN / 2;

// The limits are chosen by hand. To measure a change, run `gradus-client play numerical --seats rules,search --games 100
// --seed 1` before and after it.

/// A score with which a search ends at once.
const CUTOFF: Score = WIN - WIN / 20;

/// How many of the replies are searched at most when the opponent's rule chooses among more.
const MAX_REPLIES: usize = 3;

/// The node limit of a move. A node is a position that is made to be looked at, of either player: there most of the time goes.
const NODE_LIMIT: usize = 45_000;

/// The allowed safe move with the highest score, given with the positions after the moves; of equal ones the first. If
/// none is allowed, the first of all.
pub(super) fn best_move(
    moves: &[(Move, Position)],
    mut is_allowed: impl FnMut(Move) -> bool,
) -> Option<Move> {
    let mut best = None;
    let mut alpha = 0;
    let mut nodes_left = NODE_LIMIT;
    let shares = (1..=moves.len()).rev();
    for ((placed, next), shares) in moves.iter().zip(shares) {
        // Each move has its share of the nodes; what it leaves is for the others.
        let mut search = Search { nodes_left: nodes_left / shares };
        nodes_left -= search.nodes_left;
        let score = search.chance_node(next, alpha);
        nodes_left += search.nodes_left;
        if (best.is_none() || score > alpha) && is_allowed(*placed) {
            (best, alpha) = (Some(*placed), score);
        }
        if alpha >= CUTOFF {
            break;
        }
    }
    best.or_else(|| moves.first().map(|(placed, _)| *placed))
}

struct Search {
    nodes_left: usize,
}

impl Search {
    /// The score of an open position in which the searching player is to move.
    fn max_node(&mut self, position: &Position) -> Score {
        if position.is_win_in_one() {
            return WIN;
        }
        if position.is_full() || self.nodes_left == 0 {
            return DRAW;
        }
        let moves = by_safe_replies(position.safe_moves().map(|(_, next)| next));
        self.count_nodes(moves.len());
        let mut best = 0;
        for next in moves {
            best = best.max(self.chance_node(&next, best));
            if best >= CUTOFF || self.nodes_left == 0 {
                break;
            }
        }
        best
    }

    /// The score after a safe move of the searching player; if it is at most `alpha`, a lower bound of it.
    fn chance_node(&mut self, position: &Position, alpha: Score) -> Score {
        if position.is_full() || self.nodes_left == 0 {
            return DRAW;
        }
        let replies: Vec<_> = position.safe_moves().collect();
        self.count_nodes(replies.len());
        let replies = preferred(replies.into_iter());
        if replies.is_empty() {
            return WIN;
        }
        let step = replies.len().div_ceil(MAX_REPLIES);
        let searched = replies.iter().step_by(step);
        let (count, mut sum) = (searched.len(), 0);
        let mut upper_bound = WIN * count;
        for (_, next) in searched {
            let score = self.max_node(next);
            sum += score;
            upper_bound -= WIN - score;
            if upper_bound <= alpha * count {
                break;
            }
        }
        sum / count
    }

    fn count_nodes(&mut self, nodes: usize) {
        self.nodes_left = self.nodes_left.saturating_sub(nodes);
    }
}

/// The positions in which the opponent is to move, those where he has the fewest safe moves first.
fn by_safe_replies(positions: impl Iterator<Item = Position>) -> Vec<Position> {
    let mut positions: Vec<_> = positions.collect();
    positions.sort_by_cached_key(Position::count_safe_moves);
    positions
}
