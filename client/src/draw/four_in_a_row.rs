//! A board of 4×4×4×4 cells: four rows of four blocks of 4×4.

use super::gomoku::stone;
use super::{FAINT, paint};
use crate::boards::four_in_a_row::{Board, Cell};

const LEGEND: &str = "x to the right, y down; blocks: z to the right, w down";

pub(super) fn board(board: &Board) -> String {
    let mut text = paint(FAINT, LEGEND);
    for w in 0..4 {
        text.push('\n');
        for y in 0..4 {
            for z in 0..4 {
                for x in 0..4 {
                    text.push(' ');
                    text.extend(
                        Cell::try_from([x, y, z, w]).map(|cell| stone(board.at(cell.id()))),
                    );
                }
                text.push_str(if z < 3 { "  " } else { "\n" });
            }
        }
    }
    text
}
