//! What the kinds of this track share: random positions, tasks that are a list of positions, and moves as items.
//!
//! There are two generators: [`undecided`] scatters numbers over the board, [`Boards::undecided`] plays random moves. Each kind
//! keeps the one that it has, because the same seed has to give the same task.

use std::ops::RangeInclusive;

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use serde::{Deserialize, Serialize};
use serde_with::{TryFromInto, serde_as};

use crate::board::numerical::{Board, Cell, LINES, Move, Number, Outcome};

/// How many of the [`LINES`] are rows and columns; the two diagonals come after them.
pub(super) const ROWS_AND_COLUMNS: usize = 8;

/// A position after this number of moves without a winner: with all 16 it is a draw.
///
/// It can be reached by play: no order of the moves completes a line.
pub(super) fn undecided(rng: &mut ChaCha8Rng, moves: usize) -> Board {
    loop {
        if let Ok(board) = Board::from_cells(scattered(rng, moves))
            && !matches!(board.outcome(), Outcome::Won(_))
        {
            return board;
        }
    }
}

/// Such a position after `min_moves` to 15 moves.
pub(super) fn open(rng: &mut ChaCha8Rng, min_moves: u8) -> Board {
    let moves = rng.random_range(min_moves..=15);
    undecided(rng, moves.into())
}

/// The numbers of this many turns on random cells.
fn scattered(rng: &mut ChaCha8Rng, moves: usize) -> [u8; 16] {
    let mut odd = [1, 3, 5, 7, 9, 11, 13, 15];
    let mut even = [2, 4, 6, 8, 10, 12, 14, 16];
    odd.shuffle(rng);
    even.shuffle(rng);
    let turns = odd.into_iter().zip(even).flat_map(|(odd, even)| [odd, even]);
    let mut cells = [0; 16];
    for (cell, number) in cells.iter_mut().zip(turns).take(moves) {
        *cell = number;
    }
    cells.shuffle(rng);
    cells
}

/// Whether some line has the sum 34 with fewer than four numbers.
pub(super) fn has_short_line(board: &Board) -> bool {
    let is_short = |line: &[_; 4]| line.iter().any(|&cell| board.at(cell).is_none());
    LINES.iter().zip(board.line_sums()).any(|(line, sum)| sum == 34 && is_short(line))
}

/// Whether a player has won by a row or a column.
pub(super) fn is_won_without_diagonals(board: &Board) -> bool {
    board
        .winning_lines()
        .any(|line| LINES.iter().take(ROWS_AND_COLUMNS).any(|other| *other == line))
}

/// Positions, each as its 16 cells.
#[serde_as]
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Boards {
    #[serde_as(as = "Vec<TryFromInto<[u8; 16]>>")]
    pub(super) boards: Vec<Board>,
}

impl Boards {
    /// `count` positions without a winner, each after a number of moves in the range.
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

/// Reads `cell:number`.
pub(super) fn read_move(text: &str) -> Option<Move> {
    let (cell, number) = text.split_once(':')?;
    let cell = Cell::new(cell.trim().parse().ok()?)?;
    let number = Number::new(number.trim().parse().ok()?)?;
    Some(Move { cell, number })
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::*;

    #[test]
    fn positions_have_the_numbers_asked_for_and_no_winner() {
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        for moves in (0..=16).cycle().take(500) {
            let board = undecided(&mut rng, moves);
            assert_eq!(16 - board.empty_cells().count(), moves);
            let expected = if moves == 16 { Outcome::Draw } else { Outcome::Open };
            assert_eq!(board.outcome(), expected);
        }
    }

    #[test]
    fn a_line_with_an_empty_cell_is_short() {
        let board = |cells| Board::from_cells(cells).unwrap();
        assert!(has_short_line(&board([15, 16, 0, 3, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])));
        assert!(!has_short_line(&board([15, 16, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])));
    }

    #[test]
    fn a_win_by_a_diagonal_is_distinguished() {
        let board = |cells| Board::from_cells(cells).unwrap();
        let row = board([15, 16, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        let diagonal = board([15, 0, 0, 0, 0, 16, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1]);
        let won = Outcome::Won(crate::board::numerical::Player::Even);
        assert_eq!((row.outcome(), diagonal.outcome()), (won, won));
        assert!(is_won_without_diagonals(&row) && !is_won_without_diagonals(&diagonal));
    }

    #[test]
    fn quiet_games_have_the_number_of_moves_asked_for_and_no_winner() {
        for seed in 0..100 {
            let board = undecided_position(&mut ChaCha8Rng::seed_from_u64(seed), 14);
            assert_eq!(board.empty_cells().count(), 2);
            assert_eq!(board.outcome(), Outcome::Open);
        }
    }
}
