//! A numerical board: four rows of numbers, the odd player's and the even player's in their colours.

use super::{FAINT, FIRST, SECOND, paint};
use crate::boards::numerical::Board;

pub(super) fn board(board: &Board) -> String {
    let mut text = String::new();
    for row in board.rows() {
        text.extend(row.iter().map(|number| cell(*number)));
        text.push('\n');
    }
    text
}

fn cell(number: u8) -> String {
    match number {
        0 => paint(FAINT, "  ."),
        odd if odd % 2 == 1 => paint(FIRST, format!("{odd:3}")),
        even => paint(SECOND, format!("{even:3}")),
    }
}
