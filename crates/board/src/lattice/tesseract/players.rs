//! The players: two to eight, numbered from 1, who move in turn.
//!
//! ```
//! use gradus_board::lattice::tesseract::Players;
//!
//! let players = Players::new(3).unwrap();
//! assert_eq!(players.to_move_after(0).number(), 1);
//! assert_eq!(players.to_move_after(5).number(), 3);
//! assert_eq!(Players::new(9), None);
//! ```

use std::fmt;

use crate::{Finite, Table};

/// How many play: 2 to 8.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Players(u8);

impl Players {
    /// The maximal number of players.
    pub const MAX: u8 = 8;

    /// Two players, the minimal number.
    pub const TWO: Players = Players(2);

    /// This number of players; `None` unless it is 2 to 8.
    pub const fn new(count: u8) -> Option<Players> {
        if 2 <= count && count <= Self::MAX { Some(Players(count)) } else { None }
    }

    /// The number of players.
    pub const fn count(self) -> u8 {
        self.0
    }

    /// The players, in the order in which they move.
    pub fn iter(self) -> impl ExactSizeIterator<Item = Player> + Clone {
        Player::ALL.into_iter().take(self.0.into())
    }

    /// The player with this number, from 1; `None` if fewer play.
    pub fn player(self, number: u8) -> Option<Player> {
        Player::from_index(number.checked_sub(1)?).filter(|&player| self.has(player))
    }

    /// The player who moves after `player`: the first again after the last.
    pub fn after(self, player: Player) -> Player {
        Player::from_index(player.number()).filter(|&next| self.has(next)).unwrap_or(Player::First)
    }

    const fn has(self, player: Player) -> bool {
        player.number() <= self.0
    }

    /// Whose turn it is after `moves` moves.
    pub fn to_move_after(self, moves: usize) -> Player {
        #[expect(clippy::indexing_slicing, reason = "at most eight play")]
        Player::ALL[moves % usize::from(self.0)]
    }
}

/// One of the players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Player {
    /// Player 1, who moves first.
    First,
    /// Player 2.
    Second,
    /// Player 3.
    Third,
    /// Player 4.
    Fourth,
    /// Player 5.
    Fifth,
    /// Player 6.
    Sixth,
    /// Player 7.
    Seventh,
    /// Player 8.
    Eighth,
}

impl Player {
    /// All eight, in the order in which they move.
    pub const ALL: [Player; 8] = [
        Player::First,
        Player::Second,
        Player::Third,
        Player::Fourth,
        Player::Fifth,
        Player::Sixth,
        Player::Seventh,
        Player::Eighth,
    ];

    /// The player's number, from 1.
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }

    /// The player's position in [`ALL`](Player::ALL).
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Finite for Player {
    const COUNT: usize = Player::ALL.len();

    fn index(self) -> u8 {
        self as u8
    }

    fn from_index(index: u8) -> Option<Player> {
        Player::ALL.get(usize::from(index)).copied()
    }
}

/// A value for each of eight players, also where fewer play.
pub type ByPlayer<V> = Table<Player, V, 8>;

/// The number.
impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}
