//! Four-in-a-row on 4×4×4×4 cells. A cell (x,y,z,w), each 0–3, has the id `w*64 + z*16 + y*4 + x`: x runs fastest.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::BoardError;
use super::space::{self, Vector};

/// What lies on each of the 256 cells: `x` black, `o` white, `.` nothing.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct Board(BTreeMap<Vector, char>);

impl Board {
    /// All cells in the order of their ids.
    pub(crate) fn cells() -> impl Iterator<Item = Vector> {
        space::cube(0..=3).into_iter().map(|[w, z, y, x]| [x, y, z, w])
    }

    /// What lies on a cell; `None` off the board.
    pub(crate) fn at(&self, cell: Vector) -> Option<char> {
        self.0.get(&cell).copied()
    }
}

impl TryFrom<String> for Board {
    type Error = BoardError;

    fn try_from(text: String) -> Result<Self, BoardError> {
        if text.len() != 256 || text.contains(|c| !matches!(c, '.' | 'x' | 'o')) {
            return Err(BoardError::FourInARow);
        }
        Ok(Self(Self::cells().zip(text.chars()).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cell_57_is_1_2_3_0() {
        let mut text = ".".repeat(256);
        text.replace_range(57..58, "x");
        let board = Board::try_from(text).unwrap();
        assert_eq!(board.at([1, 2, 3, 0]), Some('x'));
        assert_eq!(board.at([0, 0, 0, 0]), Some('.'));
        assert_eq!(board.at([4, 0, 0, 0]), None);
    }

    #[test]
    fn a_board_has_256_cells_of_three_kinds() {
        for junk in [".".repeat(255), ".".repeat(257), "X".repeat(256)] {
            assert!(Board::try_from(junk).is_err());
        }
    }
}
