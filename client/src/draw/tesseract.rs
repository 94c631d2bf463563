//! A tesseract: three rows of three blocks of 3×3, the centre left blank.

use serde::Deserialize;

use super::{FAINT, FIRST, FOURTH, SECOND, THIRD, labelled, paint};
use crate::boards::space::Vector;
use crate::boards::tesseract::{Board, Game, Tile};

const LEGEND: &str = "l to the right, k down; blocks: j to the right, i down";

/// A game with the number of lines that wins it, where there is one.
#[derive(Deserialize)]
pub(super) struct Contest {
    #[serde(flatten)]
    game: Game,
    threshold: Option<u32>,
}

/// The board after a game, the moves that led to it, and the threshold.
pub(super) fn contest(contest: &Contest) -> String {
    let count = format!("{} players", contest.game.players().count());
    let ids: Vec<String> = contest.game.moves().map(|(tile, _)| tile.id().to_string()).collect();
    let mut text = board(&contest.game) + &labelled(&count, ids.join(" "));
    text.extend(contest.threshold.map(|threshold| labelled("threshold", threshold)));
    text
}

fn board(game: &Game) -> String {
    let board = Board::after(game);
    let mut text = paint(FAINT, LEGEND);
    for i in 1..=3 {
        text.push('\n');
        for k in 1..=3 {
            for j in 1..=3 {
                for l in 1..=3 {
                    text.push(' ');
                    text.push_str(&tile(&board, [i, j, k, l]));
                }
                text.push_str(if j < 3 { "  " } else { "\n" });
            }
        }
    }
    text
}

fn tile(board: &Board, place: Vector) -> String {
    let Ok(tile) = Tile::try_from(place) else {
        return " ".to_owned(); // the centre
    };
    match board.holder(tile) {
        Some(1) => paint(FIRST, 'X'),
        Some(2) => paint(SECOND, 'O'),
        Some(3) => paint(THIRD, 'Y'),
        Some(_) => paint(FOURTH, 'Z'),
        None => paint(FAINT, '·'),
    }
}
