//! Games of gomoku written down.
//!
//! `points` are the points of the moves, one after the other: `hhgi`. An empty text is a game before its first move. What is read may also
//! be written as other programs write it:
//!
//! | text | meaning |
//! |---|---|
//! | `hh gi`, `hh,gi`, `1. hh 2. gi` | the row and the column of each point, with letters from the top left |
//! | `h8 i9`, `H8I9` | the column as a letter, and the row as a number from the bottom, as in renju |
//! | `(;GM[4]SZ[15];B[hh];W[ig])` | SGF: the column and the row, with letters from the top left; the main line is read, and a text before it is skipped |
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
    text: TextFormat {
        name: "points",
        example: "hh gi, h8 i9, (;GM[4]SZ[15];B[hh];W[ig])",
        recognises: |text| sgf_in(text).is_some() || is_points(text),
        read: |text| sgf_in(text).map_or_else(|| read_points(text), read_sgf),
    },
    write: |game, _| game.moves().iter().map(ToString::to_string).collect(),
};

pub(super) const PSQ: RecordFormat<Game> = RecordFormat {
    text: TextFormat {
        name: "psq",
        example: "Piskvorky 15x15, 11:11, 0 ⏎ 8,8,0 ⏎ 9,7,0 ⏎ -1",
        recognises: is_psq,
        read: read_psq,
    },
    write: |game, _| write_psq(game),
};

/// What is known of a game of which only the moves are known.
fn transcript(history: Vec<String>) -> Transcript {
    Transcript { options: Options::default(), seats: Seats::Counted(2), history }
}

/// Letters only, but not the first word of a cut off file; or a text that begins with a point.
fn is_points(text: &str) -> bool {
    let text = narrow(text);
    let begins_with_a_point = || {
        let mut words = words(&text).map(without_number).filter(|word| !is_number(word));
        let points = words.next().and_then(points_in);
        points.is_some_and(|points| points.iter().all(|point| point.parse::<Point>().is_ok()))
    };
    // Other games' files assign values.
    let is_other = is_psq(&text) || text.contains('=');
    !is_other && (is_letters(text.trim_end()) || begins_with_a_point())
}

fn is_letters(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphabetic())
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

/// The text with the letters, digits and marks of ASCII for those that Chinese and Japanese keyboards write as wide as a character.
fn narrow(text: &str) -> String {
    let narrow = |c: char| match c {
        '！'..='～' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        other => other,
    };
    text.chars().map(narrow).collect()
}

/// The words between blanks, line breaks and the marks that programs write between moves and around lists.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let separates = |c: char| c.is_whitespace() || ",;|-–—→>、。[]\"'".contains(c);
    text.split(separates).filter(|word| !word.is_empty())
}

/// A word without the number of its move, as in `1.h8` or `1)`, and without the full stop behind it.
fn without_number(word: &str) -> &str {
    let word = if word.starts_with(|c: char| c.is_ascii_alphabetic()) {
        word.trim_end_matches('.')
    } else {
        word
    };
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let point = rest.trim_start_matches(['.', ')', ':']);
    if rest.len() < word.len() && point.len() < rest.len() { point } else { word }
}

/// The points that a word has, in the notation of this game. Whether they are on the board is found out later.
fn points_in(word: &str) -> Option<Vec<String>> {
    let mut points = Vec::new();
    let mut rest = word;
    while let Some(letter) = rest.chars().next() {
        let after = rest.get(1..).filter(|_| letter.is_ascii_alphabetic())?;
        let digits = after.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 {
            points.push(renju_point(letter, after.get(..digits)?)?.to_string());
            rest = after.get(digits..)?;
        } else {
            let pair = rest.get(..2).filter(|pair| is_letters(pair))?;
            points.push(pair.to_owned());
            rest = rest.get(2..)?;
        }
    }
    Some(points)
}

/// The point of a column's letter and a row's number, which is counted from the bottom.
fn renju_point(column: char, row: &str) -> Option<Point> {
    let column = u8::try_from(column.to_ascii_lowercase()).ok()?.checked_sub(b'a')?;
    Point::new(Point::SIDE.checked_sub(row.parse().ok()?)?, column)
}

