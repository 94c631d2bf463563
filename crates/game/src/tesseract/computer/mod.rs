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
//! use gradus_board::lattice::tesseract::{Game, Players, Tile};
//! use gradus_game::tesseract::computer::{rules, search};
//! use rand::SeedableRng as _;
//! use rand::rngs::ChaCha8Rng;
//!
//! // Player 1 is to move: 3 would complete 1-2-3, and 12 spoil 10-11-12.
//! let history = [1, 10, 2, 11].into_iter().filter_map(Tile::new);
//! let game = Game::from_history(Players::TWO, history)?;
//! let rng = &mut ChaCha8Rng::seed_from_u64(1);
//! assert_eq!(rules(&game, rng), Tile::new(3));
//! assert_eq!(search(&game, 1, rng), Tile::new(3));
//! # Ok::<(), gradus_board::lattice::tesseract::IllegalHistory>(())
//! ```

mod position;
mod search;

#[cfg(test)]
mod tests;

use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom as _;

pub use self::search::search;
use gradus_board::lattice::tesseract::{Game, Line, Tile, TileSet, lines_through};

/// A rule of the rule-based player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// 1: make lines, as many as one tile can.
    Make,
    /// 2: spoil lines of the others, as many as one tile can: those that the other players, all together, would complete on it.
    Spoil,
    /// 3: block lines early, as many as one tile can: those with one tile of another player and two free ones.
    Block,
    /// 4: take any tile, as on the empty board.
    Any,
}

impl Rule {
    /// 1 to 4.
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }
}

/// What the rule-based player may do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// The first rule that allows a tile.
    pub rule: Rule,
    /// How many lines a tile makes, spoils or blocks; 0 by the last rule.
    pub lines: usize,
    /// The tiles that the rule allows.
    pub tiles: Vec<Tile>,
}

/// How many lines a tile makes, spoils or blocks.
type Measure = fn(&Board, Tile) -> usize;

/// What the rule-based player may do; none if the board is full. The player does not know the threshold, and would play on after a
/// player has reached it.
pub fn choice(game: &Game) -> Option<Choice> {
    let board = Board::of(game);
    let free: Vec<Tile> = game.free_tiles().collect();
    let measures: [(Rule, Measure); 3] =
        [(Rule::Make, Board::made), (Rule::Spoil, Board::spoiled), (Rule::Block, Board::blocked)];
    let best = measures.into_iter().find_map(|(rule, measure)| {
        let (lines, tiles) = highest_by(&free, |tile| measure(&board, tile));
        (lines > 0).then_some(Choice { rule, lines, tiles })
    });
    best.or_else(|| (!free.is_empty()).then_some(Choice { rule: Rule::Any, lines: 0, tiles: free }))
}

/// One of the tiles that the rule-based player [may take](choice), at random; none if the board is full.
pub fn rules(game: &Game, rng: &mut ChaCha8Rng) -> Option<Tile> {
    choice(game)?.tiles.choose(rng).copied()
}

/// The highest measure, and the tiles that have it.
fn highest_by(tiles: &[Tile], measure: impl Fn(Tile) -> usize) -> (usize, Vec<Tile>) {
    let measured: Vec<(Tile, usize)> = tiles.iter().map(|&tile| (tile, measure(tile))).collect();
    let highest = measured.iter().map(|&(_, number)| number).fold(0, usize::max);
    let best = measured.into_iter().filter(|&(_, number)| number == highest);
    (highest, best.map(|(tile, _)| tile).collect())
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
