//! A legal game: the players take turns, each on a free tile.
//!
//! ```text
//!    1  2  3        Two players, history 1 10 2 11 3: player 1 has the line 1-2-3. Player 2 is to
//!    4  5  6        move, and 12 would complete 10-11-12.
//!    7  8  9
//! ```
//!
//! ```
//! use gradus_board::lattice::tesseract::{Game, Outcome, Player, Players, Tile};
//!
//! let history = [1, 10, 2, 11, 3].into_iter().filter_map(Tile::new);
//! let mut game = Game::from_history(Players::new(2).unwrap(), history)?;
//! assert_eq!(game.scores(), [1, 0]);
//! assert_eq!(game.outcome(1), Outcome::Won(Player::First));
//! assert_eq!(game.outcome(9), Outcome::Open);
//! assert_eq!(game.lines_made_by("12".parse()?).count(), 1);
//!
//! let error = game.play("1".parse()?).unwrap_err();
//! assert_eq!(error.to_string(), "tile 1 is taken");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::players::ByPlayer;
use super::{Line, Player, Players, Tile, TileSet, lines_through};

/// A game that was played by the rules from its first move. It goes on until the board is full;
/// the threshold matters only to [`Game::outcome`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game {
    players: Players,
    history: Vec<Tile>,
    /// Empty for players who do not take part.
    holdings: ByPlayer<Holding>,
}

/// The outcome of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub enum Outcome {
    /// Nobody has reached the threshold, and there are free tiles.
    Open,
    /// This player reached the threshold first.
    Won(Player),
    /// The board is full and no player has reached the threshold: these players, in their order, share
    /// the highest score.
    Shared(Vec<Player>),
}

/// The tiles and the number of lines of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Holding {
    tiles: TileSet,
    lines: usize,
}

/// The tile of a move is already taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("tile {0} is taken")]
pub struct TileTaken(pub Tile);

/// A history is not that of a legal game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("move {number}: {reason}")]
pub struct IllegalHistory {
    /// The first move that is against the rules, numbered from 1.
    pub number: usize,
    /// What is wrong with it.
    pub reason: TileTaken,
}

impl Game {
    /// The game before the first move.
    pub fn new(players: Players) -> Game {
        Game { players, history: Vec::new(), holdings: ByPlayer::default() }
    }

    /// The game in which these tiles were taken, turn by turn.
    ///
    /// # Errors
    /// A tile was taken twice.
    pub fn from_history(
        players: Players,
        history: impl IntoIterator<Item = Tile>,
    ) -> Result<Game, IllegalHistory> {
        let mut game = Game::new(players);
        for (tile, number) in history.into_iter().zip(1..) {
            game.play(tile).map_err(|reason| IllegalHistory { number, reason })?;
        }
        Ok(game)
    }

    /// Takes `tile` for the player to move.
    ///
    /// # Errors
    /// The tile is taken; the game is then unchanged.
    pub fn play(&mut self, tile: Tile) -> Result<(), TileTaken> {
        if self.owner(tile).is_some() {
            return Err(TileTaken(tile));
        }
        let lines = self.lines_made_by(tile).count();
        let holding = &mut self.holdings[self.players.to_move_after(self.history.len())];
        holding.tiles.insert(tile);
        holding.lines += lines;
        self.history.push(tile);
        Ok(())
    }

    /// The players.
    pub const fn players(&self) -> Players {
        self.players
    }

    /// The tiles in the order in which they were taken.
    pub fn history(&self) -> &[Tile] {
        &self.history
    }

    /// Whose turn it is, or would be if the board were not full.
    pub fn to_move(&self) -> Player {
        self.players.to_move_after(self.history.len())
    }

    /// The player who took `tile`.
    pub fn owner(&self, tile: Tile) -> Option<Player> {
        self.players.iter().find(|&player| self.tiles(player).contains(tile))
    }

    /// The tiles of `player`.
    pub fn tiles(&self, player: Player) -> TileSet {
        self.holdings[player].tiles
    }

    /// The free tiles, by id.
    pub fn free_tiles(&self) -> impl Iterator<Item = Tile> {
        Tile::all().filter(|&tile| self.owner(tile).is_none())
    }

    /// Whether every tile is taken.
    pub const fn is_full(&self) -> bool {
        self.history.len() == Tile::COUNT as usize
    }

    /// How many lines each player has, in the players' order.
    pub fn scores(&self) -> Vec<usize> {
        self.players.iter().map(|player| self.score(player)).collect()
    }

    /// How many lines `player` has.
    pub fn score(&self, player: Player) -> usize {
        self.holdings[player].lines
    }

    /// The lines that the player to move would complete by taking `tile`.
    pub fn lines_made_by(&self, tile: Tile) -> impl Iterator<Item = Line> + use<> {
        let tiles = self.tiles(self.to_move()).with(tile);
        lines_through(tile).iter().copied().filter(move |line| tiles.contains_all(line.mask()))
    }

    /// The lines of `player` in the order in which they were made; those made by one move, by their
    /// tiles.
    pub fn lines_of(&self, player: Player) -> Vec<Line> {
        let mut replay = Game::new(self.players);
        let mut lines = Vec::new();
        for &tile in &self.history {
            if replay.to_move() == player {
                lines.extend(replay.lines_made_by(tile));
            }
            #[expect(clippy::expect_used, reason = "the history was played by the rules")]
            replay.play(tile).expect("a move of a legal game is legal again");
        }
        lines
    }

    /// The outcome when the first player with `threshold` lines wins.
    pub fn outcome(&self, threshold: usize) -> Outcome {
        if let Some(moves) = self.reached_at(threshold) {
            return Outcome::Won(self.players().to_move_after(moves - 1));
        }
        if !self.is_full() {
            return Outcome::Open;
        }
        let highest = self.scores().into_iter().max();
        let leads = |&player: &Player| Some(self.score(player)) == highest;
        Outcome::Shared(self.players().iter().filter(leads).collect())
    }

    /// The number of the move, from 1, with which a player first had `threshold` lines; `None` if no player has.
    ///
    /// A score rises only by a move of its player: the player of this move has won.
    pub fn reached_at(&self, threshold: usize) -> Option<usize> {
        let mut replay = Game::new(self.players());
        self.history().iter().zip(1..).find_map(|(&tile, number)| {
            let player = replay.to_move();
            #[expect(clippy::expect_used, reason = "the history was played by the rules")]
            replay.play(tile).expect("a move of a legal game is legal again");
            (replay.score(player) >= threshold).then_some(number)
        })
    }
}
