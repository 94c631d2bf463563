//! Step 21: the id of a cell, and the cell of an id.

use std::fmt;
use std::iter::repeat;
use std::ops::RangeInclusive;

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom as _;
use serde::{Deserialize, Serialize};
use serde_with::{FromInto, TryFromInto, serde_as};

use super::HINTS;
use super::id_formula::{
    self, IdFormula, LIKELY_COPIES, LIKELY_WEIGHTS, Vector, add_rare_slips, add_weight_slips, nth,
    set,
};
use crate::board::lattice::four_in_a_row::Cell;
use crate::kinds::item::write_spaced;
use crate::step::{
    AnyOf, Aspect, Aspects, Catalogue, Count, Expected, Feedback, Kind, Steering, Workload,
};

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
    /// How ids are made.
    formula: IdFormula,
    shifts: Shifts,
    /// Each id is added to those before it.
    ids_add_up: bool,
    /// How they are taken apart: for each coordinate, what the id is divided by, and of which division the quotient has its
    /// remainder taken; 0 for none.
    divisors: Vector,
    moduli: Vector,
    way_back: WayBack,
    first_id_read: i64,
    /// Which of the remainders each coordinate is.
    axes: [usize; 4],
    mirrored: [bool; 4],
    first_coordinate_made: i64,
    /// The coordinates of an id come after those of the ids before it.
    cells_grow: bool,
    order: Order,
}

impl Default for Reading {
    fn default() -> Self {
        Self {
            formula: IdFormula::default(),
            shifts: Shifts::Bracketed,
            ids_add_up: false,
            divisors: [1, 4, 16, 64],
            moduli: [4; 4],
            way_back: WayBack::FourDivisions,
            first_id_read: 0,
            axes: [0, 1, 2, 3],
            mirrored: [false; 4],
            first_coordinate_made: 0,
            cells_grow: false,
            order: Order::AsAsked,
        }
    }
}

/// How an id is made with shifts, which come after additions where there are no brackets.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Shifts {
    #[default]
    Bracketed,
    /// `w << 6 | z << 4 | y << 2 + x`
    LastUnbracketed,
    /// `w << 6 + z << 4 + y << 2 + x`
    AllUnbracketed,
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
    /// w is not found.
    ThreeDivisions,
    /// One more is made.
    FiveDivisions,
    /// The quotients are rounded to the nearest whole number; halves to the even one, or up.
    Rounded,
    /// The quotients are rounded up.
    RoundedUp,
    /// The quotient is taken for the coordinate, and the remainder is divided again.
    Exchanged,
}

/// The order of the items.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Order {
    #[default]
    AsAsked,
    /// Each half from its end.
    HalvesReversed,
    /// The ids from the end.
    IdsReversed,
    /// The cells from the end.
    CellsReversed,
    /// The cells before the ids.
    CellsFirst,
}

/// Orders of the axes that occur in ids, in cells, and in both.
const ORDERS: [([&str; 3], [usize; 4]); 9] = [
    (["axes-reversed", "ids-axes-reversed", "cells-axes-reversed"], [3, 2, 1, 0]),
    (["x-and-y-swapped", "ids-x-and-y-swapped", "cells-x-and-y-swapped"], [1, 0, 2, 3]),
    (["z-and-w-swapped", "ids-z-and-w-swapped", "cells-z-and-w-swapped"], [0, 1, 3, 2]),
    (["y-and-z-swapped", "ids-y-and-z-swapped", "cells-y-and-z-swapped"], [0, 2, 1, 3]),
    (["x-and-z-swapped", "ids-x-and-z-swapped", "cells-x-and-z-swapped"], [2, 1, 0, 3]),
    (["x-and-w-swapped", "ids-x-and-w-swapped", "cells-x-and-w-swapped"], [3, 1, 2, 0]),
    (["y-and-w-swapped", "ids-y-and-w-swapped", "cells-y-and-w-swapped"], [0, 3, 2, 1]),
    (["w-first", "ids-w-first", "cells-w-first"], [3, 0, 1, 2]),
    (["x-last", "ids-x-last", "cells-x-last"], [1, 2, 3, 0]),
];

/// How many of these orders occur together with other mistakes: in both ways, and in one.
const LIKELY_ORDERS: [usize; 2] = [2, 6];

