//! A position of a search. Each move updates the evaluation line by line.
//!
//! ```text
//!    1  .  .  .        Cell 5 lies on three lines, which have the numbers {}, {} and {1}. An 8
//!    .  8  .  .        changes their scores from 0, 0 and 4 to 8, 8 and 2, and the evaluation
//!    .  .  .  .        by 14.
//!    .  .  .  .
//! ```
//!
//! A move is *safe* if the opponent cannot win at once after it. Only on a line with two empty cells can a move be unsafe:
//!
//! ```text
//!   16  3  .  .        The odd player is to move. The first row lacks 15: with 1, 7, 9 or 11 on
//!    .  .  .  .        cell 2 or 3 he would leave the even player 14, 8, 6 or 4 for the other. Only
//!    .  .  5  .        13 and 15 are safe there: 2 lies on the board, and there is no 0. Every
//!    .  .  .  2        number is safe elsewhere.
//! ```

use std::ops::Sub as _;

use super::ending::{has, partners};
use super::seen_by;
use crate::numerical::cell::CellSet;
use crate::numerical::lines::{LINE_CELLS, SUM, line_score, lines_through};
use crate::numerical::symmetry::Symmetries;
use crate::numerical::{Board, Cell, Move, NumberSet, Player, pair_value};

/// A position of a search.
///
/// ```
/// use gradus_board::numerical::Board;
/// use gradus_board::numerical::search::Position;
///
/// let board = Board::from_cells([1, 0, 0, 0, 0, 8, 0, 0, 0, 0, 15, 0, 0, 0, 0, 2])?;
/// let position = Position::from(&board);
/// assert_eq!(position.evaluation(), board.evaluation());
/// assert_eq!(position.lines()[8].to_string(), "1 2 8 15");
/// # Ok::<(), gradus_board::numerical::IllegalBoard>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Position {
    pub(super) empty: CellSet,
    /// The numbers that have not been placed.
    pub(super) free: NumberSet,
    pub(super) lines: [NumberSet; 10],
    evaluation: i32,
    is_won: bool,
    symmetries: Symmetries,
}

impl From<&Board> for Position {
    fn from(board: &Board) -> Position {
        let lines = board.numbers_on_lines();
        let empty: CellSet = board.empty_cells().collect();
        let is_filled = |cell: &Cell| board.at(*cell).is_some();
        Position {
            empty,
            free: board.unplaced_numbers(),
            lines,
            evaluation: lines.into_iter().map(line_score).sum(),
            is_won: board.is_won(),
            symmetries: Cell::ALL
                .into_iter()
                .filter(is_filled)
                .fold(Symmetries::ALL, Symmetries::when_filled),
        }
    }
}

impl Position {
    /// The numbers on each of the ten lines, in the order of [`LINES`](crate::numerical::LINES).
    pub const fn lines(&self) -> &[NumberSet; 10] {
        &self.lines
    }

    /// The evaluation from the odd player's point of view.
    pub const fn evaluation(&self) -> i32 {
        self.evaluation
    }

    /// The evaluation from a player's point of view.
    pub const fn evaluation_for(&self, player: Player) -> i32 {
        seen_by(player, self.evaluation)
    }

    /// Whose turn it is, or would be if the game were not over.
    pub fn to_move(&self) -> Player {
        if self.empty.len().is_multiple_of(2) { Player::Odd } else { Player::Even }
    }

    /// Whether the game is over.
    pub(super) fn is_over(&self) -> bool {
        self.is_won || self.empty.is_empty()
    }

    /// Whether a move is legal in an open game.
    pub(super) fn allows(&self, Move { cell, number }: Move) -> bool {
        self.empty.contains(cell) && self.free.contains(number) && number.player() == self.to_move()
    }

    /// The moves of an open game and the positions after them; of moves that a symmetry of the
    /// position carries to each other, only one.
    ///
    /// ```
    /// use gradus_board::numerical::Board;
    /// use gradus_board::numerical::search::Position;
    ///
    /// // On an empty board there are two cells to try, each with eight numbers.
    /// assert_eq!(Position::from(&Board::empty()).successors().count(), 16);
    /// ```
    pub fn successors(&self) -> impl Iterator<Item = (Move, Position)> {
        let numbers = self.numbers_of(self.to_move());
        let cells = self.symmetries.distinct(self.empty);
        cells.iter().flat_map(move |cell| {
            let moves = numbers.iter().map(move |number| Move { cell, number });
            moves.map(|placed| (placed, self.after(placed)))
        })
    }

