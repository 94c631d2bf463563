//! Step 15: how a numerical game stands: won, a draw, or open.

use serde::Deserialize;

use crate::boards::numerical::Board;

#[derive(Deserialize)]
pub(super) struct Task {
    boards: Vec<Board>,
}

pub(super) fn solve(task: &Task) -> Vec<String> {
    task.boards.iter().map(outcome).collect()
}

/// Nobody moves after a win, so that a line with the sum was completed by the last move.
fn outcome(board: &Board) -> String {
    if board.is_won() {
        board.mover().other().to_string()
    } else if board.empty().count() == 0 {
        "draw".to_owned()
    } else {
        "open".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::solvers::vectors;

    fn solved(board: &Value) -> String {
        vectors::solved("15", json!({"boards": [board]})).remove(0)
    }

    #[test]
    fn a_full_board_without_the_sum_is_a_draw_and_an_unfinished_one_is_open() {
        assert_eq!(solved(&vectors::at("/numerical/draw")), "draw");
        assert_eq!(solved(&json!([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])), "open");
        assert_eq!(solved(&json!([10, 16, 12, 6, 3, 13, 11, 14, 1, 9, 15, 2, 5, 4, 7, 0])), "open");
    }

    #[test]
    fn the_winner_is_who_moved_last_whatever_numbers_the_line_has() {
        // Two numbers each: even moved last. One odd number more: odd did.
        assert_eq!(solved(&json!([1, 2, 15, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])), "even");
        assert_eq!(solved(&json!([1, 2, 15, 16, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])), "odd");
        // A column of even numbers.
        assert_eq!(solved(&json!([2, 1, 3, 5, 4, 7, 0, 0, 12, 0, 0, 0, 16, 0, 0, 0])), "even");
    }

    #[test]
    fn three_numbers_with_the_sum_are_no_line() {
        assert_eq!(solved(&json!([16, 15, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])), "open");
    }

    #[test]
    fn a_win_with_the_last_number_is_no_draw() {
        // A magic square: every line has the sum, and even placed the sixteenth number.
        assert_eq!(solved(&json!([16, 3, 2, 13, 5, 10, 11, 8, 9, 6, 7, 12, 4, 15, 14, 1])), "even");
    }
}
