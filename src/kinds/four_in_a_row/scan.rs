//! Step 22: walk from a line's end to the other border.

use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom as _;
use serde::{Deserialize, Serialize};

use super::HINTS;
use super::id_formula::{
    self, IdFormula, LIKELY_COPIES, LIKELY_WEIGHTS, Vector, add_rare_formulas, add_wrong_weights,
    nth, set,
};
use super::positions::{Ids, read_cells};
use crate::board::lattice::four_in_a_row::{Cell, OffTheBoard};
use crate::board::lattice::{Direction, Lattice};
use crate::step::{
    AnyOf, Aspect, Aspects, Catalogue, Count, Expected, Feedback, Kind, Steering, Workload,
};

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

/// How the rule is read.
#[derive(Clone)]
pub struct Reading {
    direction: DirectionRead,
    start: StartRead,
    /// After how many steps each cell is written.
    steps: &'static [i64],
    formula: IdFormula,
    stepping: Stepping,
    order: Order,
    kept: Kept,
}

impl Default for Reading {
    fn default() -> Self {
        Self {
            direction: DirectionRead::AsWritten,
            start: StartRead::AsWritten,
            steps: &[0, 1, 2, 3],
            formula: IdFormula::default(),
            stepping: Stepping::Coordinates,
            order: Order::AsMet,
            kept: Kept::Nothing,
        }
    }
}

/// What is taken for the direction.
#[derive(Clone, Copy, Default)]
enum DirectionRead {
    #[default]
    AsWritten,
    /// Each axis moves by the component of this one.
    Axes([usize; 4]),
    Opposite,
    /// −1 is taken for 0.
    FallingStays,
    /// −1 is taken for 1.
    FallingRises,
    /// The component of this axis is taken for 0.
    Without(usize),
    /// The component of this axis has the other sign.
    Turned(usize),
    /// Only the first axis that changes moves.
    FirstOnly,
    /// Only the last one.
    LastOnly,
}

/// What is added at each step.
#[derive(Clone, Copy, Default)]
enum Stepping {
    /// Each component to its coordinate.
    #[default]
    Coordinates,
    /// To the id, the components times these weights.
    Weights(Vector),
    /// To the id, the components joined bit by bit, which is no sum where one is −1.
    Joined(fn(i64, i64) -> i64),
}

/// What is taken for the start.
#[derive(Clone, Copy, Default)]
enum StartRead {
    #[default]
    AsWritten,
    /// Each coordinate is that of this axis.
    Axes([usize; 4]),
    /// A coordinate that changes begins at 0.
    ChangingFromZero,
    /// A coordinate that changes begins at 0, and rises.
    ChangingFromZeroAndRising,
    /// A coordinate that stays the same is 0.
    StayingAtZero,
    /// A coordinate that stays the same takes the one before it, in the order x, y, z, w: lines that were copied.
    StayingCopied(usize),
    /// Every coordinate begins at 0.
    AllFromZero,
}

/// The order of the four ids.
#[derive(Clone, Copy, Default)]
enum Order {
    #[default]
    AsMet,
    FromTheOtherEnd,
    Ascending,
    Descending,
    /// As a set of `CPython` gives them: by their last three bits, where these are free.
    InASet,
    /// From the other end, if the first component that is not 0 is −1.
    FirstComponentRising,
}

/// What is kept from one scan to the next.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Kept {
    #[default]
    Nothing,
    /// The direction of the first scan.
    Direction,
    /// The start of the first scan.
    Start,
    /// The ids that were met before.
    Ids,
    /// The last cell of the scan before, where the next one begins.
    LastCell,
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

/// Orders of the axes, by the names of their hints for the direction, the start and the id; the first ones are likely.
const ORDERS: [([&str; 3], [usize; 4]); 7] = [
    (["direction-reversed", "start-reversed", "axes-reversed"], [3, 2, 1, 0]),
    (["dx-and-dy-swapped", "start-x-and-y-swapped", "x-and-y-swapped"], [1, 0, 2, 3]),
    (["dy-and-dz-swapped", "start-y-and-z-swapped", "y-and-z-swapped"], [0, 2, 1, 3]),
    (["dz-and-dw-swapped", "start-z-and-w-swapped", "z-and-w-swapped"], [0, 1, 3, 2]),
    (["dx-and-dz-swapped", "start-x-and-z-swapped", "x-and-z-swapped"], [2, 1, 0, 3]),
    (["dx-and-dw-swapped", "start-x-and-w-swapped", "x-and-w-swapped"], [3, 1, 2, 0]),
    (["dy-and-dw-swapped", "start-y-and-w-swapped", "y-and-w-swapped"], [0, 3, 2, 1]),
];

