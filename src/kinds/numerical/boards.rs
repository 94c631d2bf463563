//! The task of most steps on this board: positions to say something about.

use std::ops::RangeInclusive;

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom as _;
use serde::{Deserialize, Serialize};
use serde_with::{TryFromInto, serde_as};

use crate::board::numerical::{Board, Outcome};

/// Positions, each as its 16 cells.
#[serde_as]
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Boards {
    #[serde_as(as = "Vec<TryFromInto<[u8; 16]>>")]
    pub(super) boards: Vec<Board>,
}

impl Boards {
    /// So many positions in which nobody has won yet, each after so many moves.
    pub(super) fn undecided(rng: &mut ChaCha8Rng, count: u32, moves: RangeInclusive<u8>) -> Self {
        let mut board = || {
            let moves = rng.random_range(moves.clone());
            undecided_position(rng, moves)
        };
        Self { boards: (0..count).map(|_| board()).collect() }
    }
}

fn undecided_position(rng: &mut ChaCha8Rng, moves: u8) -> Board {
    loop {
        if let Some(board) = quiet_game(rng, moves) {
            return board;
        }
    }
}

/// Plays moves that win nothing; none if the game comes to a point where every move wins.
fn quiet_game(rng: &mut ChaCha8Rng, moves: u8) -> Option<Board> {
    (0..moves).try_fold(Board::empty(), |board, _| {
        let mut candidates: Vec<_> = board.moves().collect();
        while let Some(&candidate) = candidates.choose(rng) {
            match board.play(candidate) {
                Ok(next) if !matches!(next.outcome(), Outcome::Won(_)) => return Some(next),
                _ => candidates.retain(|&other| other != candidate),
            }
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::*;

    #[test]
    fn positions_have_the_numbers_asked_for_and_no_winner() {
        for seed in 0..100 {
            let board = undecided_position(&mut ChaCha8Rng::seed_from_u64(seed), 14);
            assert_eq!(board.empty_cells().count(), 2);
            assert_eq!(board.outcome(), Outcome::Open);
        }
    }
}
