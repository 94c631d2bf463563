//! Step 22: walk from a line's end to the other border.

use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom as _;
use serde::{Deserialize, Serialize};

use super::HINTS;
use super::positions::{Ids, read_cells};
use crate::board::lattice::four_in_a_row::{Cell, OffTheBoard};
use crate::board::lattice::{Direction, Lattice};
use crate::step::{AnyOf, Aspects, Catalogue, Count, Expected, Feedback, Kind, Steering};

/// The ids met on the way from each start in its direction.
pub enum Scan {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    scans: Count<8, 50>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    scans: Vec<Walk>,
}

/// A direction, and a cell from which it leads through four cells.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(try_from = "Record", into = "Record")]
struct Walk {
    direction: Direction<4>,
    start: Cell,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Record {
    direction: [i8; 4],
    start: [u8; 4],
}

/// Why a record is not a walk.
#[derive(Debug, thiserror::Error)]
enum NotAWalk {
    #[error(
        "{0:?} is not a direction: expected four numbers, each −1, 0 or 1, and not all of them 0"
    )]
    Direction([i8; 4]),
    #[error(transparent)]
    Start(#[from] OffTheBoard),
    #[error("no line begins at {start:?} in the direction {direction:?}")]
    NoLine { direction: [i8; 4], start: [u8; 4] },
}

impl TryFrom<Record> for Walk {
    type Error = NotAWalk;

    fn try_from(Record { direction, start }: Record) -> Result<Self, NotAWalk> {
        let walk = Self {
            direction: Direction::new(direction).ok_or(NotAWalk::Direction(direction))?,
            start: start.try_into()?,
        };
        Lattice::<4, 4>::scan(walk.start.id().into(), walk.direction)
            .map(|_| walk)
            .ok_or(NotAWalk::NoLine { direction, start })
    }
}

impl From<Walk> for Record {
    fn from(Walk { direction, start }: Walk) -> Self {
        Self { direction: direction.components(), start: start.coordinates() }
    }
}

impl Walk {
    /// Any direction of the 80, and any start of its lines.
    #[expect(
        clippy::expect_used,
        reason = "there are 80 directions, each with lines among 256 cells"
    )]
    fn draw(rng: &mut ChaCha8Rng) -> Self {
        let forward = Direction::all_forward();
        let directions: Vec<_> = forward.flat_map(|way| [way, way.opposite()]).collect();
        let direction = *directions.choose(rng).expect("a direction");
        let starts: Vec<_> = Lattice::<4, 4>::starts(direction).collect();
        let start = u8::try_from(*starts.choose(rng).expect("a start of a line"));
        Self { direction, start: Cell::new(start.expect("a cell of 256")) }
    }
}

/// Four coordinates, or four components.
type Vector = [i64; 4];

/// How the rule is read.
#[derive(Clone)]
pub struct Reading {
    direction: DirectionRead,
    start: StartRead,
    /// The axis along which cells are counted from the other border.
    mirrored: Option<usize>,
    /// After how many steps the first cell and the last one are written.
    steps: (i64, i64),
    /// What each coordinate counts in an id.
    weights: Vector,
    first_id: i64,
    order: Order,
}

impl Default for Reading {
    fn default() -> Self {
        Self {
            direction: DirectionRead::AsWritten,
            start: StartRead::AsWritten,
            mirrored: None,
            steps: (0, 3),
            weights: [1, 4, 16, 64],
            first_id: 0,
            order: Order::AsMet,
        }
    }
}

/// What is taken for the direction.
#[derive(Clone, Copy, Default)]
enum DirectionRead {
    #[default]
    AsWritten,
    Reversed,
    Opposite,
    /// −1 is taken for 0.
    FallingStays,
    /// −1 is taken for 1.
    FallingRises,
    /// The component of this axis is taken for 0.
    Without(usize),
}

/// What is taken for the start.
#[derive(Clone, Copy, Default)]
enum StartRead {
    #[default]
    AsWritten,
    Reversed,
    /// A coordinate that changes begins at 0.
    ChangingFromZero,
    /// A coordinate that changes begins at 0, and rises.
    ChangingFromZeroAndRising,
}

/// The order of the four ids.
#[derive(Clone, Copy, Default)]
enum Order {
    #[default]
    AsMet,
    FromTheOtherEnd,
    Ascending,
    Descending,
    /// From the other end, if the first component that is not 0 is −1.
    FirstComponentRising,
}

