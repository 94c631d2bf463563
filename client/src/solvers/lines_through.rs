//! Step 23: how many lines go through a cell, and how many of them change all four coordinates.

use serde::Deserialize;

use crate::boards::four_in_a_row::{self, Cell, Id, Line};

#[derive(Deserialize)]
pub(super) struct Task {
    ids: Vec<Id>,
}

pub(super) fn solve(task: &Task) -> Vec<String> {
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

#[cfg(test)]
mod tests {
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
            let counts = vectors::solved("23", json!({"ids": [id]}));
            assert_eq!(counts, [through, changing_all], "{id}");
        }
    }

    #[test]
    fn the_cells_meet_each_line_four_times() {
        let ids: Vec<u8> = (0..=255).collect();
        let counts = vectors::solved("23", json!({"ids": ids}));
        let numbers: Vec<usize> = counts.iter().map(|count| count.parse().unwrap()).collect();
        let through: usize = numbers.chunks(2).map(|pair| pair[0]).sum();
        let changing_all: usize = numbers.chunks(2).map(|pair| pair[1]).sum();
        assert_eq!((through, changing_all), (4 * 520, 4 * 8));
    }
}
