//! Step 16: a move that wins at once for the player to move, `-` if there is none.

use serde::Deserialize;

use crate::boards::numerical::Board;

#[derive(Deserialize)]
pub(super) struct Task {
    boards: Vec<Board>,
}

pub(super) fn solve(task: &Task) -> Vec<String> {
    task.boards.iter().map(winning_move).collect()
}

fn winning_move(board: &Board) -> String {
    let winning = board.moves().into_iter().find(|r#move| board.after(*r#move).is_won());
    winning.map_or_else(|| "-".to_owned(), |r#move| r#move.to_string())
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::solvers::vectors;

    fn solved(board: &Value) -> String {
        vectors::solved("16", json!({"boards": [board]})).remove(0)
    }

    #[test]
    fn the_fourth_number_of_a_line_wins() {
        // The first row, 16 + 1 + 2, lacks 15, and odd is to move.
        assert_eq!(solved(&json!([16, 1, 2, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0])), "3:15");
        // The minor diagonal, 4 + 7 + 9, lacks 14, and even is to move.
        assert_eq!(solved(&json!([0, 0, 0, 4, 0, 0, 7, 0, 0, 9, 0, 0, 0, 0, 0, 0])), "12:14");
    }

    #[test]
    fn the_number_must_be_the_players_and_free() {
        // 15 is missing, and even is to move.
        assert_eq!(solved(&json!([16, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])), "-");
        // 15 is missing, and placed elsewhere.
        assert_eq!(solved(&json!([16, 1, 2, 0, 0, 0, 0, 15, 0, 0, 0, 0, 0, 0, 0, 0])), "-");
    }

    #[test]
    fn three_numbers_with_the_sum_do_not_win() {
        // 16 + 15 is 31: a 3 on cell 2 or 3 would make 34 with a cell empty.
        assert_eq!(solved(&json!([16, 15, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])), "-");
        assert_eq!(solved(&vectors::at("/numerical/draw")), "-");
    }
}
