//! What callers are told of moves of numerical tic-tac-toe.

use std::sync::LazyLock;

use serde::Deserialize;

use super::computer::Rule;
use crate::texts::ErrorText;
use crate::typed_game::{Translated, read_texts};
use gradus_board::numerical::search::Position;
use gradus_board::numerical::{Board, IllegalMove, Move, ParseMoveError, Player};

pub(super) static TEXTS: LazyLock<Texts> =
    LazyLock::new(|| read_texts(include_str!("messages.toml")));

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Texts {
    pub(super) title: Translated,
    win: Translated,
    safe: Translated,
    any: Translated,
    colon: Translated,
    cell: Translated,
    number: Translated,
    occupied: Translated,
    number_used: Translated,
    opponents_number: Translated,
    odd: Translated,
    even: Translated,
    won: Translated,
    pub(super) odd_player: Translated,
    pub(super) even_player: Translated,
    pub(super) aim: Translated,
    pub(super) description: Translated,
    pub(super) free: Translated,
}

/// Why the computer `rules` made a legal move on this board by a rule.
pub(super) fn rule(rule: Rule, board: &Board, made: Move) -> Translated {
    let text = match rule {
        Rule::Win => return TEXTS.win.clone(),
        Rule::Safe => &TEXTS.safe,
        Rule::Any => &TEXTS.any,
    };
    let after = Position::from(board).after(made);
    let (evaluation, replies) = (after.evaluation(), after.count_safe_moves());
    text.with(&[("evaluation", &evaluation), ("replies", &replies)])
}

impl ErrorText for ParseMoveError {
    fn error_text(self) -> Translated {
        let (text, found) = match self {
            ParseMoveError::Colon { found } => (&TEXTS.colon, found),
            ParseMoveError::Cell(error) => (&TEXTS.cell, error.found),
            ParseMoveError::Number(error) => (&TEXTS.number, error.found),
        };
        text.with(&[("found", &found)])
    }
}

impl ErrorText for IllegalMove {
    fn error_text(self) -> Translated {
        match self {
            IllegalMove::Occupied => TEXTS.occupied.clone(),
            IllegalMove::NumberUsed => TEXTS.number_used.clone(),
            IllegalMove::OpponentsNumber(player) => {
                let player = match player {
                    Player::Odd => &TEXTS.odd,
                    Player::Even => &TEXTS.even,
                };
                TEXTS.opponents_number.with(&[("player", player)])
            }
            IllegalMove::Over => TEXTS.won.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gradus_step::Language;

    #[test]
    fn every_error_of_the_board_is_told_in_its_own_english() {
        for text in ["5", "16:1", "5:17"] {
            let error = text.parse::<Move>().unwrap_err();
            assert_eq!(error.clone().error_text().get(Language::English), error.to_string());
        }
        for rule in [
            IllegalMove::Occupied,
            IllegalMove::NumberUsed,
            IllegalMove::OpponentsNumber(Player::Odd),
            IllegalMove::OpponentsNumber(Player::Even),
            IllegalMove::Over,
        ] {
            assert_eq!(rule.error_text().get(Language::English), rule.to_string());
        }
    }
}
