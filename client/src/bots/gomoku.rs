//! Gomoku: its lines are all fives in a row, so that a longer row is several lines at once.

use super::dice::Dice;
use super::first_line::Race;
use super::grid::{Cell, Grid, Stones};
use super::most_lines::Contest;
use super::worth::Worth;
use super::{BotError, Turn};
use crate::boards::gomoku::{DIRECTIONS, Point};

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
    let moves: Result<Vec<Cell>, _> =
        turn.history.iter().map(|text| Point::try_from(text.clone()).map(cell)).collect();
    let grid = Grid::new(fives());
    let mut stones = Stones::after(&grid, &moves?, 2)?;
    let side = turn.history.len() % 2;
    let chosen = RACE.choose(&mut stones, side, &mut Dice::new(turn.seed));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_572_fives() {
        let fives = fives();
        // 11 in each of 15 rows and 15 columns, 11 times 11 in each oblique direction.
        assert_eq!(fives.len(), 2 * 15 * 11 + 2 * 11 * 11);
        assert!(fives.contains(&vec![220, 221, 222, 223, 224]));
        assert!(fives.contains(&vec![14, 28, 42, 56, 70]));
    }

    fn played(game: &str) -> String {
        let points: Vec<char> = game.chars().collect();
        let history: Vec<String> = points.chunks(2).map(String::from_iter).collect();
        play(&Turn::new(&history)).unwrap()
    }

    /// Black has three in row h: `. . x x x . .`
    #[test]
    fn an_open_three_is_made_an_open_four_or_stopped() {
        let three = "hgaahhaohi";
        let ends = ["hf", "hj"];
        assert!(ends.contains(&played(&format!("{three}oa")).as_str()));
        let stop = played(three);
        assert!(["he", "hf", "hj", "hk"].contains(&stop.as_str()), "{stop}");
    }

    /// Black has pairs in row h and column k, which cross in hk: two open threes at once.
    #[test]
    fn two_open_threes_win() {
        assert_eq!(played("hiaahjaoikoajkoo"), "hk");
    }
}
