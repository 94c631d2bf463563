//! Computer players of the client's own, one for each game: they win the match steps.
//!
//! A bot is told how a match stands, as the server tells it, and says the move of the player whose turn it is. It knows nothing else: the
//! same turn with the same seed gives the same move. [`bot`] is the only list.
//!
//! ```
//! use gradus_client::bots::{self, Turn};
//!
//! let bot = bots::bot("four_in_a_row").ok_or("no bot for this game")?;
//! // Black has 0 and 1 and 2, white has 16 and 32; white stops the line.
//! let history = ["0", "16", "1", "32", "2"].map(str::to_owned);
//! assert_eq!(bot(&Turn::new(&history))?, "3");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod dice;
mod first_line;
mod four_in_a_row;
mod gomoku;
mod grid;
mod most_lines;
mod numerical;
#[cfg(test)]
mod rules;
mod siege;
mod tesseract;
#[cfg(test)]
mod tests;
mod threats;
mod worth;

use serde::Deserialize;

use crate::boards::BoardError;

/// From a turn of a match to the move, as text: `hh`, `5:9`, `57`.
pub type Bot = fn(&Turn) -> Result<String, BotError>;

/// A match at the point where a bot is to move.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// The moves so far, the first one first; whose turn it is follows from how many there are.
    pub history: &'a [String],
    /// How many players there are: 2 to 4 on a tesseract, else 2.
    pub players: u8,
    /// When a match of four-in-a-row ends.
    pub end: End,
    /// With how many lines a match on a tesseract is won.
    pub threshold: u8,
    /// What the bot draws from where moves are worth the same.
    pub seed: u64,
}

impl<'a> Turn<'a> {
    /// A turn of a match with two players and the options that a match has when none are given; the seed is 0.
    #[must_use]
    pub fn new(history: &'a [String]) -> Self {
        Self { history, players: 2, end: End::default(), threshold: 9, seed: 0 }
    }
}

/// When a match of four-in-a-row ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// With the first complete line.
    #[default]
    FirstLine,
    /// When the board is full; who has the most lines has won.
    MostLines,
}

/// Why a bot has no move.
#[derive(Debug, thiserror::Error)]
pub enum BotError {
    /// The history is none of this game.
    #[error("the history does not fit the game: {0}")]
    History(String),
    /// The board is full.
    #[error("there is no move left")]
    Full,
}

impl From<BoardError> for BotError {
    fn from(error: BoardError) -> Self {
        Self::History(error.to_string())
    }
}

/// The bot of a game, if there is one; the games have the server's names.
#[must_use]
pub fn bot(game: &str) -> Option<Bot> {
    match game {
        "four_in_a_row" => Some(four_in_a_row::play),
        "gomoku" => Some(gomoku::play),
        "numerical" => Some(numerical::play),
        "tesseract" => Some(tesseract::play),
        _ => None,
    }
}
