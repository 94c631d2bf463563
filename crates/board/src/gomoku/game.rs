//! A legal game: moves that alternate, each on an empty point, none after the win.
//!
//! ```text
//!       g h i j k l m
//!   g   . 2 4 6 8 . .        Black plays 1, 3, 5, 7 and wins with 9: five in a row.
//!   h   . 1 3 5 7 9 .        Written `hhghhigihjgjhkgkhl`.
//! ```
//!
//! ```
//! use gradus_board::gomoku::{Game, IllegalMove, ParseGameError, Stone};
//!
//! let mut game: Game = "hhghhigihjgjhkgk".parse()?;
//! assert_eq!((game.to_move(), game.winner()), (Stone::Black, None));
//! game.play("hl".parse()?)?;
//! assert_eq!((game.won_at(), game.winner()), (Some(9), Some(Stone::Black)));
//! assert_eq!(game.play("aa".parse()?), Err(IllegalMove::Over));
//!
//! let rows = game.rows_of(Stone::Black);
//! assert_eq!(rows[0].iter().map(|point| point.to_string()).collect::<String>(), "hhhihjhkhl");
//! assert!(game.rows_of(Stone::White).is_empty());
//!
//! let error = "hhghhh".parse::<Game>().unwrap_err();
//! assert_eq!(error.to_string(), "move 3, \"hh\": a stone lies there already");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::str::FromStr;
use std::{fmt, iter};

use super::{Board, Direction, Point, Stone};
use crate::text::{ParseError, quoted};

/// How many stones in a row win, or more.
const WINNING: usize = 5;

/// A game that was played by the rules from its first move.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub struct Game {
    moves: Vec<Point>,
    board: Board,
    /// Whether the last move made five.
    is_won: bool,
}

/// Why a move is against the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// The point is not empty.
    #[error("a stone lies there already")]
    Occupied,
    /// A player has won.
    #[error("the game is won already")]
    Over,
}

impl Game {
    /// The game before the first move.
    pub const fn new() -> Game {
        Game { moves: Vec::new(), board: Board::empty(), is_won: false }
    }

    /// Plays a stone of the side to move.
    ///
    /// # Errors
    /// The point is occupied or the game is won; the game is then unchanged.
    pub fn play(&mut self, point: Point) -> Result<(), IllegalMove> {
        if self.is_won {
            return Err(IllegalMove::Over);
        }
        if self.board.at(point).is_some() {
            return Err(IllegalMove::Occupied);
        }
        self.board.place(point, self.to_move());
        self.moves.push(point);
        self.is_won = self.board.has_five_through(point);
        Ok(())
    }

    /// The points in the order in which they were played.
    pub fn moves(&self) -> &[Point] {
        &self.moves
    }

    /// The board after the last move.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The board after every move, one board a move.
    pub fn boards(&self) -> impl Iterator<Item = Board> {
        self.moves.iter().enumerate().scan(Board::empty(), |board, (turn, &point)| {
            board.place(point, Stone::to_move_after(turn));
            Some(*board)
        })
    }

    /// Whose turn it is, or would be if the game were not over.
    pub const fn to_move(&self) -> Stone {
        Stone::to_move_after(self.moves.len())
    }

    /// Who got five in a row.
    pub const fn winner(&self) -> Option<Stone> {
        if self.is_won { Some(self.to_move().other()) } else { None }
    }

    /// The number of the move that won, from 1. It is the last move of the game.
    pub const fn won_at(&self) -> Option<usize> {
        if self.is_won { Some(self.moves.len()) } else { None }
    }

    /// Whether no move is legal: a player has won, or the board is full.
    pub const fn is_over(&self) -> bool {
        self.is_won || self.moves.len() == Point::COUNT as usize
    }

    /// The rows of five or more stones with which `side` won, each in its direction's order; none if it has not won.
    pub fn rows_of(&self, side: Stone) -> Vec<Vec<Point>> {
        match self.moves().last() {
            Some(&last) if self.winner() == Some(side) => {
                let rows = Direction::ALL.into_iter().map(|direction| self.row(last, direction));
                rows.filter(|row| row.len() >= WINNING).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The stones of one colour that lie side by side with `point`, it among them.
    fn row(&self, point: Point, direction: Direction) -> Vec<Point> {
        let stone = self.board().at(point);
        let run = |d_row: i8, d_column: i8| {
            let next = move |from: &Point| from.offset(d_row, d_column);
            iter::successors(Some(point), next).take_while(|&point| self.board().at(point) == stone)
        };
        let (d_row, d_column) = direction.step();
        let mut row: Vec<Point> = run(-d_row, -d_column).skip(1).collect();
        row.reverse();
        row.extend(run(d_row, d_column));
        row
    }
}

impl Default for Game {
    fn default() -> Game {
        Game::new()
    }
}

/// The text is not a legal game. Moves are numbered from 1.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParseGameError {
    /// The last letter has no partner.
    #[error("expected two letters a move; found {found} letters, an odd number")]
    OddLength {
        /// How many letters there are.
        found: usize,
    },
    /// A move is not a point.
    #[error("move {number}: {reason}")]
    Point {
        /// Which move.
        number: usize,
        /// What is wrong with it.
        reason: ParseError,
    },
    /// A move is against the rules.
    #[error("move {number}, {found}: {reason}")]
    Illegal {
        /// Which move.
        number: usize,
        /// The move, quoted as it was written.
        found: String,
        /// Which rule.
        reason: IllegalMove,
    },
}

impl FromStr for Game {
    type Err = ParseGameError;

    fn from_str(text: &str) -> Result<Game, ParseGameError> {
        let found = text.chars().count();
        if found % 2 == 1 {
            return Err(ParseGameError::OddLength { found });
        }
        let mut game = Game::new();
        let mut letters = text.chars();
        while let (Some(row), Some(column)) = (letters.next(), letters.next()) {
            let number = game.moves.len() + 1;
            let written = String::from_iter([row, column]);
            let point =
                written.parse().map_err(|reason| ParseGameError::Point { number, reason })?;
            game.play(point).map_err(|reason| ParseGameError::Illegal {
                number,
                found: quoted(&written),
                reason,
            })?;
        }
        Ok(game)
    }
}

/// The points one after another, in lower case.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.moves.iter().try_for_each(|point| point.fmt(f))
    }
}