/// What stands for a coordinate beyond the border.
const BEYOND: [fn(i64) -> i64; 3] = [
    // The id is computed all the same.
    |coordinate| coordinate,
    // It stays at the border.
    |coordinate| coordinate.clamp(0, 3),
    // It begins again at the other one.
    |coordinate| coordinate.rem_euclid(4),
];

/// A slip in one of the weights: the axis, its weight, and what stands there instead.
type Slip = (usize, i64, i64);

const LIKELY_SLIPS: [Slip; 3] = [(2, 16, 12), (2, 16, 8), (3, 64, 32)];

const OTHER_SLIPS: [Slip; 2] = [(3, 64, 63), (1, 4, 3)];

/// The slips as alternatives.
fn slips(slips: &[Slip]) -> impl Iterator<Item = (String, String, Slip)> {
    slips.iter().map(|&(axis, right, wrong)| {
        (format!("{right}-{wrong}"), wrong.to_string(), (axis, right, wrong))
    })
}

fn slip(reading: &mut Reading, (axis, _, wrong): Slip) {
    if let Some(weight) = reading.weights.get_mut(axis) {
        *weight = wrong;
    }
}

impl Kind for Scan {
    const NAME: &'static str = "four-in-a-row/scan";
    const VERSION: u32 = 2;
    const FEEDBACK: Feedback = Feedback::Located;
    const DIAGNOSIS_LIMIT: usize = 6000;

    type Params = Params;
    type Task = Task;
    type Item = Ids;
    type Solution = AnyOf<Ids>;
    type Reading = Reading;

    fn hints() -> &'static Catalogue {
        &HINTS
    }

    fn aspects(aspects: &mut Aspects<Reading>) {
        aspects
            .add()
            .or("from-the-other-end", |reading| reading.order = Order::FromTheOtherEnd)
            .or("ids-sorted", |reading| reading.order = Order::Ascending)
            .or("ids-sorted-downwards", |reading| reading.order = Order::Descending)
            .or("first-component-made-positive", |reading| {
                reading.order = Order::FirstComponentRising;
            });
        aspects.add().or("ids-from-one", |reading| reading.first_id = 1);
        aspects
            .add()
            .or("direction-reversed", |reading| reading.direction = DirectionRead::Reversed)
            .or("direction-opposite", |reading| reading.direction = DirectionRead::Opposite)
            .or("falling-coordinates-stay", |reading| {
                reading.direction = DirectionRead::FallingStays;
            })
            .or("falling-coordinates-rise", |reading| {
                reading.direction = DirectionRead::FallingRises;
            })
            .or("w-never-changes", |reading| reading.direction = DirectionRead::Without(3));
        aspects
            .add()
            .or("x-never-changes", |reading| reading.direction = DirectionRead::Without(0))
            .or("y-never-changes", |reading| reading.direction = DirectionRead::Without(1))
            .or("z-never-changes", |reading| reading.direction = DirectionRead::Without(2))
            .alone();
        aspects
            .add()
            .or("axes-reversed", |reading| reading.weights = [64, 16, 4, 1])
            .or("x-and-y-swapped", |reading| reading.weights = [4, 1, 16, 64])
            .or("y-and-z-swapped", |reading| reading.weights = [1, 16, 4, 64])
            .or("z-and-w-swapped", |reading| reading.weights = [1, 4, 64, 16])
            .or("base-three", |reading| reading.weights = [1, 3, 9, 27])
            .or_each("weight-slip", slips(&LIKELY_SLIPS), slip);
        aspects
            .add()
            .or("base-five", |reading| reading.weights = [1, 5, 25, 125])
            .or("written-in-decimal", |reading| reading.weights = [1, 10, 100, 1000])
            .or_each("weight-slip", slips(&OTHER_SLIPS), slip)
            .alone();
        aspects
            .add()
            .or("start-left-out", |reading| reading.steps = (1, 4))
            .or("three-cells", |reading| reading.steps = (0, 2))
            .or("start-and-end-left-out", |reading| reading.steps = (1, 3))
            .or("five-cells", |reading| reading.steps = (0, 4));
        aspects
            .add()
            .or("start-reversed", |reading| reading.start = StartRead::Reversed)
            .or("changing-coordinates-from-zero", |reading| {
                reading.start = StartRead::ChangingFromZero;
            })
            .or("changing-coordinates-rise-from-zero", |reading| {
                reading.start = StartRead::ChangingFromZeroAndRising;
            });
        aspects
            .add()
            .or("y-from-the-bottom", |reading| reading.mirrored = Some(1))
            .or("x-from-the-right", |reading| reading.mirrored = Some(0))
            .or("z-from-the-last", |reading| reading.mirrored = Some(2))
            .or("w-from-the-last", |reading| reading.mirrored = Some(3));
    }

    fn generate(params: &Params, steering: &Steering<Self>, rng: &mut ChaCha8Rng) -> Task {
        let count = params.scans.get() as usize;
        let pose = |&walk: &Walk| Task { scans: vec![walk] };
        Task { scans: steering.cover(rng, count, SPARE, Walk::draw, pose) }
    }

    fn solve<'a>(task: &'a Task, reading: &'a Reading) -> impl Iterator<Item = AnyOf<Ids>> + 'a {
        task.scans.iter().map(|&walk| reading.met(walk))
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<Ids, Expected> {
        read_cells(text)
            .filter(|cells: &Vec<Cell>| cells.len() == 4)
            .map(|cells| cells.into_iter().collect())
            .ok_or(Expected("four ids from 0 to 255 with single spaces between them"))
    }
}

