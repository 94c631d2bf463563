//! Step 32: which directions are kept of each pair of opposite ones, and how many lines there are in them.

use serde::Deserialize;

use crate::boards::space::Offset;
use crate::boards::tesseract;

#[derive(Deserialize)]
pub(super) struct Task {
    vectors: Vec<Offset>,
}

pub(super) fn solve(task: &Task) -> Vec<String> {
    task.vectors.iter().map(|vector| lines(*vector)).collect()
}

fn lines(vector: Offset) -> String {
    let direction = vector.vector();
    let product: i8 = direction.iter().zip([1, 2, 4, 8]).map(|(part, weight)| part * weight).sum();
    if product > 0 {
        tesseract::lines_along(direction).count().to_string()
    } else {
        "drop".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::boards::space;
    use crate::solvers::vectors;

    /// There is one line for each choice of the coordinates that do not change, less the one through the centre.
    #[test]
    fn a_kept_direction_has_a_line_for_each_choice_of_the_other_coordinates() {
        let kept = json!([
            [1, 0, 0, 0],
            [0, 0, 0, 1],
            [1, 1, 0, 0],
            [-1, 1, 0, 0],
            [0, 0, -1, 1],
            [1, 1, 1, 0],
            [-1, -1, 1, 0],
            [1, 1, 1, 1],
            [-1, -1, -1, 1],
        ]);
        let lines = ["26", "26", "8", "8", "8", "2", "2", "0", "0"];
        assert_eq!(vectors::solved("32", json!({"vectors": kept})), lines);
    }

    #[test]
    fn a_direction_whose_product_is_not_positive_is_dropped() {
        let dropped =
            json!([[-1, 0, 0, 0], [1, -1, 0, 0], [1, 1, 1, -1], [0, 0, 1, -1], [0, 0, 0, 0]]);
        assert_eq!(vectors::solved("32", json!({"vectors": dropped})), ["drop"; 5]);
    }

    #[test]
    fn of_81_vectors_40_are_kept_with_232_lines() {
        let items = vectors::solved("32", json!({"vectors": space::cube(-1..=1)}));
        let kept: Vec<usize> = items.iter().filter_map(|item| item.parse().ok()).collect();
        assert_eq!((kept.len(), kept.iter().sum::<usize>()), (40, 232));
    }
}
