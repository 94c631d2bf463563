//! A board of four in a row in four dimensions: sixteen blocks of 4×4 cells.
//!
//! ```text
//!    x →    z = 0          z = 1
//!    y ↓   0  1  2  3     0  1  2  3       A free cell shows its id. The last stone has a ring around it,
//!     0    ●  1  2  3    16 17 18 19       and a stone may show the number of its move. Each complete line
//! w=0 1    4  5  6  7    20  ○ 22 23       has a connector of its own, in its side's colour.
//!     2    8  9 10 11    24 25 26 27
//!     3   12 13 14 15    28 29 30 31
//! ```

use super::blocks::{Axes, Blocks};
use super::line::Pen;
use super::stones::{holding, ink, last_ring, numbers};
use super::svg::{Node, Paint, group, numbered, path, rectangle, text};
use super::{Drawing, Place, WIDTH, numbered_once, numbers_of, stones};
use crate::lattice::four_in_a_row::{Board, Cell, Stone};

/// What is on a board.
#[must_use]
pub struct Sheet<'a> {
    /// The position.
    pub board: &'a Board,
    /// The moves, where they are known.
    pub moves: &'a [Cell],
    /// Whether stones show the numbers of their moves.
    pub is_numbered: bool,
    /// Complete lines, each with its side.
    pub lines: Vec<(Stone, [Cell; 4])>,
    /// The cells that are asked for, in their order.
    pub asked: Vec<Cell>,
    /// From a cell to the next one of a walk: an arrow leads there.
    pub arrows: Vec<[Cell; 2]>,
}

/// The side of a cell.
const CELL: i32 = 26;
const BLOCKS: Blocks = Blocks {
    first: [WIDTH - 4 * 4 * CELL - 3 * 12, 33],
    count: 4,
    cell: CELL,
    step: CELL,
    pitch: 4 * CELL + 12,
    origin: 0,
};
/// The side of a block.
const BLOCK: i32 = BLOCKS.side();
const RADIUS: i32 = 11;
/// The length of an arrow's head.
const HEAD: i32 = 5;
const AXES: [char; 4] = ['x', 'y', 'z', 'w'];

impl<'a> Sheet<'a> {
    /// A board without marks.
    pub const fn of(board: &'a Board) -> Self {
        Self {
            board,
            moves: &[],
            is_numbered: false,
            lines: Vec::new(),
            asked: Vec::new(),
            arrows: Vec::new(),
        }
    }

    /// The board with its pieces and marks.
    pub fn drawn(&self) -> Drawing {
        let Self { board, moves, .. } = self;
        let axes = BLOCKS.axes(Axes { between: ['z', 'w'], within: ['x', 'y'] });
        let sides =
            Stone::ALL.map(|side| stones(side, RADIUS, board.stones(side).iter().map(centre)));
        let numbered_moves = if self.is_numbered { *moves } else { &[] };
        // Where there are many lines, thin ones can still be told apart.
        let width = if self.lines.len() > 12 { 2 } else { 3 };
        let lines = self.lines.iter().map(|&(side, cells)| {
            let [x, y, ..] = cells[0].coordinates();
            // Lines that lie one over the other on paper begin at different cells of a block.
            let bow = 7 + 4 * i32::from((x + y) % 4);
            let pen = Pen { width, near: 2 * CELL, bow };
            pen.string(ink(side), cells.map(|cell| (cell.to_string(), centre(cell))))
        });
        let asked = numbered_once(&self.asked);
        let asked = asked.into_iter().map(|(numbers, cell)| (numbers, centre(cell)));
        Drawing {
            height: BLOCKS.bottom(),
            board: group().holding([axes, wood(), grid()]),
            lines: lines.collect(),
            // Stones lie on the connectors, so that their numbers can be read.
            marks: group()
                .holding(sides)
                .holding([self.arrows(), self.ids()])
                .holding(moves.last().map(|&cell| last_ring(centre(cell), RADIUS)))
                .holding([
                    numbers((1..).zip(numbered_moves.iter().copied().map(centre)), 13),
                    numbered(asked, RADIUS),
                ]),
            places: Cell::all().map(|cell| self.place(cell)).collect(),
        }
    }

