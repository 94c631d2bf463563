//! The tiles of the board.
//!
//! ```text
//!   (1, 1, 1, 1)  (1, 1, 1, 2)  …  (2, 2, 2, 1)  (2, 2, 2, 2)  (2, 2, 2, 3)  …  (3, 3, 3, 3)
//!        1             2                40        the centre        41                80
//! ```
//!
//! ```
//! use gradus_board::lattice::tesseract::Tile;
//!
//! let tile: Tile = "41".parse()?;
//! assert_eq!(tile.coordinates(), [2, 2, 2, 3]);
//! assert_eq!(Tile::from_coordinates([2, 2, 2, 3]), Some(tile));
//! assert_eq!(Tile::from_coordinates([2, 2, 2, 2]), None);
//! # Ok::<(), gradus_board::text::ParseError>(())
//! ```

use std::fmt;
use std::str::FromStr;

use crate::text::{ParseError, decimal};
use crate::{BitSet, Finite, Table};

/// How many cells come before the centre, of the 81 that the lattice has with it.
const CENTRE: u8 = 40;

/// A tile of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile(u8);

impl Tile {
    /// How many tiles the board has.
    pub const COUNT: u8 = 80;

    /// The tile with this id; `None` for 0 and from 81 on.
    pub const fn new(id: u8) -> Option<Tile> {
        if 1 <= id && id <= Self::COUNT { Some(Tile(id)) } else { None }
    }

    /// The tile at (i, j, k, l), each 1 to 3; `None` for the centre and off the board.
    pub fn from_coordinates(coordinates: [u8; 4]) -> Option<Tile> {
        let mut cell = 0;
        for coordinate in coordinates {
            cell = cell * 3 + coordinate.checked_sub(1).filter(|&digit| digit < 3)?;
        }
        Tile::from_lattice(cell.into())
    }

    /// Every tile, by id.
    pub fn all() -> impl DoubleEndedIterator<Item = Tile> + Clone {
        (1..=Self::COUNT).map(Tile)
    }

    /// The id, 1 to 80.
    pub const fn id(self) -> u8 {
        self.0
    }

    /// (i, j, k, l), each 1 to 3.
    pub const fn coordinates(self) -> [u8; 4] {
        let cell = if self.0 <= CENTRE { self.0 - 1 } else { self.0 };
        [cell / 27 + 1, cell / 9 % 3 + 1, cell / 3 % 3 + 1, cell % 3 + 1]
    }

    /// The tile that is this cell of the 3⁴ lattice, whose first coordinate is l; `None` for the
    /// centre.
    pub(super) fn from_lattice(cell: usize) -> Option<Tile> {
        let cell = u8::try_from(cell).ok()?;
        match cell {
            0..CENTRE => Some(Tile(cell + 1)),
            CENTRE => None,
            _ => Tile::new(cell),
        }
    }
}

/// The tile with the id `n` has the index `n − 1`.
impl Finite for Tile {
    const COUNT: usize = Tile::COUNT as usize;

    fn index(self) -> u8 {
        self.0 - 1
    }

    fn from_index(index: u8) -> Option<Tile> {
        Tile::new(index + 1)
    }
}

/// A set of tiles.
pub type TileSet = BitSet<Tile, u128>;

/// A value for each tile.
pub type ByTile<V> = Table<Tile, V, 80>;

impl TryFrom<u8> for Tile {
    type Error = ParseError;

    fn try_from(id: u8) -> Result<Tile, ParseError> {
        Tile::new(id).ok_or_else(|| ParseError::of_numbers("a tile from 1 to 80", id))
    }
}

impl From<Tile> for u8 {
    fn from(tile: Tile) -> u8 {
        tile.id()
    }
}

impl TryFrom<[u8; 4]> for Tile {
    type Error = ParseError;

    fn try_from(coordinates: [u8; 4]) -> Result<Tile, ParseError> {
        let expected = "four numbers from 1 to 3, not all of them 2";
        let tile = Tile::from_coordinates(coordinates);
        tile.ok_or_else(|| ParseError::of_numbers(expected, coordinates))
    }
}

impl From<Tile> for [u8; 4] {
    fn from(tile: Tile) -> [u8; 4] {
        tile.coordinates()
    }
}

impl FromStr for Tile {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Tile, ParseError> {
        decimal(text)
            .and_then(Tile::new)
            .ok_or_else(|| ParseError::of_text("a tile from 1 to 80", text))
    }
}

/// The id.
impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
