//! What callers are told of moves and records of gomoku.

use crate::texts;
use crate::typed_game::ErrorText;
use gradus_board::gomoku::{IllegalMove, LineScore, ParsePointError, Point};
use gradus_step::Text;

/// Why a point with the highest score has it: the score of each line, with the pattern that occurs in it.
pub(super) fn score(lines: &[LineScore; 4], point: Point) -> Text {
    let of_line = |line: &LineScore| match line.pattern {
        Some(pattern) => format!("{} {} ({pattern})", line.direction, line.score),
        None => format!("{} {}", line.direction, line.score),
    };
    let total: u32 = lines.iter().map(|line| line.score).sum();
    let lines = lines.each_ref().map(of_line);
    texts::gomoku::score(point, total, Text::list(texts::gomoku::comma(), lines))
}

impl ErrorText for ParsePointError {
    fn error_text(self) -> Text {
        let Self { found } = self;
        texts::gomoku::point(found)
    }
}

impl ErrorText for IllegalMove {
    fn error_text(self) -> Text {
        match self {
            IllegalMove::Occupied => texts::gomoku::occupied(),
            IllegalMove::Over => texts::gomoku::won(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_error_of_the_board_is_told_in_its_own_english() {
        let error = ParsePointError { found: "\"x\"".to_owned() };
        assert_eq!(error.clone().error_text().english(), error.to_string());
        for rule in [IllegalMove::Occupied, IllegalMove::Over] {
            assert_eq!(rule.error_text().english(), rule.to_string());
        }
    }
}
