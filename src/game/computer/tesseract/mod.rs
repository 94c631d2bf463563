//! The computer players of tic-tac-toe on a tesseract.
//!
//! [`rules`] looks one tile ahead and no further: it makes lines, and if it cannot, it spoils them.
//!
//! [`search`] is a Monte-Carlo tree search. It plays the game to its end some hundreds of times, and takes the tile with
//! which that went best. Two things make so few playouts enough.
//!
//! **Heat.** Every free tile has a temperature for every player, the sum over the lines through it of what the line
//! makes of it:
//!
//! ```text
//!   the line, with the tile to be taken as _      the tile ...           heat
//!   X X _    two tiles are mine                   makes a line             96
//!   O O _    two are another player's             spoils one               55
//!   O . _    one is another's, one is free        nips one in the bud      14
//!   X . _    one is mine, one is free             threatens one            13
//!   . . _    all three are free                   begins one                4
//!   X O _    nobody can complete it               nothing                   0
//! ```
//!
//! The numbers are from tournaments in which players who just take the hottest tile met each other and [`rules`]. Such
//! a player already takes most games from [`rules`]. The lesson in the numbers is to be near: lines that are begun
//! count for little, and who only gathers corners, which have the most lines, comes too late.
//!
//! **Playouts that know the game.** In a playout everyone takes the hottest tile, a little noise being added to the
//! heat; but who can reach the threshold does, and a tile on which another player would is taken first. In the tree the
//! heat tells which tiles are worth a look at all, and which first.
//!
//! A line changes only when one of its tiles is taken, so a move changes the heat on at most 14 lines: a playout costs a
//! few microseconds. All numbers are integers, and a search ends after so many moves, not after so much time.
//!
//! ```
//! use gradus::board::lattice::tesseract::{Game, Players, Tile};
//! use gradus::game::computer::tesseract::{rules, search};
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

mod claim;
mod noise;
mod position;
mod rules;
mod search;
mod tree;

#[cfg(test)]
mod tests;

pub use rules::rules;
pub use search::search;