    /// Whether every cell has a number.
    pub fn is_full(&self) -> bool {
        self.empty.is_empty()
    }

    /// The position after a legal move.
    #[must_use]
    pub fn after(&self, Move { cell, number }: Move) -> Position {
        let mut next = Position {
            empty: self.empty.without(cell),
            free: self.free.without(number),
            symmetries: self.symmetries.when_filled(cell),
            ..*self
        };
        for &line in lines_through(cell) {
            #[expect(clippy::indexing_slicing, reason = "there are ten lines")]
            let numbers = &mut next.lines[line];
            let before = line_score(*numbers);
            *numbers = numbers.with(number);
            let score = line_score(*numbers);
            next.evaluation += score - before;
            next.is_won |= is_complete(score);
        }
        next
    }

    /// Whether the player to move has a move that wins at once; never when the game is over.
    ///
    /// ```
    /// use gradus_board::numerical::Board;
    /// use gradus_board::numerical::search::Position;
    ///
    /// let board = Board::from_cells([16, 3, 2, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])?;
    /// assert!(Position::from(&board).is_win_in_one());
    /// # Ok::<(), gradus_board::numerical::IllegalBoard>(())
    /// ```
    pub fn is_win_in_one(&self) -> bool {
        !self.is_over() && !self.winning_cells(self.to_move()).is_empty()
    }

    /// The moves after which the opponent cannot win at once, by cell and then by number, and the
    /// positions after them; none when the game is over. It is meant for a player who cannot win at once: winning moves may
    /// be missing.
    ///
    /// ```
    /// use gradus_board::numerical::Board;
    /// use gradus_board::numerical::search::Position;
    ///
    /// let board = Board::from_cells([16, 3, 0, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 2])?;
    /// let position = Position::from(&board);
    /// let safe = position.safe_moves().map(|(placed, _)| placed);
    /// let on_cell_2 = safe.filter(|placed| placed.cell.index() == 2);
    /// assert_eq!(on_cell_2.map(|placed| placed.to_string()).collect::<Vec<_>>(), ["2:13", "2:15"]);
    /// # Ok::<(), gradus_board::numerical::IllegalBoard>(())
    /// ```
    pub fn safe_moves(&self) -> impl Iterator<Item = (Move, Position)> {
        self.safe_numbers().flat_map(|(cell, numbers)| {
            let moves = numbers.iter().map(move |number| Move { cell, number });
            moves.map(|placed| (placed, self.after(placed)))
        })
    }

    /// How many [`safe_moves`](Position::safe_moves) there are.
    pub fn count_safe_moves(&self) -> u32 {
        self.safe_numbers().map(|(_, numbers)| numbers.len()).sum()
    }

    /// Which numbers are safe on each cell that needs to be looked at.
    fn safe_numbers(&self) -> impl Iterator<Item = (Cell, NumberSet)> {
        let mover = self.to_move();
        let own = self.numbers_of(mover);
        let others = self.numbers_of(mover.other());
        // Where the opponent threatens to win, the player must place a number; he cannot do so in two places.
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
            (cell, dangerous.fold(own, NumberSet::sub))
        })
    }

    /// The cells where a player wins if it is his turn.
    fn winning_cells(&self, player: Player) -> CellSet {
        let numbers = self.numbers_of(player);
        let lacking = (0..self.lines.len()).filter_map(|line| self.lacking(line, 1));
        let winning = lacking.filter(|&(_, lacking)| has(numbers, lacking));
        winning.filter_map(|(gaps, _)| gaps.first()).collect()
    }

    /// The empty cells of a line and the sum that it lacks, if it has this number of empty cells and its sum is at most 34.
    #[expect(clippy::indexing_slicing, reason = "there are ten lines")]
    fn lacking(&self, line: usize, cells: u32) -> Option<(CellSet, u8)> {
        let gaps = LINE_CELLS[line] & self.empty;
        let sum = (gaps.len() == cells).then(|| self.lines[line].sum())?;
        Some((gaps, SUM.checked_sub(sum)?))
    }

    /// The numbers that a player may still place.
    fn numbers_of(&self, player: Player) -> NumberSet {
        self.free & NumberSet::of(player)
    }
}

/// Whether a line with this score is complete with sum 34: no other line has such a score.
const fn is_complete(score: i32) -> bool {
    score == COMPLETE || score == -COMPLETE
}

/// The score of a complete line, or its negative.
const COMPLETE: i32 = pair_value(2, 2);
