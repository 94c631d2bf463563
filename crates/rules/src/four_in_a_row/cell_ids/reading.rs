//! How the rule is read, and what can be misread: in both ways, on the way to ids, and on the way back.

use super::super::id_formula;
use super::super::id_formula::{
    IdFormula, LIKELY_COPIES, LIKELY_WEIGHTS, Vector, add_rare_formulas, add_wrong_weights, nth,
    set,
};
use gradus_step::{Aspect, Aspects};

/// How the rule is read.
#[derive(Clone)]
pub struct Reading {
    /// How ids are made.
    pub(super) formula: IdFormula,
    pub(super) shifts: Shifts,
    /// Each id is added to those before it.
    pub(super) ids_add_up: bool,
    /// How they are taken apart: for each coordinate, what the id is divided by, and of which division the quotient has its
    /// remainder taken; 0 for none.
    pub(super) divisors: Vector,
    pub(super) moduli: Vector,
    pub(super) way_back: WayBack,
    pub(super) first_id_read: i64,
    /// Which of the remainders each coordinate is.
    pub(super) axes: [usize; 4],
    pub(super) mirrored: [bool; 4],
    pub(super) first_coordinate_made: i64,
    /// The coordinates of an id come after those of the ids before it.
    pub(super) cells_grow: bool,
    pub(super) order: Order,
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
pub(super) enum Shifts {
    #[default]
    Bracketed,
    /// `w << 6 | z << 4 | y << 2 + x`
    LastUnbracketed,
    /// `w << 6 + z << 4 + y << 2 + x`
    AllUnbracketed,
}

/// How an id is taken apart.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum WayBack {
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
pub(super) enum Order {
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

/// Adds what can be misread, an aspect for each clause of the rule.
pub(super) fn add_aspects(aspects: &mut Aspects<Reading>) {
    // Mistakes in two ways are combined, and those in one way exclude each other: else there are too many pairs to try.
    add_both_ways(aspects);
    add_to_ids(aspects);
    add_to_cells(aspects);
    add_rare_mistakes_in_both_ways(aspects);
    add_rare_mistakes_to_ids(aspects);
    add_rare_mistakes_to_cells(aspects);
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

/// How many of these orders occur together with other mistakes: in both ways, in ids, and in cells.
const LIKELY_ORDERS: [usize; 3] = [2, 5, 6];

/// Adds orders of the axes for ids (1), cells (2), or both (0).
#[expect(clippy::indexing_slicing, reason = "the ranges are of this table")]
fn add_orders(aspect: &mut Aspect<Reading>, way: usize, orders: std::ops::Range<usize>) {
    for &(ids, axes) in &ORDERS[orders] {
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
type WrongNumber = (usize, i64);

const WRONG_DIVISORS: [WrongNumber; 18] = [
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

const WRONG_MODULI: [WrongNumber; 14] = [
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
const WEIGHTS_AND_DIVISORS: [WrongNumber; 8] =
    [(1, 8), (1, 16), (2, 8), (2, 12), (2, 32), (3, 16), (3, 32), (3, 48)];

/// Wrong numbers as the values of alternatives.
fn wrong_numbers(numbers: &[WrongNumber]) -> impl Iterator<Item = (String, String, WrongNumber)> {
    numbers.iter().map(|&(axis, number)| {
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
    rare.or_each(
        "weight-and-divisor",
        wrong_numbers(&WEIGHTS_AND_DIVISORS),
        |reading, (axis, number)| {
            set(&mut reading.formula.weights, axis, number);
            set(&mut reading.divisors, axis, number);
        },
    );
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
    add_wrong_weights(likely, &LIKELY_WEIGHTS, |reading| &mut reading.formula);
}

fn add_rare_mistakes_to_ids(aspects: &mut Aspects<Reading>) {
    let rare = aspects.add().alone();
    add_orders(rare, 1, LIKELY_ORDERS[1]..ORDERS.len());
    add_rare_formulas(rare, |reading| &mut reading.formula);
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
    add_orders(likely, 2, 1..LIKELY_ORDERS[2]);
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
            set(&mut reading.moduli, axis, 1);
        })
        .or_each("remainder-copied", id_formula::copies(&[(2, 0)]), |reading, (to, from)| {
            set(&mut reading.axes, to, from);
        });
}

fn add_rare_mistakes_to_cells(aspects: &mut Aspects<Reading>) {
    let rare = aspects.add().alone();
    add_orders(rare, 2, 0..1);
    add_orders(rare, 2, LIKELY_ORDERS[2]..ORDERS.len());
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
        .or_each("divisor-slip", wrong_numbers(&WRONG_DIVISORS), |reading, (axis, number)| {
            set(&mut reading.divisors, axis, number);
        })
        .or_each("remainder-slip", wrong_numbers(&WRONG_MODULI), |reading, (axis, number)| {
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
