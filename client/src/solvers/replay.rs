//! Step 06: the board after every move of a gomoku game, 225 characters an item.

use serde::Deserialize;

use crate::boards::gomoku::{Board, Game};

#[derive(Deserialize)]
pub(super) struct Task {
    questions: Game,
}

pub(super) fn solve(task: &Task) -> Vec<String> {
    let mut board = Board::default();
    let mut after_each_move = Vec::new();
    for (point, stone) in task.questions.moves() {
        board.place(point, stone);
        after_each_move.push(board.to_string());
    }
    after_each_move
}

#[cfg(test)]
mod tests {
    use crate::solvers::vectors;

    #[test]
    fn the_sample_game_ends_as_published() {
        let case = vectors::at("/gomoku_replay/cases/0");
        let boards = vectors::solved("06", case.clone());
        assert_eq!(boards.len(), 15);
        assert_eq!(boards.last().unwrap(), case["last"].as_str().unwrap());
        for (before, after) in boards.iter().zip(&boards[1..]) {
            let changed = before.chars().zip(after.chars()).filter(|(b, a)| b != a).count();
            assert_eq!(changed, 1);
        }
    }
}
