//! `four-in-a-row/cpu-rule`: which of the computer's five rules applies, and the cells among which it chooses.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use crate::api::list_item;
use crate::boards::four_in_a_row::{self, Board, Id, Line, Side};

#[derive(Deserialize)]
pub(super) struct Task {
    boards: Vec<Board>,
    side: Side,
}

pub(super) fn solve(task: &Task) -> Vec<String> {
    let lines = four_in_a_row::lines();
    task.boards.iter().map(|board| choice(board, &lines, task.side)).collect()
}

/// The first rule that has a cell; `-` on a full board.
pub(crate) fn choice(board: &Board, lines: &[Line], side: Side) -> String {
    let rules = [
        board.completing(lines, side),
        board.completing(lines, side.other()),
        busiest(board, lines, side.other()),
        busiest(board, lines, side),
        board.empty().collect(),
    ];
    let first = (1..).zip(rules).find(|(_, cells)| !cells.is_empty());
    first
        .map_or_else(|| "-".to_owned(), |(number, cells)| format!("{number}: {}", list_item(cells)))
}

/// Of the lines with exactly two stones of a side and two empty cells: the empty cells that lie on the most of them.
fn busiest(board: &Board, lines: &[Line], side: Side) -> BTreeSet<Id> {
    let mut lying_on: BTreeMap<Id, usize> = BTreeMap::new();
    for cell in board.open(lines, side, 2).into_iter().flatten() {
        *lying_on.entry(cell).or_default() += 1;
    }
    let most = lying_on.values().max().copied();
    lying_on.into_iter().filter(|(_, lines)| Some(*lines) == most).map(|(cell, _)| cell).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::boards::four_in_a_row::drawn;
    use crate::solvers::vectors;

    fn solved(board: &str, side: &str) -> String {
        vectors::solved("four-in-a-row/cpu-rule", json!({"boards": [board], "side": side}))
            .remove(0)
    }

    #[test]
    fn a_line_is_completed_before_another_is_stopped() {
        let board = drawn(&[0, 1, 2], &[16, 17, 19]);
        assert_eq!(solved(&board, "x"), "1: 3");
        assert_eq!(solved(&board, "o"), "1: 18");
    }

    #[test]
    fn all_threes_of_the_other_are_stopped() {
        // White needs 3 and 18; black has only a pair.
        let board = drawn(&[64, 65], &[0, 1, 2, 16, 17, 19]);
        assert_eq!(solved(&board, "x"), "2: 3 18");
    }

    #[test]
    fn pairs_of_the_other_come_before_own_ones() {
        // Each side has a pair on one line.
        let board = drawn(&[0, 1], &[80, 81]);
        assert_eq!(solved(&board, "x"), "3: 82 83");
        assert_eq!(solved(&board, "o"), "3: 2 3");
    }

    #[test]
    fn the_cells_on_the_most_lines_are_chosen() {
        // White has pairs on 0 1 2 3, on 2 6 10 14 and on 0 5 10 15: 2 lies on two of these lines, 3, 5, 14 and 15 on one.
        let board = drawn(&[], &[0, 1, 6, 10]);
        assert_eq!(solved(&board, "x"), "3: 2");
    }

    #[test]
    fn own_pairs_come_before_any_cell() {
        let board = drawn(&[0, 1], &[255]);
        assert_eq!(solved(&board, "x"), "4: 2 3");
    }

    #[test]
    fn a_pair_on_a_line_with_the_others_stone_is_no_pair() {
        // The only line through 0 and 1 has a stone of white's.
        let board = drawn(&[0, 1], &[3]);
        let item = solved(&board, "x");
        assert!(item.starts_with("5: 2 4 5 6"), "{item}");
        assert_eq!(item.split(' ').count(), 1 + 253);
    }

    #[test]
    fn an_empty_board_leaves_any_cell_and_a_full_one_none() {
        assert_eq!(solved(&drawn(&[], &[]), "o").split(' ').count(), 1 + 256);
        assert_eq!(solved(&"x".repeat(256), "o"), "-");
    }
}
