//! What callers are told of moves and records of four in a row.

use crate::texts;
use crate::typed_game::ErrorText;
use gradus_board::lattice::four_in_a_row::{IllegalMove, ParseCellError, Rule};
use gradus_step::Text;

/// What the computer `rules` does by a rule.
pub(super) fn rule(rule: Rule) -> Text {
    let text = match rule {
        Rule::Complete => texts::four_in_a_row::complete(),
        Rule::Block => texts::four_in_a_row::block(),
        Rule::SpoilTwos => texts::four_in_a_row::spoil_twos(),
        Rule::ExtendTwos => texts::four_in_a_row::extend_twos(),
        Rule::Anywhere => texts::four_in_a_row::anywhere(),
    };
    text.clone()
}

impl ErrorText for ParseCellError {
    fn error_text(self) -> Text {
        let Self { found } = self;
        texts::four_in_a_row::cell(found)
    }
}

impl ErrorText for IllegalMove {
    fn error_text(self) -> Text {
        match self {
            IllegalMove::Occupied => texts::four_in_a_row::occupied(),
            IllegalMove::Over => texts::four_in_a_row::over(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_error_of_the_board_is_told_in_its_own_english() {
        let error = ParseCellError { found: "\"x\"".to_owned() };
        assert_eq!(error.clone().error_text().english(), error.to_string());
        for rule in [IllegalMove::Occupied, IllegalMove::Over] {
            assert_eq!(rule.error_text().english(), rule.to_string());
        }
    }
}
