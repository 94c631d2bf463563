//! A bot's input, and why it may have no move.

use crate::api::{EndRule, GameState, Move};
use crate::boards::BoardError;

/// A match at the point where a bot is to move.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// The moves so far, the first one first; whose turn it is follows from how many there are.
    pub history: &'a [Move],
    /// How many players there are: 2 to 4 on a tesseract, else 2.
    pub players: u8,
    /// When a match of four-in-a-row ends.
    pub end: EndRule,
    /// How many lines win a match on a tesseract.
    pub threshold: u32,
    /// The seed of the bot's random choices among equal moves.
    pub seed: u64,
}

impl<'a> Turn<'a> {
    /// A turn of a match with two players and the options that a match has when none are given; the seed is 0.
    #[must_use]
    pub fn new(history: &'a [Move]) -> Self {
        Self { history, players: 2, end: EndRule::FirstLine, threshold: 9, seed: 0 }
    }

    /// The turn of a match on the server.
    ///
    /// # Errors
    /// [`BotError::Players`] when the match has more seats than any game.
    pub fn of(state: &'a GameState, seed: u64) -> Result<Self, BotError> {
        let seats = state.seats.len();
        let defaults = Self::new(&state.history);
        Ok(Self {
            players: u8::try_from(seats).map_err(|_| BotError::Players(seats))?,
            end: state.end.unwrap_or(defaults.end),
            threshold: state.threshold.unwrap_or(defaults.threshold),
            seed,
            ..defaults
        })
    }
}

/// Why a bot has no move.
#[derive(Debug, thiserror::Error)]
pub enum BotError {
    /// The history is not one of this game.
    #[error("the history does not fit the game: {0}")]
    History(String),
    /// The game is played by 2 to 4.
    #[error("{0} is not a number of players: expected 2 to 4")]
    Players(usize),
    /// The board is full.
    #[error("there is no move left")]
    Full,
}

impl From<BoardError> for BotError {
    fn from(error: BoardError) -> Self {
        Self::History(error.to_string())
    }
}
