//! Four-in-a-row on 4×4×4×4 cells. A cell (x,y,z,w), each 0–3, has the id `w*64 + z*16 + y*4 + x`: x runs fastest.

use std::collections::BTreeSet;

use serde::Deserialize;

use super::BoardError;
use super::space::{self, Vector};

/// A cell's number, 0–255: every `u8` is one.
pub(crate) type Id = u8;

/// Four cells in a row from border to border.
pub(crate) type Line = [Id; 4];

/// A cell, read from its four coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Vector")]
pub(crate) struct Cell(Vector);

impl Cell {
    pub(crate) fn coordinates(self) -> Vector {
        self.0
    }

    pub(crate) fn id(self) -> Id {
        let [x, y, z, w] = self.0.map(i8::unsigned_abs);
        w * 64 + z * 16 + y * 4 + x
    }

    /// The cell so many steps along a direction, if that is on the board.
    pub(crate) fn shifted(self, direction: Vector, steps: i8) -> Option<Self> {
        Self::try_from(space::walk(self.0, direction, steps)).ok()
    }
}

impl From<Id> for Cell {
    fn from(id: Id) -> Self {
        Self([id % 4, id / 4 % 4, id / 16 % 4, id / 64].map(u8::cast_signed))
    }
}

impl TryFrom<Vector> for Cell {
    type Error = BoardError;

    fn try_from(cell: Vector) -> Result<Self, BoardError> {
        let on_board = cell.iter().all(|coordinate| (0..=3).contains(coordinate));
        if on_board { Ok(Self(cell)) } else { Err(BoardError::Cell(cell)) }
    }
}

/// All 520 lines.
pub(crate) fn lines() -> Vec<Line> {
    let mut lines = Vec::new();
    for first in (0..=255).map(Cell::from) {
        for direction in space::directions() {
            lines.extend(line(first, direction));
        }
    }
    lines
}

/// The line that begins with a cell; on a board 4 wide four steps always go from border to border.
fn line(first: Cell, direction: Vector) -> Option<Line> {
    let cell = |steps| first.shifted(direction, steps).map(Cell::id);
    Some([cell(0)?, cell(1)?, cell(2)?, cell(3)?])
}

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub(crate) enum Side {
    #[serde(rename = "x")]
    Black,
    #[serde(rename = "o")]
    White,
}

impl Side {
    pub(crate) fn other(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    fn stone(self) -> char {
        match self {
            Self::Black => 'x',
            Self::White => 'o',
        }
    }
}

/// What lies on each of the 256 cells in the order of their ids: `x` black, `o` white, `.` nothing.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct Board(Vec<char>);

impl Board {
    /// What lies on a cell.
    #[expect(clippy::indexing_slicing, reason = "there is a character for every u8")]
    pub(crate) fn at(&self, cell: Id) -> char {
        self.0[usize::from(cell)]
    }

    pub(crate) fn place(&mut self, cell: Id, side: Side) {
        self.put(cell, side.stone());
    }

    pub(crate) fn clear(&mut self, cell: Id) {
        self.put(cell, '.');
    }

    #[expect(clippy::indexing_slicing, reason = "there is a character for every u8")]
    fn put(&mut self, cell: Id, content: char) {
        self.0[usize::from(cell)] = content;
    }

    /// The empty cells of the board, ascending.
    pub(crate) fn empty(&self) -> impl Iterator<Item = Id> {
        (0..=255).filter(|cell| self.at(*cell) == '.')
    }

    /// How many of a line's cells a side has.
    pub(crate) fn stones(&self, line: Line, side: Side) -> usize {
        line.iter().filter(|cell| self.at(**cell) == side.stone()).count()
    }

    /// Of some lines those with so many of a side's stones and otherwise only empty cells: the empty cells of each.
    pub(crate) fn open(&self, lines: &[Line], side: Side, stones: usize) -> Vec<Vec<Id>> {
        let mut open = Vec::new();
        for line in lines.iter().copied() {
            if self.stones(line, side) == stones && self.stones(line, side.other()) == 0 {
                open.push(line.into_iter().filter(|cell| self.at(*cell) == '.').collect());
            }
        }
        open
    }

