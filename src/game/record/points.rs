//! A game of gomoku as its points, one after the other: `hhgi`.

use super::{Record, RecordError, Seats};
use crate::game::name::GameName;
use crate::game::rules::Options;

pub(super) fn write(history: &[String]) -> String {
    history.concat()
}

/// Reads a text of letters.
pub(super) fn read(text: &str) -> Result<Record, RecordError> {
    let letters: Vec<char> = text.chars().collect();
    let (pairs, rest) = letters.as_chunks::<2>();
    if !rest.is_empty() {
        let (moves, found) = (pairs.len(), letters.len());
        let detail =
            format!("{found} letters; expected two a move, one is missing after move {moves}");
        return Err(RecordError::Form(detail));
    }
    Ok(gomoku(pairs.iter().map(String::from_iter).collect()))
}

/// The record of a game of gomoku of which no more than the points is known.
pub(super) fn gomoku(history: Vec<String>) -> Record {
    Record {
        game: GameName::Gomoku,
        options: Options::default(),
        seats: Seats::Counted(2),
        seed: None,
        history,
    }
}
