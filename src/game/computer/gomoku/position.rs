//! A position as the searches go through it: what each empty point would make for each side is kept up to date.

use super::line::{self, AFTER, BEFORE, BLOCKED, OWN, Pattern, REACH};
use super::point_set::PointSet;
use crate::board::gomoku::{Direction, Game, Point, Stone};

/// What a stone on a point makes of the point's four lines, for one side: a counter for each kind of threat, and a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Shape(u32);

impl Shape {
    const THREE: u32 = 1 << 16;
    const FOUR: u32 = 1 << 20;
    const OPEN_FOUR: u32 = 1 << 24;
    const FIVE: u32 = 1 << 28;

    const fn of(pattern: Pattern) -> u32 {
        match pattern {
            Pattern::Dead => 0,
            Pattern::ClosedOne => 3,
            Pattern::One => 12,
            Pattern::ClosedTwo => 20,
            Pattern::Two => 60,
            Pattern::ClosedThree => 80,
            Pattern::Three => Shape::THREE + 300,
            Pattern::Four => Shape::FOUR + 350,
            Pattern::OpenFour => Shape::OPEN_FOUR + 2000,
            Pattern::Five => Shape::FIVE + 4000,
        }
    }

    const fn value(self) -> i32 {
        (self.0 & 0xFFFF) as i32
    }

    /// The strongest threat that a stone here makes.
    fn threat(self) -> Option<Threat> {
        if self.0 < Shape::THREE {
            None
        } else if self.0 >= Shape::FIVE {
            Some(Threat::Five)
        } else if self.0 >= 2 * Shape::FOUR {
            Some(Threat::TwoFives)
        } else if self.0 >= Shape::FOUR {
            Some(Threat::Four)
        } else {
            Some(Threat::Three)
        }
    }
}

/// What a stone threatens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Threat {
    /// To make an open four.
    Three,
    /// Five, on one point.
    Four,
    /// Five, on two or more points: nothing stops both.
    TwoFives,
    /// Nothing: it wins.
    Five,
}

/// An empty point: the codes of its four lines, and what they amount to, for each side.
#[derive(Debug, Clone, Copy)]
struct Cell {
    codes: [[u16; 4]; 2],
    shapes: [Shape; 2],
}

/// The empty points where a side would make each kind of threat, by the strongest.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Threats([PointSet; 4]);

impl Threats {
    pub(super) fn points(&self, threat: Threat) -> PointSet {
        self.0.get(threat as usize).copied().unwrap_or_default()
    }

    /// Where the side makes a four or more: also, all the points that lie in the way of an open three or a four.
    pub(super) fn fours(&self) -> PointSet {
        self.points(Threat::Four).union(self.points(Threat::TwoFives))
    }
}

