//! Step 21: the id of a cell, and the cell of an id.

use std::fmt;

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use serde_with::{FromInto, TryFromInto, serde_as};

use super::HINTS;
use crate::board::lattice::four_in_a_row::Cell;
use crate::kinds::item::write_spaced;
use crate::step::{Aspects, Catalogue, Count, Expected, Feedback, Kind, One, Steering};

/// The ids of some cells, then the cells of some ids.
pub enum CellIds {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    cells: Count<8, 50>,
    ids: Count<8, 50>,
}

#[serde_as]
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    #[serde_as(as = "Vec<TryFromInto<[u8; 4]>>")]
    cells: Vec<Cell>,
    #[serde_as(as = "Vec<FromInto<u8>>")]
    ids: Vec<Cell>,
}

/// An item: one number is an id, and four are a cell. A wrong reading may answer other numbers, or another number of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item(Vec<i64>);

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_spaced(f, &self.0)
    }
}

/// How the rule is read.
#[derive(Clone)]
pub struct Reading {
    /// The axes in the order in which they count, the one that changes fastest first: when an id is made, and when it is taken apart.
    axes_of_ids: [usize; 4],
    axes_of_cells: [usize; 4],
    /// What a coordinate counts in an id, the axis that changes fastest first.
    weights: [i64; 4],
    /// By what an id is divided to take it apart.
    base: i64,
    first_id_made: i64,
    first_id_read: i64,
    first_coordinate_made: i64,
    first_coordinate_read: i64,
    way_back: WayBack,
    order: Order,
}

impl Default for Reading {
    fn default() -> Self {
        Self {
            axes_of_ids: [0, 1, 2, 3],
            axes_of_cells: [0, 1, 2, 3],
            weights: [1, 4, 16, 64],
            base: 4,
            first_id_made: 0,
            first_id_read: 0,
            first_coordinate_made: 0,
            first_coordinate_read: 0,
            way_back: WayBack::FourDivisions,
            order: Order::AsAsked,
        }
    }
}

/// How an id is taken apart.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum WayBack {
    #[default]
    FourDivisions,
    /// It ends when nothing is left, and zeros are put in front.
    ZerosInFront,
    /// It ends when nothing is left.
    TooShort,
    /// The quotients are rounded to the nearest whole number, halves to the even one.
    Rounded,
    /// The quotients are rounded up.
    RoundedUp,
    /// The quotients are taken instead of the remainders.
    Quotients,
    /// The remainders are not of the quotients but of the id, by 4, 16, 64 and 256.
    RemaindersOfTheId,
}

/// The order of the items.
#[derive(Clone, Copy, Default)]
enum Order {
    #[default]
    AsAsked,
    /// Each half from its end.
    HalvesReversed,
    /// The cells before the ids.
    CellsFirst,
}

const AXES_REVERSED: [usize; 4] = [3, 2, 1, 0];
const X_AND_Y_SWAPPED: [usize; 4] = [1, 0, 2, 3];
const Y_AND_Z_SWAPPED: [usize; 4] = [0, 2, 1, 3];
const Z_AND_W_SWAPPED: [usize; 4] = [0, 1, 3, 2];

/// A slip in one of the weights: the axis, its weight, and what stands there instead.
type Slip = (usize, i64, i64);

const LIKELY_SLIPS: [Slip; 3] = [(3, 64, 32), (2, 16, 8), (2, 16, 12)];

const OTHER_SLIPS: [Slip; 7] =
    [(1, 4, 2), (1, 4, 3), (3, 64, 48), (3, 64, 63), (2, 16, 15), (1, 4, 5), (3, 64, 16)];

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

impl Kind for CellIds {
    const NAME: &'static str = "four-in-a-row/cell-ids";
    const VERSION: u32 = 2;
    const FEEDBACK: Feedback = Feedback::Located;
    const DIAGNOSIS_LIMIT: usize = 8000;

    type Params = Params;
    type Task = Task;
    type Item = Item;
    type Solution = One<Item>;
    type Reading = Reading;

