//! What callers are told of moves and records of four in a row.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::texts::ErrorText;
use crate::typed_game::{Translated, read_texts};
use gradus_board::lattice::four_in_a_row::{IllegalMove, ParseCellError, Rule};

pub(super) static TEXTS: LazyLock<Texts> =
    LazyLock::new(|| read_texts(include_str!("messages.toml")));

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Texts {
    pub(super) title: Translated,
    pub(super) end: Translated,
    pub(super) first_line: Translated,
    pub(super) most_lines: Translated,
    complete: Translated,
    block: Translated,
    spoil_twos: Translated,
    extend_twos: Translated,
    anywhere: Translated,
    cell: Translated,
    occupied: Translated,
    over: Translated,
    pub(super) header: Translated,
    pub(super) line: Translated,
    pub(super) missing: Translated,
    pub(super) first_line_wins: Translated,
    pub(super) most_lines_win: Translated,
    pub(super) description: Translated,
}

/// What the computer `rules` does by a rule.
pub(super) fn rule(rule: Rule) -> Translated {
    let text = match rule {
        Rule::Complete => &TEXTS.complete,
        Rule::Block => &TEXTS.block,
        Rule::SpoilTwos => &TEXTS.spoil_twos,
        Rule::ExtendTwos => &TEXTS.extend_twos,
        Rule::Anywhere => &TEXTS.anywhere,
    };
    text.clone()
}

impl ErrorText for ParseCellError {
    fn error_text(self) -> Translated {
        let Self { found } = self;
        TEXTS.cell.with(&[("found", &found)])
    }
}

impl ErrorText for IllegalMove {
    fn error_text(self) -> Translated {
        match self {
            IllegalMove::Occupied => TEXTS.occupied.clone(),
            IllegalMove::Over => TEXTS.over.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gradus_step::Language;

    #[test]
    fn every_error_of_the_board_is_told_in_its_own_english() {
        let error = ParseCellError { found: "\"x\"".to_owned() };
        assert_eq!(error.clone().error_text().get(Language::English), error.to_string());
        for rule in [IllegalMove::Occupied, IllegalMove::Over] {
            assert_eq!(rule.error_text().get(Language::English), rule.to_string());
        }
    }
}
