//! Gomoku: 15×15 points, named by two letters, row then column.
//!
//! ```text
//!     a b c …      game "aabb": black at aa, white at bb
//!  a  x . .
//!  b  . o .
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::Deserialize;

use super::BoardError;

const SIZE: i8 = 15;

/// The directions of a point's four lines as rows down and columns to the right: —, ╲, │, ╱.
pub(crate) const DIRECTIONS: [(i8, i8); 4] = [(0, 1), (1, 1), (1, 0), (1, -1)];

/// A point of the board: row and column, 0–14.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct Point {
    row: i8,
    column: i8,
}

impl Point {
    fn new(row: i8, column: i8) -> Option<Self> {
        let on_board = (0..SIZE).contains(&row) && (0..SIZE).contains(&column);
        on_board.then_some(Self { row, column })
    }

    /// The points of a row, from the left; all 15 rows follow from the top.
    pub(crate) fn rows() -> impl Iterator<Item = Vec<Self>> {
        (0..SIZE).map(|row| (0..SIZE).map(|column| Self { row, column }).collect())
    }

    /// The point so many rows down and columns to the right, if that is on the board.
    pub(crate) fn shifted(self, rows: i8, columns: i8) -> Option<Self> {
        Self::new(self.row + rows, self.column + columns)
    }

    /// The points of a line through this one, from 4 before it to 4 after it, as far as they are on the board.
    pub(crate) fn line(self, (rows, columns): (i8, i8)) -> impl Iterator<Item = Self> {
        (-4..=4).filter_map(move |distance| self.shifted(distance * rows, distance * columns))
    }

    /// The point's number when the board is read row by row, from 0.
    pub(crate) fn index(self) -> u8 {
        self.row.unsigned_abs() * SIZE.unsigned_abs() + self.column.unsigned_abs()
    }
}

/// Written as its two letters in lower case.
impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = [self.row, self.column].map(|place| char::from(b'a' + place.unsigned_abs()));
        f.write_str(&String::from_iter(letters))
    }
}

impl TryFrom<String> for Point {
    type Error = BoardError;

    fn try_from(text: String) -> Result<Self, BoardError> {
        let letters: Vec<i8> = text.chars().filter_map(index).collect();
        let point = match (text.len(), letters.as_slice()) {
            (2, [row, column]) => Self::new(*row, *column),
            _ => None,
        };
        point.ok_or(BoardError::Point(text))
    }
}

/// The place of a letter in the alphabet, from 0, in either case.
fn index(letter: char) -> Option<i8> {
    let place = ('a'..='z').position(|each| each == letter.to_ascii_lowercase())?;
    i8::try_from(place).ok()
}

/// A game: its points in the order of play, black first; none is taken twice.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct Game(Vec<Point>);

impl Game {
    /// The player to move, by the stone that he places.
    pub(crate) fn mover(&self) -> char {
        if self.0.len().is_multiple_of(2) { 'x' } else { 'o' }
    }

    /// The moves, each with the stone that it places: `x` for black, `o` for white.
    pub(crate) fn moves(&self) -> impl Iterator<Item = (Point, char)> {
        self.0.iter().copied().zip(['x', 'o'].into_iter().cycle())
    }
}

impl TryFrom<String> for Game {
    type Error = BoardError;

    fn try_from(text: String) -> Result<Self, BoardError> {
        let letters: Vec<char> = text.chars().collect();
        let points = letters.chunks(2).map(|pair| Point::try_from(String::from_iter(pair)));
        let points: Vec<Point> = points.collect::<Result<_, _>>()?;
        let mut taken = BTreeSet::new();
        match points.iter().find(|point| !taken.insert(**point)) {
            Some(twice) => Err(BoardError::Taken(twice.to_string())),
            None => Ok(Self(points)),
        }
    }
}

/// Written as its points one after the other.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|point| point.fmt(f))
    }
}

/// The stones on the board. Displayed as 225 characters, row by row.
#[derive(Clone, Debug, Default)]
pub(crate) struct Board(BTreeMap<Point, char>);

impl Board {
    /// The board after all moves of a game.
    pub(crate) fn after(game: &Game) -> Self {
        Self(game.moves().collect())
    }

    pub(crate) fn place(&mut self, point: Point, stone: char) {
        self.0.insert(point, stone);
    }

    /// The stone at a point, `.` for none.
    pub(crate) fn at(&self, point: Point) -> char {
        self.0.get(&point).copied().unwrap_or('.')
    }
}

impl TryFrom<&str> for Board {
    type Error = BoardError;

    fn try_from(cells: &str) -> Result<Self, BoardError> {
        if cells.len() != 225 || cells.contains(|cell| !matches!(cell, '.' | 'x' | 'o')) {
            return Err(BoardError::Gomoku);
        }
        let stones = Point::rows().flatten().zip(cells.chars());
        Ok(Self(stones.filter(|(_, stone)| *stone != '.').collect()))
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells: String = Point::rows().flatten().map(|point| self.at(point)).collect();
        f.write_str(&cells)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_is_two_letters_in_either_case() {
        let point = Point::try_from("aO".to_owned()).unwrap();
        assert_eq!((point.row, point.column), (0, 14));
        for junk in ["", "a", "ap", "abc", "a1", "aé", "é"] {
            assert!(Point::try_from(junk.to_owned()).is_err(), "{junk:?}");
        }
    }

    #[test]
    fn a_game_is_pairs_of_letters_and_black_begins() {
        let game = Game::try_from("aaOO".to_owned()).unwrap();
        let board = Board::after(&game).to_string();
        assert_eq!(board, format!("x{}o", ".".repeat(223)));
        assert_eq!(game.to_string(), "aaoo");
        assert_eq!(Board::try_from(board.as_str()).unwrap().to_string(), board);
        for junk in ["aab", "aabbaa", "aabbAA"] {
            assert!(Game::try_from(junk.to_owned()).is_err(), "{junk:?}");
        }
        assert_eq!(Game::try_from(String::new()).unwrap().moves().count(), 0);
    }

    #[test]
    fn a_board_has_225_cells_of_three_kinds() {
        for junk in [".".repeat(224), ".".repeat(226), "X".repeat(225)] {
            assert!(Board::try_from(junk.as_str()).is_err());
        }
    }
}
