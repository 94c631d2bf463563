//! The computer players of four in a row in four dimensions.
//!
//! [`rules`] plays by the five rules of the article 4次元四目で遊ぼう. It never looks further than one stone, and so it
//! does not see that a stone can make two threes at once. [`search`] does. What it searches depends on when
//! the game [ends](gradus_board::lattice::four_in_a_row::End):
//!
//! | end | module | search |
//! |---|---|---|
//! | first line | `first_line` | follows threes, each of which leaves the opponent one reply, many moves deep (`win_search`) |
//! | most lines | `most_lines` | alpha-beta, a few stones deep |
//!
//! ```text
//!   . x x .      0  1  2  3       For the first line, black wins from here: 0 makes a three that white must stop on 3, and
//!   . x x .      4  5  6  7       then 10 makes two at once, on the diagonal 0 5 10 15 and in the column 2 6 10 14.
//!   . . . .      8  9 10 11
//!   . . . .     12 13 14 15
//! ```
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
mod most_lines;
#[cfg(test)]
mod tests;
mod win_search;

use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom as _;

use gradus_board::lattice::four_in_a_row::{Cell, End, Game, Outcome};

/// Any cell of the first of the five [rules](gradus_board::lattice::four_in_a_row::Rule) that has one; none if the game
/// is over.
#[must_use]
pub fn rules(game: &Game, rng: &mut ChaCha8Rng) -> Option<Cell> {
    if game.outcome() != Outcome::Open {
        return None;
    }
    let choice = game.board().computers_choice(game.to_move())?;
    choice.cells.iter().collect::<Vec<_>>().choose(rng).copied()
}

/// The best move that a search finds; none if the game is over.
#[must_use]
pub fn search(game: &Game, rng: &mut ChaCha8Rng) -> Option<Cell> {
    let (board, side) = (game.board(), game.to_move());
    match game.end() {
        _ if game.outcome() != Outcome::Open => None,
        End::FirstLine => first_line::best_move(board, side, rng),
        End::MostLines => most_lines::best_move(board, side, rng),
    }
}