/// A direction with the component of one axis in the place of another.
fn copied((to, from): id_formula::AxisCopy) -> [usize; 4] {
    let mut axes = [0, 1, 2, 3];
    set(&mut axes, to, from);
    axes
}

/// How many of these orders are likely.
const LIKELY_ORDERS: usize = 4;

/// Adds orders of the axes of the direction.
fn add_orders_of_directions(aspect: &mut Aspect<Reading>, orders: std::ops::Range<usize>) {
    for &([id, ..], axes) in ORDERS.get(orders).unwrap_or_default() {
        aspect.or(id, move |reading| reading.direction = DirectionRead::Axes(axes));
    }
}

/// Adds orders of the axes in the id.
fn add_orders_of_ids(aspect: &mut Aspect<Reading>, orders: std::ops::Range<usize>) {
    for &([.., id], axes) in ORDERS.get(orders).unwrap_or_default() {
        aspect.or(id, move |reading| reading.formula.axes = axes);
    }
}

/// Mistakes that are hardly ever found together with others.
fn add_rare_mistakes(aspects: &mut Aspects<Reading>) {
    let directions = aspects.add().alone();
    add_orders_of_directions(directions, 1..ORDERS.len());
    let never = [("x-never-changes", 0), ("y-never-changes", 1), ("z-never-changes", 2)];
    for (id, axis) in never {
        directions.or(id, move |reading| reading.direction = DirectionRead::Without(axis));
    }
    directions
        .or_each("component-copied", id_formula::other_copies(), |reading, copy| {
            reading.direction = DirectionRead::Axes(copied(copy));
        })
        .or_each("sign-turned", components(), |reading, axis| {
            reading.direction = DirectionRead::Turned(axis);
        })
        .or("only-the-last-axis-moves", |reading| reading.direction = DirectionRead::LastOnly);
    let starts = aspects.add().alone();
    for &([_, id, _], axes) in &ORDERS[1..] {
        starts.or(id, move |reading| reading.start = StartRead::Axes(axes));
    }
    let all_copies = id_formula::copies(&LIKELY_COPIES).chain(id_formula::other_copies());
    starts
        .or_each("start-copied", all_copies, |reading, copy| {
            reading.start = StartRead::Axes(copied(copy));
        })
        .or_each("staying-copied", staying_copied(), |reading, axis| {
            reading.start = StartRead::StayingCopied(axis);
        })
        .or("from-zero", |reading| reading.start = StartRead::AllFromZero);
    aspects
        .add()
        .alone()
        .or("step-joined-by-or", |reading| reading.stepping = Stepping::Joined(|a, b| a | b))
        .or("step-joined-by-xor", |reading| reading.stepping = Stepping::Joined(|a, b| a ^ b))
        .or_each("step-weight-slip", step_weights(), |reading, weights| {
            reading.stepping = Stepping::Weights(weights);
        });
    let likely = id_formula::copies(&LIKELY_COPIES);
    let ids = aspects.add().alone();
    add_orders_of_ids(ids, LIKELY_ORDERS..ORDERS.len());
    add_wrong_weights(ids, &LIKELY_WEIGHTS[3..], |reading| &mut reading.formula);
    add_rare_formulas(ids, |reading| &mut reading.formula);
    ids.or_each("coordinate-copied", likely, |reading, (to, from)| {
        set(&mut reading.formula.axes, to, from);
    })
    .or("written-in-decimal", |reading| reading.formula.weights = [1, 10, 100, 1000])
    .or("weights-doubled", |reading| reading.formula.weights = [1, 2, 4, 8])
    .or("weights-multiples", |reading| reading.formula.weights = [1, 4, 8, 12])
    .or("coordinates-from-one", |reading| reading.formula.first_coordinate = 1)
    .or("one-added-to-coordinates", |reading| reading.formula.first_coordinate = -1);
    for (id, axis) in [("x-from-the-right", 0), ("z-from-the-last", 2), ("w-from-the-last", 3)] {
        ids.or(id, move |reading| set(&mut reading.formula.mirrored, axis, true));
    }
    aspects
        .add()
        .alone()
        .or("from-the-other-end", |reading| reading.order = Order::FromTheOtherEnd)
        .or("five-cells", |reading| reading.steps = &[0, 1, 2, 3, 4])
        .or("start-and-end-left-out", |reading| reading.steps = &[1, 2, 3])
        .or("start-four-times", |reading| reading.steps = &[0; 4])
        .or("start-twice", |reading| reading.steps = &[0, 0, 1, 2])
        .or("last-cell-twice", |reading| reading.steps = &[0, 1, 2, 2])
        .or("two-steps-at-once", |reading| reading.steps = &[0, 2, 4, 6])
        .or("steps-grow", |reading| reading.steps = &[0, 1, 3, 6])
        .or("ends-only", |reading| reading.steps = &[0, 3])
        .or("direction-of-the-first", |reading| reading.kept = Kept::Direction)
        .or("start-of-the-first", |reading| reading.kept = Kept::Start)
        .or("goes-on-from-the-last-cell", |reading| reading.kept = Kept::LastCell)
        .or("ids-kept", |reading| reading.kept = Kept::Ids);
}

