//! Step 33: how many lines each player of a tesseract game has.

use serde::Deserialize;

use super::list;
use crate::boards::tesseract::{Board, Game};

#[derive(Deserialize)]
pub(super) struct Task {
    games: Vec<Game>,
}

pub(super) fn solve(task: &Task) -> Vec<String> {
    task.games.iter().map(scores).collect()
}

fn scores(game: &Game) -> String {
    let board = Board::after(game);
    list((1..=game.players).map(|player| board.lines(player)))
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
