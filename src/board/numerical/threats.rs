//! Moves that win at once.
//!
//! ```text
//!   16  3  2  .        The odd player is to move, and 13 completes the first row. The first column
//!    5 10  .  .        lacks 12, which only the even player may place.
//!    .  .  .  .
//!    1  .  .  .
//! ```
//!
//! ```
//! use gradus::board::numerical::Board;
//!
//! let board = Board::from_cells([16, 3, 2, 0, 5, 10, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0])?;
//! assert_eq!(board.completing_numbers("3".parse()?).to_string(), "13");
//! assert_eq!(board.completing_numbers("8".parse()?).to_string(), "12");
//! assert_eq!(board.winning_moves().map(|m| m.to_string()).collect::<Vec<_>>(), ["3:13"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::lines::{SUM, lines_through};
use super::{Board, Cell, LINES, Move, Number, NumberSet};

impl Board {
    /// The numbers that would complete a line with sum 34 on this empty cell, whosever they are and
    /// even if they lie on the board already; none for a filled cell.
    #[must_use]
    pub fn completing_numbers(&self, cell: Cell) -> NumberSet {
        let lines = lines_through(cell).iter().filter_map(|&line| LINES.get(line));
        lines
            .filter_map(|&line| self.missing_number(line))
            .filter(|_| self.at(cell).is_none())
            .collect()
    }

    /// The moves that win now for the player to move, by cell and then by number; none when the game
    /// is over.
    pub fn winning_moves(&self) -> impl Iterator<Item = Move> {
        let numbers = if self.is_won() { NumberSet::EMPTY } else { self.free_numbers() };
        self.empty_cells().flat_map(move |cell| {
            let winning = self.completing_numbers(cell).intersection(numbers);
            winning.iter().map(move |number| Move { cell, number })
        })
    }

    /// The number that a line with one empty cell lacks.
    fn missing_number(&self, line: [Cell; 4]) -> Option<Number> {
        let numbers = line.into_iter().filter_map(|cell| self.at(cell)).map(Number::value);
        let (count, sum) = numbers.fold((0, 0), |(count, sum), number| (count + 1, sum + number));
        SUM.checked_sub(sum).filter(|_| count == 3).and_then(Number::new)
    }
}
