//! The tesseract: solvers of the kinds about tiles, lines and finished games.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::api::list_item;
use crate::boards::BoardError;
use crate::boards::space::{Offset, Vector};
use crate::boards::tesseract::{self, Board, Game, Line, Tile};

/// `tesseract/tiles`: the ids of a tesseract's tiles, and the tiles of ids.
#[derive(Deserialize)]
pub(super) struct TilesTask {
    tiles: Vec<Place>,
    ids: Vec<Tile>,
}

/// A tile, read from its coordinates.
#[derive(Deserialize)]
#[serde(try_from = "Vector")]
struct Place(Tile);

impl TryFrom<Vector> for Place {
    type Error = BoardError;

    fn try_from(place: Vector) -> Result<Self, BoardError> {
        Tile::try_from(place).map(Self)
    }
}

pub(super) fn solve_tiles(task: &TilesTask) -> Vec<String> {
    let ids = task.tiles.iter().map(|place| place.0.id().to_string());
    let tiles = task.ids.iter().map(|tile| list_item(tile.coordinates()));
    ids.chain(tiles).collect()
}

/// `tesseract/half-directions`: which directions are kept of each pair of opposite ones, and how many lines there are in them.
#[derive(Deserialize)]
pub(super) struct HalfDirectionsTask {
    vectors: Vec<Offset>,
}

