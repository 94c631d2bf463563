//! A numerical board: four rows of numbers, the odd player's and the even player's in their colours.

use super::cells::{Square, beside, row};
use super::{FAINT, FIRST, SECOND, paint};
use crate::boards::numerical::Board;

pub(super) fn board(board: &Board) -> String {
    let mut text = String::new();
    for numbers in board.rows() {
        let squares = numbers.iter().map(|number| match number {
            0 => Square::new(paint(FAINT, '.'), 1),
            number => placed(*number),
        });
        text.push_str(&beside(&[row(squares, 2)]));
    }
    text
}

/// The board with the last move's cell marked; an empty cell shows how a move there begins, as `5:`.
pub(super) fn with_cells(board: &Board, last: Option<usize>) -> String {
    let mut text = String::new();
    let mut cells = 0..;
    for numbers in board.rows() {
        let squares = numbers.iter().zip(cells.by_ref()).map(|(number, cell)| {
            let square = match number {
                0 => Square::new(paint(FAINT, format!("{cell}:")), cell.to_string().len() + 1),
                number => placed(*number),
            };
            square.marked_if(last == Some(cell))
        });
        text.push_str(&beside(&[row(squares, 3)]));
    }
    text
}

fn placed(number: u8) -> Square {
    let style = if number % 2 == 1 { FIRST } else { SECOND };
    Square::new(paint(style, number), number.to_string().len())
}
