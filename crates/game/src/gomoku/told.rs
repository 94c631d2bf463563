//! What callers are told of moves and records of gomoku.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::texts::ErrorText;
use crate::typed_game::{Translated, read_texts};
use gradus_board::gomoku::{IllegalMove, LineScore, ParsePointError, Point};
use gradus_step::Language;

pub(super) static TEXTS: LazyLock<Texts> =
    LazyLock::new(|| read_texts(include_str!("messages.toml")));

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Texts {
    pub(super) title: Translated,
    score: Translated,
    point: Translated,
    occupied: Translated,
    won: Translated,
    pub(super) odd_letters: Translated,
    pub(super) size: Translated,
    pub(super) line: Translated,
    pub(super) cut_off: Translated,
    pub(super) aim: Translated,
    pub(super) description: Translated,
}

/// Why a point with the highest score has it: the score of each line, with the pattern that occurs in it.
pub(super) fn score(lines: &[LineScore; 4], point: Point) -> Translated {
    let of_line = |line: &LineScore| match line.pattern {
        Some(pattern) => format!("{} {} ({pattern})", line.direction, line.score),
        None => format!("{} {}", line.direction, line.score),
    };
    let total: u32 = lines.iter().map(|line| line.score).sum();
    let lines = lines.each_ref().map(of_line);
    let lines = Translated::from_fn(|language| {
        lines.join(match language {
            Language::English => ", ",
            Language::Chinese => "，",
            Language::Japanese => "、",
        })
    });
    TEXTS.score.with(&[("point", &point), ("score", &total), ("lines", &lines)])
}

impl ErrorText for ParsePointError {
    fn error_text(self) -> Translated {
        let Self { found } = self;
        TEXTS.point.with(&[("found", &found)])
    }
}

impl ErrorText for IllegalMove {
    fn error_text(self) -> Translated {
        match self {
            IllegalMove::Occupied => TEXTS.occupied.clone(),
            IllegalMove::Over => TEXTS.won.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_error_of_the_board_is_told_in_its_own_english() {
        let error = ParsePointError { found: "\"x\"".to_owned() };
        assert_eq!(error.clone().error_text().get(Language::English), error.to_string());
        for rule in [IllegalMove::Occupied, IllegalMove::Over] {
            assert_eq!(rule.error_text().get(Language::English), rule.to_string());
        }
    }
}
