//! A tesseract: the tile that makes the most lines of one's own; if none makes any, the one with which the others together would make the
//! most; at random among equal ones.

use super::Standing;
use crate::boards::tesseract::{Board, Tile, lines};
use crate::bots::Turn;
use crate::bots::dice::Dice;

/// The board, as far as the history goes.
fn board(turn: &Turn) -> Board {
    let mut board = Board::default();
    for (id, player) in turn.history.iter().zip((1..=turn.players).cycle()) {
        board.place(Tile::try_from(id.parse::<u8>().unwrap()).unwrap(), player);
    }
    board
}

pub(super) fn reply(turn: &Turn, dice: &mut Dice) -> String {
    let (board, lines) = (board(turn), lines());
    let player = (1..=turn.players).cycle().nth(turn.history.len()).unwrap();
    let own = |tile| board.added(&lines, tile, player);
    let others = |tile| {
        let others = (1..=turn.players).filter(|other| *other != player);
        others.map(|other| board.added(&lines, tile, other)).sum::<usize>()
    };
    let worth: Vec<_> = board.free().map(|tile| ((own(tile), others(tile)), tile)).collect();
    let own_most = worth.iter().map(|((own, _), _)| *own).max().unwrap();
    let key = |(own, others): (usize, usize)| if own_most > 0 { own } else { others };
    let most = worth.iter().map(|(worth, _)| key(*worth)).max().unwrap();
    let best = worth.iter().filter(|(worth, _)| key(*worth) == most);
    let best: Vec<u8> = best.map(|(_, tile)| tile.id()).collect();
    dice.choose(&best).unwrap().to_string()
}

pub(super) fn standing(turn: &Turn) -> Standing {
    let (board, lines) = (board(turn), lines());
    let counts: Vec<usize> =
        (1..=turn.players).map(|player| board.held(&lines, player).count()).collect();
    let threshold = usize::from(turn.threshold);
    if let Some(place) = counts.iter().position(|count| *count >= threshold) {
        return Standing::Won(place + 1);
    }
    if board.free().next().is_some() {
        return Standing::Open;
    }
    let most = counts.iter().max().unwrap();
    let best: Vec<usize> = (1..).zip(&counts).filter(|(_, c)| *c == most).map(|(p, _)| p).collect();
    if let [winner] = best.as_slice() { Standing::Won(*winner) } else { Standing::Drawn }
}
