//! Four-in-a-row: solvers of the kinds about cells, lines and threats.

use serde::Deserialize;

use crate::api::list_item;
use crate::boards::four_in_a_row::{self, Board, Cell, Id, Line, QuietBoard, Side};
use crate::boards::space::{Offset, Vector};

/// `four-in-a-row/cell-ids`: the ids of cells of the board of 4×4×4×4, and the cells of ids.
#[derive(Deserialize)]
pub(super) struct CellIdsTask {
    cells: Vec<Cell>,
    ids: Vec<Id>,
}

pub(super) fn solve_cell_ids(task: &CellIdsTask) -> Vec<String> {
    let ids = task.cells.iter().map(|cell| cell.id().to_string());
    let cells = task.ids.iter().map(|id| list_item(Cell::from(*id).coordinates()));
    ids.chain(cells).collect()
}

/// `four-in-a-row/scan`: the ids met on the way from a cell along a direction to the border.
#[derive(Deserialize)]
pub(super) struct ScanTask {
    scans: Vec<Scan>,
}

#[derive(Deserialize)]
struct Scan {
    direction: Direction,
    start: Cell,
}

/// An offset that leads to another cell.
#[derive(Deserialize)]
#[serde(try_from = "Offset")]
struct Direction(Vector);

impl TryFrom<Offset> for Direction {
    type Error = &'static str;

    fn try_from(offset: Offset) -> Result<Self, &'static str> {
        match offset.vector() {
            [0, 0, 0, 0] => Err("expected a direction that is not all 0"),
            direction => Ok(Self(direction)),
        }
    }
}

pub(super) fn solve_scan(task: &ScanTask) -> Vec<String> {
    task.scans.iter().map(ids).collect()
}

fn ids(scan: &Scan) -> String {
    let cells = (0..).map_while(|steps| scan.start.shifted(scan.direction.0, steps));
    list_item(cells.map(Cell::id))
}

/// `four-in-a-row/lines-through`: how many lines go through a cell, and how many of them change all four coordinates.
#[derive(Deserialize)]
pub(super) struct LinesThroughTask {
    ids: Vec<Id>,
}

pub(super) fn solve_lines_through(task: &LinesThroughTask) -> Vec<String> {
    let lines = four_in_a_row::lines();
    let mut counts = Vec::new();
    for id in &task.ids {
        let through = lines.iter().filter(|line| line.contains(id));
        counts.push(through.clone().count().to_string());
        counts.push(through.filter(|line| changes_all(**line)).count().to_string());
    }
    counts
}

/// Whether a line's first two cells differ in all four coordinates.
fn changes_all([first, second, ..]: Line) -> bool {
    let [first, second] = [first, second].map(|id| Cell::from(id).coordinates());
    first.iter().zip(second).all(|(before, after)| *before != after)
}

/// `four-in-a-row/count-lines`: how many complete lines black has on a board of 4×4×4×4, and how many white.
#[derive(Deserialize)]
pub(super) struct CountLinesTask {
    boards: Vec<Board>,
}

pub(super) fn solve_count_lines(task: &CountLinesTask) -> Vec<String> {
    let lines = four_in_a_row::lines();
    let mut counts = Vec::new();
    for board in &task.boards {
        for side in [Side::Black, Side::White] {
            let complete = lines.iter().filter(|line| board.stones(**line, side) == 4);
            counts.push(complete.count().to_string());
        }
    }
    counts
}

/// `four-in-a-row/threats`: the cells where a side would complete a line of four now.
#[derive(Deserialize)]
pub(super) struct ThreatsTask {
    boards: Vec<Board>,
    side: Side,
}

pub(super) fn solve_threats(task: &ThreatsTask) -> Vec<String> {
    let lines = four_in_a_row::lines();
    task.boards.iter().map(|board| list_item(board.completing(&lines, task.side))).collect()
}

/// `four-in-a-row/double-threat`: a cell that gives a side two or more cells where it would complete a line.
#[derive(Deserialize)]
pub(super) struct DoubleThreatTask {
    boards: Vec<QuietBoard>,
    side: Side,
}