impl Kind for Scan {
    const NAME: &'static str = "four-in-a-row/scan";
    const VERSION: u32 = 2;
    const WORKLOAD: Workload = Workload::Heavy;
    const FEEDBACK: Feedback = Feedback::Located;
    const DIAGNOSIS_LIMIT: usize = 6000;
    // One wrong item of so many possible ones tells enough.
    const WRONG_QUESTIONS: u32 = 1;

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
            .or("ids-sorted", |reading| reading.order = Order::Ascending)
            .or("ids-sorted-downwards", |reading| reading.order = Order::Descending)
            .or("ids-in-a-set", |reading| reading.order = Order::InASet)
            .or("first-component-made-positive", |reading| {
                reading.order = Order::FirstComponentRising;
            });
        let direction = aspects.add();
        direction
            .or("direction-opposite", |reading| reading.direction = DirectionRead::Opposite)
            .or("falling-coordinates-stay", |reading| {
                reading.direction = DirectionRead::FallingStays;
            })
            .or("falling-coordinates-rise", |reading| {
                reading.direction = DirectionRead::FallingRises;
            })
            .or("w-never-changes", |reading| reading.direction = DirectionRead::Without(3))
            .or("only-the-first-axis-moves", |reading| {
                reading.direction = DirectionRead::FirstOnly;
            });
        add_orders_of_directions(direction, 0..1);
        let likely = id_formula::copies(&LIKELY_COPIES);
        direction.or_each("component-copied", likely, |reading, copy| {
            reading.direction = DirectionRead::Axes(copied(copy));
        });
        aspects.add().or("ids-from-one", |reading| reading.formula.first_id = 1);
        let ids = aspects.add();
        add_orders_of_ids(ids, 0..LIKELY_ORDERS);
        add_wrong_weights(ids, &LIKELY_WEIGHTS[..3], |reading| &mut reading.formula);
        aspects.add().or("y-from-the-bottom", |reading| {
            set(&mut reading.formula.mirrored, 1, true);
        });
        aspects
            .add()
            .or("start-left-out", |reading| reading.steps = &[1, 2, 3, 4])
            .or("three-cells", |reading| reading.steps = &[0, 1, 2])
            .or("last-cell-four-times", |reading| reading.steps = &[3; 4]);
        aspects
            .add()
            .or("start-reversed", |reading| reading.start = StartRead::Axes([3, 2, 1, 0]))
            .or("changing-coordinates-from-zero", |reading| {
                reading.start = StartRead::ChangingFromZero;
            })
            .or("changing-coordinates-rise-from-zero", |reading| {
                reading.start = StartRead::ChangingFromZeroAndRising;
            })
            .or("staying-coordinates-at-zero", |reading| {
                reading.start = StartRead::StayingAtZero;
            });
        add_rare_mistakes(aspects);
    }

    fn generate(params: &Params, steering: &Steering<Self>, rng: &mut ChaCha8Rng) -> Task {
        let count = params.scans.get() as usize;
        let pose = |&walk: &Walk| Task { scans: vec![walk] };
        Task { scans: steering.cover(rng, count, SPARE, Walk::draw, pose) }
    }

    fn solve<'a>(task: &'a Task, reading: &'a Reading) -> impl Iterator<Item = AnyOf<Ids>> + 'a {
        (0..task.scans.len()).map(|place| reading.met(&task.scans, place))
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<Ids, Expected> {
        read_cells(text)
            .filter(|cells: &Vec<Cell>| cells.len() == 4)
            .map(|cells| cells.into_iter().collect())
            .ok_or(Expected("four ids from 0 to 255 with single spaces between them"))
    }
}

