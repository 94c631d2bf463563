//! Tic-tac-toe on a tesseract.

use super::dice::Dice;
use super::grid::{Cell, Grid, Stones};
use super::most_lines::Contest;
use super::worth::Worth;
use super::{BotError, Turn};
use crate::boards::tesseract::{self, Tile};

pub(super) fn play(turn: &Turn) -> Result<String, BotError> {
    let sides = usize::from(turn.players);
    if !(2..=4).contains(&sides) {
        return Err(BotError::Players(turn.players));
    }
    let id = |text: &String| {
        let id: u8 = text.parse().map_err(|_| BotError::History(text.clone()))?;
        Ok(Tile::try_from(id)?.id())
    };
    let moves: Result<Vec<Cell>, BotError> = turn.history.iter().map(id).collect();
    let lines = tesseract::lines();
    let grid = Grid::new(lines.iter().map(|line| line.map(Tile::id).to_vec()).collect());
    let mut stones = Stones::after(&grid, &moves?, sides)?;
    let contest = Contest {
        sides,
        threshold: Some(turn.threshold.into()),
        worth: Worth { own: &[1, 4, 40], other: &[0, 3, 30] },
        stake: &[0, 0, 1, 10],
        depth: 5,
        candidates: 10,
    };
    let side = turn.history.len() % sides;
    let chosen = contest.choose(&mut stones, side, &mut Dice::new(turn.seed));
    Ok(chosen.ok_or(BotError::Full)?.to_string())
}
