//! The board: which number lies where, and the moves from there.
//!
//! ```text
//!    1  .  .  .        Two numbers each: the odd player is to move, with 3, 5, 7, 9, 11 or 13.
//!    .  8  .  .
//!    .  . 15  .
//!    .  .  .  2
//! ```
//!
//! ```
//! use gradus_board::numerical::{Board, IllegalBoard, IllegalMove};
//!
//! let board = Board::from_cells([1, 0, 0, 0, 0, 8, 0, 0, 0, 0, 15, 0, 0, 0, 0, 2])?;
//! assert_eq!(board.free_numbers().to_string(), "3 5 7 9 11 13");
//! assert_eq!(board.line_sums(), [1, 8, 15, 2, 1, 8, 15, 2, 26, 0]);
//! assert_eq!(board.play("5:3".parse()?), Err(IllegalMove::Occupied));
//! assert_eq!(Board::empty().moves().count(), 128);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ```text
//!   16  3  2  .        The odd player is to move, and 13 completes the first row. The first column
//!    5 10  .  .        lacks 12, which only the even player may place.
//!    .  .  .  .
//!    1  .  .  .
//! ```
//!
//! ```
//! use gradus_board::numerical::Board;
//!
//! let board = Board::from_cells([16, 3, 2, 0, 5, 10, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0])?;
//! assert_eq!(board.completing_numbers("3".parse()?).to_string(), "13");
//! assert_eq!(board.completing_numbers("8".parse()?).to_string(), "12");
//! assert_eq!(board.winning_moves().map(|m| m.to_string()).collect::<Vec<_>>(), ["3:13"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;

use super::cell::ByCell;
use super::lines::{SUM, line_score, lines_through, numbers_on_lines};
use super::{Cell, LINES, Move, Number, NumberSet, Player};

/// Numbers on cells, as the two players can have placed them turn by turn until one of them won.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    cells: ByCell<Option<Number>>,
    placed: NumberSet,
    /// Whether a line is complete with sum 34.
    is_won: bool,
}

/// The outcome of a position; see [`Board::outcome`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[must_use]
pub enum Outcome {
    /// A line of four numbers adds up to 34. The player who moved last completed it and has won,
    /// no matter who placed the other numbers.
    Won(Player),
    /// The board is full and no player has won.
    Draw,
    /// The game goes on.
    Open,
}

/// `odd`, `even`, `draw` or `open`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Won(player) => player.fmt(f),
            Outcome::Draw => f.write_str("draw"),
            Outcome::Open => f.write_str("open"),
        }
    }
}

/// Why 16 integers are not a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum IllegalBoard {
    /// A cell holds neither 0 nor a number of the game.
    #[error("cell {cell}: expected 0 for an empty cell or a number from 1 to 16; found {found}")]
    Number {
        /// Which cell.
        cell: Cell,
        /// What it holds.
        found: u8,
    },
    /// A number lies on two cells.
    #[error("cell {cell}: {number} was placed before, and each number is used once")]
    UsedTwice {
        /// The second of the two cells.
        cell: Cell,
        /// The number.
        number: Number,
    },
    /// The players did not take turns.
    #[error(
        "expected as many odd as even numbers or one more, for odd moves first; found {odd} and {even}"
    )]
    Turns {
        /// How many odd numbers lie on the board.
        odd: u32,
        /// How many even ones.
        even: u32,
    },
    /// Lines are complete that no last move can have completed: a move was made after a win.
    #[error(
        "a line with sum 34 was complete before the last move, and the game ends with the first"
    )]
    PlayedOn,
}

/// Why a move is against the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// The cell is not empty.
    #[error("the cell is taken")]
    Occupied,
    /// The number lies on the board.
    #[error("the number is used already")]
    NumberUsed,
    /// The number is the opponent's.
    #[error("the {0} player is to move and places {0} numbers only")]
    OpponentsNumber(Player),
    /// A player has won.
    #[error("the game is won already")]
    Over,
}

impl Board {
    /// The board before the first move.
    pub const fn empty() -> Board {
        Board { cells: ByCell::new([None; 16]), placed: NumberSet::EMPTY, is_won: false }
    }

    /// The board with these numbers, row by row, 0 for an empty cell.
    ///
    /// # Errors
    /// See [`IllegalBoard`]; the first error in the order of the cells is returned.
    pub fn from_cells(numbers: [u8; 16]) -> Result<Board, IllegalBoard> {
        let mut board = Board::empty();
        for ((cell, place), found) in
            Cell::ALL.into_iter().zip(board.cells.entries_mut()).zip(numbers)
        {
            if found == 0 {
                continue;
            }
            let number = Number::new(found).ok_or(IllegalBoard::Number { cell, found })?;
            if board.placed.contains(number) {
                return Err(IllegalBoard::UsedTwice { cell, number });
            }
            *place = Some(number);
            board.placed = board.placed.with(number);
        }
        let odd = (board.placed & NumberSet::of(Player::Odd)).len();
        let even = (board.placed & NumberSet::of(Player::Even)).len();
        if odd != even && odd != even + 1 {
            return Err(IllegalBoard::Turns { odd, even });
        }
        board.is_won = has_winning_line(&board.cells);
        if board.is_won && !board.is_won_by_one_move() {
            return Err(IllegalBoard::PlayedOn);
        }
        Ok(board)
    }

