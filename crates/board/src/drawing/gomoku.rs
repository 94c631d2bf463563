//! A board of gomoku: lines that cross on the points, with letters along the edges.
//!
//! ```text
//!       a b c …
//!   a   + + +          The letter of the row is on the left, that of the column above. A ring around the
//!   b   + ● +          last stone, a band around every row of five, a numbered ring around a point
//!   c   + + ○          that is asked for. A stone may show the number of its move.
//! ```

use super::line::Pen;
use super::stones::{contrast, holding, ink, last_ring, numbers, paints};
use super::svg::{Node, Paint, circle, dots, group, numbers_at, path, rectangle, text};
use super::{Drawing, Place, WIDTH, numbered_once, numbers_of, stones};
use crate::gomoku::{Board, Point, Stone};

/// What is on a board.
#[must_use]
pub struct Sheet<'a> {
    /// The position.
    pub board: &'a Board,
    /// The moves, where they are known.
    pub moves: &'a [Point],
    /// Whether stones show the numbers of their moves.
    pub is_numbered: bool,
    /// Rows of five, each from one end to the other.
    pub rows: Vec<(Stone, Vec<Point>)>,
    /// The points that are asked for, in their order: a number is beside each.
    pub asked: &'a [Point],
}

/// From a point to the next one.
const PITCH: i32 = 30;
/// How far the lines go.
const LENGTH: i32 = PITCH * (Point::SIDE as i32 - 1);
/// From the last line to the edge of the wood.
const BORDER: i32 = 18;
/// The first line.
const FIRST: i32 = WIDTH - BORDER - LENGTH;
const RADIUS: i32 = 13;

impl<'a> Sheet<'a> {
    /// A board without marks.
    pub const fn of(board: &'a Board) -> Self {
        Self { board, moves: &[], is_numbered: false, rows: Vec::new(), asked: &[] }
    }

    /// An empty board.
    pub const fn empty() -> Self {
        Self::of(const { &Board::empty() })
    }

    /// The board with its pieces and marks.
    pub fn drawn(&self) -> Drawing {
        let wood = rectangle([FIRST - BORDER; 2], [LENGTH + 2 * BORDER; 2], 6).fill(Paint::Wood);
        let sides = Stone::ALL.map(|side| {
            let own = Point::all().filter(|&point| self.board.at(point) == Some(side));
            stones(side, RADIUS, own.map(centre))
        });
        // Stones of a row lie side by side: the band is around them and leaves their numbers alone.
        let pen = Pen { width: 2 * RADIUS + 10, near: 2 * PITCH, bow: 0 };
        let lines = self.rows.iter().map(|(side, row)| {
            let row = row.iter().map(|&point| (point.to_string(), centre(point)));
            pen.band(ink(*side), Paint::Wood, row)
        });
        let last = self.moves.last().map(|&point| last_ring(centre(point), RADIUS));
        Drawing {
            height: WIDTH,
            board: group().holding([letters(), wood, grid(), star_points()]),
            lines: lines.collect(),
            marks: group()
                .holding(sides)
                .holding(last)
                .holding([self.move_numbers(), self.rings()]),
            places: Point::all().map(|point| self.place(point)).collect(),
        }
    }

    /// The numbers of the moves, where no question has its own.
    fn move_numbers(&self) -> Node {
        let moves = if self.is_numbered { self.moves } else { &[] };
        let moves = (1..).zip(moves).filter(|(_, point)| !self.asked.contains(point));
        numbers(moves.map(|(number, &point)| (number, centre(point))), 14)
    }

    /// A ring around each point that is asked for, with its places in their order.
    fn rings(&self) -> Node {
        // There is wood between a stone and its ring, and the ring of the last stone is seen within it.
        let rings = self.asked.iter().map(|&point| circle(centre(point), RADIUS + 3));
        let rings = group().fill(Paint::None).stroke(Paint::Asked).stroke_width(3).holding(rings);
        let places = numbered_once(self.asked).into_iter().map(|(numbers, point)| {
            let numbers = numbers_at(centre(point), 14, &numbers);
            match self.board.at(point) {
                Some(side) => numbers.fill(contrast(side)).halo(paints(side)[0]),
                None => numbers.fill(Paint::WoodInk).halo(Paint::Wood),
            }
        });
        let places = group().weight(700).centred().holding(places);
        // Three lines of numbers are higher than a stone.
        group().class("asked").holding([places, rings])
    }

    fn place(&self, point: Point) -> Place {
        let corner = centre(point).map(|middle| middle - PITCH / 2);
        let holds = holding(self.board.at(point));
        Place {
            made: self.moves.iter().position(|&made| made == point).map(|index| index + 1),
            asked: numbers_of(self.asked, &point),
            ..Place::square(point.to_string(), corner, PITCH, holds)
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

/// The letters along the edges: those of the rows are a group, which a page keeps in sight.
fn letters() -> Node {
    let (above, beside): (Vec<Node>, Vec<Node>) = (0..Point::SIDE)
        .zip('a'..)
        .map(|(number, letter)| {
            let (along, across) = (line(number), FIRST - BORDER - 12);
            let letter = letter.to_string();
            (text([along, across], 15, &letter), text([across, along], 15, &letter))
        })
        .unzip();
    let rows = group().class("rows").holding(beside);
    group().class("letters").fill(Paint::Faint).centred().holding(above).holding([rows])
}

fn grid() -> Node {
    let lines = (0..Point::SIDE)
        .map(line)
        .map(|across| format!("M{FIRST} {across}h{LENGTH}M{across} {FIRST}v{LENGTH}"));
    path(lines).stroke(Paint::Grain).with("stroke-linecap", "square")
}

/// The five dots by which the eye finds its way.
fn star_points() -> Node {
    let star_points = [[3, 3], [3, 11], [7, 7], [11, 3], [11, 11]];
    dots(star_points.map(|point| point.map(line)), 7, Paint::Grain)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The texts in an element, with their sizes.
    fn texts(svg: &str) -> Vec<(i32, &str)> {
        let size_and_words = |text| {
            let (_, text) = str::split_once(text, "font-size=\"")?;
            let (size, text) = text.split_once('"')?;
            let (words, _) = text.split_once('>')?.1.split_once('<')?;
            Some((size.parse().ok()?, words))
        };
        svg.split("<text ").skip(1).map(|text| size_and_words(text).unwrap()).collect()
    }

    #[test]
    fn numbers_of_a_point_that_is_asked_for_three_times_can_be_read() {
        let points: Vec<Point> = Point::all().take(10).collect();
        let asked: Vec<Point> = points.iter().chain([&points[9]; 2]).copied().collect();
        let marks = Sheet { asked: &asked, ..Sheet::empty() }.drawn().marks;
        let marks = marks.to_string();
        let numbers = texts(&marks);
        let words: Vec<&str> = numbers.iter().map(|&(_, words)| words).collect();
        assert_eq!(words, ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10,", "11,", "12"]);
        for (size, words) in numbers {
            // A page makes the board 24 rem wide or wider (`style.css`), which are 384 pixels; text is to have nine.
            assert!(384 * size >= 9 * (WIDTH + 8), "{words}: {size}");
        }
    }
}
