//! Step 27: a cell that gives a side two or more cells where it would complete a line.

use serde::Deserialize;

use crate::boards::four_in_a_row::{self, Id, Line, QuietBoard, Side};

#[derive(Deserialize)]
pub(super) struct Task {
    boards: Vec<QuietBoard>,
    side: Side,
}

pub(super) fn solve(task: &Task) -> Vec<String> {
    let lines = four_in_a_row::lines();
    let item = |board| {
        let cell = double_threat(board, &lines, task.side);
        cell.map_or_else(|| "-".to_owned(), |cell| cell.to_string())
    };
    task.boards.iter().map(item).collect()
}

fn double_threat(quiet: &QuietBoard, lines: &[Line], side: Side) -> Option<Id> {
    let mut board = quiet.board().clone();
    quiet.board().empty().find(|cell| {
        board.place(*cell, side);
        let threats = board.completing(lines, side).len();
        board.clear(*cell);
        threats >= 2
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::boards::four_in_a_row::drawn;
    use crate::solvers::vectors;

    fn solved(board: &str, side: &str) -> String {
        vectors::solved("27", json!({"boards": [board], "side": side})).remove(0)
    }

    #[test]
    fn two_pairs_that_cross_in_an_empty_cell_are_a_double_threat() {
        // The row 0 1 2 3 and the column 2 6 10 14.
        let board = drawn(&[0, 1, 6, 10], &[]);
        assert_eq!(solved(&board, "x"), "2");
        assert_eq!(solved(&board, "o"), "-");
    }

    #[test]
    fn a_pair_with_the_others_stone_threatens_nothing() {
        assert_eq!(solved(&drawn(&[0, 1, 6, 10], &[14]), "x"), "-");
    }

    /// 0 85 170 255 and 84 85 86 87 cross in 85. 87 and 255 are a pair, too, on 3 87 171 255, which crosses neither in an empty cell.
    #[test]
    fn the_pairs_may_lie_anywhere_in_the_four_dimensions() {
        assert_eq!(solved(&drawn(&[], &[0, 255, 86, 87]), "o"), "85");
    }

    #[test]
    fn one_pair_is_not_enough() {
        assert_eq!(solved(&drawn(&[], &[0, 1]), "o"), "-");
    }
}