    /// The ids of the cells that are free.
    fn ids(&self) -> Node {
        let free = Cell::all()
            .filter(|&cell| self.board.at(cell).is_none() && !self.asked.contains(&cell));
        let ids = free.map(|cell| text(centre(cell), 12, &cell.to_string()));
        group().class("ids").fill(Paint::WoodInk).halo(Paint::Wood).centred().holding(ids)
    }

    /// The first steps of the walks.
    fn arrows(&self) -> Node {
        let arrows = self.arrows.iter().map(|cells| arrow(cells.map(centre)));
        group()
            .class("arrows")
            .fill(Paint::None)
            .stroke(Paint::Asked)
            .stroke_width(2)
            .holding(arrows)
    }

    fn place(&self, cell: Cell) -> Place {
        let holds = holding(self.board.at(cell));
        Place {
            made: self.moves.iter().position(|&made| made == cell).map(|index| index + 1),
            asked: numbers_of(&self.asked, &cell),
            ..Place::square(cell.to_string(), corner(cell), CELL, holds)
                .at(AXES, cell.coordinates())
        }
    }
}

/// An empty board on which cells are asked for, in their order.
pub fn asked(cells: impl IntoIterator<Item = Cell>) -> Drawing {
    Sheet { asked: cells.into_iter().collect(), ..Sheet::of(&Board::empty()) }.drawn()
}

/// The same with walks that begin at the cells: an arrow leads to the next cell of each.
pub fn walks(walks: impl IntoIterator<Item = [Cell; 2]>) -> Drawing {
    let arrows: Vec<[Cell; 2]> = walks.into_iter().collect();
    let asked = arrows.iter().map(|&[start, _]| start).collect();
    Sheet { asked, arrows, ..Sheet::of(&Board::empty()) }.drawn()
}

/// An arrow from one place to another one, as far as the edge of the other's cell, whose id is in its middle. Between neighbours it
/// goes a little further: its beginning is below the disc of the question's number.
fn arrow([[x, y], [to_x, to_y]]: [[i32; 2]; 2]) -> Node {
    let [right, down] = [to_x - x, to_y - y];
    let length = (right * right + down * down).isqrt().max(1);
    let rest = (CELL / 2).min(length - RADIUS - HEAD);
    // A point at so many units before the end, and so many to its side.
    let point = |before: i32, aside: i32| {
        let along = length - before;
        [x + (right * along - down * aside) / length, y + (down * along + right * aside) / length]
    };
    let [[end_x, end_y], [left_x, left_y], [right_x, right_y]] =
        [point(rest, 0), point(rest + HEAD, 4), point(rest + HEAD, -4)];
    path([format!(
        "M{x} {y}L{end_x} {end_y}M{left_x} {left_y}L{end_x} {end_y}L{right_x} {right_y}"
    )])
    .round_ends()
}

/// The upper left corner of a cell.
fn corner(cell: Cell) -> [i32; 2] {
    let [x, y, z, w] = cell.coordinates().map(i32::from);
    let [left, top] = BLOCKS.corner(z, w);
    [left + CELL * x, top + CELL * y]
}

fn centre(cell: Cell) -> [i32; 2] {
    corner(cell).map(|edge| edge + CELL / 2)
}

/// The upper left corners of the blocks.
fn blocks() -> impl Iterator<Item = [i32; 2]> {
    // The first cell of every block has an id that 16 divides.
    Cell::all().step_by(16).map(corner)
}

fn wood() -> Node {
    let blocks = blocks().map(|corner| rectangle(corner, [BLOCK; 2], 3));
    group().fill(Paint::Wood).holding(blocks)
}

fn grid() -> Node {
    let lines = blocks().flat_map(|[x, y]| {
        (1..4).map(move |step| {
            let across = CELL * step;
            format!("M{x} {}h{BLOCK}M{} {y}v{BLOCK}", y + across, x + across)
        })
    });
    path(lines).stroke(Paint::Grain)
}
