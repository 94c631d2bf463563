//! Games of gomoku written down.
//!
//! `points` are the points of the moves, one after the other: `hhgi`. An empty text is a game before its first move.
//!
//! `psq` are the files of the program Piskvork, which the Gomocup tournaments use:
//!
//! ```text
//! Piskvorky 15x15, 11:11, 0      size of the board, levels of the players, who began
//! 8,8,0                          a move: column and row from 1, time in milliseconds
//! 9,7,0
//! -1                             how it ended; tournaments have the players' names before it
//! ```
//!
//! The header that is written is always the same: who played is not kept, nor how long they took.

use crate::texts;
use crate::typed_game::{Options, RecordFormat, Rejection, Seats, TextFormat, Transcript};
use gradus_board::gomoku::{Game, Point};

pub(super) const POINTS: RecordFormat<Game> = RecordFormat {
    text: TextFormat { name: "points", recognises: is_points, read: read_points },
    write: |game, _| game.moves().iter().map(ToString::to_string).collect(),
};

pub(super) const PSQ: RecordFormat<Game> = RecordFormat {
    text: TextFormat { name: "psq", recognises: is_psq, read: read_psq },
    write: |game, _| write_psq(game),
};

/// What is known of a game of which only the moves are known.
fn transcript(history: Vec<String>) -> Transcript {
    Transcript { options: Options::default(), seats: Seats::Counted(2), history }
}

/// Letters only, but not the first word of a cut off file.
fn is_points(text: &str) -> bool {
    !is_psq(text) && text.trim_end().bytes().all(|byte| byte.is_ascii_alphabetic())
}

fn read_points(text: &str) -> Result<Transcript, Rejection> {
    let letters: Vec<char> = text.trim_end().chars().collect();
    let (pairs, rest) = letters.as_chunks::<2>();
    if !rest.is_empty() {
        let (moves, found) = (pairs.len(), letters.len());
        let message = texts::gomoku::odd_letters(found, moves);
        return Err(Rejection::Form(message));
    }
    Ok(transcript(pairs.iter().map(String::from_iter).collect()))
}

const HEADER: &str = "Piskvorky 15x15, 11:11, 0";

/// Piskvork writes this where no error ended the game.
const NO_ERROR: &str = "-1";

fn is_psq(text: &str) -> bool {
    text.starts_with("Piskvorky")
}

fn write_psq(game: &Game) -> String {
    let points = game.moves().iter();
    let moves = points.map(|point| format!("{},{},0\n", point.column() + 1, point.row() + 1));
    format!("{HEADER}\n{}{NO_ERROR}\n", moves.collect::<String>())
}

fn read_psq(text: &str) -> Result<Transcript, Rejection> {
    let mut lines = text.lines().map(str::trim).zip(1..);
    let size = lines.next().and_then(|(header, _)| header.strip_prefix("Piskvorky "));
    let size = size.and_then(|rest| rest.split(',').next()).map_or("", str::trim);
    if size != "15x15" {
        let found = format!("{size:?}");
        let message = texts::gomoku::size(found, HEADER);
        return Err(Rejection::Form(message));
    }
    let mut history = Vec::new();
    // Some editors leave blank lines.
    let mut lines = lines.filter(|(line, _)| !line.is_empty()).peekable();
    while let Some((line, number)) = lines.next_if(|(line, _)| !is_end(line)) {
        let is_name = !line.starts_with(|c: char| c.is_ascii_digit());
        if is_name {
            // The players' names: what follows them tells how the game ended.
            lines.find(|(line, _)| is_end(line)).ok_or_else(cut_off)?;
            return Ok(transcript(history));
        }
        let point = point(line).ok_or_else(|| {
            let found: String = line.chars().take(20).collect();
            let found = format!("{found:?}");
            Rejection::Form(texts::gomoku::line(number, found))
        })?;
        history.push(point.to_string());
    }
    // A number alone is also how a move begins that was cut off: then there is no line end behind it.
    let is_whole = |end: &str| end.starts_with('-') || text.ends_with(['\n', '\r']);
    let end = lines.next().filter(|(end, _)| is_whole(end));
    end.map(|_| transcript(history)).ok_or_else(cut_off)
}

/// Whether a line says how the game ended: a whole number from -1 on.
fn is_end(line: &str) -> bool {
    line.parse::<i32>().is_ok_and(|code| code >= -1)
}

fn cut_off() -> Rejection {
    Rejection::Form(texts::gomoku::cut_off())
}

/// The point of a line `column,row,time`; the time may be missing, as in the program's older files.
fn point(line: &str) -> Option<Point> {
    let mut numbers = line.split(',').map(|text| text.trim().parse::<u32>().ok());
    let column = u8::try_from(numbers.next()??).ok()?.checked_sub(1)?;
    let row = u8::try_from(numbers.next()??).ok()?.checked_sub(1)?;
    let rest_is_a_time = numbers.next().is_none_or(|time| time.is_some());
    Point::new(row, column).filter(|_| rest_is_a_time && numbers.next().is_none())
}