pub(super) fn solve_half_directions(task: &HalfDirectionsTask) -> Vec<String> {
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

/// `tesseract/scores`: how many lines each player of a tesseract game has.
#[derive(Deserialize)]
pub(super) struct ScoresTask {
    games: Vec<Game>,
}

pub(super) fn solve_scores(task: &ScoresTask) -> Vec<String> {
    let lines = tesseract::lines();
    task.games.iter().map(|game| scores(game, &lines)).collect()
}

fn scores(game: &Game, lines: &[Line]) -> String {
    let board = Board::after(game);
    list_item(game.players().map(|player| board.held(lines, player).count()))
}

/// `tesseract/show-lines`: a player's lines on a tesseract.
#[derive(Deserialize)]
pub(super) struct ShowLinesTask {
    #[serde(flatten)]
    game: Game,
    player: u8,
}

pub(super) fn solve_show_lines(task: &ShowLinesTask) -> Vec<String> {
    let lines = tesseract::lines();
    let board = Board::after(&task.game);
    let mut held: Vec<&Line> = board.held(&lines, task.player).collect();
    held.sort_unstable();
    vec![list_item(held.into_iter().map(ids))]
}

fn ids(line: &Line) -> String {
    line.map(|tile| tile.id().to_string()).join("-")
}

/// `tesseract/winner`: who has won a game on a tesseract: who reached the threshold first, or, on a full board, who has the most lines.
#[derive(Deserialize)]
pub(super) struct WinnerTask {
    games: Vec<Contest>,
}

#[derive(Deserialize)]
struct Contest {
    #[serde(flatten)]
    game: Game,
    threshold: usize,
}

pub(super) fn solve_winner(task: &WinnerTask) -> Vec<String> {
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
    list_item(
        scores.into_iter().filter(|(_, score)| Some(*score) == highest).map(|(player, _)| player),
    )
}

/// `tesseract/best-tile`: a free tile that adds the most lines for the player to move on a tesseract, and how many.
#[derive(Deserialize)]
pub(super) struct BestTileTask {
    games: Vec<Game>,
}

pub(super) fn solve_best_tile(task: &BestTileTask) -> Vec<String> {
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
mod tiles_tests {
    use serde_json::json;

    use crate::solvers::{Fields, solver, vectors};

    #[test]
    fn ids_run_row_major_and_leave_out_the_centre() {
        let task = json!({
            "tiles": [[1, 1, 1, 1], [1, 1, 2, 1], [1, 2, 1, 1], [2, 1, 1, 1], [2, 2, 2, 1], [2, 2, 2, 3], [3, 3, 3, 3]],
            "ids": [2, 39, 40, 41, 42, 80],
        });
        let ids = ["1", "4", "10", "28", "40", "41", "80"];
        let tiles = ["1 1 1 2", "2 2 1 3", "2 2 2 1", "2 2 2 3", "2 2 3 1", "3 3 3 3"];
        assert_eq!(vectors::solved("tesseract/tiles", task), [&ids[..], &tiles].concat());
    }

    #[test]
    fn the_centre_is_no_tile() {
        let solve = solver("tesseract/tiles").unwrap();
        assert!(solve(&Fields::from(json!({"tiles": [[2, 2, 2, 2]], "ids": []}))).is_err());
    }
}

#[cfg(test)]
mod half_directions_tests {
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
        assert_eq!(vectors::solved("tesseract/half-directions", json!({"vectors": kept})), lines);
    }

    #[test]
    fn a_direction_whose_product_is_not_positive_is_dropped() {
        let dropped =
            json!([[-1, 0, 0, 0], [1, -1, 0, 0], [1, 1, 1, -1], [0, 0, 1, -1], [0, 0, 0, 0]]);
        assert_eq!(
            vectors::solved("tesseract/half-directions", json!({"vectors": dropped})),
            ["drop"; 5]
        );
    }

    #[test]
    fn of_81_vectors_40_are_kept_with_232_lines() {
        let items =
            vectors::solved("tesseract/half-directions", json!({"vectors": space::cube(-1..=1)}));
        let kept: Vec<usize> = items.iter().filter_map(|item| item.parse().ok()).collect();
        assert_eq!((kept.len(), kept.iter().sum::<usize>()), (40, 232));
    }
}

#[cfg(test)]
mod scores_tests {
    use serde_json::json;

    use crate::api::list_item;
    use crate::solvers::vectors;

    #[test]
    fn the_published_game_has_its_scores() {
        let case = vectors::at("/tesseract_export");
        let scores = vectors::solved("tesseract/scores", json!({"games": [case]}));
        assert_eq!(scores, [list_item(case["scores"].as_array().unwrap())]);
    }
}

#[cfg(test)]
mod show_lines_tests {
    use serde_json::json;

    use crate::solvers::vectors;

    fn solved(players: u8, history: &[u8], player: u8) -> Vec<String> {
        let task = json!({"players": players, "history": history, "player": player});
        vectors::solved("tesseract/show-lines", task)
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

#[cfg(test)]
mod winner_tests {
    use serde_json::json;

    use crate::solvers::vectors;

    fn solved(players: u8, threshold: usize, history: &[u8]) -> String {
        let game = json!({"players": players, "threshold": threshold, "history": history});
        vectors::solved("tesseract/winner", json!({"games": [game]})).remove(0)
    }

    #[test]
    fn a_game_is_open_until_somebody_has_enough_lines() {
        assert_eq!(solved(2, 1, &[]), "open");
        assert_eq!(solved(2, 1, &[1, 4, 2, 5]), "open");
        assert_eq!(solved(2, 1, &[1, 4, 2, 5, 3]), "1");
        assert_eq!(solved(2, 2, &[1, 4, 2, 5, 3]), "open");
    }

    #[test]
    fn the_second_to_reach_the_threshold_does_not_win() {
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
        let scores = vectors::solved(
            "tesseract/scores",
            json!({"games": [{"players": 2, "history": history}]}),
        );
        let (first, second) = scores[0].split_once(' ').unwrap();
        assert_eq!(first, second);
        let reached: usize = first.parse().unwrap();
        assert_eq!(solved(2, reached + 1, &history), "1 2");
        assert_eq!(solved(2, reached, &history), "1");
        assert_eq!(solved(2, reached + 1, &history[..79]), "open");
    }
}

#[cfg(test)]
mod best_tile_tests {
    use serde_json::json;

    use crate::solvers::vectors;

    fn solved(players: u8, history: &[u8]) -> String {
        let game = json!({"players": players, "history": history});
        vectors::solved("tesseract/best-tile", json!({"games": [game]})).remove(0)
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
