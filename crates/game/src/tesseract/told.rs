//! What callers are told of moves, setups and records of tic-tac-toe on a tesseract.

use super::computer::{Choice, Rule};
use crate::texts;
use crate::typed_game::ErrorText;
use gradus_board::lattice::tesseract::code::{DecodeError, MAX_DIGITS};
use gradus_board::lattice::tesseract::{ParseTileError, TileTaken};
use gradus_step::Text;

/// What the computer `rules` does by a rule.
pub(super) fn rule(choice: &Choice) -> Text {
    match choice.rule {
        Rule::Make => texts::tesseract::make(choice.lines),
        Rule::Spoil => texts::tesseract::spoil(choice.lines),
        Rule::Block => texts::tesseract::block(choice.lines),
        Rule::Any => texts::tesseract::any(),
    }
}

impl ErrorText for ParseTileError {
    fn error_text(self) -> Text {
        let Self { found } = self;
        texts::tesseract::tile(found)
    }
}

impl ErrorText for TileTaken {
    fn error_text(self) -> Text {
        let Self(tile) = self;
        texts::tesseract::taken(tile)
    }
}

impl ErrorText for DecodeError {
    fn error_text(self) -> Text {
        match self {
            DecodeError::TooLong => texts::tesseract::too_long(MAX_DIGITS),
            DecodeError::Digit { position, found } => {
                let found = format!("{found:?}");
                texts::tesseract::digit(position, found)
            }
            DecodeError::LeadingZero => texts::tesseract::leading_zero(),
            DecodeError::NoTile { number } => texts::tesseract::no_tile(number),
            DecodeError::Taken { number, tile } => {
                let reason = TileTaken(tile).error_text();
                texts::tesseract::move_taken(number, reason)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gradus_board::lattice::tesseract::Tile;

    #[test]
    fn every_error_of_the_board_is_told_in_its_own_english() {
        let error = ParseTileError { found: "\"x\"".to_owned() };
        assert_eq!(error.clone().error_text().english(), error.to_string());
        let tile = Tile::new(5).unwrap();
        let taken = TileTaken(tile);
        assert_eq!(taken.error_text().english(), taken.to_string());
        for error in [
            DecodeError::TooLong,
            DecodeError::Digit { position: 3, found: 'é' },
            DecodeError::LeadingZero,
            DecodeError::NoTile { number: 3 },
            DecodeError::Taken { number: 3, tile },
        ] {
            assert_eq!(error.error_text().english(), error.to_string());
        }
    }
}
