//! Step 21: the id of a cell, and the cell of an id.

mod reading;

use std::fmt;
use std::iter::repeat;
use std::ops::RangeInclusive;

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom as _;
use serde::{Deserialize, Serialize};
use serde_with::{FromInto, TryFromInto, serde_as};

use self::reading::{Order, Reading, Shifts, WayBack};
use super::id_formula::{Vector, nth, set};
use crate::item::write_spaced;
use crate::texts::{form, four_in_a_row as hints};
use gradus_board::drawing::Panel;
use gradus_board::drawing::four_in_a_row::asked;
use gradus_board::lattice::four_in_a_row::Cell;
use gradus_step::{AnyOf, Aspects, Count, Feedback, Kind, Steering, Template, Text, Workload};

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

    fn hints() -> &'static [&'static [Template]] {
        &[hints::CELL_IDS]
    }

    fn aspects(aspects: &mut Aspects<Reading>) {
        reading::add_aspects(aspects);
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

    fn panels(task: &Self::Task) -> Vec<Panel> {
        let boards = [&task.cells, &task.ids].map(|cells| asked(cells.iter().copied()));
        Panel::each(boards, task.cells.len())
    }

    fn read_item(task: &Task, position: usize, text: &str) -> Result<Item, Text> {
        if position < task.cells.len() {
            let id: Option<u8> = text.parse().ok();
            let item = id.map(|id| Item(vec![id.into()]));
            return item.ok_or_else(form::id);
        }
        let numbers: Result<Vec<u8>, _> = text.split_whitespace().map(str::parse).collect();
        let is_cell = |numbers: &Vec<u8>| numbers.len() == 4 && numbers.iter().all(|&n| n < 4);
        let item = numbers.ok().filter(is_cell);
        item.map(|numbers| Item(numbers.into_iter().map(i64::from).collect()))
            .ok_or_else(form::cell)
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