/// How many scans more are drawn to find those on which misconceptions fail.
const SPARE: usize = 2;

/// Puts up to four ids into the order in which a set of `CPython` gives them. Its table has eight places.
fn put_in_a_set(ids: &mut Vec<i64>) {
    let mut table = [None; 8];
    for &id in ids.iter() {
        let mut perturbation = id.cast_unsigned();
        let mut place = perturbation % 8;
        loop {
            let content = usize::try_from(place).ok().and_then(|place| table.get_mut(place));
            match content {
                Some(Some(other)) if *other != id => {
                    perturbation >>= 5;
                    place = (5 * place + 1 + perturbation % 8) % 8;
                }
                Some(content) => {
                    *content = Some(id);
                    break;
                }
                None => return,
            }
        }
    }
    *ids = table.into_iter().flatten().collect();
}

/// The coordinates before which another one is written, as the values of alternatives.
fn staying_copied() -> impl Iterator<Item = (String, String, usize)> {
    [("x-for-y", "x → y", 1), ("y-for-z", "y → z", 2), ("z-for-w", "z → w", 3)]
        .into_iter()
        .map(|(id, label, axis)| (id.to_owned(), label.to_owned(), axis))
}

/// One wrong weight of the step, where the id of the start is right, as the values of alternatives.
fn step_weights() -> impl Iterator<Item = (String, String, Vector)> {
    let wrong: [id_formula::WrongWeight; 10] =
        [(1, 1), (1, 16), (2, 4), (2, 8), (2, 12), (2, 64), (3, 16), (3, 32), (3, 48), (3, 256)];
    wrong.into_iter().map(|(axis, wrong)| {
        let mut weights = IdFormula::default().weights;
        let right = nth(weights, axis);
        set(&mut weights, axis, wrong);
        (format!("{right}-{wrong}"), wrong.to_string(), weights)
    })
}

/// The components as the values of alternatives.
fn components() -> impl Iterator<Item = (String, String, usize)> {
    id_formula::each_axis(|name| format!("d{name}"))
}

impl Reading {
    /// The ids that a program writes. One that leaves the board writes one of several things, so that each of them counts.
    fn met(&self, scans: &[Walk], place: usize) -> AnyOf<Ids> {
        let first = if self.kept == Kept::Ids { 0 } else { place };
        let mut answers: Vec<Ids> = Vec::with_capacity(1);
        for beyond in BEYOND {
            let mut leaves_the_board = false;
            let mut ids = Vec::with_capacity(4);
            for place in first..=place {
                let cells = self.cells(scans, place, beyond, &mut leaves_the_board);
                let mut met: Vec<i64> = cells.iter().map(|&cell| self.formula.id(cell)).collect();
                if let Some(walk) = scans.get(place) {
                    self.step_on(&mut met, walk.direction);
                    self.order(&mut met, walk.direction);
                }
                ids.extend(met);
            }
            let ids = Ids(ids);
            if !answers.contains(&ids) {
                answers.push(ids);
            }
            if !leaves_the_board {
                break;
            }
        }
        AnyOf(answers)
    }

    /// The start and the direction of a scan, with what is kept from those before it.
    fn taken_for(&self, scans: &[Walk], place: usize) -> Option<Walk> {
        let (&walk, first) = (scans.get(place)?, scans.first()?);
        Some(match self.kept {
            Kept::Direction => Walk { direction: first.direction, ..walk },
            Kept::Start => Walk { start: first.start, ..walk },
            Kept::Nothing | Kept::Ids | Kept::LastCell => walk,
        })
    }

