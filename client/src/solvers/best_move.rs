//! `gomoku/best-move`: a point that scores highest for the player to move, by the table of patterns.

use serde::Deserialize;

use crate::boards::gomoku::{Board, DIRECTIONS, Game, Point};

#[derive(Deserialize)]
pub(super) struct Task {
    questions: Vec<Game>,
}

/// The value of a line: that of the first row with a pattern that occurs in it. `C` is the point in question, `M` a stone of the
/// player to move, `O` one of the opponent's, `.` an empty point.
const TABLE: [(u32, &[&str]); 8] = [
    (10000, &["CMMMM", "MCMMM", "MMCMM", "MMMCM", "MMMMC"]),
    (6000, &["OOOOC", "COOOO"]),
    (5000, &[".CMMM.", ".MCMM.", ".MMCM.", ".MMMC."]),
    (2500, &["COOO.", ".OOOC", ".OOCO.", ".OCOO."]),
    (2000, &["OCMMM.", "OMCMM.", "OMMCM.", "OMMMC.", ".CMMMO", ".MCMMO", ".MMCMO", ".MMMCO"]),
    (400, &[".MMC.", ".MCM.", ".CMM.", ".OOC", "COO.", "MOOOC", "COOOM"]),
    (200, &[".MMCO", ".MCMO", ".CMMO", "OMMC.", "OMCM.", "OCMM.", "MOOC", "COOM"]),
    (50, &[".MC.", ".CM."]),
];

/// The value of a line without any of the patterns.
const NOTHING: u32 = 20;

pub(super) fn solve(task: &Task) -> Vec<String> {
    task.questions.iter().map(best).collect()
}

/// The highest-scoring empty point; `-` on a full board.
fn best(game: &Game) -> String {
    let board = Board::after(game);
    let mover = game.mover();
    let empty = Point::rows().flatten().filter(|point| board.at(*point) == '.');
    let best = empty.max_by_key(|point| score(&board, *point, mover));
    best.map_or_else(|| "-".to_owned(), |point| point.to_string())
}

pub(crate) fn score(board: &Board, point: Point, mover: char) -> u32 {
    DIRECTIONS.iter().map(|direction| value(&line(board, point, *direction, mover))).sum()
}

/// A line through an empty point in the table's letters.
fn line(board: &Board, point: Point, direction: (i8, i8), mover: char) -> String {
    let letter = |there| match board.at(there) {
        _ if there == point => 'C',
        '.' => '.',
        stone if stone == mover => 'M',
        _ => 'O',
    };
    point.line(direction).map(letter).collect()
}

fn value(line: &str) -> u32 {
    let found =
        TABLE.iter().find(|(_, patterns)| patterns.iter().any(|pattern| line.contains(pattern)));
    found.map_or(NOTHING, |(value, _)| *value)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::solvers::vectors;

    fn solved(game: &str) -> String {
        vectors::solved("gomoku/best-move", json!({"questions": [game]})).remove(0)
    }

    fn scored(game: &str, point: &str, mover: char) -> u32 {
        let board = Board::after(&Game::try_from(game.to_owned()).unwrap());
        score(&board, Point::try_from(point.to_owned()).unwrap(), mover)
    }

    #[test]
    fn a_line_has_the_value_of_the_first_row_that_fits() {
        for (line, value) in [
            ("MMMMC....", 10000),
            ("..MMCMM..", 10000),
            ("OOOOCMMMM", 10000), // one's own five comes before stopping the other's
            ("OOOOCMMM.", 6000),
            (".OOOCOOO.", 2500), // the fours would be five with C: no pattern says so
            ("...MCMM..", 5000),
            ("MMMC.", 20), // nothing before the three: the board ends there
            (".MMMC", 20), // nor after it
            (".MMMCO", 2000),
            ("OMMMCO", 20),
            (".OOOC", 2500),
            ("MOOOC", 400),
            ("OOOC.", 20),
            (".OOC", 400),
            ("OOC", 20),
            ("MOOC", 200),
            (".M.CM....", 50),
            (".MMC.", 400),
            ("..MCO", 20),
            ("....C....", 20),
        ] {
            assert_eq!(super::value(line), value, "{line}");
        }
    }

    #[test]
    fn a_point_is_worth_the_sum_of_its_four_lines() {
        assert_eq!(scored("", "hh", 'x'), 80);
        // A stone beside it on one line; the other three are empty.
        assert_eq!(scored("hh", "hi", 'x'), 110);
        assert_eq!(scored("hh", "hi", 'o'), 80);
        // In the corner ".CM." does not fit: there is no point before C.
        assert_eq!(scored("ab", "aa", 'x'), 80);
    }

    #[test]
    fn the_player_to_move_wins_if_he_can_and_else_stops_the_other() {
        // Black has a b c d in row h (beside it e and the border); it is black's turn.
        assert_eq!(solved("haoahbochcoehdog"), "he");
        // Now white's: he has four, but not in a row, and stops black.
        assert_eq!(solved("haoahbochcoehdogaa").as_str(), "he");
    }

    #[test]
    fn any_point_will_do_on_an_empty_board_and_no_taken_one_is_named() {
        let point = Point::try_from(solved("")).unwrap();
        assert_eq!(scored("", &point.to_string(), 'x'), 80);
        assert_ne!(solved("hh"), "hh");
    }
}
