//! The games' boards, as plain as can be: maps from coordinates to what lies there. They are read straight from a task's JSON, so that a
//! board, point or tile that exists is well formed.

pub(crate) mod four_in_a_row;
pub(crate) mod gomoku;
pub(crate) mod numerical;
pub(crate) mod space;
pub(crate) mod tesseract;

/// Why a text or a number from a task is no part of a board.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum BoardError {
    #[error("{0:?} is not a point: two letters from a to o were expected")]
    Point(String),
    #[error("{0} is taken twice")]
    Taken(String),
    #[error("{0} is not a number of the game: 1 to 16, or 0 for an empty cell, was expected")]
    Number(u8),
    #[error("a board of 225 characters, each of `.`, `x` and `o`, was expected")]
    Gomoku,
    #[error("a board of 80 tiles, each held by nobody or one of four players, was expected")]
    Tesseract,
    #[error("a board of 256 characters, each of `.`, `x` and `o`, was expected")]
    FourInARow,
    #[error("a board without a three whose fourth cell is empty was expected")]
    Three,
    #[error("{0:?} is not a cell: four numbers from 0 to 3 were expected")]
    Cell([i8; 4]),
    #[error("{0:?} is not a direction: four numbers from -1 to 1 were expected")]
    Offset([i8; 4]),
    #[error("{0} is not a tile: a number from 1 to 80 was expected")]
    Tile(u8),
    #[error("{0:?} is not a tile: four numbers from 1 to 3, not all 2, were expected")]
    Place([i8; 4]),
    #[error("{0} is not a number of players: 2 to 4 were expected")]
    Players(u8),
}