/// Adds orders of the axes for ids (1), cells (2), or both (0).
fn add_orders(aspect: &mut Aspect<Reading>, way: usize, orders: std::ops::Range<usize>) {
    for &(ids, axes) in ORDERS.get(orders).unwrap_or_default() {
        let Some(&id) = ids.get(way) else { continue };
        aspect.or(id, move |reading| {
            if way != 2 {
                reading.formula.axes = axes;
            }
            if way != 1 {
                reading.axes = axes;
            }
        });
    }
}

/// A wrong divisor for a coordinate, or a wrong division of which the remainder is taken: the axis and the number.
type Slip = (usize, i64);

const WRONG_DIVISORS: [Slip; 18] = [
    (1, 2),
    (1, 3),
    (1, 5),
    (1, 8),
    (1, 10),
    (1, 16),
    (2, 8),
    (2, 10),
    (2, 12),
    (2, 15),
    (2, 20),
    (2, 32),
    (2, 64),
    (3, 32),
    (3, 48),
    (3, 60),
    (3, 100),
    (3, 128),
];

const WRONG_MODULI: [Slip; 14] = [
    (0, 2),
    (0, 3),
    (0, 5),
    (0, 16),
    (0, 64),
    (1, 2),
    (1, 3),
    (1, 5),
    (1, 16),
    (2, 2),
    (2, 3),
    (2, 5),
    (3, 2),
    (3, 3),
];

/// Numbers that are taken for a weight, and for the divisor on the way back as well.
const WEIGHTS_AND_DIVISORS: [Slip; 15] = [
    (1, 2),
    (1, 3),
    (1, 5),
    (1, 8),
    (1, 16),
    (2, 8),
    (2, 12),
    (2, 15),
    (2, 32),
    (2, 64),
    (3, 16),
    (3, 32),
    (3, 48),
    (3, 60),
    (3, 128),
];

/// Slips as the values of alternatives.
fn slips(slips: &[Slip]) -> impl Iterator<Item = (String, String, Slip)> {
    slips.iter().map(|&(axis, number)| {
        let name = nth(["x", "y", "z", "w"], axis);
        (format!("{name}-{number}"), format!("{name}: {number}"), (axis, number))
    })
}

/// Mistakes in both ways at once.
fn add_both_ways(aspects: &mut Aspects<Reading>) {
    let likely = aspects.add();
    add_orders(likely, 0, 0..LIKELY_ORDERS[0]);
    likely
        .or("ids-from-one", |reading| {
            reading.formula.first_id = 1;
            reading.first_id_read = 1;
        })
        .or("y-from-the-bottom", |reading| {
            set(&mut reading.formula.mirrored, 1, true);
            set(&mut reading.mirrored, 1, true);
        });
}

fn add_rare_mistakes_in_both_ways(aspects: &mut Aspects<Reading>) {
    let rare = aspects.add().alone();
    add_orders(rare, 0, LIKELY_ORDERS[0]..ORDERS.len());
    rare.or("coordinates-from-one", |reading| {
        reading.formula.first_coordinate = 1;
        reading.first_coordinate_made = 1;
    })
    .or("base-three", |reading| {
        reading.formula.weights = [1, 3, 9, 27];
        reading.divisors = [1, 3, 9, 27];
        reading.moduli = [3; 4];
    })
    .or("base-five", |reading| {
        reading.formula.weights = [1, 5, 25, 125];
        reading.divisors = [1, 5, 25, 125];
        reading.moduli = [5; 4];
    })
    .or("written-in-decimal-both-ways", |reading| {
        reading.formula.weights = [1, 10, 100, 1000];
        reading.divisors = [1, 10, 100, 1000];
        reading.moduli = [10; 4];
    })
    .or("all-from-the-other-border", |reading| {
        reading.formula.mirrored = [true; 4];
        reading.mirrored = [true; 4];
    });
    let others = || id_formula::each_axis(str::to_owned).filter(|&(.., axis)| axis != 1);
    rare.or_each("from-the-other-border", others(), |reading, axis| {
        set(&mut reading.formula.mirrored, axis, true);
        set(&mut reading.mirrored, axis, true);
    });
    rare.or_each("weight-and-divisor", slips(&WEIGHTS_AND_DIVISORS), |reading, (axis, number)| {
        set(&mut reading.formula.weights, axis, number);
        set(&mut reading.divisors, axis, number);
    });
    rare.or("halves-reversed", |reading| reading.order = Order::HalvesReversed)
        .or("ids-reversed", |reading| reading.order = Order::IdsReversed)
        .or("cells-reversed", |reading| reading.order = Order::CellsReversed)
        .or("cells-first", |reading| reading.order = Order::CellsFirst);
}