#[derive(Debug, Clone)]
pub(super) struct Position {
    cells: [Cell; Point::COUNT as usize],
    threats: [Threats; 2],
    values: [i32; 2],
    empty: PointSet,
    to_move: Stone,
    stones: i32,
    key: u64,
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
        let nothing = Cell { codes: [[0; 4]; 2], shapes: [Shape(0); 2] };
        let mut position = Position {
            cells: [nothing; Point::COUNT as usize],
            threats: [Threats::default(); 2],
            values: [0; 2],
            empty: Point::all().collect(),
            to_move: Stone::Black,
            stones: 0,
            key: 0,
        };
        for (cell, point) in position.cells.iter_mut().zip(Point::all()) {
            let codes = Direction::ALL.map(|direction| {
                let (before, after) = direction.room(point);
                let missing =
                    BEFORE.iter().skip(before.into()).chain(AFTER.iter().skip(after.into()));
                missing.map(|weight| BLOCKED * weight).sum()
            });
            let shape = codes.into_iter().map(|code| Shape::of(line::pattern(code))).sum();
            *cell = Cell { codes: [codes; 2], shapes: [Shape(shape); 2] };
            position.values.iter_mut().for_each(|value| *value += Shape(shape).value());
        }
        position
    }

    pub(super) fn after(&self, point: Point) -> Position {
        let mut position = self.clone();
        position.play(point);
        position
    }

    /// The same position with the other side to move.
    pub(super) fn passed(&self) -> Position {
        let mut position = self.clone();
        position.to_move = self.to_move.other();
        position.key ^= WHITE_TO_MOVE;
        position
    }

    fn play(&mut self, point: Point) {
        self.take(point);
        for (line, direction) in Direction::ALL.into_iter().enumerate() {
            let (before, after) = direction.room(point);
            let (d_row, d_column) = direction.step();
            let stride = d_row.unsigned_abs() * Point::SIDE;
            let stride = stride.saturating_add_signed(d_column);
            // A cell after the point has the stone before it.
            for (step, weight) in (1..=after).zip(BEFORE) {
                self.meet(point.index() + step * stride, line, weight);
            }
            for (step, weight) in (1..=before).zip(AFTER) {
                self.meet(point.index() - step * stride, line, weight);
            }
        }
        self.key ^= WHITE_TO_MOVE ^ key(point, self.to_move);
        self.to_move = self.to_move.other();
        self.stones += 1;
    }

    /// A point stops being empty.
    fn take(&mut self, point: Point) {
        self.empty.remove(point);
        let Some(cell) = self.cells.get(usize::from(point.index())) else { return };
        for ((shape, threats), value) in
            cell.shapes.iter().zip(&mut self.threats).zip(&mut self.values)
        {
            *value -= shape.value();
            if let Some(threat) = shape.threat() {
                if let Some(set) = threats.0.get_mut(threat as usize) {
                    set.remove(point);
                }
            }
        }
    }

    /// A stone of the side to move comes to lie on a line of an empty point.
    fn meet(&mut self, index: u8, line: usize, weight: u16) {
        let Some(point) = Point::from_index(index) else { return };
        if !self.empty.contains(point) {
            return;
        }
        let Some(cell) = self.cells.get_mut(usize::from(index)) else { return };
        let digits = match self.to_move {
            Stone::Black => [OWN, BLOCKED],
            Stone::White => [BLOCKED, OWN],
        };
        let sides = cell.codes.iter_mut().zip(&mut cell.shapes);
        let state = self.threats.iter_mut().zip(&mut self.values);
        for (((codes, shape), (threats, value)), digit) in sides.zip(state).zip(digits) {
            let Some(code) = codes.get_mut(line) else { continue };
            let before = Shape::of(line::pattern(*code));
            *code += digit * weight;
            let after = Shape::of(line::pattern(*code));
            if before == after {
                continue;
            }
            let was = *shape;
            *shape = Shape(was.0 - before + after);
            *value += shape.value() - was.value();
            if (was.0 | shape.0) >= Shape::THREE && was.threat() != shape.threat() {
                if let Some(set) =
                    was.threat().and_then(|threat| threats.0.get_mut(threat as usize))
                {
                    set.remove(point);
                }
                if let Some(set) =
                    shape.threat().and_then(|threat| threats.0.get_mut(threat as usize))
                {
                    set.insert(point);
                }
            }
        }
    }

    pub(super) fn empty(&self) -> PointSet {
        self.empty
    }

    pub(super) fn stones(&self) -> i32 {
        self.stones
    }

    pub(super) fn key(&self) -> u64 {
        self.key
    }

    /// The threats of the side to move, and of its opponent.
    pub(super) fn threats(&self) -> (&Threats, &Threats) {
        let [black, white] = &self.threats;
        match self.to_move {
            Stone::Black => (black, white),
            Stone::White => (white, black),
        }
    }

    /// How the side to move stands.
    pub(super) fn evaluation(&self) -> i32 {
        let [black, white] = self.values;
        match self.to_move {
            Stone::Black => black * 5 / 4 - white,
            Stone::White => white * 5 / 4 - black,
        }
    }

    /// What a point is worth to the side to move: what it makes there, and what it keeps the opponent from making.
    pub(super) fn value(&self, point: Point) -> i32 {
        let shapes = self.cells.get(usize::from(point.index())).map(|cell| cell.shapes);
        let [black, white] = shapes.unwrap_or([Shape(0); 2]).map(Shape::value);
        match self.to_move {
            Stone::Black => 5 * black + 4 * white,
            Stone::White => 5 * white + 4 * black,
        }
    }
}

const WHITE_TO_MOVE: u64 = 0x9E37_79B9_7F4A_7C15;

fn key(point: Point, stone: Stone) -> u64 {
    let mut bits =
        (u64::from(point.index()) * 2 + stone as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ bits >> 31
}
