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
//!   X O _    no player can complete it               does nothing              0
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

mod position;
mod search;

#[cfg(test)]
mod tests;

use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom as _;

pub use self::search::search;
use crate::board::lattice::tesseract::{Game, Line, Tile, TileSet, lines_through};

/// The tile that the rule-based player takes: of the free tiles those that come first by the first of these numbers that
/// is not 0 everywhere, and one of them at random.
///
/// 1. How many lines of its own the tile makes.
/// 2. How many lines it spoils, that is how many the other players, all together, would complete on it.
/// 3. How many lines it blocks early: lines through it with one tile of another player and two free ones.
///
/// If all are 0 everywhere, as on the empty board, any free tile. None if the board is full. The player does not know the
/// threshold, and would play on after a player has reached it.
#[must_use]
pub fn rules(game: &Game, rng: &mut ChaCha8Rng) -> Option<Tile> {
    let board = Board::of(game);
    let free: Vec<Tile> = game.free_tiles().collect();
    let measures = [Board::made, Board::spoiled, Board::blocked];
    let best = measures
        .iter()
        .map(|measure| highest_by(&free, |tile| measure(&board, tile)))
        .find(|best| !best.is_empty());
    best.unwrap_or(free).choose(rng).copied()
}

/// The tiles with the highest measure; nothing if all measure 0.
fn highest_by(tiles: &[Tile], measure: impl Fn(Tile) -> usize) -> Vec<Tile> {
    let measured: Vec<(Tile, usize)> = tiles.iter().map(|&tile| (tile, measure(tile))).collect();
    let highest = measured.iter().map(|&(_, number)| number).fold(0, usize::max);
    measured
        .into_iter()
        .filter(|&(_, number)| number == highest && highest > 0)
        .map(|(tile, _)| tile)
        .collect()
}

/// The tiles as the player to move sees them.
struct Board {
    own: TileSet,
    others: Vec<TileSet>,
}

impl Board {
    fn of(game: &Game) -> Board {
        let others = game.players().iter().filter(|&player| player != game.to_move());
        Board {
            own: game.tiles(game.to_move()),
            others: others.map(|player| game.tiles(player)).collect(),
        }
    }

    fn made(&self, tile: Tile) -> usize {
        lines_through(tile).iter().filter(|line| is_completed(line, tile, self.own)).count()
    }

    fn spoiled(&self, tile: Tile) -> usize {
        let of_one =
            |&set| lines_through(tile).iter().filter(|line| is_completed(line, tile, set)).count();
        self.others.iter().map(of_one).sum()
    }

    fn blocked(&self, tile: Tile) -> usize {
        lines_through(tile).iter().filter(|line| self.is_begun_by_another(line)).count()
    }

    /// Whether one tile of the line is another player's, and the rest is free.
    fn is_begun_by_another(&self, line: &Line) -> bool {
        let taken_in = |set: TileSet| (set & line.mask()).len();
        taken_in(self.own) == 0 && self.others.iter().map(|&set| taken_in(set)).sum::<u32>() == 1
    }
}

/// Whether `tile` completes the line for the player who has `tiles`.
fn is_completed(line: &Line, tile: Tile, tiles: TileSet) -> bool {
    tiles.with(tile).contains_all(line.mask())
}
