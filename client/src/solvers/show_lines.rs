//! Step 34: a player's lines on a tesseract.

use serde::Deserialize;

use super::list;
use crate::boards::tesseract::{self, Board, Game, Line};

#[derive(Deserialize)]
pub(super) struct Task {
    #[serde(flatten)]
    game: Game,
    player: u8,
}

pub(super) fn solve(task: &Task) -> Vec<String> {
    let lines = tesseract::lines();
    let board = Board::after(&task.game);
    let mut held: Vec<&Line> = board.held(&lines, task.player).collect();
    held.sort_unstable();
    vec![list(held.into_iter().map(ids))]
}

fn ids(line: &Line) -> String {
    line.map(|tile| tile.id().to_string()).join("-")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::solvers::vectors;

    fn solved(players: u8, history: &[u8], player: u8) -> Vec<String> {
        let task = json!({"players": players, "history": history, "player": player});
        vectors::solved("34", task)
    }

    #[test]
    fn lines_ascend_as_numbers() {
        // The first player: 10 11 12 and 2 5 8, taken backwards. The second: 80 79 78 and no more.
        let history = [12, 80, 11, 79, 10, 78, 8, 60, 5, 50, 2];
        assert_eq!(solved(2, &history, 1), ["2-5-8 10-11-12"]);
        assert_eq!(solved(2, &history, 2), ["78-79-80"]);
    }

    #[test]
    fn a_tile_may_lie_on_several_lines() {
        assert_eq!(solved(2, &[1, 80, 2, 50, 3, 45, 4, 60, 7], 1), ["1-2-3 1-4-7"]);
    }

    #[test]
    fn a_player_without_a_line_has_a_dash() {
        assert_eq!(solved(2, &[], 1), ["-"]);
        // The same tiles, taken by two players in turn.
        assert_eq!(solved(2, &[1, 2, 3], 1), ["-"]);
        // 40 and 41 lie on both sides of the centre, which nobody holds.
        assert_eq!(solved(3, &[39, 1, 80, 40, 2, 79, 41], 1), ["-"]);
    }
}