pub(super) fn solve_double_threat(task: &DoubleThreatTask) -> Vec<String> {
    let lines = four_in_a_row::lines();
    let item = |board| {
        let cell = double_threat(board, &lines, task.side);
        cell.map_or_else(|| "-".to_owned(), |cell| cell.to_string())
    };
    task.boards.iter().map(item).collect()
}

fn double_threat(quiet: &QuietBoard, lines: &[Line], side: Side) -> Option<Id> {
    let mut board = quiet.board().clone();
    quiet.board().empty().find(|cell| {
        board.place(*cell, side);
        let threats = board.completing(lines, side).len();
        board.clear(*cell);
        threats >= 2
    })
}

#[cfg(test)]
mod cell_ids_tests {
    use serde_json::json;

    use crate::solvers::vectors;

    #[test]
    fn x_counts_1_and_y_4_and_z_16_and_w_64() {
        let task = json!({
            "cells": [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1], [3, 3, 3, 3], [1, 2, 3, 0]],
            "ids": [2, 8, 32, 128, 0, 255, 57],
        });
        let ids = ["1", "4", "16", "64", "255", "57"];
        let cells = ["2 0 0 0", "0 2 0 0", "0 0 2 0", "0 0 0 2", "0 0 0 0", "3 3 3 3", "1 2 3 0"];
        assert_eq!(vectors::solved("four-in-a-row/cell-ids", task), [&ids[..], &cells].concat());
    }
}

#[cfg(test)]
mod scan_tests {
    use serde_json::json;

    use crate::solvers::{Fields, solver, vectors};

    #[test]
    fn a_scan_goes_from_its_start_to_the_border() {
        let scans = json!([
            {"direction": [1, 1, 1, 0], "start": [0, 0, 0, 0]},
            {"direction": [-1, -1, -1, 0], "start": [3, 3, 3, 0]},
            {"direction": [0, 0, 0, 1], "start": [1, 2, 3, 0]},
            {"direction": [1, -1, 1, -1], "start": [0, 3, 0, 3]},
            {"direction": [1, 0, 0, 0], "start": [2, 0, 0, 0]},
        ]);
        // The fourth begins at 192 + 12 and changes by 1 - 4 + 16 - 64.
        let ids = ["0 21 42 63", "63 42 21 0", "57 121 185 249", "204 153 102 51", "2 3"];
        assert_eq!(vectors::solved("four-in-a-row/scan", json!({"scans": scans})), ids);
    }

    #[test]
    fn no_direction_is_no_scan() {
        let solve = solver("four-in-a-row/scan").unwrap();
        let scan = json!({"direction": [0, 0, 0, 0], "start": [0, 0, 0, 0]});
        assert!(solve(&Fields::from(json!({"scans": [scan]}))).is_err());
    }
}

#[cfg(test)]
mod lines_through_tests {
    use serde_json::json;

    use crate::solvers::vectors;

    /// In each of its cells, the coordinates that a line changes are all 0 or 3, or all 1 or 2. So every choice of one or more coordinates
    /// of one kind is a line through the cell.
    #[test]
    fn outer_and_inner_coordinates_run_together() {
        for (id, through, changing_all) in [
            (0, "15", "1"),   // 0 0 0 0: all four run together, 2^4 - 1
            (255, "15", "1"), // 3 3 3 3
            (51, "15", "1"),  // 3 0 3 0
            (21, "8", "0"),   // 1 1 1 0: 2^3 - 1 of the ones, 1 of the zero
            (85, "15", "1"),  // 1 1 1 1
            (149, "15", "1"), // 1 1 1 2
            (5, "6", "0"),    // 1 1 0 0: 2^2 - 1 twice
            (57, "6", "0"),   // 1 2 3 0
            (1, "8", "0"),    // 1 0 0 0
        ] {
            let counts = vectors::solved("four-in-a-row/lines-through", json!({"ids": [id]}));
            assert_eq!(counts, [through, changing_all], "{id}");
        }
    }

    #[test]
    fn the_cells_meet_each_line_four_times() {
        let ids: Vec<u8> = (0..=255).collect();
        let counts = vectors::solved("four-in-a-row/lines-through", json!({"ids": ids}));
        let numbers: Vec<usize> = counts.iter().map(|count| count.parse().unwrap()).collect();
        let through: usize = numbers.chunks(2).map(|pair| pair[0]).sum();
        let changing_all: usize = numbers.chunks(2).map(|pair| pair[1]).sum();
        assert_eq!((through, changing_all), (4 * 520, 4 * 8));
    }
}

