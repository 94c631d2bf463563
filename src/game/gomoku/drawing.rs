//! A board of gomoku: lines that cross on the points, with letters along the edges.
//!
//! ```text
//!       a b c …
//!   a   + + +          The letter of the row stands on the left, that of the column above. A dot
//!   b   + ● +          on the last stone, a band around a row of five.
//!   c   + + ○
//! ```

use crate::board::gomoku::{Game, Point, Stone};
use crate::game::drawing::{
    Drawing, Ends, Node, Paint, WIDTH, bands, dots, group, labels, path, rectangle, text,
};
use crate::game::stones::{stones, tokens};

/// From a point to the next one.
const PITCH: i32 = 30;
/// How far the lines go.
const LENGTH: i32 = PITCH * (Point::SIDE as i32 - 1);
/// From the last line to the edge of the wood.
const BORDER: i32 = 18;
/// The first line.
const FIRST: i32 = WIDTH - BORDER - LENGTH;
/// The width of a band around stones that lie side by side.
const BAND: i32 = 2 * RADIUS + 8;
const RADIUS: i32 = 13;

pub(super) fn draw(game: &Game) -> Drawing {
    let board = game.board();
    let wood = rectangle([FIRST - BORDER; 2], [LENGTH + 2 * BORDER; 2], 6).fill(Paint::Wood);
    let rows: Vec<Vec<Point>> =
        Stone::ALL.into_iter().flat_map(|side| game.rows_of(side)).collect();
    let rows = rows.iter().map(|row| row.iter().copied().map(centre));
    let sides = Stone::ALL.map(|side| {
        let own = Point::all().filter(|&point| board.at(point) == Some(side));
        stones(side, RADIUS, own.map(centre))
    });
    let last =
        game.moves().last().map(|&point| dots([centre(point)], 9, Paint::Last).class("last"));
    let board = group()
        .holding([letters(), wood, grid(), star_points(), bands(rows, BAND)])
        .holding(sides)
        .holding(last);
    Drawing { height: WIDTH, board, tokens: tokens() }
}

fn centre(point: Point) -> [i32; 2] {
    [point.column(), point.row()].map(line)
}

/// Where a line of the grid is.
fn line(number: u8) -> i32 {
    FIRST + PITCH * i32::from(number)
}

fn letters() -> Node {
    let letters = (0..Point::SIDE).zip('a'..).flat_map(|(number, letter)| {
        let (along, across) = (line(number), FIRST - BORDER - 12);
        [[along, across], [across, along]].map(|middle| text(middle, 13, &letter.to_string()))
    });
    labels(letters)
}

fn grid() -> Node {
    let lines = (0..Point::SIDE)
        .map(line)
        .map(|across| format!("M{FIRST} {across}h{LENGTH}M{across} {FIRST}v{LENGTH}"));
    path(lines).stroke(Paint::Grain).stroke_ends(Ends::Square)
}

/// The five dots by which the eye finds its way.
fn star_points() -> Node {
    let star_points = [[3, 3], [3, 11], [7, 7], [11, 3], [11, 11]];
    dots(star_points.map(|point| point.map(line)), 7, Paint::Grain)
}
