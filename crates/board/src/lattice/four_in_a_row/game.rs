//! A legal game: black and white take turns, each on an empty cell, until it ends.
//!
//! ```text
//!   x x x x      0  1  2  3       Black plays 0, 1, 2, 3 and white answers 4, 5, 6:
//!   o o o .      4  5  6  7       black's fourth stone makes the first line.
//!   . . . .      8  9 10 11
//!   . . . .     12 13 14 15
//! ```
//!
//! ```
//! use gradus_board::lattice::four_in_a_row::{Cell, End, Game, IllegalMove, Outcome, Stone};
//!
//! let mut game = Game::new(End::FirstLine);
//! for id in [0, 4, 1, 5, 2, 6, 3] {
//!     game.play(Cell::new(id))?;
//! }
//! assert_eq!(game.outcome(), Outcome::Won(Stone::Black));
//! assert_eq!(game.play(Cell::new(7)), Err(IllegalMove::Over));
//! # Ok::<(), IllegalMove>(())
//! ```

use std::cmp::Ordering;

use super::{Board, Cell, Line, Stone, lines_through};

/// When a game ends, and who has won then.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum End {
    /// The first complete line wins.
    #[default]
    FirstLine,
    /// The game goes on until the board is full. The side with more lines wins.
    MostLines,
}

/// The outcome of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[must_use]
pub enum Outcome {
    /// The game goes on.
    Open,
    /// It is over, and this side has won.
    Won(Stone),
    /// The board is full, and neither has won.
    Draw,
}

/// Why a move is against the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// The cell is not empty.
    #[error("a stone lies there already")]
    Occupied,
    /// The game has ended.
    #[error("the game is over")]
    Over,
}

/// A game that was played by the rules from its first move.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub struct Game {
    end: End,
    moves: Vec<Cell>,
    board: Board,
}

impl Game {
    /// The game before the first move.
    pub const fn new(end: End) -> Game {
        Game { end, moves: Vec::new(), board: Board::empty() }
    }

    /// Plays a stone of the side to move.
    ///
    /// # Errors
    /// The cell is occupied or the game is over; the game is then unchanged.
    pub fn play(&mut self, cell: Cell) -> Result<(), IllegalMove> {
        if self.outcome() != Outcome::Open {
            return Err(IllegalMove::Over);
        }
        if self.board.at(cell).is_some() {
            return Err(IllegalMove::Occupied);
        }
        self.board.place(cell, self.to_move());
        self.moves.push(cell);
        Ok(())
    }

    /// When the game ends.
    pub const fn end(&self) -> End {
        self.end
    }

    /// The cells in the order in which they were played.
    pub fn moves(&self) -> &[Cell] {
        &self.moves
    }

    /// The board after the last move.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Whose turn it is, or would be if the game were not over.
    pub const fn to_move(&self) -> Stone {
        Stone::to_move_after(self.moves.len())
    }

    /// The outcome of the game.
    pub fn outcome(&self) -> Outcome {
        let [black, white] = Stone::ALL.map(|side| self.board.complete_lines(side));
        let is_full = self.board.empty_cells().is_empty();
        let is_over = is_full || self.end == End::FirstLine && black + white > 0;
        match black.cmp(&white) {
            _ if !is_over => Outcome::Open,
            Ordering::Greater => Outcome::Won(Stone::Black),
            Ordering::Less => Outcome::Won(Stone::White),
            Ordering::Equal => Outcome::Draw,
        }
    }

    /// The lines of `side` in the order in which they were completed.
    pub fn lines_of(&self, side: Stone) -> Vec<Line> {
        let mut board = Board::empty();
        let mut complete = Vec::new();
        for (turn, &cell) in self.moves.iter().enumerate() {
            let mover = Stone::to_move_after(turn);
            board.place(cell, mover);
            if mover == side {
                let through = lines_through(cell).iter().copied();
                complete
                    .extend(through.filter(|line| board.stones(side).contains_all(line.mask())));
            }
        }
        complete
    }
}
