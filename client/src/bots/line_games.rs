//! The bots of the three games on a [`Grid`]: gomoku, four-in-a-row and the tesseract.

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use super::alpha_beta::{AlphaBeta, MoveOrdering};
use super::grid::{Cell, Grid, Stones};
use super::threats::FirstLine;
use super::turn::{BotError, Turn};
use crate::api::{EndRule, Move};
use crate::boards::four_in_a_row;
use crate::boards::gomoku::{DIRECTIONS, Point};
use crate::boards::tesseract::{self, Tile};

const GOMOKU: FirstLine = FirstLine {
    search: AlphaBeta {
        sides: 2,
        threshold: Some(1),
        move_ordering: MoveOrdering { own: &[1, 15, 40, 80], other: &[0, 10, 30, 60] },
        line_scores: &[0, 1, 6, 30, 60],
        depth: 3,
        width: 12,
    },
    quiet_moves: 1,
};

/// A third stone is a threat, which is left to the search for a forced win; pairs are what such a win is made of.
const FOUR_IN_A_ROW: FirstLine = FirstLine {
    search: AlphaBeta {
        sides: 2,
        threshold: Some(1),
        move_ordering: MoveOrdering { own: &[1, 4, 6], other: &[0, 3, 5] },
        line_scores: &[0, 1, 4, 8],
        depth: 1,
        width: 12,
    },
    quiet_moves: 0,
};

const FOUR_IN_A_ROW_MOST_LINES: AlphaBeta = AlphaBeta {
    sides: 2,
    threshold: None,
    move_ordering: MoveOrdering { own: &[1, 3, 10, 60], other: &[0, 2, 8, 40] },
    line_scores: &[0, 1, 3, 10, 30],
    depth: 2,
    width: 8,
};

/// Gomoku: its lines are all fives in a row, so that a longer row is several lines at once.
pub(super) fn gomoku(turn: &Turn) -> Result<String, BotError> {
    let points: Result<Vec<Point>, _> =
        turn.history.iter().map(|text| Point::try_from(text.as_str().to_owned())).collect();
    let moves: Vec<Cell> = points?.into_iter().map(Point::index).collect();
    let grid = Grid::new(fives());
    let mut stones = Stones::after(&grid, &moves, 2)?;
    let mut rng = ChaCha8Rng::seed_from_u64(turn.seed);
    let best = GOMOKU.best(&mut stones, moves.len() % 2, &mut rng);
    let point = Point::rows().flatten().find(|point| Some(point.index()) == best);
    Ok(point.ok_or(BotError::Full)?.to_string())
}

/// All 572 rows of five points.
fn fives() -> Vec<[Cell; 5]> {
    let mut fives = Vec::new();
    for first in Point::rows().flatten() {
        for (rows, columns) in DIRECTIONS {
            let point = |steps| first.shifted(steps * rows, steps * columns).map(Point::index);
            if let [Some(a), Some(b), Some(c), Some(d), Some(e)] = [0, 1, 2, 3, 4].map(point) {
                fives.push([a, b, c, d, e]);
            }
        }
    }
    fives
}

/// Four-in-a-row in four dimensions.
pub(super) fn four_in_a_row(turn: &Turn) -> Result<String, BotError> {
    let moves: Vec<Cell> = turn.history.iter().map(id).collect::<Result<_, _>>()?;
    let grid = Grid::new(four_in_a_row::lines());
    let mut stones = Stones::after(&grid, &moves, 2)?;
    let (side, mut rng) = (moves.len() % 2, ChaCha8Rng::seed_from_u64(turn.seed));
    let best = match turn.end {
        EndRule::FirstLine => FOUR_IN_A_ROW.best(&mut stones, side, &mut rng),
        EndRule::MostLines => FOUR_IN_A_ROW_MOST_LINES.best(&mut stones, side, &mut rng),
    };
    Ok(best.ok_or(BotError::Full)?.to_string())
}

/// Tic-tac-toe on a tesseract.
pub(super) fn tesseract(turn: &Turn) -> Result<String, BotError> {
    let sides = usize::from(turn.players);
    if !(2..=4).contains(&sides) {
        return Err(BotError::Players(sides));
    }
    let tile = |text| Ok(Tile::try_from(id(text)?)?.id());
    let moves: Vec<Cell> = turn.history.iter().map(tile).collect::<Result<_, BotError>>()?;
    let grid = Grid::new(tesseract::lines().into_iter().map(|line| line.map(Tile::id)));
    let mut stones = Stones::after(&grid, &moves, sides)?;
    let search = AlphaBeta {
        sides,
        threshold: Some(turn.threshold),
        move_ordering: MoveOrdering { own: &[1, 4, 40], other: &[0, 3, 30] },
        line_scores: &[0, 0, 1, 10],
        depth: 5,
        width: 10,
    };
    let mut rng = ChaCha8Rng::seed_from_u64(turn.seed);
    let best = search.best(&mut stones, moves.len() % sides, &mut rng);
    Ok(best.ok_or(BotError::Full)?.to_string())
}

fn id(text: &Move) -> Result<u8, BotError> {
    text.id().ok_or_else(|| BotError::History(text.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_572_fives() {
        let fives = fives();
        // 11 in each of 15 rows and 15 columns, 11 times 11 in each oblique direction.
        assert_eq!(fives.len(), 2 * 15 * 11 + 2 * 11 * 11);
        assert!(fives.contains(&[220, 221, 222, 223, 224]));
        assert!(fives.contains(&[14, 28, 42, 56, 70]));
    }

    fn played(game: &str) -> String {
        let points: Vec<char> = game.chars().collect();
        let history: Vec<Move> =
            points.chunks(2).map(|pair| Move::new(&String::from_iter(pair))).collect();
        gomoku(&Turn::new(&history)).unwrap()
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
