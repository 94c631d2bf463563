//! Alpha-beta over the best moves, for positions where nothing is forced.
//!
//! Scores are from the side to move's point of view (negamax, fail-soft). Threats keep the search narrow: a five is stopped
//! at once, and against an open three there are only a few replies; at the horizon neither costs depth (quiescence). In
//! other positions the moves with the highest scores are tried. At the horizon the search looks for a win by fours before it
//! [evaluates](Position::evaluate).
//!
//! The search deepens iteratively. The best move of an iteration is the first of the next; the other moves are searched
//! with a null window first (principal variation search).

use super::pattern::Threat;
use super::position::{MoveOrdering, Position};
use super::threat_search::{NodeLimit, ThreatSearch};
use gradus_board::gomoku::{Point, PointSet};

/// The score of a win, less the number of stones on the board when it comes: a sooner win is better.
const WIN: i32 = 1_000_000;

/// Above every score.
const INFINITY: i32 = 2 * WIN;

// The limits are chosen by hand. To measure a change, run `gradus-client play gomoku --seats rules,search --games 100
// --seed 1` before and after it.

/// How many moves are tried in a position.
const MAX_MOVES: usize = 12;

/// The depth of the last iteration.
const MAX_DEPTH: i32 = 16;

/// How much deeper than its iteration the search follows threats.
const QUIESCENCE_DEPTH: i32 = 4;

/// How many moves ahead it looks, forced ones included; and with a win by fours at the horizon.
const MAX_PLY: i32 = 24;
const MAX_PLY_WITH_FOURS: i32 = 36;

/// How many nodes the search for a win by fours at the horizon may take.
const FOURS_NODE_LIMIT: u32 = 30;

/// A search from one position.
#[derive(Debug)]
pub(super) struct AlphaBeta {
    node_limit: NodeLimit,
    max_stones: i32,
    fours: ThreatSearch,
    table: TranspositionTable,
}

impl AlphaBeta {
    pub(super) fn new(root: &Position, node_limit: NodeLimit) -> AlphaBeta {
        AlphaBeta {
            node_limit,
            max_stones: root.stones() + MAX_PLY,
            fours: ThreatSearch::new(root, MAX_PLY_WITH_FOURS),
            table: TranspositionTable::new(),
        }
    }

    /// The best of these moves, of equal ones the first; none if there are no moves.
    #[expect(clippy::indexing_slicing, reason = "the rank of a move")]
    pub(super) fn best_move(mut self, root: &Position, mut moves: Vec<Point>) -> Option<Point> {
        // A single move needs no search.
        let depths = if moves.len() > 1 { MAX_DEPTH } else { 0 };
        for depth in 0..depths {
            let (mut alpha, mut best) = (-INFINITY, 0);
            let mut is_complete = true;
            for (rank, &point) in moves.iter().enumerate() {
                let score = self.search_move(root, point, rank, depth, alpha, INFINITY);
                let Some(score) = score else {
                    is_complete = false;
                    break;
                };
                if score > alpha {
                    (alpha, best) = (score, rank);
                }
            }
            // The result of an iteration that was cut short counts too: it began with the best move of the one before.
            moves[..=best].rotate_right(1);
            let is_decided = alpha.abs() > WIN / 2;
            if !is_complete || is_decided {
                break;
            }
        }
        moves.first().copied()
    }

    /// The score of a move: exact between `alpha` and `beta`, otherwise a bound on the same side. `None` when the node limit
    /// is reached. The first move (rank 0) has the full window at once.
    fn search_move(
        &mut self,
        position: &Position,
        point: Point,
        rank: usize,
        depth: i32,
        alpha: i32,
        beta: i32,
    ) -> Option<i32> {
        let next = position.after(point);
        if rank > 0 {
            let score = -self.search(&next, depth, -alpha - 1, -alpha)?;
            if score <= alpha || score >= beta {
                return Some(score);
            }
        }
        Some(-self.search(&next, depth, -beta, -alpha)?)
    }

