//! Searches: [`minimax`] to a fixed depth, and the result of an [`endgame`] with best play.
//!
//! ```text
//!    1  a  a  b        The even player has 120 moves here, but a search tries only 48: symmetries
//!    a  c  d  e        map the cells with the same letter to each other, and leave the 1 in its
//!    a  d  c  e        place.
//!    b  e  e  f
//! ```
//!
//! ```
//! use gradus_board::numerical::search::{endgame, minimax};
//! use gradus_board::numerical::{Board, Outcome, Player};
//!
//! let board = Board::from_cells([12, 16, 2, 1, 3, 0, 0, 9, 8, 5, 0, 0, 15, 13, 14, 4])?;
//! assert_eq!(minimax(&board, 0), board.evaluation());
//! assert_eq!(endgame::solve(&board), Outcome::Won(Player::Odd));
//! # Ok::<(), gradus_board::numerical::IllegalBoard>(())
//! ```
//!
//! Minimax with alpha-beta gives the score of a position when both players look a given number of moves ahead.
//!
//! ```text
//!                 odd to move: maximum, 18
//!                ╱                        ╲
//!         even: minimum, 18          even: minimum, at most 6
//!        ╱                 ╲        ╱                        ╲
//!   evaluation 18   evaluation 40  evaluation 6               cut off: 6 is less than the 18
//!                                                             that odd has already (alpha)
//! ```

pub mod endgame;
mod ending;
mod position;
mod transposition_table;

use crate::numerical::{Board, Move, Player};
pub use position::Position;

/// The minimax value of a position that is searched `depth` moves deep: odd maximizes
/// and even minimizes. At depth 0, and when the game is over, it is the evaluation.
///
/// ```
/// use gradus_board::numerical::Board;
/// use gradus_board::numerical::search::minimax;
///
/// let board = Board::from_cells([16, 3, 2, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])?;
/// assert_eq!(minimax(&board, 0), board.evaluation());
/// // 13 completes the first row.
/// assert_eq!(minimax(&board, 1), board.play("3:13".parse()?)?.evaluation());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn minimax(board: &Board, depth: u8) -> i32 {
    let position = Position::from(board);
    let score = Search::new(depth).search(&position, depth, -INFINITY, INFINITY);
    seen_by(board.to_move(), score)
}

/// Of the moves of one player, given with the positions after them, the first whose minimax value is the best for that player when
/// `below` more moves are searched after it; `None` if there are no moves.
///
/// ```
/// use gradus_board::numerical::Board;
/// use gradus_board::numerical::search::{Position, best_by_minimax, minimax};
///
/// let board = Board::from_cells([1, 0, 0, 0, 0, 8, 0, 0, 0, 0, 15, 0, 0, 0, 0, 2])?;
/// let moves: Vec<_> = Position::from(&board).successors().collect();
/// let best = best_by_minimax(&moves, 1).ok_or("the game is open")?;
/// assert_eq!(minimax(&board.play(best)?, 1), minimax(&board, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn best_by_minimax(moves: &[(Move, Position)], below: u8) -> Option<Move> {
    let mut search = Search::new(below);
    let mut best = None;
    let mut alpha = -INFINITY;
    for (placed, next) in moves {
        let score = -search.search(next, below, -INFINITY, -alpha);
        if best.is_none() || score > alpha {
            (best, alpha) = (Some(*placed), score);
        }
    }
    best
}

/// Greater than any score, and its negative can be written.
const INFINITY: i32 = i32::MAX;

/// Turns odd's score into a player's, and back again.
const fn seen_by(player: Player, score: i32) -> i32 {
    match player {
        Player::Odd => score,
        Player::Even => -score,
    }
}

struct Search {
    /// The last move that caused a beta cutoff, by the depth that was left below it (a killer move).
    killers: Vec<Option<Move>>,
}

impl Search {
    /// A search to this depth.
    fn new(depth: u8) -> Self {
        Self { killers: vec![None; depth.into()] }
    }

    /// The score for the player to move: exact between `alpha` and `beta`, otherwise a bound on the same side (fail-soft).
    fn search(&mut self, position: &Position, depth: u8, alpha: i32, beta: i32) -> i32 {
        let Some(below) = depth.checked_sub(1).filter(|_| !position.is_over()) else {
            return position.evaluation_for(position.to_move());
        };
        let mut best = -INFINITY;
        // A move that caused a cutoff in one position often causes one in the next.
        let killer = *self.killer(below);
        if let Some(placed) = killer.filter(|&placed| position.allows(placed)) {
            best = -self.search(&position.after(placed), below, -beta, -alpha);
            if best >= beta {
                return best;
            }
        }
        if below == 0 {
            return self.search_moves(position.successors(), best, below, alpha, beta);
        }
        // Move ordering by evaluation: a good first move causes cutoffs.
        let player = position.to_move();
        let mut successors: Vec<_> = position.successors().collect();
        successors.sort_by_cached_key(|(_, next)| -next.evaluation_for(player));
        self.search_moves(successors.into_iter(), best, below, alpha, beta)
    }

    /// The score of the best of the moves, or of what the player has already.
    fn search_moves(
        &mut self,
        successors: impl Iterator<Item = (Move, Position)>,
        mut best: i32,
        below: u8,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        for (placed, next) in successors {
            best = best.max(-self.search(&next, below, -beta, -alpha.max(best)));
            if best >= beta {
                *self.killer(below) = Some(placed);
                break;
            }
        }
        best
    }

    #[expect(
        clippy::indexing_slicing,
        reason = "the depth below a move is less than that of the root"
    )]
    fn killer(&mut self, below: u8) -> &mut Option<Move> {
        &mut self.killers[usize::from(below)]
    }
}
