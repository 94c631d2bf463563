//! Step 04: how many points lie on the four lines through a point within 4 of it, itself counted once.

use serde::Deserialize;

use crate::boards::gomoku::{DIRECTIONS, Point};

#[derive(Deserialize)]
pub(super) struct Task {
    coord: Vec<Point>,
}

pub(super) fn solve(task: &Task) -> Vec<String> {
    task.coord.iter().map(|point| reach(*point).to_string()).collect()
}

fn reach(point: Point) -> usize {
    let mut others = 0;
    for direction in DIRECTIONS {
        others += point.line(direction).filter(|there| *there != point).count();
    }
    1 + others
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::solvers::vectors;

    #[test]
    fn the_middle_reaches_eight_rays_of_four() {
        assert_eq!(vectors::solved("04", json!({"coord": ["hh", "ee", "kk"]})), ["33"; 3]);
    }

    #[test]
    fn a_corner_reaches_three_rays_and_a_side_five() {
        assert_eq!(vectors::solved("04", json!({"coord": ["aa", "ao", "oa", "oo"]})), ["13"; 4]);
        assert_eq!(vectors::solved("04", json!({"coord": ["ha", "oh"]})), ["21"; 2]);
    }

    #[test]
    fn a_ray_ends_at_the_border() {
        // Four points to the one side and one to the other on —, │ and ╲; one on each side on ╱.
        assert_eq!(vectors::solved("04", json!({"coord": ["bb", "NN"]})), ["18"; 2]);
    }
}
