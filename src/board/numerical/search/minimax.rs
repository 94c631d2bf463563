//! The value of a position when both players look so many moves ahead.
//!
//! ```text
//!                 odd to move: the greater, 18
//!                ╱                            ╲
//!         even: the less, 18             even: the less, 6
//!        ╱                  ╲           ╱                ╲
//!   evaluation 18      evaluation 40   evaluation 6       not looked at: even would not let odd
//!                                                         have more than 6, and odd has 18 already
//! ```

use super::Position;
use crate::board::numerical::{Board, Move, Player};

/// The minimax value of a position that is searched `depth` moves deep: odd chooses the greatest
/// value, even the least. At depth 0, and when the game is over, it is the evaluation.
///
/// ```
/// use gradus::board::numerical::Board;
/// use gradus::board::numerical::search::minimax;
///
/// let board = Board::from_cells([16, 3, 2, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])?;
/// assert_eq!(minimax(&board, 0), board.evaluation());
/// // 13 completes the first row.
/// assert_eq!(minimax(&board, 1), board.play("3:13".parse()?)?.evaluation());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn minimax(board: &Board, depth: u8) -> i32 {
    minimax_by(board, depth, Position::evaluation)
}

/// The same with another worth of the positions where the search ends; greater is better for odd.
///
/// Boards that a symmetry of the lines carries to each other must be worth the same, since only one
/// of them is looked at.
///
/// ```
/// use gradus::board::numerical::{Board, Player};
/// use gradus::board::numerical::search::{Position, minimax_by};
///
/// // Who wins, if somebody does within so many moves?
/// let winner = |position: &Position| match position.winner() {
///     Some(Player::Odd) => 1,
///     Some(Player::Even) => -1,
///     None => 0,
/// };
/// let board = Board::from_cells([16, 3, 2, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])?;
/// assert_eq!(minimax_by(&board, 1, winner), 1);
/// # Ok::<(), gradus::board::numerical::IllegalBoard>(())
/// ```
#[must_use]
pub fn minimax_by(board: &Board, depth: u8, worth: impl Fn(&Position) -> i32) -> i32 {
    let position = Position::from(board);
    let mut search = Search { worth, refutations: vec![None; depth.into()] };
    let value = search.value(&position, depth, -INFINITY, INFINITY);
    seen_by(board.to_move(), value)
}

/// Greater than the worth of any position, and its negative can be written.
const INFINITY: i32 = i32::MAX;

/// What a value for odd is to a player, and back again.
const fn seen_by(player: Player, value: i32) -> i32 {
    match player {
        Player::Odd => value,
        Player::Even => -value,
    }
}

struct Search<W> {
    worth: W,
    /// The last move that was too good to be allowed, by how many moves were to be searched after it.
    refutations: Vec<Option<Move>>,
}

impl<W: Fn(&Position) -> i32> Search<W> {
    /// The value for the player to move, exact between `alpha` and `beta`; what lies outside comes
    /// back as some bound outside.
    fn value(&mut self, position: &Position, depth: u8, alpha: i32, beta: i32) -> i32 {
        let Some(below) = depth.checked_sub(1).filter(|_| !position.is_over()) else {
            return self.worth(position, position.to_move());
        };
        let mut best = -INFINITY;
        // What refuted one position often refutes the next one too, and then nothing else of it has
        // to be looked at.
        let refutation = self.refutation(below).filter(|&placed| position.allows(placed));
        if let Some(placed) = refutation {
            best = -self.value(&position.after(placed), below, -beta, -alpha);
            if best >= beta {
                return best;
            }
        }
        if below == 0 {
            return self.best(position.successors(), best, below, alpha, beta);
        }
        // The better a move looks, the sooner it is tried: a good one spares the search of others.
        let player = position.to_move();
        let mut successors: Vec<_> = position.successors().collect();
        successors.sort_by_cached_key(|(_, next)| -self.worth(next, player));
        self.best(successors.into_iter(), best, below, alpha, beta)
    }

    /// The best of the moves, or what the player has already, searched `below` moves deep.
    fn best(
        &mut self,
        successors: impl Iterator<Item = (Move, Position)>,
        mut best: i32,
        below: u8,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        for (placed, next) in successors {
            best = best.max(-self.value(&next, below, -beta, -alpha.max(best)));
            if best >= beta {
                if let Some(refutation) = self.refutations.get_mut(usize::from(below)) {
                    *refutation = Some(placed);
                }
                break;
            }
        }
        best
    }

    fn refutation(&self, below: u8) -> Option<Move> {
        self.refutations.get(usize::from(below)).copied().flatten()
    }

    /// The worth of a position to a player.
    fn worth(&self, position: &Position, player: Player) -> i32 {
        seen_by(player, (self.worth)(position))
    }
}
