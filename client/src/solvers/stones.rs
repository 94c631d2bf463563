//! Step 03: the stone at each of some points, `.` for none.

use serde::Deserialize;

use crate::boards::gomoku::{Board, Game, Point};

#[derive(Deserialize)]
pub(super) struct Task {
    board: Game,
    coord: Vec<Point>,
}

pub(super) fn solve(task: &Task) -> Vec<String> {
    let board = Board::after(&task.board);
    task.coord.iter().map(|point| board.at(*point).to_string()).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::solvers::vectors;

    #[test]
    fn black_has_the_odd_moves_and_white_the_even_ones() {
        let task = json!({"board": "haahoo", "coord": ["ha", "AH", "oo", "aa", "HA"]});
        assert_eq!(vectors::solved("03", task), ["x", "o", "x", ".", "x"]);
    }

    #[test]
    fn a_board_without_moves_is_empty() {
        assert_eq!(vectors::solved("03", json!({"board": "", "coord": ["hh"]})), ["."]);
    }
}
