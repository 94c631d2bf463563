//! Games, and a task's boards, for a terminal. A task's boards are recognised by the form of its fields, so that a new kind whose task looks
//! like an old one's is drawn too; all other fields are listed as JSON.
//!
//! The text has ANSI colours: print it through a stream that strips them where they are not wanted, as `anstream` does.

mod boards;
mod game;
mod players;
mod text;

use serde::Deserialize;

use crate::api::{Fields, Task};
use crate::boards as rules;
use boards::{four_in_a_row, gomoku, numerical, tesseract};
use text::labelled;

pub use game::game;
pub use players::player;
pub use text::one_line;

/// The forms of fields that hold boards; the first that fits is taken.
#[derive(Deserialize)]
#[serde(untagged)]
enum Boards {
    Points {
        #[serde(default)]
        board: rules::gomoku::Game,
        coord: Vec<rules::gomoku::Point>,
    },
    Replay {
        questions: rules::gomoku::Game,
    },
    Gomoku {
        #[serde(alias = "questions")]
        games: Vec<rules::gomoku::Game>,
    },
    Numerical {
        boards: Vec<rules::numerical::Board>,
    },
    FourInARow {
        boards: Vec<rules::four_in_a_row::Board>,
    },
    Tesseract {
        games: Vec<tesseract::Contest>,
    },
    OneTesseract(tesseract::Contest),
}

impl Boards {
    /// The names of the fields that are drawn.
    fn fields(&self) -> &'static [&'static str] {
        match self {
            Self::Points { .. } => &["board"],
            Self::Replay { .. } => &["questions"],
            Self::Gomoku { .. } => &["games", "questions"],
            Self::Numerical { .. } | Self::FourInARow { .. } => &["boards"],
            Self::Tesseract { .. } => &["games"],
            Self::OneTesseract(_) => &["players", "history"],
        }
    }

    fn draw(&self) -> Vec<String> {
        match self {
            Self::Points { board, coord } => vec![gomoku::board(board, coord)],
            Self::Replay { questions } => vec![gomoku::game(questions)],
            Self::Gomoku { games } => games.iter().map(gomoku::game).collect(),
            Self::Numerical { boards } => boards.iter().map(numerical::board).collect(),
            Self::FourInARow { boards } => boards.iter().map(four_in_a_row::board).collect(),
            Self::Tesseract { games } => games.iter().map(tesseract::contest).collect(),
            Self::OneTesseract(game) => vec![tesseract::contest(game)],
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
    let drawn = boards.as_ref().map_or(&[][..], Boards::fields);
    let others = fields.iter().filter(|(name, _)| !drawn.contains(&name.as_str()));
    let mut parts = boards.as_ref().map_or_else(Vec::new, Boards::draw);
    parts.extend(others.map(|(name, value)| labelled(name, value)));
    parts.join("\n")
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
        assert_eq!(lines[0], "in a block: x to the right, y down");
        assert_eq!(lines[2], "       z = 0     z = 1     z = 2     z = 3");
        assert_eq!(lines[3], "w = 0  . . . .   . . . .   . . . .   . . . .");
        assert_eq!(lines[5], "       . . . .   . . . .   . . . .   . x . .");
        assert_eq!(lines[8], "w = 1  . . . .   . . . .   . . . .   . . . .");
        assert_eq!(lines.last(), Some(&r#"side  "o""#));
    }

    #[test]
    fn a_gomoku_game_is_its_board_and_its_moves() {
        for field in ["games", "questions"] {
            let drawing = plain(json!({field: ["", "HHhi"]}));
            let lines: Vec<&str> = drawing.lines().collect();
            assert_eq!(lines[16], "0 moves  ");
            assert_eq!(lines[26], " h  . . . . . . . x o . . . . . .");
            assert_eq!(lines[34], "2 moves  hhhi");
            assert_eq!(lines.len(), 35);
        }
    }

    #[test]
    fn points_without_a_board_are_marked_on_an_empty_one() {
        let drawing = plain(json!({"coord": ["Ab"]}));
        let lines: Vec<&str> = drawing.lines().collect();
        assert_eq!(lines[1], " a  .[.]. . . . . . . . . . . . .");
        assert_eq!(lines[17], r#"coord  ["Ab"]"#);
    }

    #[test]
    fn a_tesseract_is_drawn_with_its_game() {
        let drawing =
            plain(json!({"games": [{"players": 2, "threshold": 9, "history": [40, 41]}]}));
        let lines: Vec<&str> = drawing.lines().collect();
        assert_eq!(lines[0], "in a block: l to the right, k down");
        assert_eq!(lines[2], "       j = 1   j = 2   j = 3");
        assert_eq!(lines[7], "i = 2  · · ·   · · ·   · · ·");
        assert_eq!(lines[8], "       · · ·   X   O   · · ·");
        assert_eq!(lines[14..], ["2 players  40 41", "threshold  9"]);

        let drawing = plain(json!({"players": 3, "history": [1], "player": 2}));
        let lines: Vec<&str> = drawing.lines().collect();
        assert_eq!(lines[3], "i = 1  X · ·   · · ·   · · ·");
        assert_eq!(lines[14..], ["3 players  1", "", "player  2"]);
    }

    #[test]
    fn what_is_no_board_is_listed() {
        assert_eq!(plain(json!({"word": "gradatim"})), "word  \"gradatim\"\n");
    }
}
