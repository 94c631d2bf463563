//! A plain opponent: he makes a move after which the other cannot complete a line, the best by the evaluation of step 14.

use std::collections::HashMap;

use super::square::{Placement, Square};
use crate::bots::dice::Dice;
use crate::solvers::evaluate::Evaluation;

pub(super) struct Plain {
    evaluation: Evaluation,
    /// The moves among which he chooses, where that was asked before.
    known: HashMap<[u8; 16], Vec<Placement>>,
}

impl Plain {
    pub(super) fn new() -> Self {
        Self { evaluation: Evaluation::new(), known: HashMap::new() }
    }

    /// His move where he has none that completes a line; `None` on a full board.
    pub(super) fn reply(&mut self, square: &Square, dice: &mut Dice) -> Option<Placement> {
        let Self { evaluation, known } = self;
        let best = known.entry(square.cells()).or_insert_with(|| best(square, evaluation));
        dice.choose(best)
    }
}

/// The moves that are best by the evaluation: odd wants the highest, even the lowest.
fn best(square: &Square, evaluation: &Evaluation) -> Vec<Placement> {
    let mut moves = square.safe_moves();
    if moves.is_empty() {
        moves = square.moves();
    }
    let sign = if square.empty().is_multiple_of(2) { 1 } else { -1 };
    let mut square = square.clone();
    let value = |placement: &Placement| {
        square.place(*placement);
        let value = square.lines().map(|numbers| evaluation.line(numbers)).sum::<i32>();
        square.take_back(*placement);
        sign * value
    };
    let values: Vec<i32> = moves.iter().map(value).collect();
    let highest = values.iter().max();
    let best = moves.iter().zip(&values).filter(|(_, value)| Some(*value) == highest);
    best.map(|(placement, _)| *placement).collect()
}
