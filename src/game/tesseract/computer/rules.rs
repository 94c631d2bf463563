//! The rule-based player: it counts the lines that each tile makes and spoils now, and does not look ahead.

use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom as _;

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
    let highest = measured.iter().map(|&(_, number)| number).max().unwrap_or(0);
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
