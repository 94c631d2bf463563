//! Gomoku: a point that scores highest by the table of step 08, at random among equal ones.

use super::Standing;
use crate::boards::gomoku::{Board, DIRECTIONS, Game, Point};
use crate::bots::Turn;
use crate::bots::dice::Dice;
use crate::solvers::best_move;

pub(super) fn reply(turn: &Turn, dice: &mut Dice) -> String {
    let game = Game::try_from(turn.history.concat()).unwrap();
    let (board, mover) = (Board::after(&game), game.mover());
    let empty = Point::rows().flatten().filter(|point| board.at(*point) == '.');
    let scored: Vec<(u32, Point)> =
        empty.map(|point| (best_move::score(&board, point, mover), point)).collect();
    let highest = scored.iter().map(|(score, _)| *score).max().unwrap();
    let best = scored.iter().filter(|(score, _)| *score == highest);
    let best: Vec<Point> = best.map(|(_, point)| *point).collect();
    dice.choose(&best).unwrap().to_string()
}

/// Only the last stone can have made a row of five.
pub(super) fn standing(turn: &Turn) -> Standing {
    let game = Game::try_from(turn.history.concat()).unwrap();
    let board = Board::after(&game);
    let Some((last, stone)) = game.moves().last() else { return Standing::Open };
    let five = |direction| {
        let stones: String = last.line(direction).map(|point| board.at(point)).collect();
        stones.contains(&String::from(stone).repeat(5))
    };
    if DIRECTIONS.into_iter().any(five) {
        return Standing::Won(if stone == 'x' { 1 } else { 2 });
    }
    if turn.history.len() == 225 { Standing::Drawn } else { Standing::Open }
}
