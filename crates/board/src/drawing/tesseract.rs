//! A tesseract: nine blocks of 3×3 tiles, without the tile in the centre.
//!
//! ```text
//!    l →      j = 1        j = 2        j = 3
//!    k ↓     1  2  3      1  2  3      1  2  3
//!        1   1  X  3     10 11 12     19 20 21
//!   i=1  2   4  5  6     13  O 15     22 23 24       A free tile shows its id, a taken one its player's icon, and
//!        3   7  8  9     16 17 18     25 26 27       perhaps the number of the move.
//! ```
//!
//! A complete line has a connector in its player's colour, with strong edges around its tiles. A ring is around the last tile.

use super::blocks::{Axes, Blocks};
use super::line::{Ink, LineStyle, Pen};
use super::svg::{Node, Paint, circle, clip, group, last, numbered, path, rectangle, text};
use super::{Drawing, Holding, Place, numbered_once, numbers_of};
use crate::lattice::tesseract::{Game, Line, Player, Tile};

/// What is on a board.
pub struct Sheet<'a> {
    /// The position.
    pub game: &'a Game,
    /// The icon of each player, in their order.
    pub icons: Vec<&'a str>,
    /// Whether tiles show the numbers of their moves.
    pub is_numbered: bool,
    /// Whether the last tile and the complete lines are marked.
    pub is_marked: bool,
}

/// The side of a tile.
const TILE: i32 = 43;
const BLOCKS: Blocks =
    Blocks { first: [31, 33], count: 3, cell: TILE, step: TILE + 4, pitch: 156, origin: 1 };
const AXES: [char; 4] = ['i', 'j', 'k', 'l'];
const CENTRE: [u8; 4] = [2; 4];

impl Sheet<'_> {
    /// The board with its pieces and marks.
    pub fn drawn(&self) -> Drawing {
        let game = self.game;
        let players = || (0..).zip(game.players().iter()).zip(&self.icons);
        let lines_of = |player| if self.is_marked { game.lines_of(player) } else { Vec::new() };
        let (mut grounds, mut lines, mut signs) = (Vec::new(), Vec::new(), Vec::new());
        for ((number, player), icon) in players() {
            let complete = lines_of(player);
            grounds.push(tiles_of(game, player, number));
            lines.extend(complete.iter().map(|line| connector(number, line)));
            signs.push(self.signs_of(player, number, icon, &complete));
        }
        let last = game
            .history()
            .last()
            .filter(|_| self.is_marked)
            .map(|&tile| last(&rectangle(corner(tile).map(|edge| edge - 1), [TILE + 2; 2], 7)));
        let owner = |tile| players().find(|((_, player), _)| game.owner(tile) == Some(*player));
        let place = |tile: Tile| {
            let holds = owner(tile).map_or(Holding::Free, |((player, _), icon)| Holding::Player {
                player,
                icon: (*icon).to_owned(),
            });
            let made = game.history().iter().position(|&made| made == tile);
            Place { made: made.map(|index| index + 1), ..place(tile, holds) }
        };
        Drawing {
            height: BLOCKS.bottom(),
            board: group().holding([axes(), squares(game.free_tiles()), centre()]).holding(grounds),
            lines,
            marks: group()
                .holding([ids(game.free_tiles())])
                .holding(signs)
                .holding(last)
                .holding([self.move_numbers()]),
            places: Tile::all().map(place).collect(),
        }
    }

    /// The icons on a player's tiles.
    fn signs_of(&self, player: Player, number: u8, icon: &str, complete: &[Line]) -> Node {
        let [light, strong] = Paint::of_player(number);
        let tiles = self.game.tiles(player).iter();
        // The lines go under the icons, so that these can be read.
        let grounds = tiles.clone().filter(|tile| is_on(complete, *tile));
        let grounds = grounds.map(|tile| circle(middle(tile), 11).fill(light).stroke(Paint::None));
        let signs = tiles.map(|tile| sign_in(corner(tile), TILE, icon));
        signs_group()
            .class(format!("player-{player}"))
            .fill(strong)
            .halo(light)
            .holding(grounds)
            .holding(signs)
    }

    fn move_numbers(&self) -> Node {
        let moves = if self.is_numbered { self.game.history() } else { &[] };
        let numbers = (1..).zip(moves).map(|(number, &tile): (usize, _)| {
            let [x, y] = corner(tile);
            let player = self.game.players().to_move_after(number - 1);
            let [light, strong] = Paint::of_player(player.number() - 1);
            text([x + TILE - 9, y + TILE - 8], 13, &number.to_string()).fill(strong).halo(light)
        });
        group().class("numbers").centred().holding(numbers)
    }
}

