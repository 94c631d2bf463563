//! Step 22: walk from a line's end to the other border.

use std::array;

use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom as _;
use serde::{Deserialize, Serialize};

use super::positions::{CellList, read_cells};
use crate::board::lattice::four_in_a_row::{Cell, OffTheBoard};
use crate::board::lattice::{Direction, Lattice};
use crate::step::{Count, Expected, Feedback, Misconception, OldKind as Kind};

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

    /// The cells on the way.
    fn cells(self) -> [Cell; 4] {
        self.cells_along(self.direction.components())
    }

    /// The cells on the way in another direction.
    fn cells_along(self, components: [i8; 4]) -> [Cell; 4] {
        let mut at = self.start.coordinates();
        array::from_fn(|step| {
            if step > 0 {
                for (coordinate, component) in at.iter_mut().zip(components) {
                    *coordinate = coordinate.saturating_add_signed(component);
                }
            }
            // Only a wrong solver can leave the board; it then answers with the start.
            Cell::from_coordinates(at).unwrap_or(self.start)
        })
    }
}

impl Kind for Scan {
    const NAME: &'static str = "four-in-a-row/scan";
    const FEEDBACK: Feedback = Feedback::Located;
    const MISCONCEPTIONS: &'static [Misconception<Self>] = &[
        Misconception {
            id: "from-the-other-end",
            hint: "The walk begins at `start`, and the ids come in the order in which they are met.",
            solve: |task| {
                task.walks(|walk| {
                    let [first, second, third, fourth] = walk.cells();
                    [fourth, third, second, first]
                })
            },
        },
        Misconception {
            id: "ids-sorted",
            hint: "The ids come in the order in which they are met, not in ascending order.",
            solve: |task| {
                task.walks(|walk| {
                    let mut cells = walk.cells();
                    cells.sort_unstable();
                    cells
                })
            },
        },
        Misconception {
            id: "axes-reversed",
            hint: "Directions and cells name x first and w last, and a step along x adds 1 to the id, one along w adds 64.",
            solve: |task| {
                task.walks(|walk| {
                    walk.cells().map(|cell| rearranged(cell, |[x, y, z, w]| [w, z, y, x]))
                })
            },
        },
        Misconception {
            id: "x-and-y-swapped",
            hint: "x comes before y, also within the id: a step along x adds 1, one along y adds 4.",
            solve: |task| {
                task.walks(|walk| {
                    walk.cells().map(|cell| rearranged(cell, |[x, y, z, w]| [y, x, z, w]))
                })
            },
        },
        Misconception {
            id: "falling-coordinates-stay",
            hint: "A coordinate whose component is −1 becomes less by 1 with every step.",
            solve: |task| {
                task.walks(|walk| {
                    walk.cells_along(walk.direction.components().map(|along| along.max(0)))
                })
            },
        },
    ];

    type Params = Params;
    type Task = Task;
    type Item = CellList;

    fn generate(params: &Params, rng: &mut ChaCha8Rng) -> Task {
        Task { scans: (0..params.scans.get()).map(|_| Walk::draw(rng)).collect() }
    }

    fn reference(task: &Task) -> Vec<CellList> {
        task.walks(Walk::cells)
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<CellList, Expected> {
        read_cells(text)
            .filter(|cells: &Vec<Cell>| cells.len() == 4)
            .map(CellList)
            .ok_or(Expected("four ids from 0 to 255 with single spaces between them"))
    }
}

impl Task {
    fn walks(&self, cells: impl Fn(Walk) -> [Cell; 4]) -> Vec<CellList> {
        self.scans.iter().map(|walk| CellList(cells(*walk).to_vec())).collect()
    }
}

/// The cell with the same coordinates in another order.
#[expect(clippy::expect_used, reason = "coordinates stay in range in any order")]
fn rearranged(cell: Cell, order: impl Fn([u8; 4]) -> [u8; 4]) -> Cell {
    Cell::from_coordinates(order(cell.coordinates())).expect("the coordinates of a cell")
}
