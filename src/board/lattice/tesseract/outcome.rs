//! Who has won.
//!
//! ```
//! use gradus::board::lattice::tesseract::{Game, Outcome, Players, Tile};
//!
//! let players = Players::new(2).unwrap();
//! let history = [1, 10, 2, 11, 3, 12].into_iter().filter_map(Tile::new);
//! let game = Game::from_history(players, history)?;
//! assert_eq!(game.scores(), [1, 1]);
//! assert_eq!(game.outcome(1), Outcome::Won(players.player(1).unwrap()));
//! assert_eq!(game.outcome(9), Outcome::Open);
//! # Ok::<(), gradus::board::lattice::tesseract::IllegalHistory>(())
//! ```

use super::{Game, Player};

/// How a game stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// Nobody has reached the threshold, and there are free tiles.
    Open,
    /// This player reached the threshold first.
    Won(Player),
    /// The board is full and nobody has reached the threshold: these players, in their order, share
    /// the highest score.
    Shared(Vec<Player>),
}

impl Game {
    /// How the game stands when the first player with `threshold` lines wins.
    #[must_use]
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

    /// The number of the move, from 1, with which somebody first had `threshold` lines; `None` if nobody has.
    ///
    /// A score rises only by a move of its player: whoever made this move has won.
    #[must_use]
    pub fn reached_at(&self, threshold: usize) -> Option<usize> {
        let mut replay = Game::new(self.players());
        self.history().iter().zip(1..).find_map(|(&tile, number)| {
            let player = replay.to_move();
            replay.play(tile).ok()?;
            (replay.score(player) >= threshold).then_some(number)
        })
    }
}