    /// The coordinates of the cells that are written for a scan, with what stands for those beyond the border; says whether some are.
    fn cells(
        &self,
        scans: &[Walk],
        place: usize,
        beyond: fn(i64) -> i64,
        leaves_the_board: &mut bool,
    ) -> Vec<Vector> {
        let Some(walk) = self.taken_for(scans, place) else { return Vec::new() };
        let written = walk.direction.components().map(i64::from);
        let mut start = self.start_of(walk.start.coordinates().map(i64::from), written);
        if let (Kept::LastCell, Some(before)) = (self.kept, place.checked_sub(1)) {
            let last = self.cells(scans, before, beyond, leaves_the_board).pop();
            start = last.unwrap_or(start);
        }
        let mut direction = self.direction_of(written);
        if let StartRead::ChangingFromZeroAndRising = self.start {
            direction = direction.map(i64::abs);
        }
        let mut taken_for = |coordinate: i64| {
            *leaves_the_board |= !(0..4).contains(&coordinate);
            beyond(coordinate)
        };
        let mut cell = |&step: &i64| {
            let ([x, y, z, w], [dx, dy, dz, dw]) = (start, direction);
            [x + step * dx, y + step * dy, z + step * dz, w + step * dw].map(&mut taken_for)
        };
        self.steps.iter().map(&mut cell).collect()
    }

    /// Replaces the ids after the first by what steps on the id alone give, if the program takes such steps.
    fn step_on(&self, ids: &mut [i64], direction: Direction<4>) {
        let components = direction.components().map(i64::from);
        let step: i64 = match self.stepping {
            Stepping::Coordinates => return,
            Stepping::Weights(weights) => {
                components.into_iter().zip(weights).map(|(along, weight)| along * weight).sum()
            }
            Stepping::Joined(join) => {
                let shifted = components.into_iter().zip([0, 2, 4, 6]);
                shifted.map(|(along, bits)| along << bits).fold(0, join)
            }
        };
        if let Some((&mut start, others)) = ids.split_first_mut() {
            for (id, steps) in others.iter_mut().zip(1..) {
                *id = start + steps * step;
            }
        }
    }

    /// Puts the ids of a scan in a direction into their order.
    fn order(&self, ids: &mut Vec<i64>, direction: Direction<4>) {
        let mut changing = direction.components().into_iter().filter(|&along| along != 0);
        match self.order {
            Order::Ascending => ids.sort_unstable(),
            Order::Descending => ids.sort_unstable_by(|a, b| b.cmp(a)),
            Order::FromTheOtherEnd => ids.reverse(),
            Order::InASet => put_in_a_set(ids),
            Order::FirstComponentRising if changing.next() == Some(-1) => ids.reverse(),
            Order::AsMet | Order::FirstComponentRising => {}
        }
    }

    fn direction_of(&self, written: Vector) -> Vector {
        let mut direction = written;
        match self.direction {
            DirectionRead::AsWritten => {}
            DirectionRead::Axes(axes) => direction = axes.map(|axis| nth(written, axis)),
            DirectionRead::Opposite => direction = written.map(|along| -along),
            DirectionRead::FallingStays => direction = written.map(|along| along.max(0)),
            DirectionRead::FallingRises => direction = written.map(i64::abs),
            DirectionRead::Without(axis) => set(&mut direction, axis, 0),
            DirectionRead::Turned(axis) => set(&mut direction, axis, -nth(written, axis)),
            DirectionRead::FirstOnly | DirectionRead::LastOnly => {
                let moves = |along: &i64| *along != 0;
                let moving = match self.direction {
                    DirectionRead::FirstOnly => written.iter().position(moves),
                    _ => written.iter().rposition(moves),
                };
                direction = [0; 4];
                if let Some(axis) = moving {
                    set(&mut direction, axis, nth(written, axis));
                }
            }
        }
        direction
    }

    fn start_of(&self, written: Vector, direction: Vector) -> Vector {
        let is_zero = |along: i64| match self.start {
            StartRead::AsWritten | StartRead::Axes(_) | StartRead::StayingCopied(_) => false,
            StartRead::ChangingFromZero | StartRead::ChangingFromZeroAndRising => along != 0,
            StartRead::StayingAtZero => along == 0,
            StartRead::AllFromZero => true,
        };
        let axes = if let StartRead::Axes(axes) = self.start { axes } else { [0, 1, 2, 3] };
        let mut read = axes.map(|axis| nth(written, axis));
        if let StartRead::StayingCopied(axis) = self.start
            && nth(direction, axis) == 0
        {
            set(&mut read, axis, nth(written, axis - 1));
        }
        let places = [0, 1, 2, 3];
        places.map(|axis| if is_zero(nth(direction, axis)) { 0 } else { nth(read, axis) })
    }
}
