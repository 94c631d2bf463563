//! Sets of tiles, a bit each.
//!
//! ```
//! use gradus::board::lattice::tesseract::{Tile, TileSet};
//!
//! let set: TileSet = [80, 1, 40].into_iter().filter_map(Tile::new).collect();
//! assert_eq!(set.bits(), 1 << 80 | 1 << 1 | 1 << 40);
//! assert_eq!(set.iter().map(Tile::id).collect::<Vec<_>>(), [1, 40, 80]);
//! ```

use super::Tile;

/// A set of tiles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct TileSet(u128);

impl TileSet {
    /// The set with nothing in it.
    pub const EMPTY: TileSet = TileSet(0);

    /// Bit `id` says whether the set has the tile with this id.
    #[must_use]
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// The set with `tile` too.
    #[must_use]
    pub const fn with(self, tile: Tile) -> TileSet {
        TileSet(self.0 | 1 << tile.id())
    }

    /// Whether `tile` is in the set.
    #[must_use]
    pub const fn contains(self, tile: Tile) -> bool {
        self.0 >> tile.id() & 1 == 1
    }

    /// Whether every tile of `other` is in the set.
    #[must_use]
    pub const fn contains_all(self, other: TileSet) -> bool {
        other.0 & !self.0 == 0
    }

    /// How many tiles are in the set.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether nothing is in the set.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The tiles, by id.
    pub fn iter(self) -> impl Iterator<Item = Tile> + Clone {
        Tile::all().filter(move |&tile| self.contains(tile))
    }
}

impl FromIterator<Tile> for TileSet {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> TileSet {
        tiles.into_iter().fold(TileSet::EMPTY, TileSet::with)
    }
}
