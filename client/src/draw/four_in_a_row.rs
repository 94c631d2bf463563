//! A board of 4×4×4×4 cells: four rows of four blocks of 4×4.

use super::cells::{Square, beside, row};
use super::gomoku::stone;
use super::{FAINT, paint};
use crate::boards::four_in_a_row::{Board, Cell, Id};

const LEGEND: &str = "x to the right, y down; blocks: z to the right, w down";

/// The widest id has three digits.
const ID_WIDTH: usize = 3;

pub(super) fn board(board: &Board) -> String {
    blocks(1, |id| stone(board.at(id)))
}

/// The board of a game with the last move marked; as long as it is open, empty cells show their ids, which are the moves.
pub(super) fn played(board: &Board, last: Option<Id>, is_open: bool) -> String {
    blocks(if is_open { ID_WIDTH } else { 1 }, |id| {
        let square = match board.at(id) {
            '.' if is_open => Square::new(paint(FAINT, id), id.to_string().len()),
            content => stone(content),
        };
        square.marked_if(last == Some(id))
    })
}

fn blocks(width: usize, square: impl Fn(Id) -> Square) -> String {
    let mut text = paint(FAINT, LEGEND);
    for w in 0..4 {
        text.push('\n');
        for y in 0..4 {
            let block_row = |z| {
                let cells = (0..4).filter_map(|x| Cell::try_from([x, y, z, w]).ok());
                row(cells.map(|cell| square(cell.id())), width)
            };
            text.push_str(&beside(&[0, 1, 2, 3].map(block_row)));
        }
    }
    text
}
