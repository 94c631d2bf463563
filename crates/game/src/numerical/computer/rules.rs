//! The player who looks one move ahead.
//!
//! ```text
//!   16  3  2  .        The even player is to move and cannot win at once. Nearly every move leaves
//!    .  .  .  .        the odd player 13 on cell 3. A number on that cell spoils the row, and of
//!    5  .  .  .        those moves he takes the one with the best evaluation.
//!    .  .  .  .
//! ```
//!
//! And the player of the public program "Numerical Tic-tac-toe": alpha-beta over the evaluation, to a depth that is chosen.
//!
//! ```text
//!    1 15  2  .        With 16 on cell 3 the even player wins. But then the row has two odd and two even
//!    .  .  .  .        numbers and counts +32, and even looks for the least evaluation: this player
//!    .  .  .  .        places 16 elsewhere. The evaluation says how the lines are filled, not who has
//!    .  .  .  .        completed one.
//! ```

use std::cmp::Reverse;

use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom as _, SliceRandom as _};

use crate::seat::SearchDepth;
use gradus_board::numerical::search::{Position, best_by_minimax};
use gradus_board::numerical::{Board, Move, Outcome};

/// A rule of this player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// 1: win at once.
    Win,
    /// 2: leave the opponent no win at once.
    Safe,
    /// 3: no such move is left.
    Any,
}

impl Rule {
    /// 1 to 3.
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }
}

/// The first rule that allows a move, and the moves that it allows; `None` when the game is over.
///
/// A move that wins at once, else one after which the opponent cannot, else any; of the last two
/// kinds one with the best [`evaluation`](Board::evaluation) for its player after it; of those the one that leaves the
/// opponent the fewest moves after which no win follows at once.
pub fn choice(board: &Board) -> Option<(Rule, Vec<Move>)> {
    let position = Position::from(board);
    let winning: Vec<Move> = board.winning_moves().collect();
    if !winning.is_empty() {
        return Some((Rule::Win, winning));
    }
    let safe = preferred(position.safe_moves());
    if !safe.is_empty() {
        return Some((Rule::Safe, without_positions(safe)));
    }
    let any = preferred(board.moves().map(|placed| (placed, position.after(placed))));
    (!any.is_empty()).then(|| (Rule::Any, without_positions(any)))
}

fn without_positions(moves: Vec<(Move, Position)>) -> Vec<Move> {
    moves.into_iter().map(|(placed, _)| placed).collect()
}

/// One of the moves that the [rule](choice) allows, at random; `None` when the game is over.
pub fn rules(board: &Board, rng: &mut ChaCha8Rng) -> Option<Move> {
    let (_, moves) = choice(board)?;
    moves.choose(rng).copied()
}

/// The moves that [`rules`] chooses among, and the positions after them: of those with the best evaluation, the ones that
/// leave the opponent the fewest safe moves.
pub(super) fn preferred(moves: impl Iterator<Item = (Move, Position)>) -> Vec<(Move, Position)> {
    let mut best = with_best_evaluation(moves);
    let fewest = best.iter().map(|(_, next)| next.count_safe_moves()).min();
    best.retain(|(_, next)| Some(next.count_safe_moves()) == fewest);
    best
}

/// The moves with the best evaluation for their player, and the positions after them.
fn with_best_evaluation(moves: impl Iterator<Item = (Move, Position)>) -> Vec<(Move, Position)> {
    let mut best = Vec::new();
    let mut best_score = i32::MIN;
    for (placed, next) in moves {
        let score = next.evaluation_for(placed.number.player());
        if score > best_score {
            best.clear();
            best_score = score;
        }
        if score == best_score {
            best.push((placed, next));
        }
    }
    best
}

/// A move whose [minimax value](gradus_board::numerical::search::minimax) is the best for the player to move, where the search looks
/// `depth` moves ahead, this one included; of several the one with the better evaluation at once, then one at random. `None` when the
/// game is over.
///
/// Of moves that a symmetry of the board maps to each other it knows only one: it begins in cell 0 or 1.
pub fn alpha_beta(board: &Board, depth: SearchDepth, rng: &mut ChaCha8Rng) -> Option<Move> {
    if board.outcome() != Outcome::Open {
        return None;
    }
    let mut moves: Vec<(Move, Position)> = Position::from(board).successors().collect();
    // Of equal moves the search takes the first. The moves that look best come first also because they cut off the others.
    moves.shuffle(rng);
    moves.sort_by_key(|(placed, next)| Reverse(next.evaluation_for(placed.number.player())));
    best_by_minimax(&moves, depth.get() - 1)
}
