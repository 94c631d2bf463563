//! Numerical tic-tac-toe. Towards the end all games are tried; before that, and where no move wins for sure, many games are played through
//! against a plain opponent, and the move is chosen that wins most of them.

mod exact;
mod plain;
mod square;
mod trial;

use super::dice::Dice;
use super::{BotError, Turn};
use exact::{Exact, Outcome};
use square::{Placement, Square};

/// With so many empty cells all games are tried.
const EXACT: u8 = 8;

/// How many positions are looked at for that.
const EFFORT: u32 = 10_000;

pub(super) fn play(turn: &Turn) -> Result<String, BotError> {
    let mut square = Square::default();
    for text in turn.history {
        let placement = read(text).filter(|placement| square.allows(*placement));
        square.place(placement.ok_or_else(|| BotError::History(text.clone()))?);
    }
    let Placement { cell, number } =
        choose(&mut square, &mut Dice::new(turn.seed)).ok_or(BotError::Full)?;
    Ok(format!("{cell}:{number}"))
}

fn read(text: &str) -> Option<Placement> {
    let (cell, number) = text.split_once(':')?;
    Some(Placement { cell: cell.parse().ok()?, number: number.parse().ok()? })
}

fn choose(square: &mut Square, dice: &mut Dice) -> Option<Placement> {
    let moves = square.moves();
    if let Some(winning) = moves.iter().find(|placement| square.wins(**placement)) {
        return Some(*winning);
    }
    let mut candidates = square.safe_moves();
    if candidates.is_empty() {
        return dice.choose(&moves);
    }
    if square.empty() <= EXACT {
        let mut exact = Exact::default();
        let mut effort = EFFORT;
        let mut drawn = Vec::new();
        let mut unknown = Vec::new();
        for placement in &candidates {
            square.place(*placement);
            let outcome = exact.outcome(square, &mut effort);
            square.take_back(*placement);
            match outcome {
                Some(Outcome::Lost) => return Some(*placement),
                Some(Outcome::Drawn) => drawn.push(*placement),
                Some(Outcome::Won) => {}
                None => unknown.push(*placement),
            }
        }
        if !drawn.is_empty() || !unknown.is_empty() {
            candidates = [drawn, unknown].concat();
        }
    }
    trial::choose(square, &candidates, dice)
}
