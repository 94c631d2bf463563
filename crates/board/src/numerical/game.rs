//! A legal game: the moves alternate, each number is used once, and none comes after the win.
//!
//! ```text
//!   16  .  .  .        The moves 4:1 0:16 2:3 1:2 3:13: odd placed the last number of the first row,
//!    1  .  .  .        16 + 2 + 3 + 13 = 34, so the line is odd's.
//!    …
//! ```
//!
//! ```
//! use gradus_board::numerical::{Game, Outcome, Player};
//!
//! let mut game = Game::new();
//! for text in ["4:1", "0:16", "2:3", "1:2", "3:13"] {
//!     game.play(text.parse()?)?;
//! }
//! assert_eq!(game.board().outcome(), Outcome::Won(Player::Odd));
//! let lines = game.lines_of(Player::Odd).map(|line| line.map(|cell| cell.index()));
//! assert_eq!(lines.collect::<Vec<_>>(), [[0, 1, 2, 3]]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::{Board, Cell, IllegalMove, Move, Outcome, Player};

/// A game that was played by the rules from its first move.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub struct Game {
    moves: Vec<Move>,
    board: Board,
}

impl Game {
    /// The game before the first move.
    pub const fn new() -> Game {
        Game { moves: Vec::new(), board: Board::empty() }
    }

    /// Places a number for the player to move.
    ///
    /// # Errors
    /// The move is against the rules; the game is then unchanged.
    pub fn play(&mut self, placed: Move) -> Result<(), IllegalMove> {
        self.board = self.board.play(placed)?;
        self.moves.push(placed);
        Ok(())
    }

    /// The moves in the order in which they were made.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The board after the last move.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The complete lines with sum 34 of a player: those of the winning move, or none.
    pub fn lines_of(&self, player: Player) -> impl Iterator<Item = [Cell; 4]> {
        let has_won = self.board.outcome() == Outcome::Won(player);
        self.board.winning_lines().filter(move |_| has_won)
    }
}

impl Default for Game {
    fn default() -> Game {
        Game::new()
    }
}
