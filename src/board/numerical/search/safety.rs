//! Safe moves: those after which the opponent cannot win at once.
//!
//! ```text
//!   16  3  .  .        The odd player is to move. The first row lacks 15: with 1, 7, 9 or 11 on
//!    .  .  .  .        cell 2 or 3 he would leave the even player 14, 8, 6 or 4 for the other. Only
//!    .  .  5  .        13 and 15 are safe there: 2 lies on the board, and there is no 0. Elsewhere
//!    .  .  .  2        nothing can happen yet.
//! ```
//!
//! Only a line with two empty cells can become dangerous by a move on it.

use super::Position;
use super::ending::{CELLS, has, partners};
use crate::board::numerical::cell_set::CellSet;
use crate::board::numerical::lines::{SUM, lines_through};
use crate::board::numerical::{Cell, Move, NumberSet, Player};

impl Position {
    /// Whether the player to move has a move that wins at once; never when the game is over.
    ///
    /// ```
    /// use gradus::board::numerical::Board;
    /// use gradus::board::numerical::search::Position;
    ///
    /// let board = Board::from_cells([16, 3, 2, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])?;
    /// assert!(Position::from(&board).is_win_in_one());
    /// # Ok::<(), gradus::board::numerical::IllegalBoard>(())
    /// ```
    #[must_use]
    pub fn is_win_in_one(&self) -> bool {
        !self.is_over() && !self.winning_cells(self.to_move()).is_empty()
    }

    /// The moves after which the opponent cannot win at once, by cell and then by number, and the
    /// positions after them; none when the game is over. They are meant for a player who cannot win at
    /// once himself: moves that do may be missing.
    ///
    /// ```
    /// use gradus::board::numerical::Board;
    /// use gradus::board::numerical::search::Position;
    ///
    /// let board = Board::from_cells([16, 3, 0, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 2])?;
    /// let position = Position::from(&board);
    /// let safe = position.safe_moves().map(|(placed, _)| placed);
    /// let on_cell_2 = safe.filter(|placed| placed.cell.index() == 2);
    /// assert_eq!(on_cell_2.map(|placed| placed.to_string()).collect::<Vec<_>>(), ["2:13", "2:15"]);
    /// # Ok::<(), gradus::board::numerical::IllegalBoard>(())
    /// ```
    pub fn safe_moves(&self) -> impl Iterator<Item = (Move, Position)> {
        self.safe_numbers().flat_map(|(cell, numbers)| {
            let moves = numbers.iter().map(move |number| Move { cell, number });
            moves.map(|placed| (placed, self.after(placed)))
        })
    }

    /// How many [`safe_moves`](Position::safe_moves) there are.
    #[must_use]
    pub fn count_safe_moves(&self) -> u32 {
        self.safe_numbers().map(|(_, numbers)| numbers.len()).sum()
    }

    /// Which numbers are safe on each cell that needs to be looked at.
    fn safe_numbers(&self) -> impl Iterator<Item = (Cell, NumberSet)> {
        let mover = self.to_move();
        let own = self.numbers_of(mover);
        let others = self.numbers_of(mover.other());
        // Where the opponent threatens to win, a number of one's own must go; in two places it cannot.
        let threatened = self.winning_cells(mover.other());
        let cells = match threatened.len() {
            _ if self.is_over() => CellSet::EMPTY,
            0 => self.empty,
            1 => threatened,
            _ => CellSet::EMPTY,
        };
        cells.iter().map(move |cell| {
            let lacking = lines_through(cell).iter().filter_map(|&line| self.lacking(line, 2));
            let dangerous = lacking.map(|(_, lacking)| partners(others, lacking));
            (cell, dangerous.fold(own, NumberSet::difference))
        })
    }

    /// The cells where a player wins if it is his turn.
    fn winning_cells(&self, player: Player) -> CellSet {
        let numbers = self.numbers_of(player);
        let lacking = (0..self.lines.len()).filter_map(|line| self.lacking(line, 1));
        let winning = lacking.filter(|&(_, lacking)| has(numbers, lacking));
        winning.filter_map(|(gaps, _)| gaps.least()).collect()
    }

    /// The empty cells of a line and what it lacks, if the cells are so many and the line has not too
    /// great a sum already.
    fn lacking(&self, line: usize, cells: u32) -> Option<(CellSet, u8)> {
        let gaps = CELLS.get(line)?.intersection(self.empty);
        let sum = self.lines.get(line).filter(|_| gaps.len() == cells)?.sum();
        Some((gaps, SUM.checked_sub(sum)?))
    }

    /// The numbers that a player may still place.
    const fn numbers_of(&self, player: Player) -> NumberSet {
        self.free.intersection(NumberSet::of(player))
    }
}
