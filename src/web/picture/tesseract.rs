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

use super::drawing::{Drawing, TOKEN, WIDTH};
use super::element::Element;
use super::marks::Marks;
use super::palette::{FAINT, FREE, INK, RULE, TINTS, Tint, WHITE};
use super::shapes::{group, labels, path, rectangle, text, upwards};
use crate::board::lattice::tesseract::{Game, Player, Tile};

/// From a tile to the next one.
const STEP: i32 = 46;
/// The side of a tile.
const TILE: i32 = STEP - 4;
/// From a block to the next one.
const PITCH: i32 = 3 * STEP + 19;
/// Where the first tile is.
const FIRST: [i32; 2] = [WIDTH - 2 * PITCH - 2 * STEP - TILE, 24];

/// `icons` are the players', in their order.
pub(super) fn draw(game: &Game, icons: &[String], marks: &Marks<Tile>) -> Drawing {
    let players = game.players().iter().zip(icons).zip(TINTS);
    let taken = players.clone().map(|((player, icon), tint)| tiles_of(game, player, icon, tint, marks));
    let last = marks.last.map(|tile| {
        let ring = rectangle(corner(tile).map(|edge| edge - 2), [TILE + 4; 2], 8);
        ring.with("class", "last").with("fill", "none").with("stroke", INK).with("stroke-width", 3)
    });
    let [_, top] = FIRST;
    Drawing {
        height: top + 2 * PITCH + 2 * STEP + TILE,
        board: group().holding([axes(), free_tiles(game), centre()]).holding(taken).holding(last),
        tokens: players.map(|((_, icon), tint)| token(icon, tint)).collect(),
    }
}

/// The upper left corner of a tile, or of the centre.
fn corner_at(coordinates: [u8; 4]) -> [i32; 2] {
    let [i, j, k, l] = coordinates.map(|coordinate| i32::from(coordinate) - 1);
    let [left, top] = FIRST;
    [left + PITCH * j + STEP * l, top + PITCH * i + STEP * k]
}

fn corner(tile: Tile) -> [i32; 2] {
    corner_at(tile.coordinates())
}

fn axes() -> Element {
    let [left, top] = FIRST;
    let labels_of = |step: i32| {
        let middle = PITCH * (step - 1) + STEP + TILE / 2;
        let (above, beside) = ([left + middle, 8], [8, top + middle]);
        [text(above, 13, &format!("j = {step}")), upwards(beside, 13, &format!("i = {step}"))]
    };
    labels((1..=3).flat_map(labels_of))
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
    let cross = path(&format!("M{x} {y}l{TILE} {TILE}m0 -{TILE}l-{TILE} {TILE}"));
    cross.with("class", "centre").with("stroke", FAINT).with("stroke-linecap", "round")
}

fn tiles_of(
    game: &Game,
    player: Player,
    icon: &str,
    Tint { light, strong }: Tint,
    marks: &Marks<Tile>,
) -> Element {
    let (complete, others): (Vec<Tile>, Vec<Tile>) =
        game.tiles(player).iter().partition(|tile| marks.complete(tile));
    let part = |tiles: Vec<Tile>, [ground, sign]: [&'static str; 2]| {
        let grounds = tiles.iter().map(|&tile| rectangle(corner(tile), [TILE; 2], 6));
        let signs = tiles.iter().map(|&tile| sign_in(corner(tile), TILE, icon));
        let grounds = group().with("fill", ground).with("stroke", strong).holding(grounds);
        group().holding([grounds, group().with("fill", sign).holding(signs)])
    };
    let [white, _] = WHITE;
    group()
        .with("class", format!("player-{player}"))
        .with("text-anchor", "middle")
        .with("font-weight", 600)
        .holding([part(others, [light, strong]), part(complete, [strong, white]).with("class", "line")])
}

/// An icon within a square. Icons are texts of users: what is too large for the square is cut off at its edge.
fn sign_in([x, y]: [i32; 2], side: i32, icon: &str) -> Element {
    let length = i32::try_from(icon.chars().count()).unwrap_or(i32::MAX);
    // A character is seldom wider than the text is high, and mostly 0.6 as wide.
    let size = (side * 3 / 2 / length.max(1)).min(side * 4 / 7);
    Element::new("svg")
        .with("x", x)
        .with("y", y)
        .with("width", side)
        .with("height", side)
        .holding([text([side / 2; 2], size, icon)])
}

fn token(icon: &str, Tint { light, strong }: Tint) -> Element {
    let corner = [-TOKEN / 2; 2];
    let ground = rectangle(corner, [TOKEN; 2], 5).with("fill", light).with("stroke", strong);
    let sign = sign_in(corner, TOKEN, icon).with("fill", strong);
    group().with("text-anchor", "middle").with("font-weight", 600).holding([ground, sign])
}
