//! The computer players of numerical tic-tac-toe.
//!
//! [`rules`] looks one move ahead. [`alpha_beta`] is the player of the public program "Numerical Tic-tac-toe": it knows nothing but the
//! [evaluation](Board::evaluation), some moves ahead. [`search`] has three searches for the phases of a game:
//!
//! ```text
//!   empty cells   16  15  14  13  12  11  10   9 …  1
//!   mobility      ├───────────┤                           alpha-beta: how many safe moves are left
//!   expectimax                    ├───────────────┤       where the opponent is likely to err
//!   endgame                           ├───────────┤       the result of best play
//! ```
//!
//! A move is *safe* if the opponent cannot win at once after it. Safe moves become fewer with every number, and the player
//! without one must let the other win. With best play that is nearly always the odd player. So for the even player it is
//! enough to reduce the mobility. The odd player draws at most with best play, and wins against opponents who do not look
//! far enough ahead. A draw or a win that the endgame search has proved is always kept: expectimax chooses only among the
//! moves that keep it.
//!
//! ```
//! use gradus_board::numerical::Board;
//! use gradus_game::numerical::computer::{rules, search};
//! use rand::SeedableRng as _;
//! use rand::rngs::ChaCha8Rng;
//!
//! let mut rng = ChaCha8Rng::seed_from_u64(1);
//! // 7 on cell 10 makes two threats at once.
//! let board = Board::from_cells([12, 16, 2, 1, 3, 0, 0, 9, 8, 5, 0, 0, 15, 13, 14, 4])?;
//! assert_eq!(search(&board, &mut rng), Some("10:7".parse()?));
//! // The first row lacks 13.
//! let board = Board::from_cells([16, 3, 2, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])?;
//! assert_eq!(rules(&board, &mut rng), Some("3:13".parse()?));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod expectimax;
mod mobility;
mod rules;
#[cfg(test)]
mod tests;

use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom as _;

pub use self::rules::{Rule, alpha_beta, choice, rules};
use gradus_board::numerical::search::Position;
use gradus_board::numerical::search::endgame::Solver;
use gradus_board::numerical::{Board, Move, Outcome};

// The limits are chosen by hand. To measure a change, run `gradus-client play numerical --seats rules,search --games 100
// --seed 1` before and after it. `cargo run --release -p gradus-bench --bin moves numerical` shows the longest moves: the node limits keep them
// below 30 ms.

/// With more empty cells than these, mobility chooses the move.
const OPENING: usize = 12;

/// With at most this number of empty cells, the endgame is solved first.
const ENDGAME: usize = 11;

/// The node limit of the search for the result, and again of the search for the moves that keep it.
const ENDGAME_NODE_LIMIT: u64 = 8_000;

/// A strong move; see the [module](self). `None` when the game is over.
pub fn search(board: &Board, rng: &mut ChaCha8Rng) -> Option<Move> {
    let position = Position::from(board);
    let mut moves: Vec<(Move, Position)> = position.safe_moves().collect();
    // A player without a safe move can only hope that the opponent overlooks the win.
    if position.is_win_in_one() || moves.is_empty() {
        return rules(board, rng);
    }
    // Of moves with equal scores the first is taken: one with few safe replies, which the opponent is likely to miss;
    // and of those any.
    moves.shuffle(rng);
    moves.sort_by_cached_key(|(_, next)| next.count_safe_moves());
    let empty = board.empty_cells().count();
    if empty > OPENING {
        return mobility::best_move(&moves);
    }
    let mut proof = if empty > ENDGAME { Proof::none(board) } else { Proof::of(board) };
    if proof.is_won() {
        let winning = moves.iter().find(|(placed, _)| proof.keeps(*placed));
        if let Some((placed, _)) = winning {
            return Some(*placed);
        }
    }
    expectimax::best_move(&moves, |placed| proof.keeps(placed))
}

/// The result of best play on a board, if it was found, and the moves that keep it.
#[derive(Debug)]
struct Proof<'a> {
    board: &'a Board,
    result: Option<Outcome>,
    solver: Solver,
    nodes_left: u64,
}

impl Proof<'_> {
    /// Searches for the result.
    fn of(board: &Board) -> Proof<'_> {
        let mut solver = Solver::default();
        let result = solver.solve_within(board, &mut { ENDGAME_NODE_LIMIT });
        Proof { board, result, solver, nodes_left: ENDGAME_NODE_LIMIT }
    }

    /// Without a search: nothing is known.
    fn none(board: &Board) -> Proof<'_> {
        Proof { board, result: None, solver: Solver::default(), nodes_left: 0 }
    }

    /// Whether the player to move is known to win.
    fn is_won(&self) -> bool {
        self.result == Some(Outcome::Won(self.board.to_move()))
    }

    /// Whether a legal move is known to keep the result, if one is known.
    fn keeps(&mut self, placed: Move) -> bool {
        let Some(result) = self.result else { return true };
        if result == Outcome::Won(self.board.to_move().other()) {
            return true;
        }
        #[expect(clippy::expect_used, reason = "the caller's moves are legal")]
        let next = self.board.play(placed).expect("a legal move");
        self.solver.solve_within(&next, &mut self.nodes_left) == Some(result)
    }
}
