//! Numerical tic-tac-toe: 16 cells row by row, each of the numbers 1–16 at most once, 0 for an empty cell; ten lines, and the sum 34 wins.
//!
//! ```text
//!  0  1  2  3      rows, columns, ╲ 0 5 10 15, ╱ 3 6 9 12
//!  4  5  6  7
//!  8  9 10 11
//! 12 13 14 15
//! ```

use std::collections::BTreeSet;
use std::fmt;

use serde::Deserialize;

use super::BoardError;

/// The sum of a line that wins.
const GOAL: u8 = 34;

/// The ten lines, each as its first cell and the distance between its cells: rows, columns, ╲, ╱.
const LINES: [(usize, usize); 10] =
    [(0, 1), (4, 1), (8, 1), (12, 1), (0, 4), (1, 4), (2, 4), (3, 4), (0, 5), (3, 3)];

/// The two players, named by the numbers that they place. The odd player moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Player {
    Odd,
    Even,
}

impl Player {
    pub(crate) fn other(self) -> Self {
        match self {
            Self::Odd => Self::Even,
            Self::Even => Self::Odd,
        }
    }

    fn owns(self, number: u8) -> bool {
        (number % 2 == 1) == (self == Self::Odd)
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Odd => "odd",
            Self::Even => "even",
        })
    }
}

/// The outcome of a position for the player to move with best play on both sides, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Outcome {
    Lost,
    Drawn,
    Won,
}

impl Outcome {
    /// The same position seen by the other player.
    pub(crate) fn reversed(self) -> Self {
        match self {
            Self::Lost => Self::Won,
            Self::Drawn => Self::Drawn,
            Self::Won => Self::Lost,
        }
    }
}

/// A number placed on a cell. Displayed as `cell:number`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Move {
    cell: usize,
    number: u8,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.cell, self.number)
    }
}

/// The numbers on the board, 0 for an empty cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(try_from = "[u8; 16]")]
pub(crate) struct Board([u8; 16]);

impl Board {
    /// The four rows from the top.
    pub(crate) fn rows(&self) -> impl Iterator<Item = &[u8]> {
        self.0.chunks(4)
    }

    /// The numbers on each of the ten lines, in the order of the lines.
    #[expect(clippy::indexing_slicing, reason = "the lines are on the board")]
    pub(crate) fn lines(&self) -> impl Iterator<Item = [u8; 4]> {
        LINES
            .iter()
            .map(|(first, distance)| [0, 1, 2, 3].map(|place| self.0[first + place * distance]))
    }

    /// Whether some line is complete and has the winning sum.
    pub(crate) fn is_won(&self) -> bool {
        self.lines().any(|line| sum(line) == GOAL && !line.contains(&0))
    }

    /// The empty cells.
    pub(crate) fn empty(&self) -> impl Iterator<Item = usize> {
        self.0.iter().enumerate().filter(|(_, number)| **number == 0).map(|(cell, _)| cell)
    }

    /// The player to move, known from how many numbers are placed.
    pub(crate) fn mover(&self) -> Player {
        if self.empty().count().is_multiple_of(2) { Player::Odd } else { Player::Even }
    }

    /// The numbers that the player to move may place, ascending.
    pub(crate) fn free_numbers(&self) -> impl Iterator<Item = u8> {
        let player = self.mover();
        (1..=16).filter(move |number| player.owns(*number) && !self.0.contains(number))
    }

    /// All moves of the player to move, whether the game is over or not.
    pub(crate) fn moves(&self) -> Vec<Move> {
        let numbers: Vec<u8> = self.free_numbers().collect();
        let mut moves = Vec::new();
        for cell in self.empty() {
            moves.extend(numbers.iter().map(|number| Move { cell, number: *number }));
        }
        moves
    }

    /// The board after a move.
    #[expect(clippy::indexing_slicing, reason = "a move's cell is on the board")]
    pub(crate) fn after(mut self, r#move: Move) -> Self {
        self.0[r#move.cell] = r#move.number;
        self
    }
}

impl TryFrom<[u8; 16]> for Board {
    type Error = BoardError;

    fn try_from(cells: [u8; 16]) -> Result<Self, BoardError> {
        let mut placed = BTreeSet::new();
        for number in cells.into_iter().filter(|number| *number != 0) {
            if number > 16 {
                return Err(BoardError::Number(number));
            }
            if !placed.insert(number) {
                return Err(BoardError::Taken(number.to_string()));
            }
        }
        Ok(Self(cells))
    }
}

/// The sum of a line's numbers, which are different.
pub(crate) fn sum(line: [u8; 4]) -> u8 {
    line.iter().sum()
}

/// The sets of four different numbers from 1 to 16 with the winning sum, each ascending.
pub(crate) fn winning_sets() -> Vec<[u8; 4]> {
    let mut sets = Vec::new();
    for first in 1..=16 {
        for second in first + 1..=16 {
            for third in second + 1..=16 {
                for fourth in third + 1..=16 {
                    if first + second + third + fourth == GOAL {
                        sets.push([first, second, third, fourth]);
                    }
                }
            }
        }
    }
    sets
}

#[cfg(test)]
mod tests {
    use super::*;

    const SQUARE: [u8; 16] = [16, 3, 2, 13, 5, 10, 11, 8, 9, 6, 7, 12, 4, 15, 14, 1];

    #[test]
    fn the_lines_are_rows_columns_and_diagonals() {
        let cells = std::array::from_fn(|cell| u8::try_from(cell).unwrap());
        let lines: Vec<[u8; 4]> = Board(cells).lines().collect();
        assert_eq!(lines.len(), 10);
        assert_eq!(lines[3], [12, 13, 14, 15]);
        assert_eq!(lines[7], [3, 7, 11, 15]);
        assert_eq!(lines[8], [0, 5, 10, 15]);
        assert_eq!(lines[9], [3, 6, 9, 12]);
    }

    #[test]
    fn a_board_has_each_number_once() {
        assert!(Board::try_from(SQUARE).is_ok());
        assert!(Board::try_from([0; 16]).is_ok());
        for twice in [[1; 16], std::array::from_fn(|cell| if cell < 2 { 7 } else { 0 })] {
            assert!(Board::try_from(twice).is_err());
        }
        for number in [17, 255] {
            let error = Board::try_from(SQUARE.map(|each| if each == 16 { number } else { each }));
            assert_eq!(error, Err(BoardError::Number(number)));
        }
    }

    #[test]
    fn there_are_128_first_moves_and_turns_alternate() {
        let board = Board([0; 16]);
        assert_eq!(board.moves().len(), 128);
        assert_eq!(board.mover(), Player::Odd);
        let board = board.after(Move { cell: 5, number: 9 });
        assert_eq!(board.mover(), Player::Even);
        assert_eq!(board.moves().len(), 15 * 8);
        assert_eq!(Board(SQUARE).moves().len(), 0);
    }

    #[test]
    fn four_numbers_win_and_not_three() {
        assert!(Board(SQUARE).is_won());
        // The first row has 34 with a cell empty.
        let cells = std::array::from_fn(|cell| [16, 15, 3, 0].get(cell).copied().unwrap_or(0));
        assert!(!Board(cells).is_won());
    }
}
