//! What callers are told of moves and records of four in a row.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::board::lattice::four_in_a_row::{IllegalMove, ParseCellError, Rule};
use crate::game::typed_game::{Translated, read_texts};

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

impl From<ParseCellError> for Translated {
    fn from(ParseCellError { found }: ParseCellError) -> Self {
        TEXTS.cell.with(&[("found", &found)])
    }
}

impl From<IllegalMove> for Translated {
    fn from(rule: IllegalMove) -> Self {
        match rule {
            IllegalMove::Occupied => TEXTS.occupied.clone(),
            IllegalMove::Over => TEXTS.over.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::step::Language;

    #[test]
    fn every_error_of_the_board_is_told_in_its_own_english() {
        let error = ParseCellError { found: "\"x\"".to_owned() };
        assert_eq!(Translated::from(error.clone()).get(Language::English), error.to_string());
        for rule in [IllegalMove::Occupied, IllegalMove::Over] {
            assert_eq!(Translated::from(rule).get(Language::English), rule.to_string());
        }
    }
}
