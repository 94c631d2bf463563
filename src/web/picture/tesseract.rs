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
use super::drawing::{Drawing, TOKEN, WIDTH};
use super::element::Element;
use super::marks::Marks;
use super::palette::{FAINT, FREE, LAST, RULE, TINTS, Tint, WHITE};
use super::shapes::{group, labels, path, rectangle, text};
use crate::board::lattice::tesseract::{Game, Player, Tile};

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

/// `icons` are the players', in their order.
pub(super) fn draw(game: &Game, icons: &[String], marks: &Marks<Tile>) -> Drawing {
    let axes = BLOCKS.axes(3, 1, Axes { between: ['j', 'i'], within: ['l', 'k'] });
    let players = game.players().iter().zip(icons).zip(TINTS);
    let taken = players.clone().map(|((player, icon), tint)| {
        let (complete, others) =
            game.tiles(player).iter().partition(|tile| marks.are_complete_at(tile));
        tiles_of(player, icon, tint, [others, complete])
    });
    let last = marks.last.map(|tile| {
        let ring = rectangle(corner(tile).map(|edge| edge - 3), [TILE + 6; 2], 8);
        ring.with("class", "last").with("fill", "none").with("stroke", LAST).with("stroke-width", 3)
    });
    let board = group().holding([axes, free_tiles(game), centre()]).holding(taken).holding(last);
    let tokens = players.map(|((_, icon), tint)| token(icon, tint)).collect();
    Drawing { height: TOP + 2 * PITCH + BLOCK, board, tokens }
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

fn free_tiles(game: &Game) -> Element {
    let tiles = game.free_tiles().map(|tile| rectangle(corner(tile), [TILE; 2], 6));
    let ids = game.free_tiles().map(|tile| {
        let middle = corner(tile).map(|edge| edge + TILE / 2);
        text(middle, 11, &tile.to_string())
    });
    let tiles = group().with("fill", FREE).with("stroke", RULE).holding(tiles);
    group().with("class", "free").holding([tiles, labels(ids)])
}

/// The place where no tile is.
fn centre() -> Element {
    let [x, y] = corner_at([2; 4]);
    let cross = path([format!("M{x} {y}l{TILE} {TILE}m0 -{TILE}l-{TILE} {TILE}")]);
    cross.with("class", "centre").with("stroke", FAINT).with("stroke-linecap", "round")
}

/// The tiles of a player: those that are on no complete line, and those that are.
fn tiles_of(
    player: Player,
    icon: &str,
    Tint { light, strong }: Tint,
    [others, complete]: [Vec<Tile>; 2],
) -> Element {
    let part = |tiles: &[Tile], [ground, sign]: [&'static str; 2]| {
        let grounds = tiles.iter().map(|&tile| rectangle(corner(tile), [TILE; 2], 6));
        let signs = tiles.iter().map(|&tile| sign_in(corner(tile), TILE, icon));
        let grounds = group().with("fill", ground).with("stroke", strong).holding(grounds);
        group().holding([grounds, group().with("fill", sign).holding(signs)])
    };
    let [white, _] = WHITE;
    let complete = part(&complete, [strong, white]).with("class", "line");
    signs()
        .with("class", format!("player-{player}"))
        .holding([part(&others, [light, strong]), complete])
}

/// What holds icons.
fn signs() -> Element {
    group().with("text-anchor", "middle").with("font-weight", 600)
}

/// An icon within a square. Icons are texts of users: what is too large for the square is cut off at its edge.
fn sign_in([x, y]: [i32; 2], side: i32, icon: &str) -> Element {
    // A letter is about 0.65 as wide as the text is high; what is not ASCII may be twice as wide.
    let widths = icon.chars().map(|character| if character.is_ascii() { 1 } else { 2 });
    let height = (side * 4 / 3 / widths.sum::<i32>().max(1)).min(side * 4 / 7);
    Element::new("svg")
        .with("x", x)
        .with("y", y)
        .with("width", side)
        .with("height", side)
        .holding([text([side / 2; 2], height, icon)])
}

fn token(icon: &str, Tint { light, strong }: Tint) -> Element {
    let corner = [-TOKEN / 2; 2];
    let ground = rectangle(corner, [TOKEN; 2], 5).with("fill", light).with("stroke", strong);
    let sign = sign_in(corner, TOKEN, icon).with("fill", strong);
    signs().holding([ground, sign])
}
