//! Numerical tic-tac-toe: solvers of the kinds that look at one position.

use serde::Deserialize;

use crate::api::list_item;
use crate::boards::numerical::{self, Board};

/// `numerical/free-numbers`: the numbers that the player to move may place.
#[derive(Deserialize)]
pub(super) struct FreeNumbersTask {
    boards: Vec<Board>,
}

pub(super) fn solve_free_numbers(task: &FreeNumbersTask) -> Vec<String> {
    task.boards.iter().map(|board| list_item(board.free_numbers())).collect()
}

/// `numerical/line-sums`: the sums of a numerical board's ten lines.
#[derive(Deserialize)]
pub(super) struct LineSumsTask {
    boards: Vec<Board>,
}

pub(super) fn solve_line_sums(task: &LineSumsTask) -> Vec<String> {
    let lines = task.boards.iter().flat_map(Board::lines);
    lines.map(|line| numerical::sum(line).to_string()).collect()
}

/// `numerical/completions`: how many of the 86 winning sets contain all of some numbers.
#[derive(Deserialize)]
pub(super) struct CompletionsTask {
    lines: Vec<Vec<u8>>,
}

pub(super) fn solve_completions(task: &CompletionsTask) -> Vec<String> {
    let sets = numerical::winning_sets();
    let contained = |line: &Vec<u8>| {
        sets.iter().filter(|set| line.iter().all(|number| set.contains(number))).count()
    };
    task.lines.iter().map(|line| contained(line).to_string()).collect()
}

/// `numerical/outcome`: whether a numerical game is won, a draw, or open.
#[derive(Deserialize)]
pub(super) struct OutcomeTask {
    boards: Vec<Board>,
}

pub(super) fn solve_outcome(task: &OutcomeTask) -> Vec<String> {
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

/// `numerical/win-in-one`: a move that wins at once for the player to move, `-` if there is none.
#[derive(Deserialize)]
pub(super) struct WinInOneTask {
    boards: Vec<Board>,
}

pub(super) fn solve_win_in_one(task: &WinInOneTask) -> Vec<String> {
    task.boards.iter().map(winning_move).collect()
}

fn winning_move(board: &Board) -> String {
    let winning = board.moves().into_iter().find(|r#move| board.after(*r#move).is_won());
    winning.map_or_else(|| "-".to_owned(), |r#move| r#move.to_string())
}

#[cfg(test)]
mod free_numbers_tests {
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
        assert_eq!(vectors::solved("numerical/free-numbers", json!({"boards": boards})), expected);
    }

    #[test]
    fn the_last_number_is_even_and_a_full_board_leaves_none() {
        let boards = json!([
            [10, 16, 12, 6, 3, 13, 11, 14, 1, 9, 15, 2, 5, 4, 7, 0],
            vectors::at("/numerical/draw"),
        ]);
        assert_eq!(
            vectors::solved("numerical/free-numbers", json!({"boards": boards})),
            ["8", "-"]
        );
    }
}

#[cfg(test)]
mod line_sums_tests {
    use serde_json::json;

    use crate::solvers::vectors;

    #[test]
    fn rows_come_first_then_columns_then_diagonals() {
        let board = [16, 3, 2, 13, 5, 10, 11, 8, 9, 6, 7, 12, 4, 15, 14, 1];
        assert_eq!(vectors::solved("numerical/line-sums", json!({"boards": [board]})), ["34"; 10]);
        let board = [1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        let sums = ["10", "0", "0", "0", "1", "2", "3", "4", "1", "4"];
        assert_eq!(vectors::solved("numerical/line-sums", json!({"boards": [board]})), sums);
    }
}

#[cfg(test)]
mod completions_tests {
    use serde_json::json;

    use crate::solvers::vectors;

    #[test]
    fn two_numbers_leave_the_pairs_with_the_rest_of_the_sum() {
        // 31 is 15 + 16 alone, 3 is 1 + 2 alone; 17 is 2 + 15 and so on to 8 + 9, or 1 + 16 and so on to 7 + 10.
        let lines = json!([[1, 2], [16, 15], [1, 16], [9, 8]]);
        assert_eq!(
            vectors::solved("numerical/completions", json!({"lines": lines})),
            ["1", "1", "7", "7"]
        );
    }

    #[test]
    fn three_numbers_leave_one_set_or_none() {
        // 15, 7 and 8 complete the first three. 28 and 0 are no numbers of the game, and 10 is among its three already.
        let lines =
            json!([[16, 2, 1], [5, 12, 10], [7, 10, 9], [1, 2, 3], [16, 15, 3], [10, 8, 6]]);
        let expected = ["1", "1", "1", "0", "0", "0"];
        assert_eq!(vectors::solved("numerical/completions", json!({"lines": lines})), expected);
    }

    #[test]
    fn every_number_counted_alone_meets_each_set_four_times() {
        let lines: Vec<[u8; 1]> = (1..=16).map(|number| [number]).collect();
        let counts = vectors::solved("numerical/completions", json!({"lines": lines}));
        let sum: usize = counts.iter().map(|count| count.parse::<usize>().unwrap()).sum();
        assert_eq!(sum, 4 * 86);
    }
}

#[cfg(test)]
mod outcome_tests {
    use serde_json::{Value, json};

    use crate::solvers::vectors;

    fn solved(board: &Value) -> String {
        vectors::solved("numerical/outcome", json!({"boards": [board]})).remove(0)
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

#[cfg(test)]
mod win_in_one_tests {
    use serde_json::{Value, json};

    use crate::solvers::vectors;

    fn solved(board: &Value) -> String {
        vectors::solved("numerical/win-in-one", json!({"boards": [board]})).remove(0)
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
