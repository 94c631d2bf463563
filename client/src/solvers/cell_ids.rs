//! Step 21: the ids of cells of the board of 4×4×4×4, and the cells of ids.

use serde::Deserialize;

use super::list;
use crate::boards::four_in_a_row::{Cell, Id};

#[derive(Deserialize)]
pub(super) struct Task {
    cells: Vec<Cell>,
    ids: Vec<Id>,
}

pub(super) fn solve(task: &Task) -> Vec<String> {
    let ids = task.cells.iter().map(|cell| cell.id().to_string());
    let cells = task.ids.iter().map(|id| list(Cell::from(*id).coordinates()));
    ids.chain(cells).collect()
}

#[cfg(test)]
mod tests {
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
        assert_eq!(vectors::solved("21", task), [&ids[..], &cells].concat());
    }
}
