//! Step 24: how many complete lines black has on a board of 4×4×4×4, and how many white.

use serde::Deserialize;

use crate::boards::four_in_a_row::{self, Board, Side};

#[derive(Deserialize)]
pub(super) struct Task {
    boards: Vec<Board>,
}

pub(super) fn solve(task: &Task) -> Vec<String> {
    let lines = four_in_a_row::lines();
    let mut counts = Vec::new();
    for board in &task.boards {
        for side in [Side::Black, Side::White] {
            let complete = lines.iter().filter(|line| board.stones(**line, side) == 4);
            counts.push(complete.count().to_string());
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::boards::four_in_a_row::drawn;
    use crate::solvers::vectors;

    #[test]
    fn a_full_board_of_one_colour_has_520_lines() {
        let counts = vectors::solved("24", json!({"boards": ["x".repeat(256), ".".repeat(256)]}));
        assert_eq!(counts, ["520", "0", "0", "0"]);
    }

    #[test]
    fn lines_run_along_axes_and_diagonals_but_not_around_the_border() {
        let straight = drawn(&[0, 1, 2, 3], &[4, 20, 36, 52]);
        let diagonal = drawn(&[0, 85, 170, 255], &[12, 25, 38, 51]);
        let around = drawn(&[2, 3, 4, 5], &[0, 64, 128]);
        let counts = vectors::solved("24", json!({"boards": [straight, diagonal, around]}));
        assert_eq!(counts, ["1", "1", "1", "1", "0", "0"]);
    }
}
