//! What can be misread: an aspect for each clause of the rule.

use super::super::id_formula::{
    self, IdFormula, LIKELY_COPIES, LIKELY_WEIGHTS, Vector, add_rare_formulas, add_wrong_weights,
    nth, set,
};
use super::reading::{DirectionRead, Kept, Order, Reading, StartRead, Stepping};
use gradus_step::{Aspect, Aspects};

/// Adds what can be misread, an aspect for each clause of the rule.
pub(super) fn add_aspects(aspects: &mut Aspects<Reading>) {
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

/// How many of these orders are likely.
const LIKELY_ORDERS: usize = 4;

/// A direction with the component of one axis in the place of another.
fn copied((to, from): id_formula::AxisCopy) -> [usize; 4] {
    let mut axes = [0, 1, 2, 3];
    set(&mut axes, to, from);
    axes
}

/// Adds orders of the axes of the direction.
#[expect(clippy::indexing_slicing, reason = "the ranges are of this table")]
fn add_orders_of_directions(aspect: &mut Aspect<Reading>, orders: std::ops::Range<usize>) {
    for &([id, ..], axes) in &ORDERS[orders] {
        aspect.or(id, move |reading| reading.direction = DirectionRead::Axes(axes));
    }
}

/// Adds orders of the axes in the id.
#[expect(clippy::indexing_slicing, reason = "the ranges are of this table")]
fn add_orders_of_ids(aspect: &mut Aspect<Reading>, orders: std::ops::Range<usize>) {
    for &([.., id], axes) in &ORDERS[orders] {
        aspect.or(id, move |reading| reading.formula.axes = axes);
    }
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
