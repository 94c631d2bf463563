//! Step 12: the sums of a numerical board's ten lines.

use serde::Deserialize;

use crate::boards::numerical::{self, Board};

#[derive(Deserialize)]
pub(super) struct Task {
    boards: Vec<Board>,
}

pub(super) fn solve(task: &Task) -> Vec<String> {
    let lines = task.boards.iter().flat_map(Board::lines);
    lines.map(|line| numerical::sum(line).to_string()).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::solvers::vectors;

    #[test]
    fn rows_come_first_then_columns_then_diagonals() {
        let board = [16, 3, 2, 13, 5, 10, 11, 8, 9, 6, 7, 12, 4, 15, 14, 1];
        assert_eq!(vectors::solved("12", json!({"boards": [board]})), ["34"; 10]);
        let board = [1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        let sums = ["10", "0", "0", "0", "1", "2", "3", "4", "1", "4"];
        assert_eq!(vectors::solved("12", json!({"boards": [board]})), sums);
    }
}