    /// The cells that lie in a complete line.
    pub(crate) fn in_lines(&self) -> BTreeSet<Id> {
        let is_complete = |line: &Line| {
            self.stones(*line, Side::Black) == 4 || self.stones(*line, Side::White) == 4
        };
        lines().into_iter().filter(is_complete).flatten().collect()
    }

    /// The cells where a side would complete one of some lines.
    pub(crate) fn completing(&self, lines: &[Line], side: Side) -> BTreeSet<Id> {
        self.open(lines, side, 3).into_iter().flatten().collect()
    }
}

impl TryFrom<String> for Board {
    type Error = BoardError;

    fn try_from(text: String) -> Result<Self, BoardError> {
        if text.len() != 256 || text.contains(|c| !matches!(c, '.' | 'x' | 'o')) {
            return Err(BoardError::FourInARow);
        }
        Ok(Self(text.chars().collect()))
    }
}

/// A board on which no side can complete a line with its next stone.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "Board")]
pub(crate) struct QuietBoard(Board);

impl QuietBoard {
    pub(crate) fn board(&self) -> &Board {
        &self.0
    }
}

impl TryFrom<Board> for QuietBoard {
    type Error = BoardError;

    fn try_from(board: Board) -> Result<Self, BoardError> {
        let lines = lines();
        let quiet = |side| board.completing(&lines, side).is_empty();
        if quiet(Side::Black) && quiet(Side::White) {
            Ok(Self(board))
        } else {
            Err(BoardError::Three)
        }
    }
}

/// A board's characters with black at some ids and white at others.
#[cfg(test)]
pub(crate) fn drawn(black: &[Id], white: &[Id]) -> String {
    let at = |id| match (black.contains(&id), white.contains(&id)) {
        (true, _) => 'x',
        (_, true) => 'o',
        _ => '.',
    };
    (0..=255).map(at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cell_57_is_1_2_3_0() {
        let cell = Cell::try_from([1, 2, 3, 0]).unwrap();
        assert_eq!(cell.id(), 57);
        assert_eq!(Cell::from(57), cell);
        assert_eq!(cell.shifted([1, 1, 0, 1], 1).map(Cell::coordinates), Some([2, 3, 3, 1]));
        assert_eq!(cell.shifted([0, 0, 1, 0], 1), None);
        for id in 0..=255 {
            assert_eq!(Cell::from(id).id(), id);
        }
    }

    #[test]
    fn a_cell_has_coordinates_from_0_to_3() {
        for junk in [[4, 0, 0, 0], [0, 0, 0, -1], [i8::MIN, i8::MAX, 0, 0]] {
            assert_eq!(Cell::try_from(junk), Err(BoardError::Cell(junk)));
        }
    }

    #[test]
    fn there_are_520_lines_and_no_two_are_the_same() {
        let sorted = |mut line: Line| {
            line.sort_unstable();
            line
        };
        let lines: BTreeSet<Line> = lines().into_iter().map(sorted).collect();
        assert_eq!(lines.len(), 520);
        for line in [[0, 1, 2, 3], [0, 85, 170, 255], [12, 25, 38, 51], [3, 6, 9, 12]] {
            assert!(lines.contains(&line), "{line:?}");
        }
    }

    #[test]
    fn a_board_has_256_cells_of_three_kinds() {
        for junk in [".".repeat(255), ".".repeat(257), "X".repeat(256)] {
            assert!(Board::try_from(junk).is_err());
        }
    }

    #[test]
    fn a_quiet_board_has_no_three_with_an_empty_fourth() {
        let quiet = |black, white| {
            QuietBoard::try_from(Board::try_from(drawn(black, white)).unwrap()).is_ok()
        };
        assert!(quiet(&[], &[]));
        assert!(quiet(&[0, 1, 2], &[3]));
        assert!(quiet(&[0, 1, 2, 3], &[]));
        assert!(!quiet(&[0, 1, 3], &[]));
        assert!(!quiet(&[], &[0, 85, 255]));
    }
}
