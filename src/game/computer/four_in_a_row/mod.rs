//! The computer players of four in a row in four dimensions.
//!
//! [`rules`] plays by the five rules of the article 4次元四目で遊ぼう. It never looks further than one stone, and so it
//! does not see that a stone can make two threes at once. [`search`] does. How it thinks depends on when the game
//! [ends](crate::board::lattice::four_in_a_row::End):
//!
//! | end | the game is | the search |
//! |---|---|---|
//! | first line | a race: who can force the other? | follows threes, which leave the opponent one answer each, many moves deep |
//! | most lines | a harvest: 256 stones are played, and every line counts | expects of a line what it would become by chance, and looks a few stones ahead |
//!
//! ```text
//!   . x x .      0  1  2  3       In a race black wins from here: 0 makes a three that white must stop on 3, and
//!   . x x .      4  5  6  7       then 10 makes two at once, on the diagonal 0 5 10 15 and in the column 2 6 10 14.
//!   . . . .      8  9 10 11
//!   . . . .     12 13 14 15
//! ```
//!
//! Both first ask what every cell is worth, which says what few moves are to be looked at; and both end after a number of
//! positions.
//!
//! ```
//! use gradus::board::lattice::four_in_a_row::{End, Game, Outcome, Stone};
//! use gradus::game::computer::four_in_a_row::{rules, search};
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
//! # Ok::<(), gradus::board::lattice::four_in_a_row::IllegalMove>(())
//! ```

mod any;
mod defence;
mod foresight;
mod harvest;
mod quiet_win;
mod race;
mod rules;
mod search;
mod weighed;

#[cfg(test)]
mod tests;

pub use rules::rules;
pub use search::search;
