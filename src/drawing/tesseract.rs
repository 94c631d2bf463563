//! A tesseract: nine blocks of 3×3 tiles, without the tile in the centre.
//!
//! ```text
//!           j = 1        j = 2        j = 3
//!          1  X  3     10 11 12     19 20 21
//!   i = 1  4  5  6     13  O 15     22 23 24       In a block k grows downwards and l to the right. A free
//!          7  8  9     16 17 18     25 26 27       tile shows its id, a taken one its player's icon.
//! ```
//!
//! A tile of a complete line has its player's strong colour. A ring is around the last tile.

use super::blocks::{Axes, Blocks};
use super::node::{Ends, Node, Paint, clip, group, labels, numbered, path, rectangle, text};
use super::{Drawing, WIDTH};
use crate::board::lattice::tesseract::{Game, Player, Tile};

/// What is on a board.
pub(crate) struct Sheet<'a> {
    pub(crate) game: &'a Game,
    /// The icon of each player, in their order.
    pub(crate) icons: Vec<&'a str>,
    /// Whether the last tile and the complete lines are marked.
    pub(crate) is_marked: bool,
}

/// From a tile to the next one.
const STEP: i32 = 46;
/// The side of a tile.
const TILE: i32 = STEP - 6;
/// The side of a block.
const BLOCK: i32 = 2 * STEP + TILE;
/// From a block to the next one.
const PITCH: i32 = BLOCK + 27;
/// From the upper edge to the first block.
const TOP: i32 = 30;
const BLOCKS: Blocks =
    Blocks { first: [WIDTH - 2 * PITCH - BLOCK, TOP], side: BLOCK, pitch: PITCH };

impl Sheet<'_> {
    pub(crate) fn drawn(&self) -> Drawing {
        let game = self.game;
        let taken =
            (0..).zip(game.players().iter()).zip(&self.icons).map(|((number, player), icon)| {
                let lines = if self.is_marked { game.lines_of(player) } else { Vec::new() };
                let is_complete =
                    |tile: &Tile| lines.iter().any(|line| line.tiles().contains(tile));
                let (complete, others) = game.tiles(player).iter().partition(is_complete);
                tiles_of(player, icon, paints(number), [others, complete])
            });
        let last = game.history().last().filter(|_| self.is_marked).map(|&tile| {
            let ring = rectangle(corner(tile).map(|edge| edge - 3), [TILE + 6; 2], 8);
            ring.class("last").fill(Paint::None).stroke(Paint::Last).stroke_width(3)
        });
        let board =
            group().holding([axes(), free_tiles(game), centre()]).holding(taken).holding(last);
        Drawing { height: TOP + 2 * PITCH + BLOCK, board }
    }
}

/// An empty board on which places are asked for, in their order; the centre may be one.
pub(crate) fn asked(places: impl IntoIterator<Item = [u8; 4]>) -> Drawing {
    let middle = |place| corner_at(place).map(|edge| edge + TILE / 2);
    let tiles = Tile::all().map(|tile| rectangle(corner(tile), [TILE; 2], 6));
    let tiles = group().fill(Paint::Free).stroke(Paint::Rule).holding(tiles);
    let asked = numbered(places.into_iter().map(middle), TILE / 2 - 4);
    let board = group().holding([axes(), tiles, centre(), asked]);
    Drawing { height: TOP + 2 * PITCH + BLOCK, board }
}

fn axes() -> Node {
    BLOCKS.axes(3, 1, Axes { between: ['j', 'i'], within: ['l', 'k'] })
}

/// The sign of the player with this number, from 0, around (0, 0), so many units wide.
pub(crate) fn token(number: u8, icon: &str, width: i32) -> Node {
    let [light, strong] = paints(number);
    let corner = [-width / 2; 2];
    let ground = rectangle(corner, [width; 2], 5).fill(light).stroke(strong);
    let sign = sign_in(corner, width, icon).fill(strong);
    signs().holding([ground, sign])
}

/// The colours of a player, light and strong.
const fn paints(number: u8) -> [Paint; 2] {
    [Paint::PlayerLight(number), Paint::PlayerStrong(number)]
}

/// The upper left corner of a tile, or of the centre.
fn corner_at(coordinates: [u8; 4]) -> [i32; 2] {
    let [i, j, k, l] = coordinates.map(|coordinate| i32::from(coordinate) - 1);
    let [left, top] = BLOCKS.corner(j, i);
    [left + STEP * l, top + STEP * k]
}

fn corner(tile: Tile) -> [i32; 2] {
    corner_at(tile.coordinates())
}

fn free_tiles(game: &Game) -> Node {
    let tiles = game.free_tiles().map(|tile| rectangle(corner(tile), [TILE; 2], 6));
    let ids = game.free_tiles().map(|tile| {
        let middle = corner(tile).map(|edge| edge + TILE / 2);
        text(middle, 11, &tile.to_string())
    });
    let tiles = group().fill(Paint::Free).stroke(Paint::Rule).holding(tiles);
    group().class("free").holding([tiles, labels(ids)])
}

/// The place where no tile is.
fn centre() -> Node {
    let [x, y] = corner_at([2; 4]);
    let cross = path([format!("M{x} {y}l{TILE} {TILE}m0 -{TILE}l-{TILE} {TILE}")]);
    cross.class("centre").stroke(Paint::Faint).stroke_ends(Ends::Round)
}

/// The tiles of a player: those that are on no complete line, and those that are.
fn tiles_of(
    player: Player,
    icon: &str,
    [light, strong]: [Paint; 2],
    [others, complete]: [Vec<Tile>; 2],
) -> Node {
    let part = |tiles: &[Tile], [ground, sign]: [Paint; 2]| {
        let grounds = tiles.iter().map(|&tile| rectangle(corner(tile), [TILE; 2], 6));
        let signs = tiles.iter().map(|&tile| sign_in(corner(tile), TILE, icon));
        let grounds = group().fill(ground).stroke(strong).holding(grounds);
        group().holding([grounds, group().fill(sign).holding(signs)])
    };
    let complete = part(&complete, [strong, Paint::White]).class("line");
    signs().class(format!("player-{player}")).holding([part(&others, [light, strong]), complete])
}

/// What holds icons.
fn signs() -> Node {
    group().centred().weight(600)
}

/// An icon within a square. Icons are texts of users: what is too large for the square is cut off at its edge.
fn sign_in([x, y]: [i32; 2], side: i32, icon: &str) -> Node {
    // A letter is about 0.65 as wide as the text is high; what is not ASCII may be twice as wide.
    let widths = icon.chars().map(|character| if character.is_ascii() { 1 } else { 2 });
    let height = (side * 4 / 3 / widths.sum::<i32>()).min(side * 4 / 7);
    clip([x, y], side).holding([text([side / 2; 2], height, icon)])
}
