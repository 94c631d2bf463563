//! Solving a position: all games from it are played, each position once.

use std::collections::HashMap;

use super::square::Square;
use crate::boards::numerical::Outcome;

/// A search for the outcomes of positions with best play on both sides.
pub(super) struct Endgame {
    table: HashMap<[u8; 16], Outcome>,
    nodes_left: u32,
}

impl Endgame {
    pub(super) fn new(node_limit: u32) -> Self {
        Self { table: HashMap::new(), nodes_left: node_limit }
    }

    /// The outcome of a position in which the player to move cannot complete a line at once; `None` when the node limit is reached.
    pub(super) fn outcome(&mut self, square: &mut Square) -> Option<Outcome> {
        if let Some(outcome) = self.table.get(&square.cells()) {
            return Some(*outcome);
        }
        self.nodes_left = self.nodes_left.checked_sub(1)?;
        // Nobody has won on a full board; a player whose every move lets the opponent win has lost.
        let mut best = if square.empty() == 0 { Outcome::Drawn } else { Outcome::Lost };
        for placement in square.safe_moves() {
            square.place(placement);
            let reply = self.outcome(square);
            square.take_back(placement);
            best = best.max(reply?.reversed());
            if best == Outcome::Won {
                break;
            }
        }
        self.table.insert(square.cells(), best);
        Some(best)
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::ChaCha8Rng;
    use rand::seq::IndexedRandom;
    use serde_json::json;

    use super::*;
    use crate::api::Fields;
    use crate::solvers::solver;

    /// Undecided positions with six empty cells.
    fn endgame(rng: &mut ChaCha8Rng) -> Square {
        loop {
            let mut square = Square::default();
            while square.empty() > 6 {
                let Some(placement) = square.safe_moves().choose(rng).copied() else { break };
                square.place(placement);
            }
            if square.empty() == 6 {
                return square;
            }
        }
    }

    #[test]
    fn outcomes_are_those_of_the_solver() {
        let solve = solver("numerical/endgame").unwrap();
        let mut rng = ChaCha8Rng::seed_from_u64(18);
        let mut outcomes = Vec::new();
        for _ in 0..40 {
            let mut square = endgame(&mut rng);
            let items = solve(&Fields::from(json!({"boards": [square.cells()]}))).unwrap();
            let expected = match items[0].split(' ').next().unwrap() {
                "odd" => Outcome::Won,
                "even" => Outcome::Lost,
                _ => Outcome::Drawn,
            };
            let outcome = Endgame::new(10_000).outcome(&mut square).unwrap();
            assert_eq!(outcome, expected, "{:?}", square.cells());
            outcomes.push(outcome);
        }
        outcomes.sort_unstable();
        outcomes.dedup();
        assert!(outcomes.len() > 1);
    }

    #[test]
    fn the_node_limit_ends_the_search() {
        let mut square = endgame(&mut ChaCha8Rng::seed_from_u64(1));
        assert_eq!(Endgame::new(0).outcome(&mut square), None);
    }
}
