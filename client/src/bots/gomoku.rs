//! Gomoku: its lines are all fives in a row, so that a longer row is several lines at once.

use super::dice::Dice;
use super::first_line::Race;
use super::grid::{Cell, Grid, Stones};
use super::most_lines::Contest;
use super::worth::Worth;
use super::{BotError, Turn};
use crate::boards::gomoku::{DIRECTIONS, Game, Point};

const RACE: Race = Race {
    contest: Contest {
        sides: 2,
        threshold: Some(1),
        worth: Worth { own: &[1, 15, 40, 80], other: &[0, 10, 30, 60] },
        stake: &[0, 1, 6, 30, 60],
        depth: 3,
        candidates: 12,
    },
    quiet_moves: 1,
};

pub(super) fn play(turn: &Turn) -> Result<String, BotError> {
    let grid = Grid::new(fives());
    let mut stones = Stones::none(&grid);
    let mut dice = Dice::new(turn.seed);
    let game = Game::try_from(turn.history.concat())?;
    for (point, stone) in game.moves() {
        stones.place(cell(point), usize::from(stone == 'o'));
    }
    let side = turn.history.len() % 2;
    let chosen = RACE.choose(&mut stones, side, &mut dice);
    let point = Point::rows().flatten().find(|point| Some(cell(*point)) == chosen);
    Ok(point.ok_or(BotError::Full)?.to_string())
}

/// A point's cell on the grid: its number when the board is read row by row.
fn cell(point: Point) -> Cell {
    Cell::try_from(point.index()).unwrap_or_default()
}

/// All 572 rows of five points.
fn fives() -> Vec<Vec<Cell>> {
    let mut fives = Vec::new();
    for first in Point::rows().flatten() {
        for (rows, columns) in DIRECTIONS {
            let five = (0..5).map(|steps| first.shifted(steps * rows, steps * columns).map(cell));
            fives.extend(five.collect::<Option<Vec<Cell>>>());
        }
    }
    fives
}
