//! Step 31: the ids of a tesseract's tiles, and the tiles of ids.

use serde::Deserialize;

use super::list;
use crate::boards::BoardError;
use crate::boards::space::Vector;
use crate::boards::tesseract::Tile;

#[derive(Deserialize)]
pub(super) struct Task {
    tiles: Vec<Place>,
    ids: Vec<Tile>,
}

/// A tile, read from its coordinates.
#[derive(Deserialize)]
#[serde(try_from = "Vector")]
struct Place(Tile);

impl TryFrom<Vector> for Place {
    type Error = BoardError;

    fn try_from(place: Vector) -> Result<Self, BoardError> {
        Tile::try_from(place).map(Self)
    }
}

pub(super) fn solve(task: &Task) -> Vec<String> {
    let ids = task.tiles.iter().map(|place| place.0.id().to_string());
    let tiles = task.ids.iter().map(|tile| list(tile.coordinates()));
    ids.chain(tiles).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::solvers::{Fields, solver, vectors};

    #[test]
    fn ids_run_row_major_and_leave_out_the_centre() {
        let task = json!({
            "tiles": [[1, 1, 1, 1], [1, 1, 2, 1], [1, 2, 1, 1], [2, 1, 1, 1], [2, 2, 2, 1], [2, 2, 2, 3], [3, 3, 3, 3]],
            "ids": [2, 39, 40, 41, 42, 80],
        });
        let ids = ["1", "4", "10", "28", "40", "41", "80"];
        let tiles = ["1 1 1 2", "2 2 1 3", "2 2 2 1", "2 2 2 3", "2 2 3 1", "3 3 3 3"];
        assert_eq!(vectors::solved("31", task), [&ids[..], &tiles].concat());
    }

    #[test]
    fn the_centre_is_no_tile() {
        let solve = solver("31".parse().unwrap()).unwrap();
        assert!(solve(&Fields::from(json!({"tiles": [[2, 2, 2, 2]], "ids": []}))).is_err());
    }
}
