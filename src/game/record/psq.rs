//! A game of gomoku in the files of the program Piskvork, which the Gomocup tournaments use.
//!
//! ```text
//! Piskvorky 15x15, 11:11, 0      size of the board, levels of the players, who began
//! 8,8,0                          a move: column and row from 1, time in milliseconds
//! 9,7,0
//! -1                             how it ended; tournaments have the players' names before it
//! ```
//!
//! The header is always the same here: who played is not kept, nor how long they thought.

use super::points::gomoku;
use super::{Record, RecordError};
use crate::board::gomoku::Point;

const HEADER: &str = "Piskvorky 15x15, 11:11, 0";

/// Piskvork writes this where no error ended the game.
const NO_ERROR: &str = "-1";

pub(super) fn write(history: &[String]) -> String {
    let points = history.iter().filter_map(|text| text.parse::<Point>().ok());
    let moves = points.map(|point| format!("{},{},0\n", point.column() + 1, point.row() + 1));
    format!("{HEADER}\n{}{NO_ERROR}\n", moves.collect::<String>())
}

pub(super) fn read(text: &str) -> Result<Record, RecordError> {
    let mut lines = text.lines().map(str::trim).zip(1..);
    let size = lines.next().and_then(|(header, _)| header.strip_prefix("Piskvorky "));
    let size = size.and_then(|rest| rest.split(',').next()).unwrap_or_default().trim();
    if size != "15x15" {
        let detail = format!("line 1: the board is {size:?}; expected `{HEADER}`");
        return Err(RecordError::Form(detail));
    }
    let mut history = Vec::new();
    for (line, number) in lines {
        // The first line that is no move ends them: a player's name, or how the game ended.
        if !line.contains(',') {
            return Ok(gomoku(history));
        }
        let point = point(line).ok_or_else(|| {
            let found: String = line.chars().take(20).collect();
            RecordError::Form(format!(
                "line {number}: found {found:?}; expected column, row and time, as 8,8,0"
            ))
        })?;
        history.push(point.to_string());
    }
    let detail =
        "the file ends after a move; expected a last line that says how the game ended, as -1";
    Err(RecordError::Form(detail.to_owned()))
}

/// The point of a line `column,row,time`; the time may be missing, as in the program's older files.
fn point(line: &str) -> Option<Point> {
    let mut numbers = line.split(',').map(|text| text.trim().parse::<u32>().ok());
    let column = u8::try_from(numbers.next()??).ok()?.checked_sub(1)?;
    let row = u8::try_from(numbers.next()??).ok()?.checked_sub(1)?;
    let rest_is_a_time = numbers.next().is_none_or(|time| time.is_some());
    Point::new(row, column).filter(|_| rest_is_a_time && numbers.next().is_none())
}
