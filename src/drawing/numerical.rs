//! A board of numerical tic-tac-toe: odd numbers are heavy and lie on discs, even ones are light and lie on squares.
//!
//! ```text
//!   0   │1     │2   │3
//!       │ (13) │    │ [4]          The small numbers are the cells'. A ring around the last number,
//!   ────┼──────┼────┼─────         frames around the cells of a line with sum 34, and a stroke along it.
//! ```

use super::node::{Node, Paint, circle, frames, group, path, rectangle, strokes, text};
use super::{Drawing, WIDTH};
use crate::board::numerical::{Board, Cell, Number, Player};

/// What is on a board.
pub(crate) struct Sheet<'a> {
    pub(crate) board: &'a Board,
    /// The cell of the last move.
    pub(crate) last: Option<Cell>,
    /// Lines that are won.
    pub(crate) lines: Vec<[Cell; 4]>,
}

/// The side of a cell.
const CELL: i32 = WIDTH / 4;
/// The half of a disc's width; a square has about the same area.
const RADIUS: i32 = 40;

impl Sheet<'_> {
    pub(crate) fn drawn(&self) -> Drawing {
        let Self { board, last, lines } = self;
        let ground = rectangle([0; 2], [WIDTH; 2], 6).fill(Paint::Free).stroke(Paint::Edge);
        let complete =
            Cell::ALL.into_iter().filter(|cell| lines.iter().any(|line| line.contains(cell)));
        let lines = lines.iter().map(|line| line.map(centre));
        let lines = strokes(lines, 8).stroke(Paint::Line);
        let pieces = [Player::Odd, Player::Even].map(|player| {
            let number = |cell| board.at(cell).filter(|number| number.player() == player);
            let pieces = Cell::ALL.into_iter().filter_map(|cell| Some((cell, number(cell)?)));
            pieces_of(player, pieces)
        });
        let last = last.and_then(|cell| {
            let ring = shape(board.at(cell)?.player(), centre(cell), RADIUS + 5);
            Some(ring.fill(Paint::None).stroke(Paint::Last).stroke_width(3))
        });
        let board = group()
            .holding([ground, grid(), frames(complete.map(corner), CELL), lines, indices()])
            .holding(pieces)
            .holding(last.map(|ring| ring.class("last")));
        Drawing { height: WIDTH, board }
    }
}

/// Lines of four cells with some numbers on each, one below the other.
pub(crate) fn lines<Line>(lines: impl IntoIterator<Item = Line>) -> Drawing
where
    Line: IntoIterator<Item = Number>,
{
    let (mut height, mut board) = (0, group());
    for numbers in lines {
        let cells = (0..4).map(|step| rectangle([CELL * step, height], [CELL; 2], 3));
        let cells = group().fill(Paint::Free).stroke(Paint::Rule).stroke_width(2).holding(cells);
        let pieces = (0..)
            .zip(numbers)
            .map(|(step, number)| piece(number, [CELL * step + CELL / 2, height + CELL / 2]));
        board = board.holding([cells]).holding(pieces);
        height += CELL + 16;
    }
    Drawing { height: height - 16, board }
}

/// The piece of a player around (0, 0), so many units wide.
pub(crate) fn token(player: Player, width: i32) -> Node {
    let [light, strong] = paints(player);
    shape(player, [0, 0], width / 2 - 1).fill(light).stroke(strong)
}

fn centre(cell: Cell) -> [i32; 2] {
    corner(cell).map(|edge| edge + CELL / 2)
}

/// The upper left corner of a cell.
fn corner(cell: Cell) -> [i32; 2] {
    [cell.index() % 4, cell.index() / 4].map(|step| CELL * i32::from(step))
}

fn grid() -> Node {
    let lines = (1..4).map(|step| {
        let across = CELL * step;
        format!("M0 {across}h{WIDTH}M{across} 0v{WIDTH}")
    });
    path(lines).stroke(Paint::Rule).stroke_width(2)
}

fn indices() -> Node {
    let indices = Cell::ALL.into_iter().map(|cell| {
        let [x, y] = corner(cell);
        text([x + 8, y + 14], 13, &cell.to_string())
    });
    group().class("indices").fill(Paint::Faint).holding(indices)
}

fn pieces_of(player: Player, pieces: impl Iterator<Item = (Cell, Number)>) -> Node {
    let pieces = pieces.map(|(cell, number)| piece(number, centre(cell)));
    group().class(player.to_string()).holding(pieces)
}

fn piece(number: Number, middle: [i32; 2]) -> Node {
    let player = number.player();
    let [light, strong] = paints(player);
    let sign = text(middle, 38, &number.to_string()).fill(strong).stroke(Paint::None);
    group()
        .fill(light)
        .stroke(strong)
        .stroke_width(2)
        .weight(weight(player))
        .centred()
        .holding([shape(player, middle, RADIUS), sign])
}

/// A disc for odd numbers, a square for even ones.
fn shape(player: Player, [x, y]: [i32; 2], radius: i32) -> Node {
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

/// The colours of a player, light and strong.
fn paints(player: Player) -> [Paint; 2] {
    let number = u8::from(player == Player::Even);
    [Paint::PlayerLight(number), Paint::PlayerStrong(number)]
}
