//! Numerical tic-tac-toe. Towards the end the position is solved; before that, and where no move wins for sure, a Monte-Carlo tree search
//! against a fixed opponent chooses the move.

mod endgame;
mod mcts;
mod square;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;

use super::turn::{BotError, Turn};
use crate::boards::numerical::Outcome;
use endgame::Endgame;
use square::{Placement, Square};

/// A position with at most so many empty cells is solved.
const SOLVED_EMPTY_CELLS: u8 = 8;

/// How many positions are visited to solve one.
const NODE_LIMIT: u32 = 10_000;

pub(super) fn play(turn: &Turn) -> Result<String, BotError> {
    let mut square = Square::default();
    for text in turn.history {
        let placement = read(text.as_str()).filter(|placement| square.allows(*placement));
        square.place(placement.ok_or_else(|| BotError::History(text.to_string()))?);
    }
    let mut rng = ChaCha8Rng::seed_from_u64(turn.seed);
    let Placement { cell, number } = best(&mut square, &mut rng).ok_or(BotError::Full)?;
    Ok(format!("{cell}:{number}"))
}

fn read(text: &str) -> Option<Placement> {
    let (cell, number) = text.split_once(':')?;
    Some(Placement { cell: cell.parse().ok()?, number: number.parse().ok()? })
}

/// A move that wins, else the best of those after which the opponent does not win at once; `None` on a full board.
fn best(square: &mut Square, rng: &mut ChaCha8Rng) -> Option<Placement> {
    let moves = square.moves();
    if let Some(winning) = moves.iter().find(|placement| square.wins(**placement)) {
        return Some(*winning);
    }
    let mut candidates = square.safe_moves();
    if candidates.is_empty() {
        return moves.choose(rng).copied();
    }
    if square.empty() <= SOLVED_EMPTY_CELLS {
        let mut endgame = Endgame::new(NODE_LIMIT);
        let mut drawn = Vec::new();
        let mut unknown = Vec::new();
        for placement in &candidates {
            square.place(*placement);
            let outcome = endgame.outcome(square);
            square.take_back(*placement);
            match outcome {
                // Lost for the opponent, who is to move then.
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
    mcts::best(square, &candidates, rng)
}
