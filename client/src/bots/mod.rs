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
    /// The game is played by 2 to 4.
    #[error("{0} is not a number of players: 2 to 4 were expected")]
    Players(u8),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boards::gomoku::Point;

    const GAMES: [&str; 4] = ["gomoku", "numerical", "four_in_a_row", "tesseract"];

    fn played(game: &str, moves: &[&str]) -> Result<String, BotError> {
        let history: Vec<String> = moves.iter().map(|each| (*each).to_owned()).collect();
        bot(game).unwrap()(&Turn::new(&history))
    }

    #[test]
    fn only_the_games_of_the_server_have_a_bot() {
        assert!(GAMES.into_iter().all(|game| bot(game).is_some()));
        assert!(bot("chess").is_none());
    }

    #[test]
    fn the_same_turn_gives_the_same_move_and_another_seed_another() {
        for game in GAMES {
            let first = |seed| bot(game).unwrap()(&Turn { seed, ..Turn::new(&[]) }).unwrap();
            assert_eq!(first(5), first(5), "{game}");
            assert!((0..9).any(|seed| first(seed) != first(5)), "{game}");
        }
    }

    /// In numbers 1 + 15 + 7 lack 11, which is odd's.
    #[test]
    fn a_win_is_taken() {
        for (game, moves, winning) in [
            ("gomoku", ["aa", "ha", "ab", "hb", "ac", "hc", "ad", "hd"].as_slice(), "ae"),
            ("numerical", &["0:1", "5:2", "1:15", "10:4", "2:7", "15:6"], "3:11"),
            ("four_in_a_row", &["0", "85", "1", "86", "2", "87"], "3"),
            ("tesseract", &["1", "40", "2", "80"], "3"),
        ] {
            assert_eq!(played(game, moves).unwrap(), winning, "{game}");
        }
    }

    #[test]
    fn the_others_win_is_stopped() {
        for (game, moves, stop) in [
            ("gomoku", ["aa", "ha", "ab", "hc", "ac", "he", "ad"].as_slice(), "ae"),
            ("numerical", &["0:1", "5:2", "1:15", "10:4", "2:7"], "3:"),
            ("four_in_a_row", &["0", "85", "1", "102", "2"], "3"),
            ("tesseract", &["1", "40", "3"], "2"),
        ] {
            let played = played(game, moves).unwrap();
            assert!(played.starts_with(stop), "{game}: {played}");
        }
    }

    #[test]
    fn a_history_of_no_game_is_refused() {
        for (game, moves) in [
            ("gomoku", ["hh", "hh"].as_slice()),
            ("gomoku", &["hhhi"]),
            ("gomoku", &["ap"]),
            ("numerical", &["0:2"]),
            ("numerical", &["0:1", "0:2"]),
            ("numerical", &["0:1", "1:2", "2:1"]),
            ("numerical", &["16:1"]),
            ("numerical", &["0:17"]),
            ("numerical", &["5"]),
            ("four_in_a_row", &["256"]),
            ("four_in_a_row", &["7", "7"]),
            ("tesseract", &["0"]),
            ("tesseract", &["81"]),
            ("tesseract", &["7", "x"]),
        ] {
            let error = played(game, moves).unwrap_err();
            assert!(matches!(error, BotError::History(_)), "{game} {moves:?}: {error}");
        }
    }

    #[test]
    fn a_tesseract_has_2_to_4_players() {
        for players in [0, 1, 5] {
            let turn = Turn { players, ..Turn::new(&[]) };
            assert!(matches!(bot("tesseract").unwrap()(&turn), Err(BotError::Players(_))));
        }
    }

    #[test]
    fn a_full_board_has_no_move() {
        let points = Point::rows().flatten().map(|point| point.to_string()).collect();
        let numbers = (0..16).map(|cell| format!("{cell}:{}", cell + 1)).collect();
        let cells = (0..256).map(|cell| cell.to_string()).collect();
        let tiles = (1..=80).map(|tile| tile.to_string()).collect();
        let full: [Vec<String>; 4] = [points, numbers, cells, tiles];
        for (game, history) in GAMES.into_iter().zip(full) {
            let played = bot(game).unwrap()(&Turn::new(&history));
            assert!(matches!(played, Err(BotError::Full)), "{game}");
        }
    }
}
