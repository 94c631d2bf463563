//! A game of four in a row in the files of the program of the article 4次元四目で遊ぼう, as Python's `configparser` writes them.
//!
//! ```text
//! [game]
//! history = [0, 57, 255]
//! cpu = False
//!
//! ```
//!
//! That program does not store when a game ends. A game that goes on until the board is full has one more line before the others,
//! `end = most_lines`, which the program ignores.

use crate::texts;
use crate::typed_game::{
    BySeat, Options, RecordFormat, Rejection, Seat, Seats, TextFormat, Transcript,
};
use gradus_board::lattice::four_in_a_row::{Cell, End, Game, IllegalMove};
use gradus_step::quoted;

/// The option that says when the game ends.
pub(super) const END: &str = "end";

/// The value of the option, in records and in JSON.
pub(super) const fn name_of_end(end: End) -> &'static str {
    match end {
        End::FirstLine => "first_line",
        End::MostLines => "most_lines",
    }
}

pub(super) const INI: RecordFormat<Game> = RecordFormat {
    text: TextFormat {
        name: "ini",
        example: "[game] ⏎ history = [0, 57, 255] ⏎ cpu = False",
        recognises: is_ini,
        read,
    },
    write,
};

/// The first line.
const HEADER: &str = "[game]";

const MAX_LINES: &str = name_of_end(End::MostLines);

fn is_ini(text: &str) -> bool {
    text.starts_with('[') && section(text).is_some_and(|name| !name.contains(['[', '"', '\'', ',']))
}

/// The name of the section on the first line.
fn section(text: &str) -> Option<&str> {
    text.lines().next()?.trim().strip_prefix('[')?.strip_suffix(']')
}

fn write(game: &Game, seats: &BySeat<Seat>) -> String {
    let history: Vec<String> = game.moves().iter().map(Cell::to_string).collect();
    let history = history.join(", ");
    let has_computer = seats.iter().any(|seat| seat.is_computer());
    let cpu = if has_computer { "True" } else { "False" };
    let end = match game.end() {
        End::MostLines => format!("{END} = {MAX_LINES}\n"),
        End::FirstLine => String::new(),
    };
    format!("{HEADER}\n{end}history = [{history}]\ncpu = {cpu}\n\n")
}

fn read(text: &str) -> Result<Transcript, Rejection> {
    let mut lines = text.lines().map(str::trim);
    let first = lines.next().unwrap_or_default();
    if first != HEADER {
        return Err(Rejection::Form(texts::four_in_a_row::header(quoted(first), HEADER)));
    }
    let (mut history, mut has_computer, mut end) = (None, None, None);
    for (line, number) in lines.zip(2..).filter(|(line, _)| !line.is_empty()) {
        match line.split_once('=').map(|(key, value)| (key.trim(), value.trim())) {
            Some(("history", list)) if history.is_none() && cells(list).is_some() => {
                history = cells(list);
            }
            Some(("cpu", "True")) if has_computer.is_none() => has_computer = Some(true),
            Some(("cpu", "False")) if has_computer.is_none() => has_computer = Some(false),
            Some((END, MAX_LINES)) if end.is_none() => end = Some(End::MostLines),
            _ => {
                let found: String = line.chars().take(30).collect();
                let found = format!("{found:?}");
                let message = texts::four_in_a_row::line(number, found);
                return Err(Rejection::Form(message));
            }
        }
    }
    let missing = |key: &str| Rejection::Form(texts::four_in_a_row::missing(key));
    let history = history.ok_or_else(|| missing("history"))?;
    let has_computer = has_computer.ok_or_else(|| missing("cpu"))?;
    let seats = [Seat::Human, if has_computer { Seat::Rules } else { Seat::Human }];
    let options = match end.or_else(|| goes_on_after_a_line(&history)) {
        Some(end) => Options::default().with(END, name_of_end(end)),
        None => Options::default(),
    };
    let history = history.iter().map(Cell::to_string).collect();
    Ok(Transcript { options, seats: Seats::Known(seats.to_vec()), history })
}

/// A Python list of cells.
fn cells(list: &str) -> Option<Vec<Cell>> {
    let inside = list.strip_prefix('[')?.strip_suffix(']')?.trim();
    if inside.is_empty() {
        return Some(Vec::new());
    }
    inside.split(',').map(|id| id.trim().parse().ok()).collect()
}

/// A game that was played on after its first line can only be one for the most lines.
fn goes_on_after_a_line(history: &[Cell]) -> Option<End> {
    let mut game = Game::new(End::FirstLine);
    let stopped = history.iter().find_map(|&cell| game.play(cell).err());
    (stopped == Some(IllegalMove::Over)).then_some(End::MostLines)
}
