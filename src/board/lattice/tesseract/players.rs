//! The players: two to four, numbered from 1, who move in turn.
//!
//! ```
//! use gradus::board::lattice::tesseract::Players;
//!
//! let players = Players::new(3).unwrap();
//! assert_eq!(players.to_move_after(0).number(), 1);
//! assert_eq!(players.to_move_after(5).number(), 3);
//! assert_eq!(Players::new(5), None);
//! ```

use std::fmt;

/// How many play: 2, 3 or 4.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Players(u8);

impl Players {
    /// The most that can play.
    pub const MOST: u8 = 4;

    /// Two players, the fewest.
    pub const TWO: Players = Players(2);

    /// So many players; `None` unless they are 2, 3 or 4.
    #[must_use]
    pub const fn new(count: u8) -> Option<Players> {
        if 2 <= count && count <= Self::MOST { Some(Players(count)) } else { None }
    }

    /// How many they are.
    #[must_use]
    pub const fn count(self) -> u8 {
        self.0
    }

    /// The players, in the order in which they move.
    pub fn iter(self) -> impl ExactSizeIterator<Item = Player> + Clone {
        (0..self.0).map(Player)
    }

    /// The player with this number, from 1; `None` if so many do not play.
    #[must_use]
    pub fn player(self, number: u8) -> Option<Player> {
        number.checked_sub(1).filter(|&index| index < self.0).map(Player)
    }

    /// Whose turn it is after `moves` moves.
    #[must_use]
    pub fn to_move_after(self, moves: usize) -> Player {
        let turns = moves % usize::from(self.0);
        Player(u8::try_from(turns).unwrap_or_default())
    }
}

/// One of the players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Player(u8);

impl Player {
    /// The player's number, from 1.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0 + 1
    }

    /// The player's place in a list of all, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The number.
impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}
