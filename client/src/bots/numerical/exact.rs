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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::api::Fields;
    use crate::bots::dice::Dice;
    use crate::solvers::solver;

    /// Positions with six empty cells that nobody has decided.
    fn endgame(dice: &mut Dice) -> Square {
        loop {
            let mut square = Square::default();
            while square.empty() > 6 {
                let Some(placement) = dice.choose(&square.safe_moves()) else { break };
                square.place(placement);
            }
            if square.empty() == 6 {
                return square;
            }
        }
    }

    #[test]
    fn endgames_end_as_the_solver_of_step_18_says() {
        let solve = solver("18".parse().unwrap()).unwrap();
        let mut dice = Dice::new(18);
        let mut outcomes = Vec::new();
        for _ in 0..40 {
            let mut square = endgame(&mut dice);
            let items = solve(&Fields::from(json!({"boards": [square.cells()]}))).unwrap();
            let expected = match items[0].split(' ').next().unwrap() {
                "odd" => Outcome::Won,
                "even" => Outcome::Lost,
                _ => Outcome::Drawn,
            };
            let outcome = Exact::default().outcome(&mut square, &mut 10_000).unwrap();
            assert_eq!(outcome, expected, "{:?}", square.cells());
            outcomes.push(outcome);
        }
        outcomes.sort_unstable();
        outcomes.dedup();
        assert!(outcomes.len() > 1);
    }

    #[test]
    fn without_effort_nothing_is_known() {
        let mut square = endgame(&mut Dice::new(1));
        assert_eq!(Exact::default().outcome(&mut square, &mut 0), None);
    }
}