/// A board on which tiles have the numbers of their moves, whoever made them.
pub fn moves(tiles: impl IntoIterator<Item = Tile>) -> Drawing {
    let tiles: Vec<Tile> = tiles.into_iter().collect();
    let numbers = (1..).zip(&tiles).map(|(number, &tile): (usize, _)| {
        text(middle(tile), 20, &number.to_string()).fill(Paint::Ink).weight(600)
    });
    let made = |tile: Tile| tiles.iter().position(|&made| made == tile).map(|index| index + 1);
    let (taken, free): (Vec<Tile>, Vec<Tile>) = Tile::all().partition(|&tile| made(tile).is_some());
    let grounds = taken.into_iter().map(|tile| rectangle(corner(tile), [TILE; 2], 6));
    let grounds = group().fill(Paint::Paper).stroke(Paint::Ink).holding(grounds);
    let free = free.into_iter();
    Drawing {
        height: BLOCKS.bottom(),
        board: group().holding([axes(), squares(free.clone()), grounds, ids(free), centre()]),
        lines: Vec::new(),
        marks: group().class("numbers").centred().holding(numbers),
        places: Tile::all()
            .map(|tile| Place { made: made(tile), ..place(tile, Holding::Free) })
            .collect(),
    }
}

/// An empty board on which places are asked for, in their order; the centre may be one.
pub fn asked(places: impl IntoIterator<Item = [u8; 4]>) -> Drawing {
    let asked: Vec<[u8; 4]> = places.into_iter().collect();
    let middle = |place| corner_at(place).map(|edge| edge + TILE / 2);
    let middles = numbered_once(&asked);
    let middles = middles.into_iter().map(|(numbers, place)| (numbers, middle(place)));
    let tile = |tile: Tile| Place {
        asked: numbers_of(&asked, &tile.coordinates()),
        ..place(tile, Holding::Free)
    };
    let centre_place = asked.contains(&CENTRE).then(|| Place {
        asked: numbers_of(&asked, &CENTRE),
        ..Place::square(String::new(), corner_at(CENTRE), TILE, Holding::Centre).at(AXES, CENTRE)
    });
    let free = Tile::all().filter(|tile| !asked.contains(&tile.coordinates()));
    Drawing {
        height: BLOCKS.bottom(),
        board: group().holding([axes(), squares(Tile::all()), ids(free), centre()]),
        lines: Vec::new(),
        marks: numbered(middles, TILE / 2 - 3),
        places: Tile::all().map(tile).chain(centre_place).collect(),
    }
}

fn axes() -> Node {
    BLOCKS.axes(Axes { between: ['j', 'i'], within: ['l', 'k'] })
}

/// The sign of the player with this number, from 0, around (0, 0), so many units wide.
pub fn token(number: u8, icon: &str, width: i32) -> Node {
    let [light, strong] = Paint::of_player(number);
    let corner = [-width / 2; 2];
    let ground = rectangle(corner, [width; 2], 5).fill(light).stroke(strong);
    signs_group().holding([ground, sign_in(corner, width, icon).fill(strong)])
}

/// The upper left corner of a tile, or of the centre.
fn corner_at(coordinates: [u8; 4]) -> [i32; 2] {
    let [i, j, k, l] = coordinates.map(|coordinate| i32::from(coordinate) - 1);
    let [left, top] = BLOCKS.corner(j, i);
    [left + BLOCKS.step * l, top + BLOCKS.step * k]
}

fn corner(tile: Tile) -> [i32; 2] {
    corner_at(tile.coordinates())
}

