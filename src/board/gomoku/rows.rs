//! The rows that win a game: five or more stones of one colour side by side.
//!
//! ```text
//!       g h i j k l m
//!   g   . o o o o . .        The last stone, `hl`, made the row hh hi hj hk hl.
//!   h   . x x x x x .
//! ```
//!
//! ```
//! use gradus::board::gomoku::{Game, Stone};
//!
//! let game: Game = "hhghhigihjgjhkgkhl".parse()?;
//! let rows = game.rows_of(Stone::Black);
//! assert_eq!(rows.len(), 1);
//! assert_eq!(rows[0].iter().map(|point| point.to_string()).collect::<String>(), "hhhihjhkhl");
//! assert!(game.rows_of(Stone::White).is_empty());
//! # Ok::<(), gradus::board::gomoku::ParseGameError>(())
//! ```

use std::iter;

use super::{Direction, Game, Point, Stone};

/// The least stones in a row that win.
const WINNING: usize = 5;

impl Game {
    /// The winning rows of `side`, each in its direction's order; those of the last move, or none.
    #[must_use]
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
