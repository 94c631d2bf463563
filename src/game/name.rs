//! The names of the games.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A game that can be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GameName {
    /// [Gomoku](crate::board::gomoku): five in a row.
    Gomoku,
    /// [Numerical tic-tac-toe](crate::board::numerical).
    Numerical,
    /// [Four in a row in four dimensions](crate::board::lattice::four_in_a_row).
    FourInARow,
    /// [Tic-tac-toe on a tesseract](crate::board::lattice::tesseract).
    Tesseract,
}

impl GameName {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Gomoku, Self::Numerical, Self::FourInARow, Self::Tesseract];

    /// The name on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Gomoku => "gomoku",
            Self::Numerical => "numerical",
            Self::FourInARow => "four_in_a_row",
            Self::Tesseract => "tesseract",
        }
    }
}

impl fmt::Display for GameName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
