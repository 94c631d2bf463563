//! Numerical tic-tac-toe: the evaluation of a position, and minimax over it.

use serde::Deserialize;

use crate::boards::numerical::{self, Board, Player};

/// `numerical/evaluate`: the evaluation of a numerical board for the odd player.
#[derive(Deserialize)]
pub(super) struct EvaluateTask {
    boards: Vec<Board>,
}

pub(super) fn solve_evaluate(task: &EvaluateTask) -> Vec<String> {
    let evaluation = Evaluation::new();
    task.boards.iter().map(|board| evaluation.board(board).to_string()).collect()
}

/// The score of each line, indexed by the set of numbers on it: bit 0 stands for 1.
pub(crate) struct Evaluation(Vec<i32>);

impl Evaluation {
    #[expect(clippy::indexing_slicing, reason = "a set of the numbers 1–16 is below 2^16")]
    pub(crate) fn new() -> Self {
        let mut scores = vec![0; 1 << 16];
        for set in numerical::winning_sets() {
            for choice in 0..16 {
                let chosen = set.iter().zip(0..).filter(|(_, bit)| choice >> bit & 1 == 1);
                let placed: Vec<u8> = chosen.map(|(number, _)| *number).collect();
                scores[bits(&placed)] = score_of(&placed);
            }
        }
        Self(scores)
    }

    pub(crate) fn board(&self, board: &Board) -> i32 {
        board.lines().map(|line| self.line(bits(&line))).sum()
    }

    /// The score of a line by its set of numbers: bit 0 stands for 1.
    #[expect(clippy::indexing_slicing, reason = "a set of the numbers 1–16 is below 2^16")]
    pub(crate) fn line(&self, numbers: usize) -> i32 {
        self.0[numbers]
    }
}

/// The numbers of a line, 1–16, as bits; empty cells add nothing, wherever they are.
fn bits(line: &[u8]) -> usize {
    line.iter().map(|number| (1 << number) >> 1).sum()
}

/// The score of a line that can still win, by how many odd and even numbers it has.
fn score_of(placed: &[u8]) -> i32 {
    let odd = placed.iter().filter(|number| **number % 2 == 1).count();
    let even = placed.len() - odd;
    match (odd, even) {
        (2, 2) | (4, 0) => 32,
        (0, 4) => -32,
        (1, 2) => 16,
        (0, 1) => 8,
        (1, 0) => 4,
        (1, 1) => 2,
        (2, 1) => 1,
        _ => 0,
    }
}

/// `numerical/minimax`: the value of a numerical position some plies ahead. Odd chooses the highest value, even the lowest.
#[derive(Deserialize)]
pub(super) struct MinimaxTask {
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
            Err(format!("{depth} is not a depth: expected 1 to 3"))
        }
    }
}

pub(super) fn solve_minimax(task: &MinimaxTask) -> Vec<String> {
    let evaluation = Evaluation::new();
    let value = |board| minimax(board, task.depth.0, i32::MIN, i32::MAX, &evaluation);
    task.boards.iter().map(|board| value(board).to_string()).collect()
}

/// The value of a position by alpha-beta search: odd maximises and raises `alpha`, even minimises and lowers `beta`.
fn minimax(
    board: &Board,
    depth: u8,
    mut alpha: i32,
    mut beta: i32,
    evaluation: &Evaluation,
) -> i32 {
    let moves = if depth == 0 || board.is_won() { Vec::new() } else { board.moves() };
    if moves.is_empty() {
        return evaluation.board(board);
    }
    for r#move in moves {
        let after = board.after(r#move);
        let value = minimax(&after, depth - 1, alpha, beta, evaluation);
        match board.mover() {
            Player::Odd => alpha = alpha.max(value),
            Player::Even => beta = beta.min(value),
        }
        if alpha >= beta {
            break;
        }
    }
    match board.mover() {
        Player::Odd => alpha,
        Player::Even => beta,
    }
}

#[cfg(test)]
mod evaluate_tests {
    use serde_json::json;

    use super::*;
    use crate::solvers::vectors;

    #[test]
    fn there_are_86_winning_sets() {
        assert_eq!(numerical::winning_sets().len(), vectors::at("/numerical/winning_sets"));
    }

    #[test]
    fn the_published_boards_have_their_value() {
        for case in vectors::at("/numerical/evaluate").as_array().unwrap() {
            let value = vectors::solved("numerical/evaluate", json!({"boards": [case["board"]]}));
            assert_eq!(value, [case["value"].to_string()]);
        }
    }

    #[test]
    fn a_full_line_that_misses_34_counts_nothing() {
        let evaluation = Evaluation::new();
        assert_eq!(evaluation.line(bits(&[16, 3, 2, 13])), 32);
        assert_eq!(evaluation.line(bits(&[1, 2, 3, 4])), 0);
        assert_eq!(evaluation.line(bits(&[2, 4, 12, 16])), -32);
        assert_eq!(evaluation.line(bits(&[0, 0, 0, 0])), 0);
    }

    #[test]
    fn an_unfinished_line_counts_by_its_numbers_as_long_as_34_is_in_reach() {
        let evaluation = Evaluation::new();
        for (line, value) in [
            ([0, 7, 0, 0], 4),
            ([0, 0, 0, 6], 8),
            ([7, 0, 6, 0], 2),
            ([1, 2, 0, 0], 2),  // 15 and 16
            ([6, 7, 8, 0], 16), // 13
            ([6, 7, 9, 0], 1),  // 12
            ([6, 8, 0, 0], 0),
            ([3, 5, 0, 0], 0),
            ([2, 4, 12, 0], 0),
            ([7, 8, 0, 12], 0),   // 7 again
            ([1, 16, 14, 0], 16), // 3
            ([1, 2, 4, 0], 0),    // 27
            ([15, 16, 3, 0], 0),
        ] {
            assert_eq!(evaluation.line(bits(&line)), value, "{line:?}");
        }
    }
}

#[cfg(test)]
mod minimax_tests {
    use serde_json::{Value, json};

    use crate::solvers::{Fields, solver, vectors};

    fn solved(board: &Value, depth: u8) -> String {
        vectors::solved("numerical/minimax", json!({"boards": [board], "depth": depth})).remove(0)
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
        let solve = solver("numerical/minimax").unwrap();
        for depth in [0, 4, 255] {
            assert!(solve(&Fields::from(json!({"boards": [], "depth": depth}))).is_err());
        }
    }
}
