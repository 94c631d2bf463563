//! What callers are told of moves, setups and records of tic-tac-toe on a tesseract.

use std::sync::LazyLock;

use serde::Deserialize;

use super::computer::{Choice, Rule};
use crate::texts::ErrorText;
use crate::typed_game::{Translated, read_texts};
use gradus_board::lattice::tesseract::code::{DecodeError, MAX_DIGITS};
use gradus_board::lattice::tesseract::{ParseTileError, TileTaken};

pub(super) static TEXTS: LazyLock<Texts> =
    LazyLock::new(|| read_texts(include_str!("messages.toml")));

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Texts {
    pub(super) title: Translated,
    pub(super) lines_that_win: Translated,
    pub(super) icons: Translated,
    make: Translated,
    spoil: Translated,
    block: Translated,
    any: Translated,
    tile: Translated,
    taken: Translated,
    move_taken: Translated,
    too_long: Translated,
    digit: Translated,
    leading_zero: Translated,
    no_tile: Translated,
    pub(super) threshold: Translated,
    pub(super) icon_count: Translated,
    pub(super) icon_count_exactly: Translated,
    pub(super) icon_text: Translated,
    pub(super) icon_twice: Translated,
    pub(super) code: Translated,
    pub(super) call: Translated,
    pub(super) escape: Translated,
    pub(super) end_of_call: Translated,
    pub(super) character: Translated,
    pub(super) end: Translated,
    pub(super) end_of_record: Translated,
    pub(super) order: Translated,
    pub(super) comma_or_brace: Translated,
    pub(super) number: Translated,
    pub(super) text: Translated,
    pub(super) quotation_mark: Translated,
    pub(super) comma: Translated,
    pub(super) aim: Translated,
    pub(super) aim_one: Translated,
    pub(super) description: Translated,
}

/// What the computer `rules` does by a rule.
pub(super) fn rule(choice: &Choice) -> Translated {
    let text = match choice.rule {
        Rule::Make => &TEXTS.make,
        Rule::Spoil => &TEXTS.spoil,
        Rule::Block => &TEXTS.block,
        Rule::Any => &TEXTS.any,
    };
    text.with(&[("lines", &choice.lines)])
}

impl ErrorText for ParseTileError {
    fn error_text(self) -> Translated {
        let Self { found } = self;
        TEXTS.tile.with(&[("found", &found)])
    }
}

impl ErrorText for TileTaken {
    fn error_text(self) -> Translated {
        let Self(tile) = self;
        TEXTS.taken.with(&[("tile", &tile)])
    }
}

impl ErrorText for DecodeError {
    fn error_text(self) -> Translated {
        match self {
            DecodeError::TooLong => TEXTS.too_long.with(&[("most", &MAX_DIGITS)]),
            DecodeError::Digit { position, found } => {
                let found = format!("{found:?}");
                TEXTS.digit.with(&[("position", &position), ("found", &found)])
            }
            DecodeError::LeadingZero => TEXTS.leading_zero.clone(),
            DecodeError::NoTile { number } => TEXTS.no_tile.with(&[("number", &number)]),
            DecodeError::Taken { number, tile } => {
                let reason = TileTaken(tile).error_text();
                TEXTS.move_taken.with(&[("number", &number), ("reason", &reason)])
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gradus_board::lattice::tesseract::Tile;
    use gradus_step::Language;

    #[test]
    fn every_error_of_the_board_is_told_in_its_own_english() {
        let error = ParseTileError { found: "\"x\"".to_owned() };
        assert_eq!(error.clone().error_text().get(Language::English), error.to_string());
        let tile = Tile::new(5).unwrap();
        let taken = TileTaken(tile);
        assert_eq!(taken.error_text().get(Language::English), taken.to_string());
        for error in [
            DecodeError::TooLong,
            DecodeError::Digit { position: 3, found: 'é' },
            DecodeError::LeadingZero,
            DecodeError::NoTile { number: 3 },
            DecodeError::Taken { number: 3, tile },
        ] {
            assert_eq!(error.error_text().get(Language::English), error.to_string());
        }
    }
}
