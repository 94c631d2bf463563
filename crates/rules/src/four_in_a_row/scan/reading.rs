//! Walks as tasks write them, how the rule is read, and the ids that are met by a reading.

use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom as _;
use serde::{Deserialize, Serialize};

use super::super::id_formula::{IdFormula, Vector, nth, set};
use super::super::positions::Ids;
use gradus_board::lattice::four_in_a_row::Cell;
use gradus_board::lattice::{Direction, Lattice};
use gradus_board::text::ParseError;
use gradus_step::AnyOf;

/// A direction, and a cell from which it leads through four cells.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(try_from = "Record", into = "Record")]
pub(super) struct Walk {
    pub(super) direction: Direction<4>,
    pub(super) start: Cell,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Record {
    pub(super) direction: [i8; 4],
    pub(super) start: [u8; 4],
}

/// Why a record is not a walk.
#[derive(Debug, thiserror::Error)]
pub(super) enum NotAWalk {
    #[error(
        "{0:?} is not a direction: expected four numbers, each −1, 0 or 1, and not all of them 0"
    )]
    Direction([i8; 4]),
    #[error(transparent)]
    Start(#[from] ParseError),
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
    /// Its start, and the next cell.
    #[expect(clippy::expect_used, reason = "a walk goes through four cells")]
    pub(super) fn first_step(&self) -> [Cell; 2] {
        let Self { direction, start } = self;
        let mut next = start.coordinates();
        for (coordinate, step) in next.iter_mut().zip(direction.components()) {
            *coordinate = coordinate.saturating_add_signed(step);
        }
        [*start, next.try_into().expect("the second cell is on the board")]
    }

    /// Any direction of the 80, and any start of its lines.
    #[expect(
        clippy::expect_used,
        reason = "there are 80 directions, each with lines among 256 cells"
    )]
    pub(super) fn draw(rng: &mut ChaCha8Rng) -> Self {
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
    pub(super) direction: DirectionRead,
    pub(super) start: StartRead,
    /// After how many steps each cell is written.
    pub(super) steps: &'static [i64],
    pub(super) formula: IdFormula,
    pub(super) stepping: Stepping,
    pub(super) order: Order,
    pub(super) kept: Kept,
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
pub(super) enum DirectionRead {
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
pub(super) enum Stepping {
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
pub(super) enum StartRead {
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
pub(super) enum Order {
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
pub(super) enum Kept {
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

impl Reading {
    /// The ids that a program writes. One that leaves the board writes one of several things, so that each of them counts.
    pub(super) fn met(&self, scans: &[Walk], place: usize) -> AnyOf<Ids> {
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

/// What stands for a coordinate beyond the border.
const BEYOND: [fn(i64) -> i64; 3] = [
    // The id is computed all the same.
    |coordinate| coordinate,
    // It stays at the border.
    |coordinate| coordinate.clamp(0, 3),
    // It begins again at the other one.
    |coordinate| coordinate.rem_euclid(4),
];

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
