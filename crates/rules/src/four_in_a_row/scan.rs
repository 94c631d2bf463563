//! Step 22: walk from a line's end to the other border.

mod aspects;
mod reading;

use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom as _;
use serde::{Deserialize, Serialize};

use self::reading::Reading;
use super::positions::{Ids, read_cells};
use crate::texts::{form, four_in_a_row as hints};
use gradus_board::drawing::Panel;
use gradus_board::drawing::four_in_a_row::walks;
use gradus_board::lattice::four_in_a_row::{Cell, OffTheBoard};
use gradus_board::lattice::{Direction, Lattice};
use gradus_step::{AnyOf, Aspects, Count, Feedback, Kind, Steering, Template, Text, Workload};

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
    /// Its start, and the next cell.
    #[expect(clippy::expect_used, reason = "a walk goes through four cells")]
    fn first_step(&self) -> [Cell; 2] {
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
    fn draw(rng: &mut ChaCha8Rng) -> Self {
        let forward = Direction::all_forward();
        let directions: Vec<_> = forward.flat_map(|way| [way, way.opposite()]).collect();
        let direction = *directions.choose(rng).expect("a direction");
        let starts: Vec<_> = Lattice::<4, 4>::starts(direction).collect();
        let start = u8::try_from(*starts.choose(rng).expect("a start of a line"));
        Self { direction, start: Cell::new(start.expect("a cell of 256")) }
    }
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

    fn hints() -> &'static [&'static [Template]] {
        &[hints::SCAN]
    }

    fn aspects(aspects: &mut Aspects<Reading>) {
        aspects::add_aspects(aspects);
    }

    fn generate(params: &Params, steering: &Steering<Self>, rng: &mut ChaCha8Rng) -> Task {
        let count = params.scans.get() as usize;
        let pose = |&walk: &Walk| Task { scans: vec![walk] };
        Task { scans: steering.cover(rng, count, SPARE, Walk::draw, pose) }
    }

    fn solve<'a>(task: &'a Task, reading: &'a Reading) -> impl Iterator<Item = AnyOf<Ids>> + 'a {
        (0..task.scans.len()).map(|place| reading.met(&task.scans, place))
    }

    fn panels(task: &Self::Task) -> Vec<Panel> {
        Panel::each([walks(task.scans.iter().map(Walk::first_step))], task.scans.len())
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<Ids, Text> {
        read_cells(text)
            .filter(|cells: &Vec<Cell>| cells.len() == 4)
            .map(|cells| cells.into_iter().collect())
            .ok_or_else(form::four_ids)
    }
}

/// How many scans more are drawn to find those on which misconceptions fail.
const SPARE: usize = 2;