/// Mistakes on the way from cells to ids.
fn add_to_ids(aspects: &mut Aspects<Reading>) {
    let likely = aspects.add();
    add_orders(likely, 1, 0..LIKELY_ORDERS[1]);
    likely
        .or("ids-made-from-one", |reading| reading.formula.first_id = 1)
        .or("written-in-decimal", |reading| reading.formula.weights = [1, 10, 100, 1000])
        .or_each("coordinate-copied", id_formula::copies(&LIKELY_COPIES), |reading, (to, from)| {
            set(&mut reading.formula.axes, to, from);
        });
    add_weight_slips(likely, &LIKELY_WEIGHTS[..3], |reading| &mut reading.formula);
}

fn add_rare_mistakes_to_ids(aspects: &mut Aspects<Reading>) {
    let rare = aspects.add().alone();
    add_orders(rare, 1, LIKELY_ORDERS[1]..ORDERS.len());
    add_weight_slips(rare, &LIKELY_WEIGHTS[3..], |reading| &mut reading.formula);
    add_rare_slips(rare, |reading| &mut reading.formula);
    let axes = id_formula::each_axis(str::to_owned);
    rare.or("weights-doubled", |reading| reading.formula.weights = [1, 2, 4, 8])
        .or("weights-multiples", |reading| reading.formula.weights = [1, 4, 8, 12])
        .or("coordinates-read-from-one", |reading| reading.formula.first_coordinate = 1)
        .or("one-taken-off-ids", |reading| reading.formula.first_id = -1)
        .or("one-added-to-coordinates", |reading| reading.formula.first_coordinate = -1)
        .or("ids-add-up", |reading| reading.ids_add_up = true)
        .or("last-shift-without-brackets", |reading| reading.shifts = Shifts::LastUnbracketed)
        .or("shifts-without-brackets", |reading| reading.shifts = Shifts::AllUnbracketed)
        .or_each("ids-from-the-other-border", axes, |reading, axis| {
            set(&mut reading.formula.mirrored, axis, true);
        });
}

/// Mistakes on the way from ids to cells.
fn add_to_cells(aspects: &mut Aspects<Reading>) {
    let likely = aspects.add();
    // The first one is a form of any answer.
    add_orders(likely, 2, 1..LIKELY_ORDERS[1]);
    likely
        .or("ids-read-from-one", |reading| reading.first_id_read = 1)
        .or("zeros-in-front", |reading| reading.way_back = WayBack::ZerosInFront)
        .or("quotients-rounded", |reading| reading.way_back = WayBack::Rounded)
        .or("remainders-of-the-id", |reading| {
            reading.divisors = [1; 4];
            reading.moduli = [4, 16, 64, 256];
        })
        .or("remainders-by-three", |reading| reading.moduli = [3; 4])
        .or("divided-first", |reading| reading.divisors = [4, 16, 64, 256])
        .or("remainder-forgotten-z", |reading| set(&mut reading.moduli, 2, 0))
        .or_each("always-zero", always_zero(3..4), |reading, axis| {
            set(&mut reading.moduli, axis, 1)
        })
        .or_each("remainder-copied", id_formula::copies(&[(2, 0)]), |reading, (to, from)| {
            set(&mut reading.axes, to, from);
        });
}

