//! What callers are told of moves and records of gomoku.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::board::gomoku::{IllegalMove, ParsePointError};
use crate::game::typed_game::{Translated, read_texts};

pub(super) static TEXTS: LazyLock<Texts> =
    LazyLock::new(|| read_texts(include_str!("messages.toml")));

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Texts {
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

impl From<ParsePointError> for Translated {
    fn from(ParsePointError { found }: ParsePointError) -> Self {
        TEXTS.point.with(&[("found", &found)])
    }
}

impl From<IllegalMove> for Translated {
    fn from(rule: IllegalMove) -> Self {
        match rule {
            IllegalMove::Occupied => TEXTS.occupied.clone(),
            IllegalMove::Over => TEXTS.won.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::step::Language;

    #[test]
    fn every_error_of_the_board_is_told_in_its_own_english() {
        let error = ParsePointError { found: "\"x\"".to_owned() };
        assert_eq!(Translated::from(error.clone()).get(Language::English), error.to_string());
        for rule in [IllegalMove::Occupied, IllegalMove::Over] {
            assert_eq!(Translated::from(rule).get(Language::English), rule.to_string());
        }
    }
}
