//! Numerical tic-tac-toe: a move that wins; else of the moves after which the opponent has none that wins, or of all if there is none, the
//! best by the evaluation of step 14; at random among equal ones.

use super::Standing;
use crate::boards::numerical::{Board, Move, Player};
use crate::bots::Turn;
use crate::bots::dice::Dice;
use crate::solvers::evaluate::Evaluation;

fn board(turn: &Turn) -> Board {
    let mut cells = [0; 16];
    for (text, odd) in turn.history.iter().zip([true, false].into_iter().cycle()) {
        let (cell, number) = text.split_once(':').unwrap();
        let (cell, number): (usize, u8) = (cell.parse().unwrap(), number.parse().unwrap());
        assert!(cells[cell] == 0 && (number % 2 == 1) == odd, "{text}");
        cells[cell] = number;
    }
    Board::try_from(cells).unwrap()
}

fn wins(board: &Board) -> Vec<Move> {
    board.moves().into_iter().filter(|r#move| board.after(*r#move).is_won()).collect()
}

pub(super) fn reply(turn: &Turn, dice: &mut Dice) -> String {
    let board = board(turn);
    let wins_now = wins(&board);
    if let Some(winning) = dice.choose(&wins_now) {
        return winning.to_string();
    }
    let mut moves = board.moves();
    let safe = |r#move: &Move| wins(&board.after(*r#move)).is_empty();
    if moves.iter().any(safe) {
        moves.retain(safe);
    }
    let evaluation = Evaluation::new();
    let sign = if board.mover() == Player::Odd { 1 } else { -1 };
    let value = |r#move: &Move| sign * evaluation.board(&board.after(*r#move));
    let highest = moves.iter().map(value).max().unwrap();
    moves.retain(|r#move| value(r#move) == highest);
    dice.choose(&moves).unwrap().to_string()
}

pub(super) fn standing(turn: &Turn) -> Standing {
    let board = board(turn);
    if board.is_won() {
        return Standing::Won(if board.mover() == Player::Odd { 2 } else { 1 });
    }
    if board.empty().count() == 0 { Standing::Drawn } else { Standing::Open }
}
