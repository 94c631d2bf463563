//! Step 37: a free tile that adds the most lines for the player to move on a tesseract, and how many.

use serde::Deserialize;

use crate::boards::tesseract::{self, Board, Game, Line};

#[derive(Deserialize)]
pub(super) struct Task {
    games: Vec<Game>,
}

pub(super) fn solve(task: &Task) -> Vec<String> {
    let lines = tesseract::lines();
    let item = |game| best(game, &lines).unwrap_or_else(|| "-".to_owned());
    task.games.iter().map(item).collect()
}

/// The tile and how many lines it adds; `None` on a full board.
fn best(game: &Game, lines: &[Line]) -> Option<String> {
    let board = Board::after(game);
    let player = game.mover()?;
    let added = board.free().map(|tile| (tile, board.added(lines, tile, player)));
    let (tile, added) = added.max_by_key(|(_, added)| *added)?;
    Some(format!("{}:{added}", tile.id()))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::solvers::vectors;

    fn solved(players: u8, history: &[u8]) -> String {
        let game = json!({"players": players, "history": history});
        vectors::solved("37", json!({"games": [game]})).remove(0)
    }

    #[test]
    fn the_player_to_move_completes_his_own_line() {
        assert_eq!(solved(2, &[1, 4, 2, 5]), "3:1");
        assert_eq!(solved(2, &[1, 4, 2, 5, 80]), "6:1");
        // The third of three players is to move, and has 30 and 29.
        assert_eq!(solved(3, &[1, 4, 30, 2, 5, 29, 80, 76]), "28:1");
    }

    #[test]
    fn a_tile_that_adds_two_lines_is_better() {
        // 1 completes 1 2 3 and 1 4 7; 5 only 3 5 7.
        assert_eq!(solved(2, &[2, 80, 3, 50, 4, 45, 7, 60]), "1:2");
    }

    #[test]
    fn nothing_to_gain_is_any_free_tile_with_0() {
        let item = solved(2, &[80, 1]);
        let (tile, lines) = item.split_once(':').unwrap();
        assert_eq!(lines, "0");
        assert!((2..80).contains(&tile.parse::<u8>().unwrap()));
    }

    #[test]
    fn a_full_board_has_no_tile() {
        let history: Vec<u8> = (1..=80).collect();
        assert_eq!(solved(2, &history), "-");
    }
}
