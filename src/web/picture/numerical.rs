//! A board of numerical tic-tac-toe: odd numbers are heavy and lie on discs, even ones are light and lie on squares.
//!
//! ```text
//!   0   │1     │2   │3
//!       │ (13) │    │ [4]          The small numbers are the cells'. A ring around the last number,
//!   ────┼──────┼────┼─────         frames around the cells of a line with sum 34, and a stroke along it.
//! ```

use super::drawing::{Drawing, TOKEN, WIDTH};
use super::element::Element;
use super::marks::Marks;
use super::palette::{EDGE, FAINT, FREE, LAST, LINE, RULE, TINTS, Tint};
use super::shapes::{circle, frames, group, path, rectangle, strokes, text};
use crate::board::numerical::{Board, Cell, Number, Player};

/// The side of a cell.
const CELL: i32 = WIDTH / 4;
/// The half of a disc's width; a square has about the same area.
const RADIUS: i32 = 40;

pub(super) fn draw(board: &Board, marks: &Marks<Cell>) -> Drawing {
    let ground = rectangle([0; 2], [WIDTH; 2], 6).with("fill", FREE).with("stroke", EDGE);
    let complete = Cell::ALL.into_iter().filter(|cell| marks.are_complete_at(cell));
    let lines = marks.lines.iter().map(|line| line.iter().copied().map(centre));
    let lines = strokes(lines, 8).with("stroke", LINE);
    let pieces = [Player::Odd, Player::Even].map(|player| {
        let number = |cell| board.at(cell).filter(|number| number.player() == player);
        let pieces = Cell::ALL.into_iter().filter_map(|cell| Some((cell, number(cell)?)));
        pieces_of(player, pieces)
    });
    let last = marks.last.and_then(|cell| {
        let ring = shape(board.at(cell)?.player(), centre(cell), RADIUS + 5);
        Some(ring.with("fill", "none").with("stroke", LAST).with("stroke-width", 3))
    });
    let board = group()
        .holding([ground, grid(), frames(complete.map(corner), CELL), lines, indices()])
        .holding(pieces)
        .holding(last.map(|ring| ring.with("class", "last")));
    Drawing { height: WIDTH, board, tokens: [Player::Odd, Player::Even].map(token).to_vec() }
}

fn centre(cell: Cell) -> [i32; 2] {
    corner(cell).map(|edge| edge + CELL / 2)
}

/// The upper left corner of a cell.
fn corner(cell: Cell) -> [i32; 2] {
    [cell.index() % 4, cell.index() / 4].map(|step| CELL * i32::from(step))
}

fn grid() -> Element {
    let lines = (1..4).map(|step| {
        let across = CELL * step;
        format!("M0 {across}h{WIDTH}M{across} 0v{WIDTH}")
    });
    path(lines).with("stroke", RULE).with("stroke-width", 2)
}

fn indices() -> Element {
    let indices = Cell::ALL.into_iter().map(|cell| {
        let [x, y] = corner(cell);
        text([x + 8, y + 14], 13, &cell.to_string())
    });
    group().with("class", "indices").with("fill", FAINT).holding(indices)
}

fn pieces_of(player: Player, pieces: impl Iterator<Item = (Cell, Number)>) -> Element {
    let pieces = pieces.flat_map(|(cell, number)| {
        let sign = text(centre(cell), 38, &number.to_string());
        let sign = sign.with("fill", tint(player).strong).with("stroke", "none");
        [shape(player, centre(cell), RADIUS), sign]
    });
    group()
        .with("class", player)
        .with("fill", tint(player).light)
        .with("stroke", tint(player).strong)
        .with("stroke-width", 2)
        .with("font-weight", weight(player))
        .with("text-anchor", "middle")
        .holding(pieces)
}

/// A disc for odd numbers, a square for even ones.
fn shape(player: Player, [x, y]: [i32; 2], radius: i32) -> Element {
    match player {
        Player::Odd => circle([x, y], radius),
        Player::Even => {
            let half = radius * 9 / 10;
            rectangle([x - half, y - half], [2 * half; 2], radius / 5)
        }
    }
}

const fn weight(player: Player) -> u16 {
    match player {
        Player::Odd => 700,
        Player::Even => 400,
    }
}

const fn tint(player: Player) -> Tint {
    let [odd, even, ..] = TINTS;
    match player {
        Player::Odd => odd,
        Player::Even => even,
    }
}

fn token(player: Player) -> Element {
    let Tint { light, strong } = tint(player);
    shape(player, [0, 0], TOKEN / 2 - 1).with("fill", light).with("stroke", strong)
}
