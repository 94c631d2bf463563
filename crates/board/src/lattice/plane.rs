//! Tic-tac-toe on a plane: 3×3 tiles, 8 lines, two players.
//!
//! ```text
//!   0 1 2      X O X      Player 1 has 0, 2, 4 and 6: one line, 2 4 6. It goes through the
//!   3 4 5      · X O      centre, and without the centre there are only the four lines
//!   6 7 8      X · O      along the edges.
//! ```
//!
//! ```
//! use gradus_board::lattice::plane::{Centre, Plane, Player};
//!
//! let plane: Plane = "121012102".parse()?;
//! assert_eq!(plane.complete_lines(Player::First, Centre::TakesPart), 1);
//! assert_eq!(plane.complete_lines(Player::First, Centre::LeftOut), 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use super::Lattice;
use crate::text::ParseError;

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// Player 1.
    First,
    /// Player 2.
    Second,
}

impl Player {
    /// Both, in their order.
    pub const ALL: [Player; 2] = [Player::First, Player::Second];

    /// The player's number, from 1.
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }

    /// The other one.
    #[must_use]
    pub const fn other(self) -> Player {
        match self {
            Player::First => Player::Second,
            Player::Second => Player::First,
        }
    }
}

/// Whether there are lines through the tile in the middle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Centre {
    /// There are: eight lines.
    TakesPart,
    /// There are none, whoever has the tile: four lines.
    LeftOut,
}

/// Nine tiles row by row, some of them taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plane([Option<Player>; Plane::TILES]);

/// The tiles of a line as bits, tile 0 the lowest.
type TileSet = u16;

/// The tile in the middle.
const MIDDLE: TileSet = 1 << 4;

static LINES: LazyLock<Vec<TileSet>> = LazyLock::new(|| {
    let mask = |line: [usize; 3]| line.into_iter().fold(0, |tiles, tile| tiles | 1 << tile);
    Lattice::<3, 2>::lines().map(mask).collect()
});

impl Plane {
    /// How many tiles there are.
    pub const TILES: usize = 9;

    /// The plane with these tiles taken.
    pub const fn new(tiles: [Option<Player>; Plane::TILES]) -> Plane {
        Plane(tiles)
    }

    /// Who has each tile, row by row.
    pub const fn tiles(&self) -> &[Option<Player>; Plane::TILES] {
        &self.0
    }

    /// How many lines consist of a player's tiles.
    pub fn complete_lines(&self, player: Player, centre: Centre) -> usize {
        let own =
            |(place, tile): (u32, &Option<Player>)| (*tile == Some(player)).then_some(1 << place);
        let own: TileSet = (0..).zip(&self.0).filter_map(own).sum();
        let counts = |line: &&TileSet| centre == Centre::TakesPart || *line & MIDDLE == 0;
        LINES.iter().filter(counts).filter(|&line| own & line == *line).count()
    }
}

/// Nine digits row by row: 0 for a free tile, else the number of the player who has it.
impl FromStr for Plane {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Plane, ParseError> {
        let tile = |digit| match digit {
            '0' => Some(None),
            '1' => Some(Some(Player::First)),
            '2' => Some(Some(Player::Second)),
            _ => None,
        };
        let tiles: Option<Vec<Option<Player>>> = text.chars().map(tile).collect();
        let tiles = tiles.and_then(|tiles| tiles.try_into().ok());
        tiles.map(Plane).ok_or_else(|| ParseError::of_text("nine digits, each 0, 1 or 2", text))
    }
}

impl fmt::Display for Plane {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|tile| write!(f, "{}", tile.map_or(0, Player::number)))
    }
}
