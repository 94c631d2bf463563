//! The computer players of tic-tac-toe on a tesseract.
//!
//! [`rules`] looks one tile ahead and no further: it makes lines, and if it cannot, it spoils them.
//!
//! [`search`] is a Monte-Carlo tree search: some hundreds of simulations play the game to its end, and the move that they
//! visited most often is taken. Two things make so few simulations enough.
//!
//! **Scores.** Every free tile has a score for every player, the sum over the lines through it by the state of the line:
//!
//! ```text
//!   the line, with the tile to be taken as _      the tile ...           score
//!   X X _    two tiles are mine                   makes a line             96
//!   O O _    two are another player's             spoils one               55
//!   O . _    one is another's, one is free        blocks one early         14
//!   X . _    one is mine, one is free             threatens one            13
//!   . . _    all three are free                   begins one                4
//!   X O _    no player can complete it               nothing                   0
//! ```
//!
//! The numbers are from tournaments of players who just take the tile with the highest score, with each other and with
//! [`rules`]. Such a player already wins most games against [`rules`]. They say that nearness counts: a line that is only
//! begun scores little, and a player who only gathers corners, which have the most lines, is too late.
//!
//! **Playouts with knowledge of the game.** In a playout each player takes the tile with the highest score after a little
//! noise is added; but a player who can reach the threshold does, and a tile on which another player would is taken
//! first. In the tree the scores choose the tiles that are considered, and their priors.
//!
//! A line changes only when one of its tiles is taken, so a move changes the scores on at most 14 lines, and a playout takes
//! a few microseconds. All numbers are integers, and a search ends after a number of moves, not after a time.
//!
//! ```
//! use gradus::board::lattice::tesseract::{Game, Players, Tile};
//! use gradus::game::tesseract::computer::{rules, search};
//! use rand::SeedableRng as _;
//! use rand::rngs::ChaCha8Rng;
//!
//! // Player 1 is to move: 3 would complete 1-2-3, and 12 spoil 10-11-12.
//! let history = [1, 10, 2, 11].into_iter().filter_map(Tile::new);
//! let game = Game::from_history(Players::TWO, history)?;
//! let rng = &mut ChaCha8Rng::seed_from_u64(1);
//! assert_eq!(rules(&game, rng), Tile::new(3));
//! assert_eq!(search(&game, 1, rng), Tile::new(3));
//! # Ok::<(), gradus::board::lattice::tesseract::IllegalHistory>(())
//! ```

mod line_state;
mod position;
mod rules;
mod search;

#[cfg(test)]
mod tests;

pub use rules::rules;
pub use search::search;
