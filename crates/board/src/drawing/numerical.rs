//! A board of numerical tic-tac-toe: odd numbers lie on discs, even ones on squares.
//!
//! ```text
//!   0   │1     │2   │3
//!       │ (13) │    │ [4]          The small numbers are the cells'. A ring around the last number, a connector through the
//!   ────┼──────┼────┼─────         cells of a line that is won, with its sum. Below the board, the numbers that are free.
//!   …
//!   (1) (3) (5) (7) …
//!   [2] [6] …
//! ```

use super::line::{Ink, Pen};
use super::svg::{Node, Paint, circle, dots, group, last, path, rectangle, text};
use super::{Drawing, Holding, Place, WIDTH};
use crate::numerical::{Board, Cell, Move, Number, NumberSet, Player};

/// What is on a board.
#[must_use]
pub struct Sheet<'a> {
    /// The position.
    pub board: &'a Board,
    /// The moves, where they are known.
    pub moves: &'a [Move],
    /// Whether cells show the numbers of their moves.
    pub is_numbered: bool,
    /// Whether the free numbers are shown. Where a task asks for them, they are not.
    pub has_free_numbers: bool,
    /// Whether the board stands among others, and so is small.
    pub is_small: bool,
    /// Lines that are won, each with its player.
    pub lines: Vec<(Player, [Cell; 4])>,
}

/// The side of a cell.
const CELL: i32 = WIDTH / 4;
/// The half of a disc's width; a square has about the same area.
const RADIUS: i32 = 37;
/// From the board to the free numbers.
const GAP: i32 = 14;
/// From a free number to the next one.
const SLOT: i32 = WIDTH / 8;
/// From the odd free numbers to the even ones below them.
const ROW: i32 = 38;

impl<'a> Sheet<'a> {
    /// A board without marks.
    pub const fn of(board: &'a Board) -> Self {
        Self {
            board,
            moves: &[],
            is_numbered: false,
            has_free_numbers: false,
            is_small: false,
            lines: Vec::new(),
        }
    }

    /// The board with its pieces and marks.
    pub fn drawn(&self) -> Drawing {
        let Self { board, moves, .. } = self;
        let ground = rectangle([0; 2], [WIDTH; 2], 8).fill(Paint::Free).stroke(Paint::Edge);
        let pieces = [Player::Odd, Player::Even].map(|player| {
            let number = |cell| board.at(cell).filter(|number| number.player() == player);
            let pieces = Cell::ALL.into_iter().filter_map(|cell| Some((cell, number(cell)?)));
            group()
                .class(player.to_string())
                .holding(pieces.map(|(cell, number)| piece(number, centre(cell), RADIUS, RADIUS)))
        });
        let last = moves
            .last()
            .map(|&Move { cell, number }| last(&shape(number.player(), centre(cell), RADIUS + 3)));
        let pen = Pen { width: 10, near: 2 * CELL, bow: 0 };
        let lines = self.lines.iter().map(|&(player, line)| {
            let [_, strong] = paints(player);
            let ink = Ink { player: place_of(player), strong, around: Paint::Free };
            let connector = pen.string(ink, line.map(|cell| (cell.to_string(), centre(cell))));
            super::Line { label: Some(self.sum(player, line)), ..connector }
        });
        let free = self.has_free_numbers.then(|| free_numbers(board));
        let tray = if self.has_free_numbers { GAP + 2 * ROW } else { 0 };
        Drawing {
            height: WIDTH + tray,
            board: group().holding([ground, grid(), indices(self.is_small)]).holding(free),
            lines: lines.collect(),
            marks: group().holding(pieces).holding(last).holding([self.move_numbers()]),
            places: Cell::ALL.map(|cell| self.place(cell)).into(),
        }
    }

    fn move_numbers(&self) -> Node {
        let moves = if self.is_numbered { self.moves } else { &[] };
        let numbers = (1..).zip(moves).map(|(number, made): (usize, _)| {
            let [x, y] = corner(made.cell);
            text([x + CELL - 16, y + CELL - 13], 14, &number.to_string())
        });
        group().class("numbers").fill(Paint::Faint).centred().holding(numbers)
    }

    /// The sum of a line that is won, between two of its numbers.
    fn sum(&self, player: Player, line: [Cell; 4]) -> Node {
        let [_, second, third, fourth] = line.map(centre);
        // Both diagonals go through the middle of the board.
        let is_diagonal = second[0] != third[0] && second[1] != third[1];
        let [[left, top], [right, bottom]] =
            if is_diagonal { [third, fourth] } else { [second, third] };
        let [x, y] = [i32::midpoint(left, right), i32::midpoint(top, bottom)];
        let sum: u8 = line.iter().filter_map(|&cell| self.board.at(cell)).map(Number::value).sum();
        let [_, strong] = paints(player);
        let ground = rectangle([x - 19, y - 11], [38, 22], 11).fill(strong);
        let ground = ground.stroke(Paint::Free).stroke_width(2);
        let sum = text([x, y], 13, &format!("= {sum}")).fill(Paint::Free).weight(600).centred();
        group().class("sum").holding([ground, sum])
    }

