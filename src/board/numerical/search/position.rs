//! A position as the searches go through it: what a move changes is kept up to date, line by line.
//!
//! ```text
//!    1  .  .  .        Cell 5 lies on three lines, which have the numbers {}, {} and {1}. An 8
//!    .  8  .  .        changes their values from 0, 0 and 4 to 8, 8 and 2, and the evaluation
//!    .  .  .  .        by 14.
//!    .  .  .  .
//! ```

use crate::board::numerical::cell_set::CellSet;
use crate::board::numerical::evaluation::line_value;
use crate::board::numerical::lines::{lines_through, numbers_on_lines};
use crate::board::numerical::symmetry::Symmetries;
use crate::board::numerical::{Board, Cell, Move, NumberSet, Player, pair_value};

/// A position on the way of a search.
///
/// ```
/// use gradus::board::numerical::Board;
/// use gradus::board::numerical::search::Position;
///
/// let board = Board::from_cells([1, 0, 0, 0, 0, 8, 0, 0, 0, 0, 15, 0, 0, 0, 0, 2])?;
/// let position = Position::from(&board);
/// assert_eq!(position.evaluation(), board.evaluation());
/// assert_eq!(position.lines()[8].to_string(), "1 2 8 15");
/// # Ok::<(), gradus::board::numerical::IllegalBoard>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Position {
    pub(super) empty: CellSet,
    /// The numbers that nobody has placed.
    pub(super) free: NumberSet,
    pub(super) lines: [NumberSet; 10],
    evaluation: i32,
    is_won: bool,
    symmetries: Symmetries,
}

impl From<&Board> for Position {
    fn from(board: &Board) -> Position {
        let lines = numbers_on_lines(board.numbers());
        let empty: CellSet = board.empty_cells().collect();
        let is_filled = |cell: &Cell| board.at(*cell).is_some();
        Position {
            empty,
            free: board.unplaced_numbers(),
            lines,
            evaluation: lines.into_iter().map(line_value).sum(),
            is_won: board.is_won(),
            symmetries: Cell::ALL
                .into_iter()
                .filter(is_filled)
                .fold(Symmetries::ALL, Symmetries::when_filled),
        }
    }
}

impl Position {
    /// The numbers on each of the ten lines, in the order of [`LINES`](crate::board::numerical::LINES).
    #[must_use]
    pub const fn lines(&self) -> &[NumberSet; 10] {
        &self.lines
    }

    /// What the position is worth to the odd player.
    #[must_use]
    pub const fn evaluation(&self) -> i32 {
        self.evaluation
    }

    /// Whose turn it is, or would be if the game were not over.
    #[must_use]
    pub const fn to_move(&self) -> Player {
        if self.empty.len().is_multiple_of(2) { Player::Odd } else { Player::Even }
    }

    /// Who has won, if somebody has.
    #[must_use]
    pub fn winner(&self) -> Option<Player> {
        self.is_won.then(|| self.to_move().other())
    }

    /// Whether somebody has won or the board is full.
    pub(super) const fn is_over(&self) -> bool {
        self.is_won || self.empty.is_empty()
    }

    /// Whether a move is legal in an open game.
    pub(super) fn allows(&self, Move { cell, number }: Move) -> bool {
        self.empty.contains(cell) && self.free.contains(number) && number.player() == self.to_move()
    }

    /// The moves of an open game and the positions after them; of moves that a symmetry of the
    /// position carries to each other, only one.
    pub(super) fn successors(&self) -> impl Iterator<Item = (Move, Position)> {
        let numbers = self.free.intersection(NumberSet::of(self.to_move()));
        let cells = self.symmetries.distinct(self.empty);
        cells.iter().flat_map(move |cell| {
            let moves = numbers.iter().map(move |number| Move { cell, number });
            moves.map(|placed| (placed, self.after(placed)))
        })
    }

    /// Whether every cell has a number.
    #[must_use]
    pub const fn is_full(&self) -> bool {
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
            let Some(numbers) = next.lines.get_mut(line) else { continue };
            let before = line_value(*numbers);
            *numbers = numbers.with(number);
            let value = line_value(*numbers);
            next.evaluation += value - before;
            next.is_won |= is_complete(value);
        }
        next
    }
}

/// Whether a line of this value is complete with sum 34: no other line is worth so much or so little.
const fn is_complete(value: i32) -> bool {
    value == COMPLETE || value == -COMPLETE
}

/// What a complete line is worth, more or less.
const COMPLETE: i32 = pair_value(2, 2);
