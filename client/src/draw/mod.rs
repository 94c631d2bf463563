//! A task's boards for a terminal. What can be drawn is known by the form of the task's fields, so that a new step whose task looks like an
//! old one's is drawn too; all other fields are listed as JSON.
//!
//! The text has ANSI colours: print it through a stream that strips them where they are not wanted, as `anstream` does.

mod four_in_a_row;
mod gomoku;
mod numerical;
mod tesseract;

use std::fmt::Display;

use anstyle::{AnsiColor, Style};
use serde::Deserialize;

use crate::api::{Fields, Task};
use crate::boards;

/// The first player's pieces: black stones, odd numbers.
const FIRST: Style = AnsiColor::Yellow.on_default().bold();
/// The second player's.
const SECOND: Style = AnsiColor::Cyan.on_default().bold();
/// The third player's.
const THIRD: Style = AnsiColor::Magenta.on_default().bold();
/// The fourth player's.
const FOURTH: Style = AnsiColor::Green.on_default().bold();
/// Empty cells and the names of rows and columns.
const FAINT: Style = Style::new().dimmed();

/// The forms of fields that hold boards; the first that fits is taken.
#[derive(Deserialize)]
#[serde(untagged)]
enum Boards {
    Points { board: boards::gomoku::Game, coord: Vec<boards::gomoku::Point> },
    Replay { questions: boards::gomoku::Game },
    Numerical { boards: Vec<boards::numerical::Board> },
    FourInARow { boards: Vec<boards::four_in_a_row::Board> },
    Tesseract { games: Vec<boards::tesseract::Game> },
}

impl Boards {
    /// The name of the field that is drawn.
    fn field(&self) -> &'static str {
        match self {
            Self::Points { .. } => "board",
            Self::Replay { .. } => "questions",
            Self::Numerical { .. } | Self::FourInARow { .. } => "boards",
            Self::Tesseract { .. } => "games",
        }
    }

    fn draw(&self) -> Vec<String> {
        match self {
            Self::Points { board, coord } => vec![gomoku::board(board, coord)],
            Self::Replay { questions } => vec![gomoku::board(questions, &[])],
            Self::Numerical { boards } => boards.iter().map(numerical::board).collect(),
            Self::FourInARow { boards } => boards.iter().map(four_in_a_row::board).collect(),
            Self::Tesseract { games } => games.iter().map(tesseract::board).collect(),
        }
    }
}

/// A task: its title, its boards, its other fields, and the token to answer it with.
#[must_use]
pub fn task(task: &Task) -> String {
    let heading = format!("step {}  {}\n", task.step, task.title);
    let token = format!("{}\n", labelled("task", &task.token));
    [heading, fields(&task.fields), token].join("\n")
}

fn fields(fields: &Fields) -> String {
    let boards: Option<Boards> = fields.read().ok();
    let drawn = boards.as_ref().map(Boards::field);
    let others = fields.iter().filter(|(name, _)| Some(name.as_str()) != drawn);
    let mut parts = boards.as_ref().map(Boards::draw).unwrap_or_default();
    parts.extend(others.map(|(name, value)| labelled(name, value)));
    parts.join("\n")
}

fn labelled(name: &str, value: impl Display) -> String {
    format!("{}  {value}\n", paint(FAINT, name))
}

fn paint(style: Style, text: impl Display) -> String {
    format!("{style}{text}{style:#}")
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    /// The drawing without its colours.
    fn plain(task: Value) -> String {
        anstream::adapter::strip_str(&fields(&Fields::from(task))).to_string()
    }

    #[test]
    fn a_gomoku_board_marks_the_points_asked_for() {
        let drawing = plain(json!({"board": "hhhiig", "coord": ["hh", "oo"]}));
        let lines: Vec<&str> = drawing.lines().collect();
        assert_eq!(lines[0], "    a b c d e f g h i j k l m n o");
        assert_eq!(lines[8], " h  . . . . . . .[x]o . . . . . .");
        assert_eq!(lines[9], " i  . . . . . . x . . . . . . . .");
        assert_eq!(lines[15], " o  . . . . . . . . . . . . . .[.]");
        assert_eq!(lines[17], r#"coord  ["hh","oo"]"#);
    }

    #[test]
    fn a_numerical_board_is_four_rows() {
        let board = [16, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0];
        let expected = " 16  .  .  1\n  .  .  .  .\n  .  .  .  .\n  .  2  .  .\n";
        assert_eq!(plain(json!({"boards": [board]})), expected);
    }

    #[test]
    fn four_dimensional_boards_are_blocks_of_blocks() {
        let mut cells = ".".repeat(256);
        cells.replace_range(57..58, "x");
        let drawing = plain(json!({"boards": [cells], "side": "o"}));
        let lines: Vec<&str> = drawing.lines().collect();
        assert_eq!(lines[3], " . . . .   . . . .   . . . .   . x . .");
        assert_eq!(lines.last(), Some(&r#"side  "o""#));

        let drawing = plain(json!({"games": [{"players": 2, "history": [40, 41]}]}));
        let lines: Vec<&str> = drawing.lines().collect();
        assert_eq!(lines[6], " · · ·   X   O   · · ·");
    }

    #[test]
    fn what_is_no_board_is_listed() {
        assert_eq!(plain(json!({"word": "gradatim"})), "word  \"gradatim\"\n");
    }
}
