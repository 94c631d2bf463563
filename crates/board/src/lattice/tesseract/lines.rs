//! The 232 lines, and those through a tile.
//!
//! ```text
//!   40 directions, 272 lines on the whole lattice; in each direction one line goes through the centre,
//!   which is no tile: 272 − 40 = 232.
//! ```
//!
//! ```
//! use gradus_board::lattice::Direction;
//! use gradus_board::lattice::tesseract::{line_count_along, lines};
//!
//! assert_eq!(lines().len(), 232);
//! assert_eq!(lines()[0].to_string(), "1-2-3");
//!
//! let along_an_axis = Direction::new([0, 0, 0, 1]).unwrap();
//! assert_eq!(line_count_along(along_an_axis), 26);
//! ```

use std::fmt;
use std::sync::LazyLock;

use super::tile::ByTile;
use super::{Tile, TileSet};
use crate::lattice::{Direction, Lattice};

/// Three tiles in a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Line {
    tiles: [Tile; 3],
    mask: TileSet,
}

impl Line {
    /// The tiles, ascending by id: the middle one is the second.
    pub const fn tiles(&self) -> [Tile; 3] {
        self.tiles
    }

    /// The tiles as a set.
    pub const fn mask(&self) -> TileSet {
        self.mask
    }

    /// The line over these cells of the lattice; `None` if it goes through the centre.
    fn from_lattice([a, b, c]: [usize; 3]) -> Option<Line> {
        let mut tiles = [Tile::from_lattice(a)?, Tile::from_lattice(b)?, Tile::from_lattice(c)?];
        tiles.sort_unstable();
        Some(Line { tiles, mask: tiles.into_iter().collect() })
    }
}

/// The ids, `1-2-3`.
impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, middle, last] = self.tiles;
        write!(f, "{first}-{middle}-{last}")
    }
}

static LINES: LazyLock<Vec<Line>> = LazyLock::new(|| {
    let mut lines: Vec<Line> = Lattice::<3, 4>::lines().filter_map(Line::from_lattice).collect();
    lines.sort_unstable_by_key(Line::tiles);
    lines
});

static LINES_THROUGH: LazyLock<ByTile<Vec<Line>>> = LazyLock::new(|| {
    ByTile::from_fn(|tile| LINES.iter().filter(|line| line.mask.contains(tile)).copied().collect())
});

/// All lines, by their tiles.
pub fn lines() -> &'static [Line] {
    &LINES
}

/// The lines that `tile` is on, by their tiles.
#[expect(clippy::indexing_slicing, reason = "the table has an entry for each tile")]
pub fn lines_through(tile: Tile) -> &'static [Line] {
    &LINES_THROUGH[tile]
}

/// How many lines there are in a direction (i, j, k, l), which are those in the opposite one.
pub fn line_count_along(direction: Direction<4>) -> usize {
    // In the lattice the first coordinate changes fastest, among the tiles the last one.
    let direction = direction.with_axes_reversed();
    Lattice::<3, 4>::starts(direction)
        .filter_map(|start| Lattice::<3, 4>::scan(start, direction))
        .filter_map(Line::from_lattice)
        .count()
}
