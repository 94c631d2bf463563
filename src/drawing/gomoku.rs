//! A board of gomoku: lines that cross on the points, with letters along the edges.
//!
//! ```text
//!       a b c …
//!   a   + + +          The letter of the row stands on the left, that of the column above. A dot
//!   b   + ● +          on the last stone, a band around a row of five, a ring around a point that
//!   c   + + ○          is asked for.
//! ```

use super::node::{Ends, Node, Paint, bands, circle, dots, group, labels, path, rectangle, text};
use super::{Drawing, WIDTH, stones};
use crate::board::gomoku::{Board, Point, Stone};

/// What is on a board.
pub(crate) struct Sheet<'a> {
    pub(crate) board: &'a Board,
    /// The moves whose numbers are written on their stones, from 1.
    pub(crate) numbered: &'a [Point],
    /// The point of the last move.
    pub(crate) last: Option<Point>,
    /// Rows of five, each from one end to the other.
    pub(crate) rows: Vec<Vec<Point>>,
    /// The points that are asked for, in their order: a number is beside each.
    pub(crate) asked: &'a [Point],
}

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

impl<'a> Sheet<'a> {
    /// A board without marks.
    pub(crate) const fn of(board: &'a Board) -> Self {
        Self { board, numbered: &[], last: None, rows: Vec::new(), asked: &[] }
    }

    /// An empty board.
    pub(crate) const fn empty() -> Self {
        Self::of(const { &Board::empty() })
    }

    pub(crate) fn drawn(&self) -> Drawing {
        let wood = rectangle([FIRST - BORDER; 2], [LENGTH + 2 * BORDER; 2], 6).fill(Paint::Wood);
        let rows = self.rows.iter().map(|row| row.iter().copied().map(centre));
        let sides = Stone::ALL.map(|side| {
            let own = Point::all().filter(|&point| self.board.at(point) == Some(side));
            stones(side, RADIUS, own.map(centre))
        });
        let last = self.last.map(|point| dots([centre(point)], 9, Paint::Last).class("last"));
        let board = group()
            .holding([letters(), wood, grid(), star_points(), bands(rows, BAND)])
            .holding(sides)
            .holding([self.numbers(), self.rings()])
            .holding(last);
        Drawing { height: WIDTH, board }
    }

    /// The numbers of the moves on their stones.
    fn numbers(&self) -> Node {
        let numbers = (1..).zip(self.numbered).map(|(number, &point): (usize, _)| {
            text(centre(point), 12, &number.to_string()).fill(self.paint_on(point))
        });
        group().class("numbers").centred().holding(numbers)
    }

    /// A ring around each point that is asked for, with its place in their order.
    fn rings(&self) -> Node {
        let rings = self.asked.iter().map(|&point| circle(centre(point), RADIUS + 1));
        let rings = group().fill(Paint::None).stroke(Paint::Line).stroke_width(3).holding(rings);
        let places = (1..).zip(self.asked).map(|(place, &point): (usize, _)| {
            text(centre(point), 11, &place.to_string()).fill(self.paint_on(point))
        });
        let places = group().weight(700).centred().holding(places);
        group().class("asked").holding([rings, places])
    }

    /// The paint that can be read on a point.
    fn paint_on(&self, point: Point) -> Paint {
        match self.board.at(point) {
            Some(Stone::Black) => Paint::White,
            _ => Paint::Black,
        }
    }
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
