//! The two colours, and a value for each of them.
//!
//! ```
//! use gradus_board::gomoku::{ByColor, Stone};
//!
//! let mut stones = ByColor { black: 5, white: 4 };
//! stones[Stone::White] += 1;
//! assert_eq!(stones.get(Stone::White), stones.get(Stone::White.other()));
//! ```

use std::fmt;
use std::ops::{Index, IndexMut};

/// A stone, and the side that plays it. Black moves first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stone {
    /// Written `x`.
    Black,
    /// Written `o`.
    White,
}

impl Stone {
    /// Both, in the order in which they move.
    pub const ALL: [Stone; 2] = [Stone::Black, Stone::White];

    /// Whose turn it is after `moves` moves.
    pub const fn to_move_after(moves: usize) -> Stone {
        if moves.is_multiple_of(2) { Stone::Black } else { Stone::White }
    }

    /// The opponent's stone.
    #[must_use]
    pub const fn other(self) -> Stone {
        match self {
            Stone::Black => Stone::White,
            Stone::White => Stone::Black,
        }
    }

    /// `x` or `o`.
    pub const fn symbol(self) -> char {
        match self {
            Stone::Black => 'x',
            Stone::White => 'o',
        }
    }

    /// What a board writes for a place: `x`, `o`, or `.` where no stone lies.
    pub const fn symbol_of(place: Option<Stone>) -> char {
        match place {
            Some(stone) => stone.symbol(),
            None => '.',
        }
    }

    /// Reads what [`Stone::symbol_of`] writes; the outer `None` is a character that stands for
    /// nothing.
    pub const fn from_symbol(symbol: char) -> Option<Option<Stone>> {
        match symbol {
            'x' => Some(Some(Stone::Black)),
            'o' => Some(Some(Stone::White)),
            '.' => Some(None),
            _ => None,
        }
    }
}

impl fmt::Display for Stone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.symbol().fmt(f)
    }
}

/// A value for each colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct ByColor<T> {
    /// Black's.
    pub black: T,
    /// White's.
    pub white: T,
}

impl<T> ByColor<T> {
    /// The value of `stone`.
    pub const fn get(&self, stone: Stone) -> &T {
        match stone {
            Stone::Black => &self.black,
            Stone::White => &self.white,
        }
    }
}

impl<T> Index<Stone> for ByColor<T> {
    type Output = T;

    fn index(&self, stone: Stone) -> &T {
        self.get(stone)
    }
}

impl<T> IndexMut<Stone> for ByColor<T> {
    fn index_mut(&mut self, stone: Stone) -> &mut T {
        match stone {
            Stone::Black => &mut self.black,
            Stone::White => &mut self.white,
        }
    }
}