fn middle(tile: Tile) -> [i32; 2] {
    corner(tile).map(|edge| edge + TILE / 2)
}

fn place(tile: Tile, holds: Holding) -> Place {
    Place::square(tile.to_string(), corner(tile), TILE, holds).at(AXES, tile.coordinates())
}

fn squares(tiles: impl Iterator<Item = Tile>) -> Node {
    let squares = tiles.map(|tile| rectangle(corner(tile), [TILE; 2], 6));
    group().fill(Paint::Free).stroke(Paint::Rule).holding(squares)
}

fn ids(tiles: impl Iterator<Item = Tile>) -> Node {
    let ids = tiles.map(|tile| text(middle(tile), 17, &tile.to_string()));
    group().class("ids").fill(Paint::Faint).halo(Paint::Free).centred().holding(ids)
}

/// The place where no tile is.
fn centre() -> Node {
    let [x, y] = corner_at(CENTRE).map(|edge| edge + 8);
    let side = TILE - 16;
    let cross = path([format!("M{x} {y}l{side} {side}m0 -{side}l-{side} {side}")]);
    cross.class("centre").stroke(Paint::Rule).stroke_width(2).round_ends()
}

/// The grounds of a player's tiles.
fn tiles_of(game: &Game, player: Player, number: u8) -> Node {
    let grounds = game.tiles(player).iter().map(|tile| rectangle(corner(tile), [TILE; 2], 6));
    let [light, strong] = Paint::of_player(number);
    group().class(format!("tiles-{player}")).fill(light).stroke(strong).holding(grounds)
}

/// Whether a tile is on one of these lines.
fn is_on(lines: &[Line], tile: Tile) -> bool {
    lines.iter().any(|line| line.tiles().contains(&tile))
}

fn connector(number: u8, line: &Line) -> super::line::Line {
    let [light, strong] = Paint::of_player(number);
    let tiles = line.tiles();
    let [_, _, k, l] = tiles[0].coordinates();
    // Lines that lie one over the other on paper begin at different places of a block.
    let bow = 14 + 4 * i32::from((k + l) % 3);
    let pen = Pen { width: 3, near: 2 * BLOCKS.step, bow };
    let ink = Ink { player: number, strong, around: light };
    let line = pen.string(ink, tiles.map(|tile| (tile.to_string(), middle(tile))));
    let edges = tiles.map(|tile| rectangle(corner(tile), [TILE; 2], 6));
    let edges =
        group().class("edges").fill(Paint::None).stroke(strong).stroke_width(3).holding(edges);
    let connector = group().holding([line.connector, edges]);
    super::line::Line { connector, style: LineStyle::Tiles, ..line }
}

/// What holds icons.
fn signs_group() -> Node {
    group().centred().weight(600)
}

/// An icon with more letters has two lines.
const ICON_LINE: usize = 4;

/// An icon within a square. Icons are texts of users: what is too large for the square is cut off at its edge.
fn sign_in([x, y]: [i32; 2], side: i32, icon: &str) -> Node {
    let letters: Vec<char> = icon.chars().collect();
    // Long icons have two lines, so that they can be read.
    let lines: Vec<&[char]> = if letters.len() > ICON_LINE {
        letters.chunks(letters.len().div_ceil(2)).collect()
    } else {
        vec![&letters]
    };
    // A letter is about 0.7 as wide as the text is high; what is not ASCII may be twice as wide.
    let width =
        |line: &&[char]| line.iter().map(|letter| if letter.is_ascii() { 1 } else { 2 }).sum();
    let widest: i32 = lines.iter().map(width).max().unwrap_or(1).max(1);
    let count = if lines.len() > 1 { 2 } else { 1 };
    let height = (side * 6 / 5 / widest).min(side * 4 / 7 / count);
    // Two lines are a little higher, as there may be a number below them.
    let first = side / 2 - (count - 1) * (height * 11 / 20 + 4);
    let lines = (0..).zip(lines).map(|(number, line)| {
        let line: String = line.iter().collect();
        text([side / 2, first + number * height * 11 / 10], height, &line)
    });
    clip([x, y], side).holding(lines)
}
