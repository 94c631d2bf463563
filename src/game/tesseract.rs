//! Tic-tac-toe on a tesseract as a match: two to four players, and a number of lines that wins.

use rand::rngs::ChaCha8Rng;

use super::computer;
use super::play::{self, Picture, Play, Written};
use super::seat::SeatNumber;
use crate::board::lattice::tesseract::{Game, Outcome, Player, Players, Tile, TileTaken};

/// A game with the number of lines that wins it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contest {
    game: Game,
    threshold: u8,
}

impl Contest {
    /// The contest before the first move.
    #[must_use]
    pub fn new(players: Players, threshold: u8) -> Self {
        Self { game: Game::new(players), threshold }
    }

    /// The tiles and who has them.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    fn player(&self, seat: SeatNumber) -> Option<Player> {
        self.game.players().player(seat.get())
    }
}

impl From<Tile> for Written {
    fn from(tile: Tile) -> Self {
        Self::Number(tile.id())
    }
}

impl Play for Contest {
    type Move = Tile;

    fn players(&self) -> usize {
        self.game.players().count().into()
    }

    fn play(&mut self, next: Tile) -> Result<(), String> {
        self.game.play(next).map_err(|taken: TileTaken| taken.to_string())
    }

    fn moves(&self) -> &[Tile] {
        self.game.history()
    }

    fn outcome(&self) -> play::Outcome {
        let seats = |players: Vec<Player>| {
            players.into_iter().filter_map(|player| SeatNumber::new(player.number())).collect()
        };
        match self.game.outcome(self.threshold.into()) {
            Outcome::Open => play::Outcome::Open,
            Outcome::Won(player) => play::Outcome::Over(seats(vec![player])),
            Outcome::Shared(players) => play::Outcome::Over(seats(players)),
        }
    }

    /// Tile by tile, the number of the player who has it.
    fn board(&self) -> Picture {
        let owner = |tile| self.game.owner(tile).map_or(0, Player::number);
        Picture::Numbers(Tile::all().map(owner).collect())
    }

    fn score(&self, player: SeatNumber) -> usize {
        self.player(player).map_or(0, |player| self.game.score(player))
    }

    fn lines_of(&self, player: SeatNumber) -> Vec<Vec<Written>> {
        let lines = self.player(player).map(|player| self.game.lines_of(player));
        let lines = lines.unwrap_or_default().into_iter();
        lines.map(|line| line.tiles().map(Written::from).to_vec()).collect()
    }

    fn choices(&self) -> Vec<Tile> {
        self.game.free_tiles().collect()
    }

    fn by_rules(&self, rng: &mut ChaCha8Rng) -> Option<Tile> {
        computer::tesseract::rules(&self.game, rng)
    }

    fn by_search(&self, rng: &mut ChaCha8Rng) -> Option<Tile> {
        computer::tesseract::search(&self.game, self.threshold.into(), rng)
    }
}
