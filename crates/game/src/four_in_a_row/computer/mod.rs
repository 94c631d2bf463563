//! The computer players of four in a row in four dimensions.
//!
//! [`rules`] plays by the five rules of the article 4次元四目で遊ぼう. It never looks further than one stone, and so it
//! does not see that a stone can make two threes at once. [`search`] does. What it searches depends on when
//! the game [ends](gradus_board::lattice::four_in_a_row::End):
//!
//! | end | module | search |
//! |---|---|---|
//! | first line | `first_line` | follows threes, each of which leaves the opponent one reply, many moves deep (`win_search`) |
//! | most lines | this one | alpha-beta, a few stones deep |
//!
//! ```text
//!   . x x .      0  1  2  3       For the first line, black wins from here: 0 makes a three that white must stop on 3, and
//!   . x x .      4  5  6  7       then 10 makes two at once, on the diagonal 0 5 10 15 and in the column 2 6 10 14.
//!   . . . .      8  9 10 11
//!   . . . .     12 13 14 15
//! ```
//!
//! For the most lines, a three scores no more than two twos, and need not be answered: every stone of a full board makes the side's own
//! lines likelier and the opponent's impossible. The search is alpha-beta over the few cells with the highest scores. To the evaluation
//! at the horizon the side to move adds the score of the best cell that is left, because it has the first choice: without that, searches
//! of an even and of an odd depth would disagree.
//!
//! Both use the same `evaluation` to choose the few moves that are searched, and both have a limit of nodes.
//!
//! ```
//! use gradus_board::lattice::four_in_a_row::{End, Game, Outcome, Stone};
//! use gradus_game::four_in_a_row::computer::{rules, search};
//! use rand::SeedableRng as _;
//! use rand::rngs::ChaCha8Rng;
//!
//! let mut rng = ChaCha8Rng::seed_from_u64(1);
//! let mut game = Game::new(End::FirstLine);
//! while let Some(cell) = match game.to_move() {
//!     Stone::Black => rules(&game, &mut rng),
//!     Stone::White => search(&game, &mut rng),
//! } {
//!     game.play(cell)?;
//! }
//! assert_eq!(game.outcome(), Outcome::Won(Stone::White));
//! # Ok::<(), gradus_board::lattice::four_in_a_row::IllegalMove>(())
//! ```

mod evaluation;
mod first_line;
#[cfg(test)]
mod tests;
mod win_search;

use std::cmp::Reverse;

use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom as _, SliceRandom as _};

use self::evaluation::Evaluation;
use gradus_board::lattice::four_in_a_row::{Board, Cell, End, Game, Outcome, Stone};

/// Any cell of the first of the five [rules](gradus_board::lattice::four_in_a_row::Rule) that has one; none if the game
/// is over.
pub fn rules(game: &Game, rng: &mut ChaCha8Rng) -> Option<Cell> {
    if game.outcome() != Outcome::Open {
        return None;
    }
    let choice = game.board().computers_choice(game.to_move())?;
    choice.cells.iter().collect::<Vec<_>>().choose(rng).copied()
}

/// The best move that a search finds; none if the game is over.
pub fn search(game: &Game, rng: &mut ChaCha8Rng) -> Option<Cell> {
    let (board, side) = (game.board(), game.to_move());
    match game.end() {
        _ if game.outcome() != Outcome::Open => None,
        End::FirstLine => first_line::best_move(board, side, rng),
        End::MostLines => for_most_lines(board, side, rng),
    }
}

// The limits are chosen by hand. To measure a change, run `gradus-client play four_in_a_row --seats rules,search --games
// 100 --seed 1` before and after it, in a game for most lines.

/// How many cells are tried in each position.
const MAX_MOVES: usize = 8;

/// How many stones the search plays.
const DEPTH: u8 = 4;

/// Greater than any score.
const INFINITY: i32 = i32::MAX;

/// The best move of `side`, at random where several are equal; none on a full board.
fn for_most_lines(board: &Board, side: Stone, rng: &mut ChaCha8Rng) -> Option<Cell> {
    let evaluation = Evaluation::new(board, End::MostLines);
    let mut cells: Vec<Cell> = board.empty_cells().iter().collect();
    cells.shuffle(rng);
    cells.sort_by_key(|&cell| Reverse(evaluation.score(cell)));

    let (mut alpha, mut best) = (-INFINITY, *cells.first()?);
    for cell in cells.into_iter().take(MAX_MOVES) {
        let next = evaluation.after(cell, side);
        let score = -alpha_beta(&next, side.other(), DEPTH - 1, -INFINITY, -alpha);
        if score > alpha {
            (alpha, best) = (score, cell);
        }
    }
    Some(best)
}

/// The score of a position for `side`, which is to move, `depth` stones ahead; what lies beyond `alpha` or `beta` is
/// returned as that bound (fail-hard).
fn alpha_beta(position: &Evaluation, side: Stone, depth: u8, mut alpha: i32, beta: i32) -> i32 {
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
        alpha = alpha.max(-alpha_beta(&next, side.other(), depth - 1, -beta, -alpha));
        if alpha >= beta {
            return beta;
        }
    }
    alpha
}