    fn hints() -> &'static Catalogue {
        &HINTS
    }

    fn aspects(aspects: &mut Aspects<Reading>) {
        let orders = [
            ("axes-reversed", "ids-axes-reversed", "cells-axes-reversed", AXES_REVERSED),
            ("x-and-y-swapped", "ids-x-and-y-swapped", "cells-x-and-y-swapped", X_AND_Y_SWAPPED),
            ("z-and-w-swapped", "ids-z-and-w-swapped", "cells-z-and-w-swapped", Z_AND_W_SWAPPED),
            ("y-and-z-swapped", "ids-y-and-z-swapped", "cells-y-and-z-swapped", Y_AND_Z_SWAPPED),
        ];
        // Both ways in one aspect with one way: so two alternatives at once are never the same as one other.
        let of_ids = aspects.add();
        for (both, ids, _, axes) in orders {
            of_ids.or(both, move |reading| {
                reading.axes_of_ids = axes;
                reading.axes_of_cells = axes;
            });
            of_ids.or(ids, move |reading| reading.axes_of_ids = axes);
        }
        let of_cells = aspects.add();
        for (_, _, cells, axes) in orders {
            of_cells.or(cells, move |reading| {
                // After `of_ids` has turned both ways, this one is turned again.
                reading.axes_of_cells = axes.map(|axis| nth(reading.axes_of_cells, axis));
            });
        }
        aspects
            .add()
            .or("ids-from-one", |reading| {
                reading.first_id_made = 1;
                reading.first_id_read = 1;
            })
            .or("ids-made-from-one", |reading| reading.first_id_made = 1)
            .or("ids-read-from-one", |reading| reading.first_id_read = 1);
        aspects
            .add()
            .or("coordinates-from-one", |reading| {
                reading.first_coordinate_made = 1;
                reading.first_coordinate_read = 1;
            })
            .or("coordinates-made-from-one", |reading| reading.first_coordinate_made = 1)
            .or("coordinates-read-from-one", |reading| reading.first_coordinate_read = 1)
            .alone();
        aspects
            .add()
            .or("base-three", |reading| {
                reading.weights = [1, 3, 9, 27];
                reading.base = 3;
            })
            .or("base-five", |reading| {
                reading.weights = [1, 5, 25, 125];
                reading.base = 5;
            })
            .or("written-in-decimal", |reading| reading.weights = [1, 10, 100, 1000])
            .or("weights-doubled", |reading| reading.weights = [1, 2, 4, 8])
            .or("weights-multiples", |reading| reading.weights = [1, 4, 8, 12])
            .or_each("weight-slip", slips(&LIKELY_SLIPS), slip);
        aspects
            .add()
            .or("zeros-in-front", |reading| reading.way_back = WayBack::ZerosInFront)
            .or("coordinates-missing", |reading| reading.way_back = WayBack::TooShort)
            .or("quotients-rounded", |reading| reading.way_back = WayBack::Rounded)
            .or("quotients-rounded-up", |reading| reading.way_back = WayBack::RoundedUp)
            .or("quotients-for-remainders", |reading| reading.way_back = WayBack::Quotients)
            .or("remainders-of-the-id", |reading| reading.way_back = WayBack::RemaindersOfTheId);
        aspects
            .add()
            .or("halves-reversed", |reading| reading.order = Order::HalvesReversed)
            .or("cells-first", |reading| reading.order = Order::CellsFirst);
        aspects.add().or_each("weight-slip", slips(&OTHER_SLIPS), slip).alone();
    }

    fn generate(params: &Params, steering: &Steering<Self>, rng: &mut ChaCha8Rng) -> Task {
        let [cells, ids] = [params.cells.get(), params.ids.get()].map(|count| count as usize);
        let draw = |rng: &mut ChaCha8Rng| {
            // A cell with w = 0 shows whether all four divisions are made.
            let id =
                if rng.random_range(0..4) == 0 { rng.random_range(0..64) } else { rng.random() };
            [Cell::new(rng.random()), Cell::new(id)]
        };
        let pose = |&[cell, id]: &[Cell; 2]| Task { cells: vec![cell], ids: vec![id] };
        let chosen = steering.cover(rng, cells.max(ids), SPARE, draw, pose);
        let of = |number: usize| chosen.iter().filter_map(move |pair| pair.get(number)).copied();
        Task { cells: of(0).take(cells).collect(), ids: of(1).take(ids).collect() }
    }

    fn solve<'a>(task: &'a Task, reading: &'a Reading) -> impl Iterator<Item = One<Item>> + 'a {
        let cells = move |place: usize| task.cells.get(place).map(|&cell| reading.id_of(cell));
        let ids = move |place: usize| task.ids.get(place).map(|&id| reading.cell_of(id));
        let (made, read) = (task.cells.len(), task.ids.len());
        (0..made + read).filter_map(move |place| {
            let item = match reading.order {
                Order::AsAsked => cells(place).or_else(|| ids(place - made)),
                Order::CellsFirst => ids(place).or_else(|| cells(place - read)),
                Order::HalvesReversed if place < made => cells(made - 1 - place),
                Order::HalvesReversed => ids(made + read - 1 - place),
            };
            item.map(One)
        })
    }

    fn read_item(task: &Task, position: usize, text: &str) -> Result<Item, Expected> {
        if position < task.cells.len() {
            let id: Option<u8> = text.parse().ok();
            let item = id.map(|id| Item(vec![id.into()]));
            return item.ok_or(Expected("an id from 0 to 255"));
        }
        let numbers: Result<Vec<u8>, _> = text.split_whitespace().map(str::parse).collect();
        let is_cell = |numbers: &Vec<u8>| numbers.len() == 4 && numbers.iter().all(|&n| n < 4);
        let item = numbers.ok().filter(is_cell);
        item.map(|numbers| Item(numbers.into_iter().map(i64::from).collect()))
            .ok_or(Expected("x, y, z and w, each from 0 to 3, with single spaces between them"))
    }
}

