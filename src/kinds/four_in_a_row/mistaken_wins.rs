//! Sequences of moves that somebody takes for forced wins who has misunderstood what one is.

use super::forced_win::MOST_MOVES;
use crate::board::lattice::four_in_a_row::{Attack, Board, Cell, SearchLimits, Stone};

/// The search for a sequence that need not exist.
const SEARCH_LIMITS: SearchLimits = SearchLimits { moves: MOST_MOVES, nodes: 1000 };

/// The first cell that makes a three; where there is none, the first one at all.
pub(super) fn one_three(board: &Board, side: Stone) -> Option<Cell> {
    let threes = board.open_cells(side, 2).counted();
    threes.first().or_else(|| board.empty_cells().first())
}

/// One three after another until two of them stand, because nobody stops them.
pub(super) fn without_answers(board: &Board, side: Stone) -> Vec<Cell> {
    let mut board = *board;
    let mut moves = Vec::new();
    while moves.len() < usize::from(MOST_MOVES) && board.completing_cells(side).len() < 2 {
        let Some(cell) = one_three(&board, side) else { break };
        board.place(cell, side);
        moves.push(cell);
    }
    moves
}

/// The shortest sequence of threes if the answers to them never made threes that have to be stopped.
pub(super) fn without_defence(board: &Board, side: Stone) -> Vec<Cell> {
    let Some(attack) = Attack::new(board, side) else {
        return Vec::from_iter(one_three(board, side));
    };
    let mut nodes_left = SEARCH_LIMITS.nodes;
    let mut lengths = 1..=SEARCH_LIMITS.moves;
    lengths
        .find_map(|moves| undefended(&attack, moves, &mut nodes_left))
        .unwrap_or_else(|| Vec::from_iter(one_three(board, side)))
}

fn undefended(attack: &Attack, moves: u8, nodes_left: &mut u32) -> Option<Vec<Cell>> {
    *nodes_left = nodes_left.checked_sub(1)?;
    let threes = attack.open_twos();
    if moves == 1 {
        return threes.two_or_more().first().map(|cell| vec![cell]);
    }
    threes.exactly_one().iter().find_map(|cell| {
        let mut path = undefended(&attack.after(cell), moves - 1, nodes_left)?;
        path.insert(0, cell);
        Some(path)
    })
}

/// A win with the opponent's answers between the moves.
pub(super) fn with_answers(board: &Board, side: Stone, win: &[Cell]) -> Vec<Cell> {
    let Some(mut attack) = Attack::new(board, side) else { return win.to_vec() };
    let mut moves = Vec::new();
    for (&cell, number) in win.iter().zip(1..) {
        moves.push(cell);
        if number < win.len() {
            moves.extend(attack.answer_to(cell));
            attack = attack.after(cell);
        }
    }
    moves
}

/// The forced win of the opponent, as if he were to move.
pub(super) fn of_the_opponent(board: &Board, side: Stone) -> Vec<Cell> {
    let win = board.forced_win(side.other(), SEARCH_LIMITS);
    win.unwrap_or_else(|| Vec::from_iter(one_three(board, side.other())))
}