#[cfg(test)]
mod count_lines_tests {
    use serde_json::json;

    use crate::boards::four_in_a_row::drawn;
    use crate::solvers::vectors;

    #[test]
    fn a_full_board_of_one_colour_has_520_lines() {
        let counts = vectors::solved(
            "four-in-a-row/count-lines",
            json!({"boards": ["x".repeat(256), ".".repeat(256)]}),
        );
        assert_eq!(counts, ["520", "0", "0", "0"]);
    }

    #[test]
    fn lines_run_along_axes_and_diagonals_but_not_around_the_border() {
        let straight = drawn(&[0, 1, 2, 3], &[4, 20, 36, 52]);
        let diagonal = drawn(&[0, 85, 170, 255], &[12, 25, 38, 51]);
        let around = drawn(&[2, 3, 4, 5], &[0, 64, 128]);
        let counts = vectors::solved(
            "four-in-a-row/count-lines",
            json!({"boards": [straight, diagonal, around]}),
        );
        assert_eq!(counts, ["1", "1", "1", "1", "0", "0"]);
    }
}

#[cfg(test)]
mod threats_tests {
    use serde_json::json;

    use crate::boards::four_in_a_row::drawn;
    use crate::solvers::vectors;

    #[test]
    fn a_cell_that_completes_two_lines_is_named_once_and_ids_ascend() {
        // Black lacks 2 on 0 1 2 3 and on 2 6 10 14, 7 on 3 7 11 15, 5 on 0 5 10 15. White lacks 0, which is black's.
        let board = drawn(&[0, 1, 3, 6, 10, 14, 11, 15], &[85, 170, 255, 63]);
        let black =
            vectors::solved("four-in-a-row/threats", json!({"boards": [board], "side": "x"}));
        assert_eq!(black, ["2 5 7"]);
        let white =
            vectors::solved("four-in-a-row/threats", json!({"boards": [board], "side": "o"}));
        assert_eq!(white, ["-"]);
    }

    #[test]
    fn a_fourth_cell_that_is_taken_completes_nothing() {
        let boards = [drawn(&[0, 85, 170], &[255]), drawn(&[0, 85, 170], &[])];
        let black =
            vectors::solved("four-in-a-row/threats", json!({"boards": boards, "side": "x"}));
        assert_eq!(black, ["-", "255"]);
    }

    #[test]
    fn a_complete_line_is_no_threat() {
        let board = drawn(&[], &[0, 1, 2, 3]);
        assert_eq!(
            vectors::solved("four-in-a-row/threats", json!({"boards": [board], "side": "o"})),
            ["-"]
        );
    }
}

#[cfg(test)]
mod double_threat_tests {
    use serde_json::json;

    use crate::boards::four_in_a_row::drawn;
    use crate::solvers::vectors;

    fn solved(board: &str, side: &str) -> String {
        vectors::solved("four-in-a-row/double-threat", json!({"boards": [board], "side": side}))
            .remove(0)
    }

    #[test]
    fn two_pairs_that_cross_in_an_empty_cell_are_a_double_threat() {
        // The row 0 1 2 3 and the column 2 6 10 14.
        let board = drawn(&[0, 1, 6, 10], &[]);
        assert_eq!(solved(&board, "x"), "2");
        assert_eq!(solved(&board, "o"), "-");
    }

    #[test]
    fn a_pair_with_the_others_stone_threatens_nothing() {
        assert_eq!(solved(&drawn(&[0, 1, 6, 10], &[14]), "x"), "-");
    }

    /// 0 85 170 255 and 84 85 86 87 cross in 85. 87 and 255 are a pair, too, on 3 87 171 255, which crosses neither in an empty cell.
    #[test]
    fn the_pairs_may_lie_anywhere_in_the_four_dimensions() {
        assert_eq!(solved(&drawn(&[], &[0, 255, 86, 87]), "o"), "85");
    }

    #[test]
    fn one_pair_is_not_enough() {
        assert_eq!(solved(&drawn(&[], &[0, 1]), "o"), "-");
    }
}
