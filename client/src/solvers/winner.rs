//! Step 35: who has won a game on a tesseract: who reached the threshold first, or, on a full board, who has the most lines.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::list;
use crate::boards::tesseract::{self, Board, Game, Line};

#[derive(Deserialize)]
pub(super) struct Task {
    games: Vec<Contest>,
}

#[derive(Deserialize)]
struct Contest {
    #[serde(flatten)]
    game: Game,
    threshold: usize,
}

pub(super) fn solve(task: &Task) -> Vec<String> {
    let lines = tesseract::lines();
    task.games.iter().map(|contest| winner(contest, &lines)).collect()
}

fn winner(contest: &Contest, lines: &[Line]) -> String {
    let mut board = Board::default();
    let mut scores: BTreeMap<u8, usize> =
        contest.game.players().map(|player| (player, 0)).collect();
    for (tile, player) in contest.game.moves() {
        let score = scores.entry(player).or_default();
        *score += board.added(lines, tile, player);
        if *score >= contest.threshold {
            return player.to_string();
        }
        board.place(tile, player);
    }
    if board.free().next().is_some() {
        return "open".to_owned();
    }
    let highest = scores.values().max().copied();
    list(scores.into_iter().filter(|(_, score)| Some(*score) == highest).map(|(player, _)| player))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::solvers::vectors;

    fn solved(players: u8, threshold: usize, history: &[u8]) -> String {
        let game = json!({"players": players, "threshold": threshold, "history": history});
        vectors::solved("35", json!({"games": [game]})).remove(0)
    }

    #[test]
    fn a_game_is_open_until_somebody_has_enough_lines() {
        assert_eq!(solved(2, 1, &[]), "open");
        assert_eq!(solved(2, 1, &[1, 4, 2, 5]), "open");
        assert_eq!(solved(2, 1, &[1, 4, 2, 5, 3]), "1");
        assert_eq!(solved(2, 2, &[1, 4, 2, 5, 3]), "open");
    }

    #[test]
    fn who_gets_there_later_does_not_win() {
        assert_eq!(solved(2, 1, &[1, 4, 2, 5, 3, 6]), "1");
        assert_eq!(solved(2, 1, &[1, 4, 2, 5, 80, 6, 3]), "2");
    }

    #[test]
    fn one_tile_may_pass_the_threshold() {
        // 1 completes 1 2 3 and 1 4 7.
        let history = [2, 80, 3, 50, 4, 45, 7, 60, 1];
        assert_eq!(solved(2, 2, &history), "1");
        assert_eq!(solved(2, 1, &history), "1");
        assert_eq!(solved(2, 3, &history), "open");
    }

    /// The second player takes the tile opposite to the first player's each time: both have the same number of lines in the end, and the
    /// first player always has it first.
    #[test]
    fn on_a_full_board_all_with_the_most_lines_win() {
        let history: Vec<u8> = (1..=40).flat_map(|id| [id, 81 - id]).collect();
        let scores = vectors::solved("33", json!({"games": [{"players": 2, "history": history}]}));
        let (first, second) = scores[0].split_once(' ').unwrap();
        assert_eq!(first, second);
        let reached: usize = first.parse().unwrap();
        assert_eq!(solved(2, reached + 1, &history), "1 2");
        assert_eq!(solved(2, reached, &history), "1");
        assert_eq!(solved(2, reached + 1, &history[..79]), "open");
    }
}
