//! Step 24: how many complete lines black has on a board of 4×4×4×4, and how many white.

use serde::Deserialize;

use crate::boards::four_in_a_row::Board;
use crate::boards::space;

#[derive(Deserialize)]
pub(super) struct Task {
    boards: Vec<Board>,
}

pub(super) fn solve(task: &Task) -> Vec<String> {
    let mut counts = Vec::new();
    for board in &task.boards {
        for colour in ['x', 'o'] {
            counts.push(lines(board, colour).to_string());
        }
    }
    counts
}

/// Four cells of one colour in a row; on a board 4 wide such a row always goes from border to border.
fn lines(board: &Board, colour: char) -> usize {
    let directions = space::directions();
    let mut lines = 0;
    for first in Board::cells() {
        for direction in &directions {
            if (0..4).all(|steps| board.at(space::walk(first, *direction, steps)) == Some(colour)) {
                lines += 1;
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::solvers::vectors;

    /// The board's characters with black at some ids and white at others.
    fn board(black: &[usize], white: &[usize]) -> String {
        let at = |id| match (black.contains(&id), white.contains(&id)) {
            (true, _) => 'x',
            (_, true) => 'o',
            _ => '.',
        };
        (0..256).map(at).collect()
    }

    #[test]
    fn a_full_board_of_one_colour_has_520_lines() {
        let counts = vectors::solved("24", json!({"boards": ["x".repeat(256), ".".repeat(256)]}));
        assert_eq!(counts, ["520", "0", "0", "0"]);
    }

    #[test]
    fn lines_run_along_axes_and_diagonals_but_not_around_the_border() {
        let straight = board(&[0, 1, 2, 3], &[4, 20, 36, 52]);
        let diagonal = board(&[0, 85, 170, 255], &[12, 25, 38, 51]);
        let around = board(&[2, 3, 4, 5], &[0, 64, 128]);
        let counts = vectors::solved("24", json!({"boards": [straight, diagonal, around]}));
        assert_eq!(counts, ["1", "1", "1", "1", "0", "0"]);
    }
}
