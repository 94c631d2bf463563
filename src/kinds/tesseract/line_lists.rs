//! Lists of lines for the wrong solvers: each misreads what a line is.

use crate::board::lattice::Lattice;
use crate::board::lattice::tesseract::{Game, Line, Player, Tile, lines};

/// Lines as three ids each.
pub(super) type Lines = Vec<[u8; 3]>;

/// The ids of a line's tiles.
pub(super) fn ids(line: &Line) -> [u8; 3] {
    line.tiles().map(Tile::id)
}

/// The lines along which this many coordinates change.
pub(super) fn lines_that_change(coordinates: usize) -> Lines {
    let changes = |line: &&Line| changed(line).count() == coordinates;
    lines().iter().filter(changes).map(ids).collect()
}

/// The lines on which all coordinates that change grow together.
pub(super) fn lines_that_only_grow() -> Lines {
    let grows = |line: &&Line| changed(line).all(|(from, to)| from < to);
    lines().iter().filter(grows).map(ids).collect()
}

/// The coordinates that change along a line, from its first tile to its last.
pub(super) fn changed(line: &Line) -> impl Iterator<Item = (u8, u8)> + use<> {
    let [first, _, last] = line.tiles().map(Tile::coordinates);
    first.into_iter().zip(last).filter(|(from, to)| from != to)
}

/// The lines of the whole 3×3×3×3 board, its cells numbered from 1 with the centre among them.
#[expect(clippy::expect_used, reason = "3×3×3×3 is 81 cells")]
pub(super) fn lines_with_a_centre() -> Lines {
    let id = |cell| u8::try_from(cell + 1).expect("a number up to 81");
    Lattice::<3, 4>::lines().map(|line| line.map(id)).collect()
}

/// The lines of a list whose three ids are those of a player's tiles. An id beyond the last tile belongs to no player.
pub(super) fn held_by<'a>(
    game: &Game,
    player: Player,
    lines: &'a Lines,
) -> impl Iterator<Item = &'a [u8; 3]> + use<'a> {
    let tiles = game.tiles(player);
    let holds = move |&id: &u8| Tile::new(id).is_some_and(|tile| tiles.contains(tile));
    lines.iter().filter(move |line| line.iter().all(holds))
}
