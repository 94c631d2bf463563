//! A tesseract: three rows of three blocks of 3×3, the centre left blank.

use serde::Deserialize;

use super::cells::{Square, beside, row};
use super::players::{self, Icons};
use super::{FAINT, labelled, paint};
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
    let board = played(&Board::after(&contest.game), &Icons::default(), None, false);
    let mut text = board + &labelled(&count, ids.join(" "));
    text.extend(contest.threshold.map(|threshold| labelled("threshold", threshold)));
    text
}

/// The board of a game with the last move marked; as long as it is open, free tiles show their ids, which are the moves.
pub(super) fn played(board: &Board, icons: &Icons, last: Option<Tile>, is_open: bool) -> String {
    let width = if is_open { icons.width().max(2) } else { icons.width() };
    blocks(width, |tile| {
        let square = match board.holder(tile) {
            None if is_open => Square::new(paint(FAINT, tile.id()), tile.id().to_string().len()),
            _ => square(board, icons, tile),
        };
        square.marked_if(last == Some(tile))
    })
}

fn square(board: &Board, icons: &Icons, tile: Tile) -> Square {
    let holder = board.holder(tile);
    let icon = icons.of(holder.unwrap_or(0));
    let style = holder.map_or(FAINT, players::style);
    Square::new(paint(style, icon), players::columns(icon))
}

fn blocks(width: usize, square: impl Fn(Tile) -> Square) -> String {
    let centre = || Square::new(String::new(), 0);
    let mut text = paint(FAINT, LEGEND);
    for i in 1..=3 {
        text.push('\n');
        for k in 1..=3 {
            let block_row = |j| {
                let tiles = (1..=3)
                    .map(|l| Tile::try_from([i, j, k, l]).map_or_else(|_| centre(), &square));
                row(tiles, width)
            };
            text.push_str(&beside(&[1, 2, 3].map(block_row)));
        }
    }
    text
}