/// How many questions more are drawn to find those on which misconceptions fail.
const SPARE: usize = 16;

impl Reading {
    fn id_of(&self, cell: Cell) -> Item {
        let coordinates = cell.coordinates().map(|n| i64::from(n) - self.first_coordinate_read);
        let parts = self.axes_of_ids.into_iter().zip(self.weights);
        let id: i64 = parts.map(|(axis, weight)| nth(coordinates, axis) * weight).sum();
        Item(vec![id + self.first_id_made])
    }

    fn cell_of(&self, id: Cell) -> Item {
        let base = self.base;
        let id = i64::from(id.id()) - self.first_id_read;
        let mut parts = Vec::with_capacity(4);
        let mut left = id;
        for power in 1..=4 {
            if left == 0 && matches!(self.way_back, WayBack::ZerosInFront | WayBack::TooShort) {
                break;
            }
            parts.push(match self.way_back {
                WayBack::Quotients => left,
                WayBack::RemaindersOfTheId => id.rem_euclid(base.pow(power)),
                _ => left.rem_euclid(base),
            });
            left = match self.way_back {
                WayBack::Rounded => rounded(left, base),
                WayBack::RoundedUp => left.div_euclid(base) + i64::from(left.rem_euclid(base) > 0),
                _ => left.div_euclid(base),
            };
        }
        if self.way_back == WayBack::ZerosInFront {
            while parts.len() < 4 {
                parts.insert(0, 0);
            }
        }
        if let &[a, b, c, d] = parts.as_slice() {
            let mut coordinates = [0; 4];
            for (axis, part) in self.axes_of_cells.into_iter().zip([a, b, c, d]) {
                if let Some(coordinate) = coordinates.get_mut(axis) {
                    *coordinate = part;
                }
            }
            parts = coordinates.to_vec();
        }
        Item(parts.into_iter().map(|part| part + self.first_coordinate_made).collect())
    }
}

/// A quotient rounded to the nearest whole number; halves to the even one.
fn rounded(number: i64, by: i64) -> i64 {
    let (quotient, rest) = (number.div_euclid(by), number.rem_euclid(by));
    let is_up = 2 * rest > by || 2 * rest == by && quotient % 2 != 0;
    quotient + i64::from(is_up)
}

#[expect(clippy::indexing_slicing, reason = "an axis is 0, 1, 2 or 3")]
fn nth<T: Copy>(list: [T; 4], axis: usize) -> T {
    list[axis]
}
