//! What callers are told of moves of numerical tic-tac-toe.

use super::computer::Rule;
use crate::texts;
use crate::typed_game::ErrorText;
use gradus_board::numerical::search::Position;
use gradus_board::numerical::{Board, IllegalMove, Move, ParseMoveError, Player};
use gradus_step::Text;

/// Why the computer `rules` made a legal move on this board by a rule.
pub(super) fn rule(rule: Rule, board: &Board, made: Move) -> Text {
    let after = || Position::from(board).after(made);
    match rule {
        Rule::Win => texts::numerical::win(),
        Rule::Safe => texts::numerical::safe(after().evaluation(), after().count_safe_moves()),
        Rule::Any => texts::numerical::any(after().evaluation()),
    }
}

impl ErrorText for ParseMoveError {
    fn error_text(self) -> Text {
        match self {
            ParseMoveError::Colon { found } => texts::numerical::colon(found),
            ParseMoveError::Cell(error) => texts::numerical::cell(error.found),
            ParseMoveError::Number(error) => texts::numerical::number(error.found),
        }
    }
}

impl ErrorText for IllegalMove {
    fn error_text(self) -> Text {
        match self {
            IllegalMove::Occupied => texts::numerical::occupied(),
            IllegalMove::NumberUsed => texts::numerical::number_used(),
            IllegalMove::OpponentsNumber(player) => {
                let player = match player {
                    Player::Odd => texts::numerical::odd(),
                    Player::Even => texts::numerical::even(),
                };
                texts::numerical::opponents_number(player)
            }
            IllegalMove::Over => texts::numerical::won(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_error_of_the_board_is_told_in_its_own_english() {
        for text in ["5", "16:1", "5:17"] {
            let error = text.parse::<Move>().unwrap_err();
            assert_eq!(error.clone().error_text().english(), error.to_string());
        }
        for rule in [
            IllegalMove::Occupied,
            IllegalMove::NumberUsed,
            IllegalMove::OpponentsNumber(Player::Odd),
            IllegalMove::OpponentsNumber(Player::Even),
            IllegalMove::Over,
        ] {
            assert_eq!(rule.error_text().english(), rule.to_string());
        }
    }
}
