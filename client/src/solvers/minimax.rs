//! Step 17: the value of a numerical position some plies ahead. Odd chooses the highest value, even the lowest.

use serde::Deserialize;

use super::evaluate::Evaluation;
use crate::boards::numerical::{Board, Player};

#[derive(Deserialize)]
pub(super) struct Task {
    boards: Vec<Board>,
    depth: Depth,
}

/// How many plies are looked ahead, 1–3.
#[derive(Clone, Copy, Deserialize)]
#[serde(try_from = "u8")]
struct Depth(u8);

impl TryFrom<u8> for Depth {
    type Error = String;

    fn try_from(depth: u8) -> Result<Self, String> {
        if (1..=3).contains(&depth) {
            Ok(Self(depth))
        } else {
            Err(format!("{depth} is not a depth: 1 to 3 was expected"))
        }
    }
}

pub(super) fn solve(task: &Task) -> Vec<String> {
    let evaluation = Evaluation::new();
    let value = |board| minimax(board, task.depth.0, i32::MIN, i32::MAX, &evaluation);
    task.boards.iter().map(|board| value(board).to_string()).collect()
}

/// The value of a position. `sure_of_odd` and `sure_of_even` are what the players can already reach by other moves (alpha and beta): once
/// odd's is not below even's, the rest does not matter.
fn minimax(
    board: &Board,
    depth: u8,
    mut sure_of_odd: i32,
    mut sure_of_even: i32,
    evaluation: &Evaluation,
) -> i32 {
    let moves = if depth == 0 || board.is_won() { Vec::new() } else { board.moves() };
    if moves.is_empty() {
        return evaluation.board(board);
    }
    for r#move in moves {
        let after = board.after(r#move);
        let value = minimax(&after, depth - 1, sure_of_odd, sure_of_even, evaluation);
        match board.mover() {
            Player::Odd => sure_of_odd = sure_of_odd.max(value),
            Player::Even => sure_of_even = sure_of_even.min(value),
        }
        if sure_of_odd >= sure_of_even {
            break;
        }
    }
    match board.mover() {
        Player::Odd => sure_of_odd,
        Player::Even => sure_of_even,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::solvers::{Fields, solver, vectors};

    fn solved(board: &Value, depth: u8) -> String {
        vectors::solved("17", json!({"boards": [board], "depth": depth})).remove(0)
    }

    /// Odd's best cell is on a diagonal: three lines of 4. Even's answer that adds least stands in a row or column with it and on no
    /// diagonal: one line falls from 4 to 2, another is worth 8.
    #[test]
    fn odd_takes_the_highest_and_even_the_lowest() {
        let empty = json!([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(solved(&empty, 1), "12");
        assert_eq!(solved(&empty, 2), "18");
        let even_to_move = json!([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(solved(&even_to_move, 1), "18");
    }

    /// Cells 2 and 15 are empty, odd has 13 left and even 12. 15:13 completes column 3 with 14 + 5 + 2 (32) and leaves 3 8 14 and 10 4 11
    /// open (16 each). After 2:13 there would be 14 5 2 and 3 16 4 (16 each), and after 15:12 nothing. If the game went on after the win,
    /// the last number would leave 32.
    #[test]
    fn a_win_ends_the_search() {
        let board = json!([3, 8, 0, 14, 9, 16, 10, 5, 15, 6, 4, 2, 1, 7, 11, 0]);
        for depth in 1..=3 {
            assert_eq!(solved(&board, depth), "64", "{depth} plies");
        }
    }

    /// Even has 2 and 12, odd 1, for the cells 6, 8 and 10. At once 10:12 is lowest: 5 15 4 and 10 5 3 (1 each), 7 12 14 (16). But then 8:1
    /// makes 34 of the latter. Only after 10:2 no line can be completed any more, and the full board is worth nothing.
    #[test]
    fn more_plies_see_more() {
        let board = json!([10, 11, 9, 6, 5, 15, 0, 4, 0, 7, 0, 14, 3, 13, 16, 8]);
        assert_eq!(solved(&board, 1), "18");
        assert_eq!(solved(&board, 3), "0");
    }

    #[test]
    fn a_finished_game_is_worth_its_evaluation() {
        assert_eq!(solved(&vectors::at("/numerical/draw"), 3), "0");
        // A complete line, and four columns (4, 8, 4, 8) and two diagonals (4, 8) with a number each.
        let won = json!([1, 2, 15, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(solved(&won, 2), "68");
    }

    #[test]
    fn the_depth_is_1_to_3() {
        let solve = solver("17".parse().unwrap()).unwrap();
        for depth in [0, 4, 255] {
            assert!(solve(&Fields::from(json!({"boards": [], "depth": depth}))).is_err());
        }
    }
}
