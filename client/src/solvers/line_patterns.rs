//! Step 07: the cells of the four lines through a point, from 4 before it to 4 after it, as far as they are on the board.

use serde::Deserialize;

use crate::boards::gomoku::{Board, Game, Point};

#[derive(Deserialize)]
pub(super) struct Task {
    board: Game,
    coord: Vec<Point>,
}

/// The directions of the four lines as rows down and columns to the right: —, ╲, │, ╱.
const DIRECTIONS: [(i8, i8); 4] = [(0, 1), (1, 1), (1, 0), (1, -1)];

pub(super) fn solve(task: &Task) -> Vec<String> {
    let board = Board::after(&task.board);
    let mut lines = Vec::new();
    for point in &task.coord {
        for direction in DIRECTIONS {
            lines.push(line(&board, *point, direction));
        }
    }
    lines
}

fn line(board: &Board, point: Point, (rows, columns): (i8, i8)) -> String {
    (-4..=4)
        .filter_map(|distance| point.shifted(distance * rows, distance * columns))
        .map(|cell| board.at(cell))
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::solvers::vectors;

    #[test]
    fn the_published_samples_are_solved() {
        for case in vectors::at("/gomoku_line_patterns/cases").as_array().unwrap() {
            let lines = vectors::solved("07", case.clone());
            let published = case["ans"].as_array().unwrap();
            assert_eq!(lines.len(), published.len());
            for (line, expected) in lines.iter().zip(published) {
                let reversed: String = line.chars().rev().collect();
                let expected = expected.as_str().unwrap();
                assert!(line == expected || reversed == expected, "{line} for {expected}");
            }
        }
    }
}
