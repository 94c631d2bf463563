//! Numerical tic-tac-toe: a move that wins; else of the moves after which the opponent has none that wins, or of all if there is none, the
//! best by the evaluation of step 14; at random among equal ones.

use super::Winner;
use crate::boards::numerical::{Board, Move, Player};
use crate::bots::Turn;
use crate::bots::dice::Dice;
use crate::solvers::evaluate::Evaluation;

fn board(turn: &Turn) -> Board {
    let mut cells = [0; 16];
    for text in turn.history {
        let (cell, number) = text.split_once(':').unwrap();
        let cell: usize = cell.parse().unwrap();
        assert_eq!(cells[cell], 0, "{text}");
        cells[cell] = number.parse().unwrap();
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

pub(super) fn result(turn: &Turn) -> Option<Winner> {
    let board = board(turn);
    if board.is_won() {
        return Some(Winner::Player(if board.mover() == Player::Odd { 2 } else { 1 }));
    }
    (board.empty().count() == 0).then_some(Winner::Nobody)
}