fn add_rare_mistakes_to_cells(aspects: &mut Aspects<Reading>) {
    let rare = aspects.add().alone();
    add_orders(rare, 2, 0..1);
    add_orders(rare, 2, LIKELY_ORDERS[1]..ORDERS.len());
    let likely = id_formula::copies(&LIKELY_COPIES);
    let copies = likely.chain(id_formula::other_copies()).filter(|&(.., copy)| copy != (2, 0));
    rare.or_each("remainder-copied", copies, |reading, (to, from)| {
        set(&mut reading.axes, to, from);
    });
    rare.or_each("always-zero", always_zero(0..3), |reading, axis| {
        set(&mut reading.moduli, axis, 1);
    });
    rare.or("coordinates-missing", |reading| reading.way_back = WayBack::TooShort)
        .or("quotients-rounded-up", |reading| reading.way_back = WayBack::RoundedUp)
        .or("quotient-for-the-rest", |reading| reading.way_back = WayBack::Exchanged)
        .or("quotients-for-remainders", |reading| reading.moduli = [0; 4])
        .or("remainders-of-one-division", |reading| reading.divisors = [1; 4])
        .or("remainder-forgotten-y", |reading| set(&mut reading.moduli, 1, 0))
        .or("w-missing", |reading| reading.way_back = WayBack::ThreeDivisions)
        .or("fifth-coordinate", |reading| reading.way_back = WayBack::FiveDivisions)
        .or("remainder-forgotten-x", |reading| set(&mut reading.moduli, 0, 0))
        .or("remainders-by-five", |reading| reading.moduli = [5; 4])
        .or("remainders-by-two", |reading| reading.moduli = [2; 4])
        .or("decimal-digits", |reading| {
            reading.divisors = [1, 10, 100, 1000];
            reading.moduli = [10; 4];
        })
        .or_each("divisors", divisors(), |reading, divisors| reading.divisors = divisors)
        .or("cells-base-three", |reading| {
            reading.divisors = [1, 3, 9, 27];
            reading.moduli = [3; 4];
        })
        .or("cells-base-five", |reading| {
            reading.divisors = [1, 5, 25, 125];
            reading.moduli = [5; 4];
        })
        .or("coordinates-made-from-one", |reading| reading.first_coordinate_made = 1)
        .or("one-added-to-the-id", |reading| reading.first_id_read = -1)
        .or("cells-grow", |reading| reading.cells_grow = true)
        .or_each(
            "cells-from-the-other-border",
            id_formula::each_axis(str::to_owned),
            |reading, axis| set(&mut reading.mirrored, axis, true),
        )
        .or_each("divisor-slip", slips(&WRONG_DIVISORS), |reading, (axis, number)| {
            set(&mut reading.divisors, axis, number);
        })
        .or_each("remainder-slip", slips(&WRONG_MODULI), |reading, (axis, number)| {
            set(&mut reading.moduli, axis, number);
        });
}

/// The axes whose coordinate is always 0, as the values of alternatives.
fn always_zero(axes: std::ops::Range<usize>) -> impl Iterator<Item = (String, String, usize)> {
    id_formula::each_axis(str::to_owned).filter(move |(.., axis)| axes.contains(axis))
}

/// Wrong divisors for all coordinates at once.
fn divisors() -> impl Iterator<Item = (String, String, Vector)> {
    let all = [[1, 2, 4, 8], [1, 3, 9, 27], [1, 4, 8, 12], [1, 4, 8, 16], [1, 4, 4, 4]];
    all.into_iter().map(|divisors| {
        let names = divisors.map(|divisor| divisor.to_string());
        (names.join("-"), names.join(", "), divisors)
    })
}

impl Kind for CellIds {
    const NAME: &'static str = "four-in-a-row/cell-ids";
    const VERSION: u32 = 2;
    const WORKLOAD: Workload = Workload::Heavy;
    const FEEDBACK: Feedback = Feedback::Located;
    const DIAGNOSIS_LIMIT: usize = 8000;
    // One wrong item of so many possible ones tells enough.
    const WRONG_QUESTIONS: u32 = 1;

    type Params = Params;
    type Task = Task;
    type Item = Item;
    type Solution = AnyOf<Item>;
    type Reading = Reading;

