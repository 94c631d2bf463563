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
    // Some editors leave blank lines.
    let mut lines = lines.filter(|(line, _)| !line.is_empty()).peekable();
    while let Some((line, number)) = lines.next_if(|(line, _)| !is_end(line)) {
        let is_name = !line.starts_with(|c: char| c.is_ascii_digit());
        if is_name {
            // The players' names: what follows them tells how the game ended.
            lines.find(|(line, _)| is_end(line)).ok_or_else(cut_off)?;
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
    // A number alone is also how a move begins that was cut off: then there is no line end behind it.
    let is_whole = |end: &str| end.starts_with('-') || text.ends_with(['\n', '\r']);
    let end = lines.next().filter(|(end, _)| is_whole(end));
    end.map(|_| gomoku(history)).ok_or_else(cut_off)
}

/// Whether a line says how the game ended: a whole number from -1 on.
fn is_end(line: &str) -> bool {
    line.parse::<i32>().is_ok_and(|code| code >= -1)
}

fn cut_off() -> RecordError {
    let detail = "the file ends before it says how the game ended; expected a last line as -1";
    RecordError::Form(detail.to_owned())
}

/// The point of a line `column,row,time`; the time may be missing, as in the program's older files.
fn point(line: &str) -> Option<Point> {
    let mut numbers = line.split(',').map(|text| text.trim().parse::<u32>().ok());
    let column = u8::try_from(numbers.next()??).ok()?.checked_sub(1)?;
    let row = u8::try_from(numbers.next()??).ok()?.checked_sub(1)?;
    let rest_is_a_time = numbers.next().is_none_or(|time| time.is_some());
    Point::new(row, column).filter(|_| rest_is_a_time && numbers.next().is_none())
}
