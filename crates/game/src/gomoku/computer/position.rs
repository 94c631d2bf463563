//! A position of a search: what a stone would make on each empty point, for either side.
//!
//! A move changes one line of at most 32 points around it. A position is copied for each move that is tried, which costs
//! less than taking the move back would.

use super::pattern::{AFTER, BEFORE, BLOCKED, OWN, Shape, Threats};
use gradus_board::Table;
use gradus_board::gomoku::{ByColor, ByPoint, Direction, Game, Point, PointSet, Stone};

/// What the key of a position changes by when the other side is to move.
const OTHER_SIDE: u64 = 0x9E37_79B9_7F4A_7C15;

/// A position of a search.
#[derive(Debug, Clone)]
pub(super) struct Position {
    cells: ByPoint<ByColor<Cell>>,
    sides: ByColor<Side>,
    empty: PointSet,
    to_move: Stone,
    stones: i32,
    key: u64,
}

/// A point as a side sees it: the codes of its lines, and what a stone makes of them. Under a stone both are as they were
/// when the stone was placed.
#[derive(Debug, Clone, Copy, Default)]
struct Cell {
    codes: Table<Direction, u16, 4>,
    shape: Shape,
}

/// A side's shapes on all empty points together.
#[derive(Debug, Clone, Copy, Default)]
struct Side {
    threats: Threats,
    score: i32,
}

impl Side {
    fn change(&mut self, point: Point, from: Shape, to: Shape) {
        self.threats.change(point, from, to);
        self.score += to.score() - from.score();
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
            cells: ByPoint::default(),
            sides: ByColor::default(),
            empty: Point::all().collect(),
            to_move: Stone::Black,
            stones: 0,
            key: 0,
        };
        for point in Point::all() {
            let codes = Table::from_fn(|direction: Direction| {
                let (before, after) = direction.distances(point);
                let (before, after) =
                    (BEFORE.iter().skip(before.into()), AFTER.iter().skip(after.into()));
                before.chain(after).map(|weight| BLOCKED * weight).sum()
            });
            let line = |shape: Shape, &code| shape.with(Shape::of_line(code), Shape::default());
            let shape = codes.entries().iter().fold(Shape::default(), line);
            for stone in Stone::ALL {
                position.cells[point][stone] = Cell { codes, shape };
                position.sides[stone].change(point, Shape::default(), shape);
            }
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
        for direction in Direction::ALL {
            let (before, after) = direction.distances(point);
            let (rows, columns) = direction.step();
            let stride = (Point::SIDE * rows.unsigned_abs()).strict_add_signed(columns);
            // The points after this one have it before them.
            for (step, weight) in (1..=after).zip(BEFORE) {
                self.change_line(point.index() + step * stride, direction, weight);
            }
            for (step, weight) in (1..=before).zip(AFTER) {
                self.change_line(point.index() - step * stride, direction, weight);
            }
        }
        self.key ^= key(point, self.to_move) ^ OTHER_SIDE;
        self.to_move = self.to_move.other();
        self.stones += 1;
    }

    /// A point stops being empty.
    fn fill(&mut self, point: Point) {
        self.empty.remove(point);
        for stone in Stone::ALL {
            self.sides[stone].change(point, self.cells[point][stone].shape, Shape::default());
        }
    }

    /// The side to move puts a stone on a line of a point.
    fn change_line(&mut self, index: u8, direction: Direction, weight: u16) {
        let Some(point) = Point::from_index(index).filter(|&point| self.empty.contains(point))
        else {
            return;
        };
        for stone in Stone::ALL {
            let digit = if stone == self.to_move { OWN } else { BLOCKED };
            let cell = &mut self.cells[point][stone];
            let code = &mut cell.codes[direction];
            let before = Shape::of_line(*code);
            *code += digit * weight;
            let after = Shape::of_line(*code);
            if before != after {
                let changed = cell.shape.with(after, before);
                self.sides[stone].change(point, cell.shape, changed);
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
        let (own, other) = (self.sides.get(self.to_move), self.sides.get(self.to_move.other()));
        (&own.threats, &other.threats)
    }

    /// The evaluation for the side to move, where nothing is decided. Its own score counts for half as much again as the
    /// opponent's, because it can use its points first.
    pub(super) const fn evaluate(&self) -> i32 {
        let (own, other) = (self.sides.get(self.to_move), self.sides.get(self.to_move.other()));
        own.score * 3 / 2 - other.score
    }

    /// The points with their scores for move ordering: what the side to move makes on each, and a little less for what it
    /// takes from the opponent.
    pub(super) fn scored(&self, points: PointSet) -> impl Iterator<Item = (i32, Point)> {
        points.iter().map(|point| {
            let cells = &self.cells[point];
            let (own, other) = (cells[self.to_move], cells[self.to_move.other()]);
            (5 * own.shape.score() + 4 * other.shape.score(), point)
        })
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

/// Move ordering: the `N` points with the highest scores, the highest first, and of equal ones the one that came first.
/// The others are not sorted.
#[derive(Debug)]
pub(super) struct MoveOrdering<const N: usize> {
    /// The places that are taken come before the others.
    places: [Option<(i32, Point)>; N],
}

impl<const N: usize> MoveOrdering<N> {
    pub(super) fn of(points: impl Iterator<Item = (i32, Point)>) -> MoveOrdering<N> {
        let mut ordering = MoveOrdering { places: [None; N] };
        points.for_each(|point| ordering.insert(point));
        ordering
    }

    fn insert(&mut self, mut entry: (i32, Point)) {
        let (new, _) = entry;
        let is_below = |place: &Option<(i32, Point)>| place.is_none_or(|(score, _)| score < new);
        // Most points of a board are below the best.
        if !self.places.last().is_some_and(is_below) {
            return;
        }
        for place in self.places.iter_mut().skip_while(|place| !is_below(place)) {
            let Some(moved) = place.replace(entry) else { break };
            entry = moved;
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Point> {
        self.places.iter().map_while(|place| place.map(|(_, point)| point))
    }
}
