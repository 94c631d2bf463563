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

use super::game::Game;
use crate::board::lattice::tesseract::{self, Player, Tile};
use crate::game::drawing::{
    Axes, Blocks, Drawing, Ends, Marks, Node, Paint, TOKEN, WIDTH, clip, group, labels, path,
    rectangle, text,
};
use crate::game::seat::{BySeat, SeatNumber};

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

#[expect(clippy::expect_used, reason = "the board has two to four players")]
pub(super) fn draw(game: &Game) -> Drawing {
    let tiles = &game.tiles;
    let lines = tiles.players().iter().flat_map(|player| tiles.lines_of(player));
    let lines = lines.map(|line| line.tiles().to_vec()).collect();
    let marks = Marks { last: tiles.history().last().copied(), lines };
    let axes = BLOCKS.axes(3, 1, Axes { between: ['j', 'i'], within: ['l', 'k'] });
    let seats = SeatNumber::first(tiles.players().count().into());
    let players: Vec<(Player, SeatNumber)> = tiles.players().iter().zip(seats).collect();
    let taken = players.iter().map(|&(player, seat)| {
        let (complete, others) =
            tiles.tiles(player).iter().partition(|tile| marks.are_complete_at(tile));
        tiles_of(player, game.icons.of(player), paints(seat), [others, complete])
    });
    let last = marks.last.map(|tile| {
        let ring = rectangle(corner(tile).map(|edge| edge - 3), [TILE + 6; 2], 8);
        ring.class("last").fill(Paint::None).stroke(Paint::Last).stroke_width(3)
    });
    let board = group().holding([axes, free_tiles(tiles), centre()]).holding(taken).holding(last);
    let tokens = players.iter().map(|&(player, seat)| token(game.icons.of(player), paints(seat)));
    let tokens = BySeat::new(tokens.collect()).expect("two to four players");
    Drawing { height: TOP + 2 * PITCH + BLOCK, board, tokens }
}

/// The colours of a player, light and strong.
fn paints(seat: SeatNumber) -> [Paint; 2] {
    [Paint::PlayerLight(seat), Paint::PlayerStrong(seat)]
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

fn free_tiles(game: &tesseract::Game) -> Node {
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

fn token(icon: &str, [light, strong]: [Paint; 2]) -> Node {
    let corner = [-TOKEN / 2; 2];
    let ground = rectangle(corner, [TOKEN; 2], 5).fill(light).stroke(strong);
    let sign = sign_in(corner, TOKEN, icon).fill(strong);
    signs().holding([ground, sign])
}
