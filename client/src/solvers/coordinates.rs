//! Step 02: a gomoku point's number when the board is read row by row, from 0.

use serde::Deserialize;

use crate::boards::gomoku::Point;

#[derive(Deserialize)]
pub(super) struct Task {
    coord: Vec<Point>,
}

pub(super) fn solve(task: &Task) -> Vec<String> {
    task.coord.iter().map(|point| point.index().to_string()).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::solvers::vectors;

    #[test]
    fn the_row_comes_first_and_case_does_not_matter() {
        let task = json!({"coord": ["aa", "ab", "BA", "aO", "Oa", "hH", "oo"]});
        assert_eq!(vectors::solved("02", task), ["0", "1", "15", "14", "210", "112", "224"]);
    }
}
