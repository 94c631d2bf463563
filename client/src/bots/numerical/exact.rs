//! What a position is worth with best play on both sides: all games from it are tried, the same position once.

use std::collections::HashMap;

use super::square::Square;

/// What a position is worth for the player to move, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Outcome {
    Lost,
    Drawn,
    Won,
}

impl Outcome {
    /// The same for the other player.
    pub(super) fn reversed(self) -> Self {
        match self {
            Self::Lost => Self::Won,
            Self::Drawn => Self::Drawn,
            Self::Won => Self::Lost,
        }
    }
}

/// The positions that are known already.
#[derive(Default)]
pub(super) struct Exact(HashMap<[u8; 16], Outcome>);

impl Exact {
    /// What a position is worth in which the player to move cannot complete a line at once; `None` when more than so many new positions
    /// would have to be looked at.
    pub(super) fn outcome(&mut self, square: &mut Square, effort: &mut u32) -> Option<Outcome> {
        if let Some(outcome) = self.0.get(&square.cells()) {
            return Some(*outcome);
        }
        *effort = effort.checked_sub(1)?;
        // On a full board nobody has won; who has only moves that let the other win has lost.
        let mut best = if square.empty() == 0 { Outcome::Drawn } else { Outcome::Lost };
        for placement in square.safe_moves() {
            square.place(placement);
            let reply = self.outcome(square, effort);
            square.take_back(placement);
            best = best.max(reply?.reversed());
            if best == Outcome::Won {
                break;
            }
        }
        self.0.insert(square.cells(), best);
        Some(best)
    }
}
