//! The games' boards, kept plain: maps from coordinates to contents. They are read straight from a task's JSON, so that a
//! board, point or tile that exists is well formed.

pub(crate) mod four_in_a_row;
pub(crate) mod gomoku;
pub(crate) mod numerical;
pub(crate) mod space;
pub(crate) mod tesseract;

/// Why a text or a number from a task is no part of a board.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum BoardError {
    #[error("{0:?} is not a point: expected two letters from a to o")]
    Point(String),
    #[error("{0} is taken twice")]
    Taken(String),
    #[error("{0} is not a number of the game: expected 1 to 16, or 0 for an empty cell")]
    Number(u8),
    #[error("expected a board of 225 characters, each `.`, `x` or `o`")]
    Gomoku,
    #[error("expected a board of 80 tiles, each 0 for free or a player from 1 to 8")]
    Tesseract,
    #[error("expected a board of nine digits, each 0 for free or a player, 1 or 2")]
    Plane,
    #[error("[{0}, {1}] is not a side and a number of dimensions: expected 2 to 9, and 1 to 6")]
    Size(u8, u8),
    #[error("expected a board of 256 characters, each `.`, `x` or `o`")]
    FourInARow,
    #[error("expected a board without a three whose fourth cell is empty")]
    Three,
    #[error("{0:?} is not a cell: expected four numbers from 0 to 3")]
    Cell([i8; 4]),
    #[error("{0:?} is not a direction: expected four numbers from -1 to 1")]
    Offset([i8; 4]),
    #[error("{0} is not a tile: expected a number from 1 to 80")]
    Tile(u8),
    #[error("{0:?} is not a tile: expected four numbers from 1 to 3, not all 2")]
    Place([i8; 4]),
    #[error("{0} is not a number of players: expected 2 to 4")]
    Players(u8),
}
