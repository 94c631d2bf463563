//! Step 25: the cells where a side would complete a line of four now.

use serde::Deserialize;

use super::list;
use crate::boards::four_in_a_row::{self, Board, Side};

#[derive(Deserialize)]
pub(super) struct Task {
    boards: Vec<Board>,
    side: Side,
}

pub(super) fn solve(task: &Task) -> Vec<String> {
    let lines = four_in_a_row::lines();
    task.boards.iter().map(|board| list(board.completing(&lines, task.side))).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::boards::four_in_a_row::drawn;
    use crate::solvers::vectors;

    #[test]
    fn a_cell_that_completes_two_lines_is_named_once_and_ids_ascend() {
        // Black lacks 2 on 0 1 2 3 and on 2 6 10 14, 7 on 3 7 11 15, 5 on 0 5 10 15. White lacks 0, which is black's.
        let board = drawn(&[0, 1, 3, 6, 10, 14, 11, 15], &[85, 170, 255, 63]);
        let black = vectors::solved("25", json!({"boards": [board], "side": "x"}));
        assert_eq!(black, ["2 5 7"]);
        let white = vectors::solved("25", json!({"boards": [board], "side": "o"}));
        assert_eq!(white, ["-"]);
    }

    #[test]
    fn a_fourth_cell_that_is_taken_completes_nothing() {
        let boards = [drawn(&[0, 85, 170], &[255]), drawn(&[0, 85, 170], &[])];
        let black = vectors::solved("25", json!({"boards": boards, "side": "x"}));
        assert_eq!(black, ["-", "255"]);
    }

    #[test]
    fn a_complete_line_is_no_threat() {
        let board = drawn(&[], &[0, 1, 2, 3]);
        assert_eq!(vectors::solved("25", json!({"boards": [board], "side": "o"})), ["-"]);
    }
}
