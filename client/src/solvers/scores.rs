//! Step 33: how many lines each player of a tesseract game has.

use serde::Deserialize;

use super::list;
use crate::boards::tesseract::{self, Board, Game, Line};

#[derive(Deserialize)]
pub(super) struct Task {
    games: Vec<Game>,
}

pub(super) fn solve(task: &Task) -> Vec<String> {
    let lines = tesseract::lines();
    task.games.iter().map(|game| scores(game, &lines)).collect()
}

fn scores(game: &Game, lines: &[Line]) -> String {
    let board = Board::after(game);
    list(game.players().map(|player| board.held(lines, player).count()))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::solvers::vectors;

    #[test]
    fn the_published_game_has_its_scores() {
        let case = vectors::at("/tesseract_export");
        let scores = vectors::solved("33", json!({"games": [case]}));
        assert_eq!(scores, [super::list(case["scores"].as_array().unwrap())]);
    }
}
