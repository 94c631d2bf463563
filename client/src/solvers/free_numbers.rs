//! Step 11: the numbers that the player to move may place.

use serde::Deserialize;

use super::list;
use crate::boards::numerical::Board;

#[derive(Deserialize)]
pub(super) struct Task {
    boards: Vec<Board>,
}

pub(super) fn solve(task: &Task) -> Vec<String> {
    task.boards.iter().map(|board| list(board.free_numbers())).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::solvers::vectors;

    #[test]
    fn the_players_take_turns_and_odd_begins() {
        let boards = json!([
            [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
            [0, 0, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
            [0, 0, 16, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        ]);
        let expected = ["1 3 5 7 9 11 13 15", "2 4 6 8 10 12 14 16", "1 3 5 7 11 13 15"];
        assert_eq!(vectors::solved("11", json!({"boards": boards})), expected);
    }

    #[test]
    fn the_last_number_is_even_and_a_full_board_leaves_none() {
        let boards = json!([
            [10, 16, 12, 6, 3, 13, 11, 14, 1, 9, 15, 2, 5, 4, 7, 0],
            vectors::at("/numerical/draw"),
        ]);
        assert_eq!(vectors::solved("11", json!({"boards": boards})), ["8", "-"]);
    }
}