    /// The numbers, row by row, 0 for an empty cell.
    pub fn cells(&self) -> [u8; 16] {
        self.cells.entries().map(|place| place.map_or(0, Number::value))
    }

    /// The number on `cell`, if there is one.
    pub fn at(&self, cell: Cell) -> Option<Number> {
        self.cells[cell]
    }

    /// Whose turn it is, or would be if the game were not over.
    pub fn to_move(&self) -> Player {
        if self.placed.len().is_multiple_of(2) { Player::Odd } else { Player::Even }
    }

    /// The numbers that the player to move has not placed yet.
    pub fn free_numbers(&self) -> NumberSet {
        NumberSet::of(self.to_move()) - self.placed
    }

    /// The numbers that have not been placed yet.
    pub fn unplaced_numbers(&self) -> NumberSet {
        NumberSet::ALL - self.placed
    }

    /// The empty cells, ascending.
    pub fn empty_cells(&self) -> impl Iterator<Item = Cell> {
        Cell::ALL.into_iter().filter(|&cell| self.at(cell).is_none())
    }

    /// The legal moves, by cell and then by number; none when the game is over.
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        let numbers = if self.is_won { NumberSet::EMPTY } else { self.free_numbers() };
        self.empty_cells()
            .flat_map(move |cell| numbers.iter().map(move |number| Move { cell, number }))
    }

    /// The board after a move of the player to move.
    ///
    /// # Errors
    /// The move is against the rules.
    pub fn play(&self, Move { cell, number }: Move) -> Result<Board, IllegalMove> {
        if self.is_won {
            return Err(IllegalMove::Over);
        }
        if self.at(cell).is_some() {
            return Err(IllegalMove::Occupied);
        }
        if number.player() != self.to_move() {
            return Err(IllegalMove::OpponentsNumber(self.to_move()));
        }
        if self.placed.contains(number) {
            return Err(IllegalMove::NumberUsed);
        }
        let mut board = *self;
        board.cells[cell] = Some(number);
        board.placed = self.placed.with(number);
        board.is_won = has_winning_line(&board.cells);
        Ok(board)
    }

    /// Whether every cell has a number.
    pub fn is_full(&self) -> bool {
        self.placed.len() == 16
    }

    /// The sums of the [`LINES`], in their order.
    pub fn line_sums(&self) -> [u8; 10] {
        LINES.map(|line| line.iter().filter_map(|&cell| self.at(cell)).map(Number::value).sum())
    }

    /// The numbers on each of the [`LINES`], in their order.
    pub fn numbers_on_lines(&self) -> [NumberSet; 10] {
        numbers_on_lines(&self.cells)
    }

    /// The lines that are complete with sum 34, in the order of [`LINES`].
    pub fn winning_lines(&self) -> impl Iterator<Item = [Cell; 4]> {
        let lines = LINES.into_iter().zip(self.numbers_on_lines());
        lines.filter(|&(_, numbers)| is_winning(numbers)).map(|(line, _)| line)
    }

    /// The outcome of the game.
    pub fn outcome(&self) -> Outcome {
        if self.is_won {
            Outcome::Won(self.to_move().other())
        } else if self.is_full() {
            Outcome::Draw
        } else {
            Outcome::Open
        }
    }

    /// The numbers that would complete a line with sum 34 on this empty cell, of either player and even
    /// if they lie on the board already; none for a filled cell.
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
        let numbers = if self.is_won { NumberSet::EMPTY } else { self.free_numbers() };
        self.empty_cells().flat_map(move |cell| {
            let winning = self.completing_numbers(cell) & numbers;
            winning.iter().map(move |number| Move { cell, number })
        })
    }

    /// The evaluation of the position from the odd player's point of view; see [`evaluate`](super::evaluate).
    pub fn evaluation(&self) -> i32 {
        self.numbers_on_lines().into_iter().map(line_score).sum()
    }

    /// The number that a line with one empty cell lacks.
    fn missing_number(&self, line: [Cell; 4]) -> Option<Number> {
        let numbers = line.into_iter().filter_map(|cell| self.at(cell)).map(Number::value);
        let (count, sum) = numbers.fold((0, 0), |(count, sum), number| (count + 1, sum + number));
        SUM.checked_sub(sum).filter(|_| count == 3).and_then(Number::new)
    }

    /// Whether a player has won.
    pub(super) const fn is_won(&self) -> bool {
        self.is_won
    }

    /// Whether the player who moved last placed some number without which no line is complete.
    fn is_won_by_one_move(&self) -> bool {
        let last_player = self.to_move().other();
        Cell::ALL.into_iter().any(|cell| {
            let mut before = self.cells;
            let taken = before[cell].take();
            taken.is_some_and(|number| number.player() == last_player) && !has_winning_line(&before)
        })
    }
}

/// Whether a line is complete with sum 34.
fn has_winning_line(cells: &ByCell<Option<Number>>) -> bool {
    numbers_on_lines(cells).into_iter().any(is_winning)
}

/// Whether these are the numbers of a complete line with sum 34.
fn is_winning(numbers: NumberSet) -> bool {
    numbers.len() == 4 && numbers.is_completable()
}

impl TryFrom<[u8; 16]> for Board {
    type Error = IllegalBoard;

    fn try_from(numbers: [u8; 16]) -> Result<Board, IllegalBoard> {
        Board::from_cells(numbers)
    }
}

impl From<Board> for [u8; 16] {
    fn from(board: Board) -> [u8; 16] {
        board.cells()
    }
}
