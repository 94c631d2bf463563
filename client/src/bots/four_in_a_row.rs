//! Four-in-a-row in four dimensions.

use super::dice::Dice;
use super::first_line::Race;
use super::grid::{Cell, Grid, Stones};
use super::most_lines::Contest;
use super::worth::Worth;
use super::{BotError, End, Turn};
use crate::boards::four_in_a_row;

/// A third stone of one's own is a threat and left to the search for a forced win; two are what it lives on.
const FIRST_LINE: Race = Race {
    contest: Contest {
        sides: 2,
        threshold: Some(1),
        worth: Worth { own: &[1, 4, 6], other: &[0, 3, 5] },
        stake: &[0, 1, 4, 8],
        depth: 1,
        candidates: 12,
    },
    quiet_moves: 0,
};

const MOST_LINES: Contest = Contest {
    sides: 2,
    threshold: None,
    worth: Worth { own: &[1, 3, 10, 60], other: &[0, 2, 8, 40] },
    stake: &[0, 1, 3, 10, 30],
    depth: 2,
    candidates: 8,
};

pub(super) fn play(turn: &Turn) -> Result<String, BotError> {
    let id = |text: &String| text.parse().map_err(|_| BotError::History(text.clone()));
    let moves: Result<Vec<Cell>, _> = turn.history.iter().map(id).collect();
    let lines = four_in_a_row::lines();
    let grid = Grid::new(lines.iter().map(|line| line.to_vec()).collect());
    let mut stones = Stones::after(&grid, &moves?, 2)?;
    let (side, mut dice) = (turn.history.len() % 2, Dice::new(turn.seed));
    let chosen = match turn.end {
        End::FirstLine => FIRST_LINE.choose(&mut stones, side, &mut dice),
        End::MostLines => MOST_LINES.choose(&mut stones, side, &mut dice),
    };
    Ok(chosen.ok_or(BotError::Full)?.to_string())
}