    fn hints() -> &'static Catalogue {
        &HINTS
    }

    fn aspects(aspects: &mut Aspects<Reading>) {
        // Mistakes in two ways are combined, and those in one way exclude each other: else there are too many pairs to try.
        add_both_ways(aspects);
        add_to_ids(aspects);
        add_to_cells(aspects);
        add_rare_mistakes_in_both_ways(aspects);
        add_rare_mistakes_to_ids(aspects);
        add_rare_mistakes_to_cells(aspects);
    }

    fn generate(params: &Params, _: &Steering<Self>, rng: &mut ChaCha8Rng) -> Task {
        let [cells, ids] = [params.cells.get(), params.ids.get()].map(|count| count as usize);
        Task {
            cells: (0..cells).map(|_| Cell::new(rng.random())).collect(),
            ids: among(rng, ids, &IDS),
        }
    }

    fn solve<'a>(task: &'a Task, reading: &'a Reading) -> impl Iterator<Item = AnyOf<Item>> + 'a {
        let (made, read) = (task.cells.len(), task.ids.len());
        let half = move |place: usize, is_made: bool| {
            let is_reversed = match reading.order {
                Order::HalvesReversed => true,
                Order::IdsReversed => is_made,
                Order::CellsReversed => !is_made,
                Order::AsAsked | Order::CellsFirst => false,
            };
            let count = if is_made { made } else { read };
            let place = if is_reversed { count - 1 - place } else { place };
            if is_made { reading.id_of(task, place) } else { reading.cell_of(task, place) }
        };
        (0..made + read).map(move |place| match reading.order {
            Order::CellsFirst if place < read => half(place, false),
            Order::CellsFirst => half(place - read, true),
            _ if place < made => half(place, true),
            _ => half(place - made, false),
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

/// From where some of the ids are, so that each coordinate matters: with w = 0 it shows whether all four divisions are made, and in the
/// last row of w = 3 whether w is what 64 goes into. The others are any ids.
const IDS: [RangeInclusive<u8>; 3] = [0..=63, 240..=255, 192..=255];

/// So many ids at random places, some of them from these ranges.
fn among(rng: &mut ChaCha8Rng, count: usize, ranges: &[RangeInclusive<u8>]) -> Vec<Cell> {
    let ranges = ranges.iter().cloned().chain(repeat(0..=u8::MAX)).take(count);
    let mut ids: Vec<Cell> = ranges.map(|range| Cell::new(rng.random_range(range))).collect();
    ids.shuffle(rng);
    ids
}

impl Reading {
    fn id_of(&self, task: &Task, place: usize) -> AnyOf<Item> {
        let first = if self.ids_add_up { 0 } else { place };
        let cells = task.cells.get(first..=place).unwrap_or_default();
        // Shifts may be added or joined by `|`.
        let joined: [fn(i64, i64) -> i64; 2] = [|one, other| one | other, |one, other| one + other];
        let ways = if self.shifts == Shifts::LastUnbracketed { &joined[..] } else { &joined[1..] };
        let id = |cell: &Cell, join: fn(i64, i64) -> i64| {
            let [x, y, z, w] = cell.coordinates().map(i64::from);
            match self.shifts {
                Shifts::Bracketed => self.formula.id([x, y, z, w]),
                Shifts::LastUnbracketed => join(join(w << 6, z << 4), y << (2 + x)),
                Shifts::AllUnbracketed => w << (6 + z) << (4 + y) << (2 + x),
            }
        };
        let sums = ways.iter().map(|&join| cells.iter().map(|cell| id(cell, join)).sum());
        AnyOf(sums.map(|id| Item(vec![id])).collect())
    }

    /// The coordinates of an id. Where it matters, a program may or may not take the remainder of the last quotient, and round each
    /// quotient or only the last one.
    fn cell_of(&self, task: &Task, place: usize) -> AnyOf<Item> {
        let first = if self.cells_grow { 0 } else { place };
        let ids = task.ids.get(first..=place).unwrap_or_default();
        let mut answers = Vec::with_capacity(1);
        let variants = match self.way_back {
            WayBack::Rounded => VARIANTS.as_slice(),
            _ if self.has_variants() => &VARIANTS[..3],
            _ => &VARIANTS[..1],
        };
        for &variant in variants {
            let parts = ids.iter().flat_map(|&id| self.parts(i64::from(id.id()), variant));
            let item = Item(parts.collect());
            if !answers.contains(&item) {
                answers.push(item);
            }
        }
        AnyOf(answers)
    }

    /// Whether two ways to write the program may differ.
    fn has_variants(&self) -> bool {
        let right = Self::default();
        let is_divided_otherwise =
            matches!(self.way_back, WayBack::Rounded | WayBack::RoundedUp | WayBack::Exchanged);
        is_divided_otherwise
            || self.divisors != right.divisors
            || self.moduli != right.moduli
            || self.first_id_read != right.first_id_read
    }

    fn parts(&self, id: i64, variant: Variant) -> Vec<i64> {
        let id = id - self.first_id_read;
        let quotients = match self.way_back {
            WayBack::Rounded if variant.is_stepwise && variant.are_halves_even => {
                stepwise(id, rounded)
            }
            WayBack::Rounded if variant.is_stepwise => stepwise(id, rounded_with_halves_up),
            WayBack::RoundedUp if variant.is_stepwise => stepwise(id, rounded_up),
            WayBack::Rounded if variant.are_halves_even => {
                self.divisors.map(|divisor| rounded(id, divisor))
            }
            WayBack::Rounded => self.divisors.map(|divisor| rounded_with_halves_up(id, divisor)),
            WayBack::RoundedUp => self.divisors.map(|divisor| rounded_up(id, divisor)),
            _ => self.divisors.map(|divisor| id.div_euclid(divisor)),
        };
        let mut moduli = self.moduli;
        if !variant.has_last_remainder && nth(moduli, 3) == nth(moduli, 0) {
            set(&mut moduli, 3, 0);
        }
        let axes = [0, 1, 2, 3];
        let remainders = axes.map(|axis| match nth(moduli, axis) {
            0 => nth(quotients, axis),
            modulus => nth(quotients, axis).rem_euclid(modulus),
        });
        let coordinates = axes.map(|axis| {
            let part = nth(remainders, nth(self.axes, axis));
            self.first_coordinate_made + if nth(self.mirrored, axis) { 3 - part } else { part }
        });
        let mut written = coordinates.to_vec();
        match self.way_back {
            // The one begins with x and the other with w.
            WayBack::Exchanged if variant.is_stepwise => written = vec![id.div_euclid(4), 0, 0, 0],
            WayBack::Exchanged => written = vec![0, 0, id.div_euclid(64), id.rem_euclid(64)],
            WayBack::ThreeDivisions => written.truncate(3),
            WayBack::FiveDivisions => written.push(0),
            WayBack::ZerosInFront | WayBack::TooShort => {
                // In the order in which the remainders are found.
                let last =
                    remainders.iter().rposition(|&part| part != 0).map_or(0, |last| last + 1);
                let mut found = remainders.to_vec();
                found.truncate(last);
                while self.way_back == WayBack::ZerosInFront && found.len() < 4 {
                    found.insert(0, 0);
                }
                written = match found.as_slice() {
                    &[x, y, z, w] => self.axes.map(|axis| nth([x, y, z, w], axis)).to_vec(),
                    _ => found,
                };
            }
            WayBack::FourDivisions | WayBack::Rounded | WayBack::RoundedUp => {}
        }
        written
    }
}

/// Two ways to write the same program, which differ where the rule is misread.
#[derive(Clone, Copy)]
struct Variant {
    /// Whether the remainder of the last quotient is taken, which it need not be.
    has_last_remainder: bool,
    /// Whether each quotient is divided again, or the id by 4, 16 and 64.
    is_stepwise: bool,
    /// Whether halves are rounded to the even number, as some languages do.
    are_halves_even: bool,
}

const VARIANTS: [Variant; 5] = [
    Variant { has_last_remainder: true, is_stepwise: true, are_halves_even: true },
    Variant { has_last_remainder: false, is_stepwise: false, are_halves_even: true },
    Variant { has_last_remainder: true, is_stepwise: false, are_halves_even: true },
    Variant { has_last_remainder: true, is_stepwise: true, are_halves_even: false },
    Variant { has_last_remainder: true, is_stepwise: false, are_halves_even: false },
];

/// The id, and what three divisions by 4 leave of it.
fn stepwise(id: i64, divide: fn(i64, i64) -> i64) -> Vector {
    let mut left = id;
    [1, 4, 4, 4].map(|divisor| {
        left = divide(left, divisor);
        left
    })
}

/// A quotient rounded to the nearest whole number; halves to the even one.
fn rounded(number: i64, by: i64) -> i64 {
    let (quotient, rest) = (number.div_euclid(by), number.rem_euclid(by));
    let is_up = 2 * rest > by || 2 * rest == by && quotient % 2 != 0;
    quotient + i64::from(is_up)
}

/// A quotient rounded to the nearest whole number; halves up.
fn rounded_with_halves_up(number: i64, by: i64) -> i64 {
    (2 * number + by).div_euclid(2 * by)
}

fn rounded_up(number: i64, by: i64) -> i64 {
    number.div_euclid(by) + i64::from(number.rem_euclid(by) > 0)
}