/// How many scans more are drawn to find those on which misconceptions fail.
const SPARE: usize = 8;

impl Reading {
    /// The ids that a program writes. One that leaves the board writes one of several things, so that each of them counts.
    fn met(&self, walk: Walk) -> AnyOf<Ids> {
        let written = walk.direction.components().map(i64::from);
        let direction = self.direction_of(written);
        let start = self.start_of(walk.start.coordinates().map(i64::from), written);
        let direction = match self.start {
            StartRead::ChangingFromZeroAndRising => direction.map(i64::abs),
            _ => direction,
        };
        let mut answers: Vec<Ids> = Vec::with_capacity(1);
        for beyond in BEYOND {
            let ids = self.ids(start, direction, beyond);
            let ids = self.in_order(ids, written);
            if !answers.contains(&ids) {
                answers.push(ids);
            }
        }
        AnyOf(answers)
    }

    fn direction_of(&self, written: Vector) -> Vector {
        let mut direction = written;
        match self.direction {
            DirectionRead::AsWritten => {}
            DirectionRead::Reversed => direction.reverse(),
            DirectionRead::Opposite => direction = written.map(|along| -along),
            DirectionRead::FallingStays => direction = written.map(|along| along.max(0)),
            DirectionRead::FallingRises => direction = written.map(i64::abs),
            DirectionRead::Without(axis) => {
                if let Some(along) = direction.get_mut(axis) {
                    *along = 0;
                }
            }
        }
        direction
    }

    fn start_of(&self, written: Vector, direction: Vector) -> Vector {
        let mut start = written;
        match self.start {
            StartRead::AsWritten => {}
            StartRead::Reversed => start.reverse(),
            StartRead::ChangingFromZero | StartRead::ChangingFromZeroAndRising => {
                for (coordinate, along) in start.iter_mut().zip(direction) {
                    if along != 0 {
                        *coordinate = 0;
                    }
                }
            }
        }
        start
    }

    fn ids(&self, start: Vector, direction: Vector, beyond: fn(i64) -> i64) -> Ids {
        let (first, last) = self.steps;
        let id = |step: i64| -> i64 {
            let axes = start.into_iter().zip(direction).zip(self.weights).zip(0..);
            let parts = axes.map(|(((coordinate, along), weight), axis)| {
                let at = beyond(coordinate + step * along);
                weight * if self.mirrored == Some(axis) { 3 - at } else { at }
            });
            parts.sum()
        };
        Ids((first..=last).map(|step| id(step) + self.first_id).collect())
    }

    fn in_order(&self, Ids(mut ids): Ids, direction: Vector) -> Ids {
        let mut changing = direction.into_iter().filter(|&along| along != 0);
        let is_turned = match self.order {
            Order::AsMet | Order::Ascending | Order::Descending => false,
            Order::FromTheOtherEnd => true,
            Order::FirstComponentRising => changing.next() == Some(-1),
        };
        match self.order {
            Order::Ascending => ids.sort_unstable(),
            Order::Descending => ids.sort_unstable_by(|a, b| b.cmp(a)),
            _ if is_turned => ids.reverse(),
            _ => {}
        }
        Ids(ids)
    }
}