    /// The score of a position, in the same sense.
    fn search(&mut self, position: &Position, depth: i32, alpha: i32, beta: i32) -> Option<i32> {
        self.node_limit.count_node()?;
        let win_in = |moves| WIN - position.stones() - moves;
        let (own, other) = position.threats();
        let fives_to_stop = other.of(Threat::Five);
        if !own.of(Threat::Five).is_empty() {
            return Some(win_in(1));
        }
        if fives_to_stop.len() > 1 {
            return Some(-win_in(2));
        }
        if fives_to_stop.is_empty() && !own.of(Threat::TwoFives).is_empty() {
            return Some(win_in(3));
        }
        if position.empty().is_empty() {
            return Some(0);
        }
        if position.stones() >= self.max_stones {
            return Some(position.evaluate());
        }
        if let Some(point) = fives_to_stop.first() {
            return self.search_move(position, point, 0, depth, alpha, beta);
        }
        let is_threatened = !other.of(Threat::TwoFives).is_empty();
        if depth <= 0 {
            if !own.of(Threat::Four).is_empty() && self.wins_by_fours(position) {
                return Some(win_in(5));
            }
            if !is_threatened || depth <= -QUIESCENCE_DEPTH {
                return Some(position.evaluate());
            }
        }
        let points = if is_threatened { own.fours() | other.fours() } else { position.empty() };
        self.search_moves(position, points, depth, alpha, beta)
    }

    fn search_moves(
        &mut self,
        position: &Position,
        points: PointSet,
        depth: i32,
        alpha: i32,
        beta: i32,
    ) -> Option<i32> {
        let entry = self.table.get(position);
        let deep_enough = entry.filter(|entry| entry.depth >= depth);
        if let Some(score) = deep_enough.and_then(|entry| entry.cutoff(alpha, beta)) {
            return Some(score);
        }
        let hash_move = entry.and_then(|entry| entry.best_move);
        let first =
            |(score, point)| (if Some(point) == hash_move { INFINITY } else { score }, point);
        let moves = MoveOrdering::<MAX_MOVES>::of(position.scored(points).map(first));
        let (mut best, mut best_move) = (-INFINITY, None);
        for (rank, point) in moves.iter().enumerate() {
            let score =
                self.search_move(position, point, rank, depth - 1, alpha.max(best), beta)?;
            if score > best {
                (best, best_move) = (score, Some(point));
            }
            if score >= beta {
                break;
            }
        }
        let bound = if best <= alpha {
            Bound::Upper
        } else if best >= beta {
            Bound::Lower
        } else {
            Bound::Exact
        };
        self.table.insert(Entry::new(position, depth, best, bound, best_move));
        Some(best)
    }

    fn wins_by_fours(&mut self, position: &Position) -> bool {
        let mut node_limit = self.node_limit.split_off(FOURS_NODE_LIMIT);
        let found = self.fours.winning_move(position, 0, &mut node_limit);
        self.node_limit.return_unused(node_limit);
        found.is_some()
    }
}

/// How many entries the table has. A newer position replaces an older one in the same slot.
const TABLE_SIZE: usize = 1 << 12;

/// The results of searched positions: many orders of moves lead to the same one, and each iteration meets the positions of the one
/// before.
#[derive(Debug)]
struct TranspositionTable(Vec<Option<Entry>>);

/// The result of a search of a position.
#[derive(Debug, Clone, Copy)]
struct Entry {
    key: u64,
    depth: i32,
    score: i32,
    bound: Bound,
    /// The best move, or the one that caused the beta cutoff.
    best_move: Option<Point>,
}

/// How the score of an entry is to be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Bound {
    /// It is the position's.
    Exact,
    /// The position's is this or greater: the search ended with a beta cutoff.
    Lower,
    /// The position's is this or less: no move raised alpha.
    Upper,
}

impl Entry {
    const fn new(
        position: &Position,
        depth: i32,
        score: i32,
        bound: Bound,
        best_move: Option<Point>,
    ) -> Entry {
        Entry { key: position.key(), depth, score, bound, best_move }
    }

    /// The score, if it decides a search with this window.
    fn cutoff(&self, alpha: i32, beta: i32) -> Option<i32> {
        let is_decisive = match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= beta,
            Bound::Upper => self.score <= alpha,
        };
        is_decisive.then_some(self.score)
    }
}

#[expect(clippy::indexing_slicing, reason = "a slot is below TABLE_SIZE")]
impl TranspositionTable {
    fn new() -> TranspositionTable {
        TranspositionTable(vec![None; TABLE_SIZE])
    }

    fn get(&self, position: &Position) -> Option<Entry> {
        self.0[slot(position.key())].filter(|entry| entry.key == position.key())
    }

    fn insert(&mut self, entry: Entry) {
        self.0[slot(entry.key)] = Some(entry);
    }
}

#[expect(clippy::cast_possible_truncation, reason = "only the low bits are used")]
const fn slot(key: u64) -> usize {
    key as usize % TABLE_SIZE
}
