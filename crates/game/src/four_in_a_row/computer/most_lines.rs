//! The game for the most lines.
//!
//! A three scores no more here than two twos, and need not be answered: every stone of a full board makes the side's own
//! lines likelier and the opponent's impossible. The search is alpha-beta over the few cells with the highest
//! [scores](Evaluation). To the evaluation at the horizon the side to move adds the score of the best cell that is left,
//! because it has the first choice: without that, searches of an even and of an odd depth would disagree.

use std::cmp::Reverse;

use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom as _;

use super::evaluation::Evaluation;
use gradus_board::lattice::four_in_a_row::{Board, Cell, End, Stone};

// The limits are chosen by hand. To measure a change, run `gradus-client play four_in_a_row --seats rules,search --games
// 100 --seed 1` before and after it, in a game for most lines.

/// How many cells are tried in each position.
const MAX_MOVES: usize = 8;

/// How many stones the search plays.
const DEPTH: u8 = 4;

/// Greater than any score.
const INFINITY: i32 = i32::MAX;

/// The best move of `side`, at random where several are equal; none on a full board.
pub(super) fn best_move(board: &Board, side: Stone, rng: &mut ChaCha8Rng) -> Option<Cell> {
    let evaluation = Evaluation::new(board, End::MostLines);
    let mut cells: Vec<Cell> = board.empty_cells().iter().collect();
    cells.shuffle(rng);
    cells.sort_by_key(|&cell| Reverse(evaluation.score(cell)));

    let (mut alpha, mut best) = (-INFINITY, *cells.first()?);
    for cell in cells.into_iter().take(MAX_MOVES) {
        let next = evaluation.after(cell, side);
        let score = -search(&next, side.other(), DEPTH - 1, -INFINITY, -alpha);
        if score > alpha {
            (alpha, best) = (score, cell);
        }
    }
    Some(best)
}

/// The score of a position for `side`, which is to move, `depth` stones ahead; what lies beyond `alpha` or `beta` is
/// returned as that bound (fail-hard).
fn search(position: &Evaluation, side: Stone, depth: u8, mut alpha: i32, beta: i32) -> i32 {
    let evaluation = position.evaluate(side);
    if depth == 0 {
        return (evaluation + i32::from(position.best_score())).clamp(alpha, beta);
    }
    let cells = position.best_cells(MAX_MOVES);
    if cells.is_empty() {
        return evaluation.clamp(alpha, beta);
    }
    for cell in cells {
        let next = position.after(cell, side);
        alpha = alpha.max(-search(&next, side.other(), depth - 1, -beta, -alpha));
        if alpha >= beta {
            return beta;
        }
    }
    alpha
}
