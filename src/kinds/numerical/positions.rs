//! Positions to ask about.

use rand::rngs::ChaCha8Rng;

use crate::board::numerical::{Board, Outcome};
use crate::kinds::draw::pick;

/// A position after so many moves in which nobody has won yet; `placed` is at most 14, past which few such games exist.
pub(super) fn undecided_position(rng: &mut ChaCha8Rng, placed: u8) -> Board {
    loop {
        if let Some(board) = quiet_game(rng, placed) {
            return board;
        }
    }
}

/// Plays moves that win nothing; none if the game comes to a point where every move wins.
fn quiet_game(rng: &mut ChaCha8Rng, moves: u8) -> Option<Board> {
    (0..moves).try_fold(Board::empty(), |board, _| {
        let mut candidates: Vec<_> = board.moves().collect();
        while let Some(candidate) = pick(rng, &candidates) {
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