    fn place(&self, cell: Cell) -> Place {
        let holds =
            self.board.at(cell).map_or(Holding::Free, |number| Holding::Number(number.value()));
        Place {
            made: self.moves.iter().position(|made| made.cell == cell).map(|index| index + 1),
            ..Place::square(cell.to_string(), corner(cell), CELL, holds)
        }
    }
}

/// The side of a cell of a line that stands alone, and of its number.
const LINE_CELL: i32 = 50;
/// The room for the number of such a line.
const LINE_NUMBER: i32 = 30;

/// Lines of four cells with some numbers on each, in two columns, each with its number in their order.
pub fn lines<Line>(lines: impl IntoIterator<Item = Line>) -> Drawing
where
    Line: IntoIterator<Item = Number>,
{
    let (mut board, mut height, mut places) = (group(), 0, Vec::new());
    for (place, numbers) in (0..).zip(lines) {
        let numbers: Vec<Number> = numbers.into_iter().collect();
        let written: Vec<String> = numbers.iter().map(ToString::to_string).collect();
        let [left, top] = [place % 2 * WIDTH / 2 + LINE_NUMBER, place / 2 * (LINE_CELL + 14)];
        let cells = (0..4).map(|step| rectangle([left + LINE_CELL * step, top], [LINE_CELL; 2], 3));
        let cells = group().fill(Paint::Free).stroke(Paint::Rule).stroke_width(2).holding(cells);
        let pieces = (0..).zip(numbers).map(|(step, number)| {
            let middle = [left + LINE_CELL * step + LINE_CELL / 2, top + LINE_CELL / 2];
            piece(number, middle, LINE_CELL / 2 - 7, LINE_CELL / 2 - 7)
        });
        let label = (place + 1).to_string();
        let number = text([left - LINE_NUMBER, top + LINE_CELL / 2], 17, &label);
        board = board.holding([cells, number.fill(Paint::Ink).weight(600)]).holding(pieces);
        height = top + LINE_CELL;
        let holds = Holding::Text(written.join(", "));
        places.push(Place {
            size: [4 * LINE_CELL, LINE_CELL],
            asked: vec![places.len() + 1],
            ..Place::square(String::new(), [left, top], LINE_CELL, holds)
        });
    }
    Drawing { places, ..Drawing::new(height, board) }
}

/// The piece of a player around (0, 0), so many units wide.
pub fn token(player: Player, width: i32) -> Node {
    let [light, strong] = paints(player);
    shape(player, [0, 0], width / 2 - 1).fill(light).stroke(strong).stroke_width(2)
}

/// The free numbers below the board, a dot for each that is placed: odd ones above, even ones below them.
fn free_numbers(board: &Board) -> Node {
    let free = board.unplaced_numbers();
    let slots = NumberSet::ALL.iter().map(|number| {
        let row = i32::from(place_of(number.player()));
        let slot = i32::from(number.value() - 1) / 2;
        (number, [SLOT * slot + SLOT / 2, WIDTH + GAP + ROW * row + ROW / 2])
    });
    let (free, placed): (Vec<_>, Vec<_>) = slots.partition(|(number, _)| free.contains(*number));
    // There is more room around these digits than in a piece on the board.
    let pieces = free.into_iter().map(|(number, middle)| piece(number, middle, ROW / 2 - 3, 15));
    let placed = dots(placed.into_iter().map(|(_, middle)| middle), 5, Paint::Rule);
    group().class("free").holding([placed]).holding(pieces)
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

/// The cells' own numbers. On a small board they are as large as the pieces leave room for.
fn indices(is_small: bool) -> Node {
    let (size, [left, middle]) = if is_small { (25, [5, 13]) } else { (16, [8, 15]) };
    let indices = Cell::ALL.into_iter().map(|cell| {
        let [x, y] = corner(cell);
        text([x + left, y + middle], size, &cell.to_string())
    });
    group().class("indices").fill(Paint::Faint).holding(indices)
}

/// A number on its shape, with digits of this size.
fn piece(number: Number, middle: [i32; 2], radius: i32, size: i32) -> Node {
    let player = number.player();
    let [light, strong] = paints(player);
    let sign = text(middle, size, &number.to_string()).fill(strong).weight(600).centred();
    let shape = shape(player, middle, radius).fill(light).stroke(strong).stroke_width(2);
    group().holding([shape, sign])
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

/// The player's place, from 0.
fn place_of(player: Player) -> u8 {
    u8::from(player == Player::Even)
}

/// The colours of a player, light and strong.
fn paints(player: Player) -> [Paint; 2] {
    Paint::of_player(place_of(player))
}
