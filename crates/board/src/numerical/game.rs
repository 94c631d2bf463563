//! Moves, and a legal game: the moves alternate, each number is used once, and none comes after the win.
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
//!
//! A move is a number and the cell where it goes.
//!
//! ```
//! use gradus_board::numerical::Move;
//!
//! let placed: Move = "5:9".parse()?;
//! assert_eq!((placed.cell.index(), placed.number.value()), (5, 9));
//! assert_eq!(placed.to_string(), "5:9");
//! # Ok::<(), gradus_board::numerical::ParseMoveError>(())
//! ```

use std::fmt;
use std::str::FromStr;

use super::{Board, Cell, IllegalMove, Number, Outcome, ParseCellError, ParseNumberError, Player};
use crate::text::quoted;

/// A number for a cell, written `cell:number`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// Where the number goes.
    pub cell: Cell,
    /// What goes there.
    pub number: Number,
}

/// The text is not a move.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParseMoveError {
    /// There is no colon.
    #[error("expected cell:number; found {found}")]
    Colon {
        /// What there is, quoted.
        found: String,
    },
    /// The text before the colon is not a cell.
    #[error(transparent)]
    Cell(#[from] ParseCellError),
    /// The text after the colon is not a number from 1 to 16.
    #[error(transparent)]
    Number(#[from] ParseNumberError),
}

impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Move, ParseMoveError> {
        let (cell, number) =
            text.split_once(':').ok_or_else(|| ParseMoveError::Colon { found: quoted(text) })?;
        Ok(Move { cell: cell.parse()?, number: number.parse()? })
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.cell, self.number)
    }
}

/// A game that was played by the rules from its first move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game {
    moves: Vec<Move>,
    board: Board,
}

impl Game {
    /// The game before the first move.
    #[must_use]
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
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The board after the last move.
    #[must_use]
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
