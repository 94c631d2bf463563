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

use super::drawing::{Drawing, WIDTH};
use super::element::Element;
use super::marks::Marks;
use super::palette::{FAINT, GRAIN, LAST, LINE, LINE_LIGHT, WOOD};
use super::shapes::{dots, group, labels, path, rectangle, stones, text, upwards};
use crate::board::lattice::four_in_a_row::{Board, Cell, Stone};

/// The side of a cell.
const CELL: i32 = 25;
/// The side of a block.
const BLOCK: i32 = 4 * CELL;
/// From a block to the next one.
const PITCH: i32 = BLOCK + 18;
/// Where the first block is.
const FIRST: [i32; 2] = [WIDTH - 3 * PITCH - BLOCK, 38];
const RADIUS: i32 = 9;

pub(super) fn draw(board: &Board, marks: &Marks<Cell>) -> Drawing {
    let stones = Stone::ALL.map(|side| {
        let own = board.stones(side);
        stones(side, RADIUS, own.iter().map(centre))
    });
    let last = marks.last.map(|cell| dots([centre(cell)], 7, LAST).with("class", "last"));
    let complete = Cell::all().filter(|cell| marks.complete(cell));
    let frames = complete.map(|cell| rectangle(corner(cell), [CELL; 2], 3));
    let frames = group()
        .with("class", "line")
        .with("fill", LINE_LIGHT)
        .with("stroke", LINE)
        .with("stroke-width", 2)
        .holding(frames);
    let [_, top] = FIRST;
    Drawing {
        height: top + 3 * PITCH + BLOCK,
        board: group().holding([axes(), ids(), blocks(), grid(), frames]).holding(stones).holding(last),
        tokens: Stone::ALL.map(|side| super::shapes::stones(side, 10, [[0, 0]])).to_vec(),
    }
}

/// The upper left corner of a cell.
fn corner(cell: Cell) -> [i32; 2] {
    let [x, y, z, w] = cell.coordinates().map(i32::from);
    let [left, top] = FIRST;
    [left + PITCH * w + CELL * x, top + PITCH * z + CELL * y]
}

fn centre(cell: Cell) -> [i32; 2] {
    // Cells are an odd number of units wide.
    corner(cell).map(|edge| edge + CELL / 2)
}

/// The first cell of each block.
fn first_cells() -> impl Iterator<Item = Cell> {
    Cell::all().step_by(16)
}

fn axes() -> Element {
    let [left, top] = FIRST;
    let labels_of = |step: i32| {
        let middle = PITCH * step + BLOCK / 2;
        let (above, beside) = ([left + middle, 8], [8, top + middle]);
        [text(above, 13, &format!("w = {step}")), upwards(beside, 13, &format!("z = {step}"))]
    };
    labels((0..4).flat_map(labels_of))
}

fn ids() -> Element {
    let ids = first_cells().map(|cell| {
        let [x, y] = corner(cell);
        text([x + 1, y - 8], 10, &cell.to_string())
    });
    group().with("class", "ids").with("fill", FAINT).holding(ids)
}

fn blocks() -> Element {
    let blocks = first_cells().map(|cell| rectangle(corner(cell), [BLOCK; 2], 3));
    group().with("fill", WOOD).holding(blocks)
}

fn grid() -> Element {
    let lines = first_cells().flat_map(|cell| {
        let [x, y] = corner(cell);
        (1..4).map(move |step| {
            let across = CELL * step;
            format!("M{x} {}h{BLOCK}M{} {y}v{BLOCK}", y + across, x + across)
        })
    });
    path(&lines.collect::<String>()).with("stroke", GRAIN)
}
