//! A board of three by three tiles, each with its player's icon.
//!
//! ```text
//!   ┌───┐┌───┐┌───┐
//!   │ X ││   ││ O │
//!   └───┘└───┘└───┘
//!   ┌───┐┌───┐┌───┐
//!   │ X ││╲O╱││   │      Where the centre does not take part, its tile is crossed out, with its icon in it.
//!   └───┘└───┘└───┘
//!     …
//! ```

use super::svg::{Node, Paint, group, path, rectangle, text};
use super::{Drawing, Holding, Place, WIDTH};
use crate::lattice::plane::{Centre, Plane, Player};

/// From a tile to the next one.
const STEP: i32 = 162;
/// The side of a tile.
const TILE: i32 = WIDTH - 2 * STEP;
/// The place of the centre.
const MIDDLE: i32 = 4;

/// A plane with its icons.
pub fn drawn(plane: &Plane, centre: Centre) -> Drawing {
    let is_left_out = |place| place == MIDDLE && centre == Centre::LeftOut;
    let corner = |place: i32| [place % 3, place / 3].map(|step| STEP * step);
    let tiles = (0..).zip(plane.tiles()).map(|(place, tile)| {
        let draw = if is_left_out(place) { left_out } else { taken };
        draw(corner(place), *tile)
    });
    let places = (0..).zip(plane.tiles()).map(|(place, tile)| {
        let holds = tile.map_or(Holding::Free, |player| Holding::Player {
            player: player.number() - 1,
            icon: icon_of(player).to_owned(),
        });
        let holds = if is_left_out(place) { Holding::Centre } else { holds };
        Place::square((place + 1).to_string(), corner(place), TILE, holds)
    });
    let board = group().holding(tiles);
    Drawing { places: places.collect(), ..Drawing::new(WIDTH, board) }
}

/// A tile, with its icon if somebody has it.
fn taken(corner: [i32; 2], player: Option<Player>) -> Node {
    let ground = rectangle(corner, [TILE; 2], 18);
    let Some(player) = player else {
        return ground.class("free").fill(Paint::Free).stroke(Paint::Rule).stroke_width(2);
    };
    let [light, strong] = Paint::of_player(player.number() - 1);
    let ground = ground.fill(light).stroke(strong);
    let icon = icon(corner, player).fill(strong).weight(600);
    let name = format!("player-{}", player.number());
    group().class(name).centred().holding([ground.stroke_width(2), icon])
}

/// The tile in the middle where it does not take part, whoever has it.
fn left_out([x, y]: [i32; 2], player: Option<Player>) -> Node {
    let cross = path([format!("M{x} {y}l{TILE} {TILE}m0 -{TILE}l-{TILE} {TILE}")]);
    let cross = cross.stroke(Paint::Rule).stroke_width(3).round_ends();
    let icon = player.map(|player| icon([x, y], player).fill(Paint::Faint));
    group().class("centre").centred().holding([cross]).holding(icon)
}

fn icon(corner: [i32; 2], player: Player) -> Node {
    text(corner.map(|edge| edge + TILE / 2), TILE * 4 / 7, icon_of(player))
}

const fn icon_of(player: Player) -> &'static str {
    match player {
        Player::First => "X",
        Player::Second => "O",
    }
}
