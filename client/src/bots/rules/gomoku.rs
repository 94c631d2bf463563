//! Gomoku: a point that scores highest by the table of step 08, at random among equal ones.

use super::Winner;
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
pub(super) fn result(turn: &Turn) -> Option<Winner> {
    let game = Game::try_from(turn.history.concat()).unwrap();
    let board = Board::after(&game);
    let (last, stone) = game.moves().last()?;
    let five = |direction| {
        let stones: String = last.line(direction).map(|point| board.at(point)).collect();
        stones.contains(&String::from(stone).repeat(5))
    };
    if DIRECTIONS.into_iter().any(five) {
        return Some(Winner::Player(if stone == 'x' { 1 } else { 2 }));
    }
    (turn.history.len() == 225).then_some(Winner::Nobody)
}
