//! Step 07: the cells of the four lines through a point, from 4 before it to 4 after it, as far as they are on the board.

use serde::Deserialize;

use crate::boards::gomoku::{Board, DIRECTIONS, Game, Point};

#[derive(Deserialize)]
pub(super) struct Task {
    board: Game,
    coord: Vec<Point>,
}

pub(super) fn solve(task: &Task) -> Vec<String> {
    let board = Board::after(&task.board);
    let mut lines = Vec::new();
    for point in &task.coord {
        for direction in DIRECTIONS {
            lines.push(point.line(direction).map(|cell| board.at(cell)).collect());
        }
    }
    lines
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