fn read_points(text: &str) -> Result<Transcript, Rejection> {
    if is_letters(text.trim_end()) {
        return read_letters(text.trim_end());
    }
    let mut history: Vec<String> = Vec::new();
    let has_digits = |word: &str| word.contains(|c: char| c.is_ascii_digit());
    let mut with_digits = None;
    for word in words(&narrow(text).replace("--", " pass ")).map(without_number) {
        let number = history.len() + 1;
        // The number of a move, or of a move of both players.
        let is_counted = |found: usize| found == number || found == number.div_ceil(2);
        if word.is_empty() || word.parse().is_ok_and(is_counted) {
            continue;
        }
        if word.eq_ignore_ascii_case("pass") {
            return Err(Rejection::Form(texts::gomoku::pass(number)));
        }
        let points = points_in(word).ok_or_else(|| not_a_point(number, word))?;
        // A text in two notations, or of words with blanks between them, is no record but a remark.
        let is_another = *with_digits.get_or_insert(has_digits(word)) != has_digits(word);
        let is_word = !has_digits(word) && points.len() > 1 && text.trim().contains(' ');
        if is_another || is_word {
            return Err(not_a_point(number, word));
        }
        history.extend(points);
    }
    Ok(transcript(history))
}

fn not_a_point(number: usize, found: &str) -> Rejection {
    let found: String = found.chars().take(20).collect();
    Rejection::Form(texts::gomoku::notation(number, format!("{found:?}")))
}

/// Two letters a move, with nothing between the moves.
fn read_letters(text: &str) -> Result<Transcript, Rejection> {
    let letters: Vec<char> = text.chars().collect();
    let (pairs, rest) = letters.as_chunks::<2>();
    if !rest.is_empty() {
        let (moves, found) = (pairs.len(), letters.len());
        let message = texts::gomoku::odd_letters(found, moves);
        return Err(Rejection::Form(message));
    }
    Ok(transcript(pairs.iter().map(String::from_iter).collect()))
}

/// The SGF in a text, from its first bracket on. Behind another text, such as that of a mail, it has to begin with a property.
fn sgf_in(text: &str) -> Option<&str> {
    let mut trees = text.match_indices('(').filter_map(|(start, _)| {
        let sgf = text.get(start..)?;
        let node = sgf.get(1..)?.trim_start().strip_prefix(';')?.trim_start();
        let value = node.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        let has_property = value.len() < node.len() && value.trim_start().starts_with('[');
        (start == 0 || has_property).then_some(sgf)
    });
    trees.next()
}

/// Reads SGF (<https://www.red-bean.com/sgf/>). The main line ends at the first `)`: a variation comes after what it replaces.
fn read_sgf(text: &str) -> Result<Transcript, Rejection> {
    let mut history = Vec::new();
    let mut property = "";
    let mut rest = text;
    loop {
        let start = rest.find(['[', ')', ';']).ok_or_else(sgf_cut_off)?;
        let (name, after) = rest.split_at(start);
        // A property may have several values, the second without its name.
        if !name.trim().is_empty() {
            property = name.trim().trim_start_matches('(');
        }
        let mut symbols = after.chars();
        match symbols.next() {
            Some('[') => {
                let (value, behind) = sgf_value(symbols.as_str()).ok_or_else(sgf_cut_off)?;
                read_property(property, value.trim(), &mut history)?;
                rest = behind;
            }
            Some(')') => return Ok(transcript(history)),
            _ => rest = symbols.as_str(),
        }
    }
}

/// The value up to its bracket, and what is behind it. A backslash stands before a bracket that does not end the value.
fn sgf_value(text: &str) -> Option<(&str, &str)> {
    let mut is_escaped = false;
    let end = text.find(|symbol| {
        let ends = symbol == ']' && !is_escaped;
        is_escaped = symbol == '\\' && !is_escaped;
        ends
    })?;
    Some((text.get(..end)?, text.get(end + 1..)?))
}

fn read_property(name: &str, value: &str, history: &mut Vec<String>) -> Result<(), Rejection> {
    // Older files write the names of properties with small letters between, which do not count.
    let capitals: String = name.chars().filter(char::is_ascii_uppercase).collect();
    let (name, number) = (&*capitals, history.len() + 1);
    let refused = match name {
        "GM" if value != "4" => texts::gomoku::sgf_game(value),
        "SZ" if !["15", "15:15"].contains(&value) => texts::gomoku::sgf_size(value),
        "AB" | "AW" | "AE" => texts::gomoku::sgf_setup(name),
        "B" | "W" if value.is_empty() || value == "tt" => texts::gomoku::pass(number),
        "B" | "W" if (name == "B") != (number % 2 == 1) => texts::gomoku::sgf_turn(number, name),
        "B" | "W" => {
            if let Some(point) = sgf_point(value) {
                history.push(point.to_string());
                return Ok(());
            }
            let found: String = value.chars().take(20).collect();
            texts::gomoku::sgf_point(number, name, found)
        }
        _ => return Ok(()),
    };
    Err(Rejection::Form(refused))
}

