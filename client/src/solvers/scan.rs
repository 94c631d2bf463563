//! Step 22: the ids met on the way from a cell along a direction to the border.

use serde::Deserialize;

use super::list;
use crate::boards::four_in_a_row::Cell;
use crate::boards::space::{Offset, Vector};

#[derive(Deserialize)]
pub(super) struct Task {
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
            [0, 0, 0, 0] => Err("a direction that is not all 0 was expected"),
            direction => Ok(Self(direction)),
        }
    }
}

pub(super) fn solve(task: &Task) -> Vec<String> {
    task.scans.iter().map(ids).collect()
}

fn ids(scan: &Scan) -> String {
    let cells = (0..).map_while(|steps| scan.start.shifted(scan.direction.0, steps));
    list(cells.map(Cell::id))
}

#[cfg(test)]
mod tests {
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
        assert_eq!(vectors::solved("22", json!({"scans": scans})), ids);
    }

    #[test]
    fn no_direction_is_no_scan() {
        let solve = solver("22".parse().unwrap()).unwrap();
        let scan = json!({"direction": [0, 0, 0, 0], "start": [0, 0, 0, 0]});
        assert!(solve(&Fields::from(json!({"scans": [scan]}))).is_err());
    }
}
