//! A board of four in a row in four dimensions: sixteen blocks of 4×4 cells.
//!
//! ```text
//!            w = 0       w = 1
//!           0           64
//!   z = 0   ● · · ·     · · · ·        In a block x grows to the right and y downwards. The small number
//!           · · · ·     · ○ · ·        over a block is the id of its first cell. A dot on the last stone,
//!           · · · ·     · · · ·        a frame around every cell of a complete line.
//!           · · · ·     · · · ·
//! ```

use super::blocks::{Axes, Blocks};
use super::node::{Node, Paint, dots, frames, group, numbered, path, rectangle, text};
use super::{Drawing, WIDTH, stones};
use crate::board::lattice::four_in_a_row::{Board, Cell, Stone};

/// What is on a board.
pub(crate) struct Sheet<'a> {
    pub(crate) board: &'a Board,
    /// The cell of the last move.
    pub(crate) last: Option<Cell>,
    /// Complete lines.
    pub(crate) lines: Vec<[Cell; 4]>,
}

/// The side of a cell.
const CELL: i32 = 26;
/// The side of a block.
const BLOCK: i32 = 4 * CELL;
/// From a block to the next one: between them is room for the ids.
const PITCH: i32 = BLOCK + 14;
/// From the upper edge to the first block.
const TOP: i32 = 34;
const BLOCKS: Blocks =
    Blocks { first: [WIDTH - 3 * PITCH - BLOCK, TOP], side: BLOCK, pitch: PITCH };
const RADIUS: i32 = 10;

impl Sheet<'_> {
    pub(crate) fn drawn(&self) -> Drawing {
        let Self { board, last, lines } = self;
        let axes = BLOCKS.axes(4, 0, Axes { between: ['w', 'z'], within: ['x', 'y'] });
        let complete = Cell::all().filter(|cell| lines.iter().any(|line| line.contains(cell)));
        let sides =
            Stone::ALL.map(|side| stones(side, RADIUS, board.stones(side).iter().map(centre)));
        let last = last.map(|cell| dots([centre(cell)], 7, Paint::Last).class("last"));
        let board = group()
            .holding([axes, ids(), wood(), grid(), frames(complete.map(corner), CELL)])
            .holding(sides)
            .holding(last);
        Drawing { height: TOP + 3 * PITCH + BLOCK, board }
    }
}

/// An empty board on which cells are asked for, in their order.
pub(crate) fn asked(cells: impl IntoIterator<Item = Cell>) -> Drawing {
    let Drawing { height, board } =
        Sheet { board: &Board::empty(), last: None, lines: Vec::new() }.drawn();
    Drawing { height, board: board.holding([numbered(cells.into_iter().map(centre), RADIUS)]) }
}

/// The upper left corner of a cell.
fn corner(cell: Cell) -> [i32; 2] {
    let [x, y, z, w] = cell.coordinates().map(i32::from);
    let [left, top] = BLOCKS.corner(w, z);
    [left + CELL * x, top + CELL * y]
}

fn centre(cell: Cell) -> [i32; 2] {
    corner(cell).map(|edge| edge + CELL / 2)
}

/// The first cell of each block.
fn first_cells() -> impl Iterator<Item = Cell> {
    Cell::all().step_by(16)
}

fn ids() -> Node {
    let ids = first_cells().map(|cell| {
        let [x, y] = corner(cell);
        text([x + 1, y - 7], 10, &cell.to_string())
    });
    group().fill(Paint::Faint).holding(ids)
}

fn wood() -> Node {
    let blocks = first_cells().map(|cell| rectangle(corner(cell), [BLOCK; 2], 3));
    group().fill(Paint::Wood).holding(blocks)
}

fn grid() -> Node {
    let lines = first_cells().flat_map(|cell| {
        let [x, y] = corner(cell);
        (1..4).map(move |step| {
            let across = CELL * step;
            format!("M{x} {}h{BLOCK}M{} {y}v{BLOCK}", y + across, x + across)
        })
    });
    path(lines).stroke(Paint::Grain)
}
