//! Computer players of the client's own, one for each game: they win the match steps.
//!
//! A bot gets the state of a match from the server and returns the move of the player whose turn it is. It knows nothing else: the
//! same turn with the same seed gives the same move. [`bot`] is the only list.
//!
//! ```
//! use gradus_client::api::{GameKind, Move};
//! use gradus_client::bots::{self, Turn};
//!
//! let bot = bots::bot(GameKind::FourInARow);
//! // Black has 0 and 1 and 2, white has 16 and 32; white stops the line.
//! let history = ["0", "16", "1", "32", "2"].map(Move::new);
//! assert_eq!(bot(&Turn::new(&history))?, "3");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod alpha_beta;
mod grid;
mod line_games;
mod numerical;
#[cfg(test)]
mod rules;
mod threats;
mod turn;

use crate::api::GameKind;

pub use turn::{BotError, Turn};

/// From a turn of a match to the move, as text: `hh`, `5:9`, `57`.
pub type Bot = fn(&Turn) -> Result<String, BotError>;

/// The bot of a game.
#[must_use]
pub fn bot(game: GameKind) -> Bot {
    match game {
        GameKind::FourInARow => line_games::four_in_a_row,
        GameKind::Gomoku => line_games::gomoku,
        GameKind::Numerical => numerical::play,
        GameKind::Tesseract => line_games::tesseract,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::Move;
    use crate::boards::gomoku::Point;

    const GAMES: [GameKind; 4] =
        [GameKind::Gomoku, GameKind::Numerical, GameKind::FourInARow, GameKind::Tesseract];

    fn played(game: GameKind, moves: &[&str]) -> Result<String, BotError> {
        let history: Vec<Move> = moves.iter().map(|text| Move::new(text)).collect();
        bot(game)(&Turn::new(&history))
    }

    #[test]
    fn the_same_turn_gives_the_same_move_and_another_seed_another() {
        for game in GAMES {
            let first = |seed| bot(game)(&Turn { seed, ..Turn::new(&[]) }).unwrap();
            assert_eq!(first(5), first(5), "{game}");
            assert!((0..9).any(|seed| first(seed) != first(5)), "{game}");
        }
    }

    /// In numbers 1 + 15 + 7 lack 11, which is odd's.
    #[test]
    fn a_win_is_taken() {
        for (game, moves, winning) in [
            (GameKind::Gomoku, ["aa", "ha", "ab", "hb", "ac", "hc", "ad", "hd"].as_slice(), "ae"),
            (GameKind::Numerical, &["0:1", "5:2", "1:15", "10:4", "2:7", "15:6"], "3:11"),
            (GameKind::FourInARow, &["0", "85", "1", "86", "2", "87"], "3"),
            (GameKind::Tesseract, &["1", "40", "2", "80"], "3"),
        ] {
            assert_eq!(played(game, moves).unwrap(), winning, "{game}");
        }
    }

    #[test]
    fn the_opponents_win_is_stopped() {
        for (game, moves, stop) in [
            (GameKind::Gomoku, ["aa", "ha", "ab", "hc", "ac", "he", "ad"].as_slice(), "ae"),
            (GameKind::Numerical, &["0:1", "5:2", "1:15", "10:4", "2:7"], "3:"),
            (GameKind::FourInARow, &["0", "85", "1", "102", "2"], "3"),
            (GameKind::Tesseract, &["1", "40", "3"], "2"),
        ] {
            let played = played(game, moves).unwrap();
            assert!(played.starts_with(stop), "{game}: {played}");
        }
    }

    #[test]
    fn an_illegal_history_is_refused() {
        for (game, moves) in [
            (GameKind::Gomoku, ["hh", "hh"].as_slice()),
            (GameKind::Gomoku, &["hhhi"]),
            (GameKind::Gomoku, &["ap"]),
            (GameKind::Numerical, &["0:2"]),
            (GameKind::Numerical, &["0:1", "0:2"]),
            (GameKind::Numerical, &["0:1", "1:2", "2:1"]),
            (GameKind::Numerical, &["16:1"]),
            (GameKind::Numerical, &["0:17"]),
            (GameKind::Numerical, &["5"]),
            (GameKind::FourInARow, &["256"]),
            (GameKind::FourInARow, &["7", "7"]),
            (GameKind::Tesseract, &["0"]),
            (GameKind::Tesseract, &["81"]),
            (GameKind::Tesseract, &["7", "x"]),
        ] {
            let error = played(game, moves).unwrap_err();
            assert!(matches!(error, BotError::History(_)), "{game} {moves:?}: {error}");
        }
    }

    #[test]
    fn a_tesseract_has_2_to_4_players() {
        for players in [0, 1, 5] {
            let turn = Turn { players, ..Turn::new(&[]) };
            assert!(matches!(bot(GameKind::Tesseract)(&turn), Err(BotError::Players(_))));
        }
    }

    #[test]
    fn a_full_board_has_no_move() {
        let points = Point::rows().flatten().map(|point| point.to_string());
        let numbers = (0..16).map(|cell| format!("{cell}:{}", cell + 1));
        let cells = (0..256).map(|cell| cell.to_string());
        let tiles = (1..=80).map(|tile| tile.to_string());
        let moves = |texts: &mut dyn Iterator<Item = String>| -> Vec<Move> {
            texts.map(|text| Move::new(&text)).collect()
        };
        let (mut points, mut numbers, mut cells, mut tiles) = (points, numbers, cells, tiles);
        let full = [moves(&mut points), moves(&mut numbers), moves(&mut cells), moves(&mut tiles)];
        for (game, history) in GAMES.into_iter().zip(full) {
            let played = bot(game)(&Turn::new(&history));
            assert!(matches!(played, Err(BotError::Full)), "{game}");
        }
    }
}
