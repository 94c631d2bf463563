//! A position as the searches go through it: what a stone would make on each empty point, for either side.
//!
//! A move changes one line of at most 32 points around it. A position is copied for each move that is tried, which costs
//! less than taking the move back would.

use super::line::{AFTER, BEFORE, BLOCKED, OWN};
use super::point_set::PointSet;
use super::shape::{Shape, Threats};
use crate::board::gomoku::{Direction, Game, Point, Stone};

/// What the key of a position changes by when the other side is to move.
const OTHER_SIDE: u64 = 0x9E37_79B9_7F4A_7C15;

/// A position on the way of a search. What belongs to a side comes twice, black's first.
#[derive(Debug, Clone)]
pub(super) struct Position {
    cells: [[Cell; 2]; Point::COUNT as usize],
    sides: [Side; 2],
    empty: PointSet,
    to_move: Stone,
    stones: i32,
    key: u64,
}

/// A point as a side sees it: the codes of its lines, in the order of [`Direction::ALL`], and what a stone makes of them.
/// Under a stone both are what they were when the stone came.
#[derive(Debug, Clone, Copy, Default)]
struct Cell {
    codes: [u16; 4],
    shape: Shape,
}

/// A side's shapes on all empty points together.
#[derive(Debug, Clone, Copy, Default)]
struct Side {
    threats: Threats,
    value: i32,
}

impl Side {
    fn change(&mut self, point: Point, from: Shape, to: Shape) {
        self.threats.change(point, from, to);
        self.value += to.value() - from.value();
    }
}

impl From<&Game> for Position {
    fn from(game: &Game) -> Position {
        let mut position = Position::start();
        game.moves().iter().for_each(|&point| position.play(point));
        position
    }
}

impl Position {
    fn start() -> Position {
        let mut position = Position {
            cells: [[Cell::default(); 2]; Point::COUNT as usize],
            sides: [Side::default(); 2],
            empty: Point::all().collect(),
            to_move: Stone::Black,
            stones: 0,
            key: 0,
        };
        for (cell, point) in position.cells.iter_mut().zip(Point::all()) {
            let codes = Direction::ALL.map(|direction| {
                let (before, after) = direction.room(point);
                let (before, after) =
                    (BEFORE.iter().skip(before.into()), AFTER.iter().skip(after.into()));
                before.chain(after).map(|weight| BLOCKED * weight).sum()
            });
            let line = |shape: Shape, code| shape.with(Shape::of_line(code), Shape::default());
            let shape = codes.into_iter().fold(Shape::default(), line);
            *cell = [Cell { codes, shape }; 2];
            position.sides.iter_mut().for_each(|side| side.change(point, Shape::default(), shape));
        }
        position
    }

    /// The position after a move of the side to move, on an empty point.
    pub(super) fn after(&self, point: Point) -> Position {
        let mut position = self.clone();
        position.play(point);
        position
    }

    /// The same position with the other side to move.
    pub(super) fn passed(&self) -> Position {
        Position { to_move: self.to_move.other(), key: self.key ^ OTHER_SIDE, ..self.clone() }
    }

    fn play(&mut self, point: Point) {
        self.fill(point);
        for (line, direction) in Direction::ALL.into_iter().enumerate() {
            let (before, after) = direction.room(point);
            let (rows, columns) = direction.step();
            let stride = (Point::SIDE * rows.unsigned_abs()).saturating_add_signed(columns);
            // The points after this one have it before them.
            for (step, weight) in (1..=after).zip(BEFORE) {
                self.change_line(point.index() + step * stride, line, weight);
            }
            for (step, weight) in (1..=before).zip(AFTER) {
                self.change_line(point.index() - step * stride, line, weight);
            }
        }
        self.key ^= key(point, self.to_move) ^ OTHER_SIDE;
        self.to_move = self.to_move.other();
        self.stones += 1;
    }

    /// A point stops being empty.
    fn fill(&mut self, point: Point) {
        self.empty.remove(point);
        let Some(cells) = self.cells.get(usize::from(point.index())) else { return };
        for (cell, side) in cells.iter().zip(&mut self.sides) {
            side.change(point, cell.shape, Shape::default());
        }
    }

    /// The side to move puts a stone on a line of a point.
    fn change_line(&mut self, index: u8, line: usize, weight: u16) {
        let Some(point) = Point::from_index(index).filter(|&point| self.empty.contains(point))
        else {
            return;
        };
        let Some(cells) = self.cells.get_mut(usize::from(index)) else { return };
        let digits = match self.to_move {
            Stone::Black => [OWN, BLOCKED],
            Stone::White => [BLOCKED, OWN],
        };
        for ((cell, side), digit) in cells.iter_mut().zip(&mut self.sides).zip(&digits) {
            let Some(code) = cell.codes.get_mut(line) else { continue };
            let before = Shape::of_line(*code);
            *code += digit * weight;
            let after = Shape::of_line(*code);
            if before != after {
                let changed = cell.shape.with(after, before);
                side.change(point, cell.shape, changed);
                cell.shape = changed;
            }
        }
    }

    pub(super) const fn empty(&self) -> PointSet {
        self.empty
    }

    /// How many stones there are.
    pub(super) const fn stones(&self) -> i32 {
        self.stones
    }

    /// A number that differs between positions.
    pub(super) const fn key(&self) -> u64 {
        self.key
    }

    /// The threats of the side to move, and of its opponent.
    pub(super) const fn threats(&self) -> (&Threats, &Threats) {
        let [black, white] = &self.sides;
        match self.to_move {
            Stone::Black => (&black.threats, &white.threats),
            Stone::White => (&white.threats, &black.threats),
        }
    }

    /// How well the side to move stands, where nothing is decided. It counts for half as much again as its opponent,
    /// because it can use its points first.
    pub(super) const fn evaluation(&self) -> i32 {
        let [black, white] = &self.sides;
        match self.to_move {
            Stone::Black => black.value * 3 / 2 - white.value,
            Stone::White => white.value * 3 / 2 - black.value,
        }
    }

    /// What a point is worth to the side to move: for what it makes there, and a little less for what it takes from the
    /// opponent.
    pub(super) fn value(&self, point: Point) -> i32 {
        let cells = self.cells.get(usize::from(point.index())).copied().unwrap_or_default();
        let [black, white] = cells.map(|cell| cell.shape.value());
        match self.to_move {
            Stone::Black => 5 * black + 4 * white,
            Stone::White => 5 * white + 4 * black,
        }
    }

    /// The points with their values.
    pub(super) fn valued(&self, points: PointSet) -> impl Iterator<Item = (i32, Point)> {
        points.iter().map(|point| (self.value(point), point))
    }
}

/// A random number for a stone on a point, the same on every machine: the finish of `SplitMix64`.
fn key(point: Point, stone: Stone) -> u64 {
    let seed = 2 * u64::from(point.index()) + u64::from(stone == Stone::White) + 1;
    let bits = seed.wrapping_mul(OTHER_SIDE);
    let bits = (bits ^ bits >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let bits = (bits ^ bits >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ bits >> 31
}