/// The point of a move: two letters, of which the first is the column; some programs write `h8`.
fn sgf_point(value: &str) -> Option<Point> {
    let [point] = <[String; 1]>::try_from(points_in(value)?).ok()?;
    let point = if is_letters(value) { point.chars().rev().collect() } else { point };
    point.parse().ok()
}

fn sgf_cut_off() -> Rejection {
    Rejection::Form(texts::gomoku::sgf_cut_off())
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
    // Some editors leave blank lines.
    let lines: Vec<_> = lines.filter(|(line, _)| !line.is_empty()).collect();
    let end = lines.iter().position(|(line, _)| is_end(line)).unwrap_or(lines.len());
    let (before, after) = lines.split_at(end);
    let history: Vec<_> = before.iter().map_while(|(line, _)| point(line)).collect();
    // Behind the moves are the players' names. A line of numbers, or one with moves behind it, is no name, but a damaged move.
    let names = before.get(history.len()..).unwrap_or_default();
    if let Some((line, number)) = names.first() {
        let (column, rest) = line.split_at(line.find([',', ';']).unwrap_or(line.len()));
        let row = rest.trim_start_matches([',', ';', ' ']);
        let is_of_numbers = !column.is_empty()
            && column.bytes().all(|byte| byte.is_ascii_digit())
            && row.starts_with(|c: char| c.is_ascii_digit() || c == '-')
            || line.bytes().all(|byte| byte.is_ascii_digit() || b",. ".contains(&byte));
        // Two players have a name each.
        if is_of_numbers || names.len() > 2 || names.iter().any(|(line, _)| point(line).is_some()) {
            let found: String = line.chars().take(20).collect();
            let found = format!("{found:?}");
            return Err(Rejection::Form(texts::gomoku::line(number, found)));
        }
    }
    // A number alone is also how a move begins that was cut off: then there is no line end behind it.
    let is_whole = |end: &str| end.starts_with('-') || text.ends_with(['\n', '\r']);
    match after.first() {
        Some((end, _)) if is_whole(end) => {
            Ok(transcript(history.iter().map(Point::to_string).collect()))
        }
        _ => Err(Rejection::Form(texts::gomoku::cut_off())),
    }
}

/// Whether a line says how the game ended: a whole number from -1 on.
fn is_end(line: &str) -> bool {
    line.parse::<i32>().is_ok_and(|code| code >= -1)
}

/// The point of a line `column,row,time`; the time may be missing, as in the program's older files.
fn point(line: &str) -> Option<Point> {
    let mut numbers = line.split(',').map(|text| text.trim().parse::<u32>().ok());
    let column = u8::try_from(numbers.next()??).ok()?.checked_sub(1)?;
    let row = u8::try_from(numbers.next()??).ok()?.checked_sub(1)?;
    let rest_is_a_time = numbers.next().is_none_or(|time| time.is_some());
    Point::new(row, column).filter(|_| rest_is_a_time && numbers.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damaged_moves_are_no_names_of_players() {
        for moves in ["8,8,12ms\n9,7,3ms", "8;8;0\n9;7;3", "8,8,-1", "8,8,0\n9,7,-1", "a\nb\nc"] {
            assert!(read_psq(&format!("{HEADER}\n{moves}\n-1\n")).is_err(), "{moves}");
        }
        let named = read_psq(&format!("{HEADER}\n8,8,0\n9,7,25\n5thEngine\n2x\n-1\n")).unwrap();
        assert_eq!(named.history, ["hh", "gi"]);
    }

    #[test]
    fn remarks_are_no_points() {
        for text in ["good game", "h8 i9 ok", "h8 good"] {
            assert!(read_points(text).is_err(), "{text}");
        }
        for text in ["h8 i9", "hh ig", "hhig", "h8i9 j10", "1. h8 i9 2. j10"] {
            assert!(read_points(text).is_ok(), "{text}");
        }
    }
}
