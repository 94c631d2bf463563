//! The two players.

use std::fmt;

/// A player, named by the numbers that he places. The odd player moves first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Player {
    /// Places 1, 3, 5, …, 15.
    Odd,
    /// Places 2, 4, 6, …, 16.
    Even,
}

impl Player {
    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Player {
        match self {
            Player::Odd => Player::Even,
            Player::Even => Player::Odd,
        }
    }
}

/// `odd` or `even`.
impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Player::Odd => "odd",
            Player::Even => "even",
        })
    }
}
